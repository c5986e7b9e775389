//! Which stones live or die.
//!
//! 1. The words may say whose stones they are.
//! 2. A *camp* is what a colour holds together: its stones and the empty points between them, up to
//!    the stones of the other colour. A camp that is not open is surrounded. Camps that are safe
//!    already, by a chain with two eyes of its own, are no problem.
//! 3. Of camps within camps the outermost counts: the stones that besiege a group from inside are not
//!    what the problem is about. Among several, the one with the least room.
//! 4. If nobody is surrounded, each side's largest cluster of stones that belong together is
//!    looked at, and the one that lies lower, nearer to the edges, is taken to be under attack.
//! 5. Where the book has right first moves, only camps that hold one and clusters near one count.

use std::cmp::Reverse;

use shikatsu::board::{Board, Color, Move, Point, PointSet, Setup};

use super::bounds::FIGHTING_LIBERTIES;
use super::sight::shut_in;
use super::{border, empty_of, flood, is_open};
use crate::book::Book;
use crate::overrides::rectangle;

/// How far a group's own room is looked at, in steps.
const FARTHEST: usize = 5;

/// Nobody fights about fewer stones side by side.
pub(super) const WORTH_A_FIGHT: usize = 2;
/// The same where nothing but the sense that it makes tells whether these are the stones that are meant.
const SURELY_WORTH_A_FIGHT: usize = 3;
/// How many chains of a colour are taken to be what a fight is about.
pub(crate) const MOST_AT_STAKE: usize = 3;

/// A surrounded part of the board.
struct Camp {
    color: Color,
    region: PointSet,
    stones: PointSet,
    /// The other colour's stones around it.
    wall: PointSet,
}

/// The key stones of a position that marks none; `None` if nothing stands on the board.
pub(crate) fn key(setup: &Setup, said: Option<Color>, book: &Book) -> Option<PointSet> {
    if setup.black.union(&setup.white).is_empty() {
        return None;
    }
    let meant = said.or_else(|| shut_in(setup));
    let colors: Vec<Color> = meant.map_or(Color::BOTH.to_vec(), |color| vec![color]);
    let solution = solution(setup, book);
    surrounded(setup, &colors, &solution).or_else(|| attacked(setup, &colors, &solution))
}

/// All stones of one colour that a problem may be about, the likeliest first: the first guess, in a fight what is at stake, surrounded groups, and
/// each cluster and each chain near the book's right moves, or near the stones of the other colour if there are none.
pub(super) fn candidates(setup: &Setup, color: Color, book: &Book) -> Vec<PointSet> {
    let mut near = near_solution(setup, book);
    let is_silent = near.is_empty();
    if is_silent {
        near = self::near(setup, setup.stones(color.opponent()));
    }
    let board = Board::new(setup);
    let stones = near.intersection(setup.stones(color));
    let mut found: Vec<PointSet> = stones.iter().map(|stone| board.chain(stone).collect()).collect();
    let near_by = clusters(setup, color).into_iter();
    found.extend(near_by.filter(|cluster| !cluster.intersection(&near).is_empty()));
    found.sort_by_key(|stones| Reverse(stones.len()));
    let surrounded = camps(setup, color).into_iter().map(|camp| camp.stones);
    let first = key(setup, Some(color), book);
    // A group may stand in parts around the room that they share.
    let whole = first.map(|first| {
        let around = self::near(setup, &self::near(setup, &first));
        let parts = clusters(setup, color)
            .into_iter()
            .filter(|part| !part.intersection(&around).is_empty());
        parts.fold(first, |all, part| all.union(&part))
    });
    let at_stake = if book.is_fight {
        at_stake(setup, color, setup.stones(color), SURELY_WORTH_A_FIGHT)
    } else {
        Vec::new()
    };
    let likeliest = first.into_iter().chain(at_stake).chain(whole).chain(surrounded);
    let mut different: Vec<PointSet> = Vec::new();
    // In a fight that no move explains any other stones would be a mere guess.
    if book.is_fight && is_silent {
        found.clear();
    }
    for stones in likeliest.chain(found) {
        if !stones.is_empty() && !different.contains(&stones) {
            different.push(stones);
        }
    }
    different
}

