//! What happens in a line of play, in the words of the game.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use shikatsu::board::{Board, Cell, Color, Game, Move, Point, PointSet};
use shikatsu::problem::Problem;

use super::sight::Sight;
use crate::solve::line::principal;

/// A theme of life and death.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// A stone around the corner of an enemy stone, on the first or second line.
    Hane,
    /// A stone into the eye space that touches no friend.
    Placement,
    /// Stones are given so that one eye stays one eye.
    Nakade,
    /// An eye is made false.
    EyeStealing,
    /// A stone that can be taken at once, and is.
    ThrowIn,
    /// It is taken, and takes back more.
    Snapback,
    /// The enemy cannot play where it has to: it would be in atari itself.
    Shortage,
    /// A move where one's own stones were just taken, which takes back.
    UnderTheStones,
    /// Friends along the edge are reached, or cut off.
    EdgeConnection,
    /// Stones inside are captured, or capture.
    Race,
    /// The eye space is made smaller from outside.
    Narrowing,
    /// The eye space is made as large as it gets.
    Widening,
    /// The point that makes two eyes out of one.
    Dividing,
    /// The best result is a ko.
    Ko,
    /// The best result is a seki.
    Seki,
}

impl Tag {
    /// All of them.
    pub const ALL: [Tag; 15] = [
        Tag::Hane,
        Tag::Placement,
        Tag::Nakade,
        Tag::EyeStealing,
        Tag::ThrowIn,
        Tag::Snapback,
        Tag::Shortage,
        Tag::UnderTheStones,
        Tag::EdgeConnection,
        Tag::Race,
        Tag::Narrowing,
        Tag::Widening,
        Tag::Dividing,
        Tag::Ko,
        Tag::Seki,
    ];

    /// Its name in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Tag::Hane => "hane",
            Tag::Placement => "placement",
            Tag::Nakade => "nakade",
            Tag::EyeStealing => "a stolen eye",
            Tag::ThrowIn => "throw-in",
            Tag::Snapback => "snapback",
            Tag::Shortage => "shortage of liberties",
            Tag::UnderTheStones => "a move under the stones",
            Tag::EdgeConnection => "connection along the edge",
            Tag::Race => "capturing race",
            Tag::Narrowing => "narrowing the eye space",
            Tag::Widening => "widening the eye space",
            Tag::Dividing => "the vital point",
            Tag::Ko => "ko",
            Tag::Seki => "seki",
        }
    }
}

/// A line with what the side that opens it does in it.
#[derive(Clone, Debug)]
pub(super) struct Story {
    pub(super) plies: usize,
    /// The themes of the side that moves first, by the ply at which they appear.
    pub(super) own: Vec<Tag>,
    /// The themes of the other side.
    pub(super) other: Vec<Tag>,
}

/// A move as it was made.
struct Deed {
    color: Color,
    point: Point,
    taken: PointSet,
}

/// Tells how the problem goes on after a first move, best play on both sides.
pub(super) fn tell(problem: &Problem, first: Move) -> Story {
    let line = principal(problem, first, &|| true);
    let opener = problem.to_move();
    let mut game = Game::new(&problem.setup());
    let mut deeds: Vec<Deed> = Vec::new();
    let (mut own, mut other) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for &chosen in &line {
        let color = game.to_move();
        let before = game.board().clone();
        if game.make(chosen).is_err() {
            break;
        }
        let Move::Play(point) = chosen else {
            continue;
        };
        let taken = before
            .stones(color.opponent())
            .minus(&game.board().stones(color.opponent()));
        deeds.push(Deed { color, point, taken });
        let is_early = deeds.len() <= 3;
        for tag in themes(problem, &before, game.board(), &deeds, is_early) {
            if seen.insert((color == opener, tag)) {
                if color == opener { &mut own } else { &mut other }.push(tag);
            }
        }
    }
    Story {
        plies: line.iter().filter(|chosen| **chosen != Move::Pass).count(),
        own,
        other,
    }
}

/// What the newest deed is an example of.
fn themes(problem: &Problem, before: &Board, after: &Board, deeds: &[Deed], is_early: bool) -> Vec<Tag> {
    let Some((newest, past)) = deeds.split_last() else {
        return Vec::new();
    };
    let (color, point) = (newest.color, newest.point);
    let attacks = color != problem.defender();
    let (was, is) = (Sight::new(before), Sight::new(after));
    let mut tags = Vec::new();
    if is_early && newest.taken.is_empty() && was.line(point) <= 2 && was.is_hane(point, color) {
        tags.push(Tag::Hane);
    }
    if attacks && is_early && was.is_placement(point, color) {
        tags.push(Tag::Placement);
    }
    if attacks && steals_eye(&was, &is, point, problem.defender()) {
        tags.push(Tag::EyeStealing);
    }
    tags.extend(throw_in(after, newest));
    tags.extend(sacrifices(newest, past, attacks));
    if lacks_liberties(&is, point, color) {
        tags.push(Tag::Shortage);
    }
    if newest.taken.len() >= 2 && stood_at_first(problem, &newest.taken, color) {
        tags.push(Tag::Race);
    }
    if is_early && is_on_the_way_home(&was, problem, point) {
        tags.push(Tag::EdgeConnection);
    }
    if past.is_empty() && tags.is_empty() {
        let touches_foe = was.count(point, Cell::Stone(color.opponent())) > 0;
        tags.push(match (attacks, touches_foe) {
            (true, _) => Tag::Narrowing,
            (false, true) => Tag::Widening,
            (false, false) => Tag::Dividing,
        });
    }
    tags
}