/// The chains of one colour that a fight may be about, those with the fewest liberties first: a few stones side by side that touch the other colour.
/// Only those count that have so many stones, and one of them on these points.
pub(super) fn at_stake(setup: &Setup, color: Color, near: &PointSet, least: usize) -> Vec<PointSet> {
    let board = Board::new(&Setup {
        outside: PointSet::EMPTY,
        ..*setup
    });
    let mut found: Vec<(usize, PointSet)> = Vec::new();
    let mut rest = near.intersection(setup.stones(color));
    while let Some(stone) = rest.first() {
        let chain: PointSet = board.chain(stone).collect();
        rest = rest.minus(&chain);
        let liberties = board.liberties(stone).len();
        let is_touched = !border(&chain, setup.size)
            .intersection(setup.stones(color.opponent()))
            .is_empty();
        if chain.len() >= least && is_touched && liberties <= FIGHTING_LIBERTIES {
            found.push((liberties, chain));
        }
    }
    found.sort_by_key(|(liberties, chain)| (*liberties, Reverse(chain.len())));
    let chains = found.into_iter().map(|(_, chain)| chain);
    chains.take(MOST_AT_STAKE).collect()
}

/// The book's right first moves that have a point.
fn solution(setup: &Setup, book: &Book) -> PointSet {
    let firsts = book.first_moves(setup.to_move).into_iter();
    firsts.filter_map(play).collect()
}

/// The points near the book's right first moves.
pub(super) fn near_solution(setup: &Setup, book: &Book) -> PointSet {
    near(setup, &solution(setup, book))
}

/// The points near these: two steps away at most. A move that solves a problem touches the group, or all but touches it.
fn near(setup: &Setup, moves: &PointSet) -> PointSet {
    let beside = moves.union(&border(moves, setup.size));
    beside.union(&border(&beside, setup.size))
}