/// What is played where stones were taken.
fn sacrifices(newest: &Deed, past: &[Deed], attacks: bool) -> Option<Tag> {
    let lost = past.iter().filter(|deed| deed.color != newest.color);
    let was_mine = lost.filter(|deed| deed.taken.contains(newest.point));
    let most = was_mine.map(|deed| deed.taken.len()).max().unwrap_or(0);
    if most >= 2 && !newest.taken.is_empty() {
        Some(Tag::UnderTheStones)
    } else {
        (attacks && most >= 3).then_some(Tag::Nakade)
    }
}

/// A stone that can be taken at once, whether it is or not, and what comes of taking it.
fn throw_in(after: &Board, newest: &Deed) -> Vec<Tag> {
    let (point, enemy) = (newest.point, newest.color.opponent());
    let mut tags = Vec::new();
    let is_given = newest.taken.is_empty() && after.chain_size(point) <= 2;
    if let Some(liberty) = after.last_liberty(point).filter(|_| is_given) {
        let mut taken = after.clone();
        if taken.play(liberty, enemy).is_ok() {
            tags.push(Tag::ThrowIn);
            if taken.chain_size(liberty) >= 2 && taken.last_liberty(liberty).is_some() {
                tags.push(Tag::Snapback);
            }
        }
    }
    tags
}

/// Whether a stone at `point` makes an eye of the defender false.
fn steals_eye(was: &Sight<'_>, is: &Sight<'_>, point: Point, defender: Color) -> bool {
    was.diagonals(point).any(|eye| {
        let becomes_eye = is.is_eye(eye, defender) || {
            // All but one point around it is the defender's: it could still be closed.
            let around = eye.beside(is.board.size()).count();
            is.board.at(eye) == Cell::Empty && is.count(eye, Cell::Stone(defender)) + 1 == around && around > 2
        };
        becomes_eye && !was.is_false(eye, defender) && is.is_false(eye, defender)
    })
}

/// Whether the enemy of the stone at `point` wants to approach it and cannot: it would put two or more stones of its own
/// into atari, or has no liberty there at all.
fn lacks_liberties(is: &Sight<'_>, point: Point, color: Color) -> bool {
    let board = is.board;
    if is.is_safe(point) || board.liberties(point).len() > 2 {
        return false;
    }
    let enemy = color.opponent();
    board.liberties(point).iter().any(|liberty| {
        let joins = is.count(liberty, Cell::Stone(enemy)) > 0;
        let mut tried = board.clone();
        match tried.play(liberty, enemy) {
            Err(_) => joins,
            Ok(undo) => {
                let takes = tried.captives(&undo).next().is_some();
                !takes && tried.chain_size(liberty) >= 3 && tried.last_liberty(liberty).is_some()
            }
        }
    })
}

/// Whether all but at most one of the captured stones stood there from the beginning, and could be captured.
fn stood_at_first(problem: &Problem, taken: &PointSet, taker: Color) -> bool {
    let stones = *problem.setup().stones(taker.opponent());
    let key = problem.setup().key;
    taken.intersection(&stones).len() + 1 >= taken.len() && taken.intersection(&key).is_empty()
}

/// Whether `point` is on the first line, among empty points of it that lead from the group to friends that are safe.
fn is_on_the_way_home(sight: &Sight<'_>, problem: &Problem, point: Point) -> bool {
    let board = sight.board;
    if sight.line(point) != 1 || board.at(point) != Cell::Empty {
        return false;
    }
    let mut way: PointSet = [point].into_iter().collect();
    loop {
        let next = way.iter().flat_map(|p| p.beside(board.size()).collect::<Vec<_>>());
        let is_way = |p: &Point| sight.line(*p) == 1 && board.at(*p) == Cell::Empty && !board.outside().contains(*p);
        let wider = next.filter(is_way).collect::<PointSet>().union(&way);
        if wider == way {
            break;
        }
        way = wider;
    }
    let friend = Cell::Stone(problem.defender());
    let ends: Vec<Point> = way
        .iter()
        .flat_map(|p| p.beside(board.size()).collect::<Vec<_>>())
        .filter(|&p| board.at(p) == friend)
        .collect();
    ends.iter().any(|&p| sight.is_safe(p)) && ends.iter().any(|&p| !sight.is_safe(p))
}