/// The point of a move that has one.
fn play(chosen: Move) -> Option<Point> {
    match chosen {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

/// The stones of the camp that the problem is about.
fn surrounded(setup: &Setup, colors: &[Color], solution: &PointSet) -> Option<PointSet> {
    let camps: Vec<Camp> = Color::BOTH
        .into_iter()
        .flat_map(|color| camps(setup, color))
        .collect();
    let meant = |camp: &&Camp| {
        let solved_there = solution.is_empty() || !solution.intersection(&camp.region).is_empty();
        colors.contains(&camp.color) && solved_there
    };
    let outermost = |camp: &&Camp| {
        !camps
            .iter()
            .any(|other| camp.is_inside(other) && !other.is_inside(camp))
    };
    let tightest = |camp: &&Camp| (empty_of(setup, &camp.region).len(), Reverse(camp.stones.len()));
    let clusters: [Vec<PointSet>; 2] = Color::BOTH.map(|color| clusters(setup, color));
    let besieges = |camp: &Camp| {
        let foes = Color::BOTH
            .iter()
            .zip(&clusters)
            .filter(|(color, _)| **color != camp.color);
        foes.flat_map(|(_, clusters)| clusters)
            .any(|foe| camp.besieges(setup, foe))
    };
    let meant = || camps.iter().filter(meant).filter(|camp| !besieges(camp));
    let found = meant().filter(outermost).min_by_key(tightest);
    found
        .or_else(|| meant().min_by_key(tightest))
        .map(|camp| camp.stones)
}

/// The cluster that is under attack in an open position.
fn attacked(setup: &Setup, colors: &[Color], solution: &PointSet) -> Option<PointSet> {
    let near = near(setup, solution);
    let clusters = |color| {
        clusters(setup, color)
            .into_iter()
            .filter(|c| !c.intersection(&near).is_empty())
    };
    let mut by_color: Vec<PointSet> = colors
        .iter()
        .filter_map(|&color| largest(clusters(color)))
        .collect();
    if by_color.is_empty() {
        by_color = colors
            .iter()
            .filter_map(|&color| largest(self::clusters(setup, color)))
            .collect();
    }
    by_color
        .into_iter()
        .min_by(|one, other| height(setup, one).total_cmp(&height(setup, other)))
}

/// A group with more room of its own than this is not besieged.
const BESIEGED: usize = 18;

impl Camp {
    /// Whether these few stones stand inside a larger group that is attacked from outside too: then it is about that group.
    fn besieges(&self, setup: &Setup, foe: &PointSet) -> bool {
        let is_within = self.wall.minus(foe).is_empty();
        let others = setup.stones(self.color).minus(&self.stones);
        let is_attacked = others
            .iter()
            .any(|stone| stone.beside(setup.size).any(|p| foe.contains(p)));
        is_within
            && is_attacked
            && foe.len() >= 2 * self.stones.len()
            && own_room(setup, foe, self.color) <= BESIEGED
    }

    fn is_inside(&self, other: &Camp) -> bool {
        self.color != other.color && self.wall.minus(&other.stones).is_empty()
    }
}

/// How many empty points are closer to a group than to the other colour's stones, as far as that is a few steps.
fn own_room(setup: &Setup, group: &PointSet, foe: Color) -> usize {
    let (mut ours, mut theirs) = (*group, *setup.stones(foe));
    let mut room = PointSet::EMPTY;
    for _ in 0..FARTHEST {
        let taken = ours.union(&theirs);
        let next = empty_of(setup, &border(&ours, setup.size)).minus(&taken);
        let against = empty_of(setup, &border(&theirs, setup.size)).minus(&taken);
        room = room.union(&next.minus(&against));
        ours = ours.union(&next.minus(&against));
        theirs = theirs.union(&against);
    }
    room.len()
}

/// The surrounded camps of one colour.
fn camps(setup: &Setup, color: Color) -> Vec<Camp> {
    let board = Board::new(setup);
    let mut found = Vec::new();
    let mut rest = *setup.stones(color);
    while let Some(stone) = rest.first() {
        let region = flood(setup, [stone].into_iter().collect(), color.opponent());
        let stones = region.intersection(setup.stones(color));
        rest = rest.minus(&stones);
        let wall = border(&region, setup.size);
        if !is_open(setup, &region) && !wall.is_empty() && !is_safe(setup, &board, &stones) {
            found.push(Camp {
                color,
                region,
                stones,
                wall,
            });
        }
    }
    found
}

/// Whether a chain among `stones` has two eyes: empty regions beside it that touch nothing else.
fn is_safe(setup: &Setup, board: &Board, stones: &PointSet) -> bool {
    let mut rest = *stones;
    while let Some(stone) = rest.first() {
        let chain: PointSet = board.chain(stone).collect();
        rest = rest.minus(&chain);
        let mut liberties = empty_of(setup, &border(&chain, setup.size));
        let mut eyes = 0;
        while let Some(liberty) = liberties.first() {
            let eye = empty_region(setup, liberty);
            liberties = liberties.minus(&eye);
            eyes += usize::from(border(&eye, setup.size).minus(&chain).is_empty());
        }
        if eyes >= 2 {
            return true;
        }
    }
    false
}

fn empty_region(setup: &Setup, start: Point) -> PointSet {
    let mut region: PointSet = [start].into_iter().collect();
    loop {
        let more = empty_of(setup, &border(&region, setup.size));
        if more.is_empty() {
            return region;
        }
        region = region.union(&more);
    }
}

/// How far the stones lie from the edges, on average.
fn height(setup: &Setup, stones: &PointSet) -> f32 {
    let last = setup.size - 1;
    let to_edges = |p: Point| f32::from(p.column().min(last - p.column()) + p.row().min(last - p.row()));
    stones.iter().map(to_edges).sum::<f32>() / stones.len() as f32
}

fn largest(clusters: impl IntoIterator<Item = PointSet>) -> Option<PointSet> {
    // The first of equals.
    clusters.into_iter().min_by_key(|cluster| Reverse(cluster.len()))
}

/// The stones of one colour, together as far as they touch, share a liberty, or stand a jump or a knight's move apart with nothing between.
fn clusters(setup: &Setup, color: Color) -> Vec<PointSet> {
    let mut found = Vec::new();
    let mut rest = *setup.stones(color);
    while let Some(stone) = rest.first() {
        let mut cluster: PointSet = [stone].into_iter().collect();
        loop {
            let beside = border(&cluster, setup.size);
            let near = beside.union(&border(&empty_of(setup, &beside), setup.size));
            let jumps = rest
                .minus(&cluster)
                .iter()
                .filter(|&other| is_a_jump_away(setup, &cluster, other));
            let more = near
                .intersection(setup.stones(color))
                .union(&jumps.collect())
                .minus(&cluster);
            if more.is_empty() {
                break;
            }
            cluster = cluster.union(&more);
        }
        rest = rest.minus(&cluster);
        found.push(cluster);
    }
    found
}

/// Whether a stone stands two points from one of the cluster, and nothing of the other colour in the rectangle between them.
fn is_a_jump_away(setup: &Setup, cluster: &PointSet, stone: Point) -> bool {
    let color = if setup.black.contains(stone) {
        Color::Black
    } else {
        Color::White
    };
    cluster.iter().any(|other| {
        let columns = stone.column().abs_diff(other.column());
        let rows = stone.row().abs_diff(other.row());
        let is_near = columns.max(rows) <= 2 && columns + rows <= 3;
        is_near
            && rectangle(stone, other)
                .intersection(setup.stones(color.opponent()))
                .is_empty()
    })
}
