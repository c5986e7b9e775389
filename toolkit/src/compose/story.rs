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

    /// Whether it is a skill of its own, not just what moves are for, nor a result.
    pub const fn is_tesuji(self) -> bool {
        !matches!(
            self,
            Tag::Narrowing | Tag::Widening | Tag::Dividing | Tag::Ko | Tag::Seki
        )
    }

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

/// What comes later than this is not what a problem is about.
const LATEST: usize = 9;

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
        if deeds.len() > LATEST {
            break;
        }
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
    let gives = throw_in(after, newest);
    if is_early
        && gives.is_empty()
        && newest.taken.is_empty()
        && was.line(point) <= 2
        && was.is_hane(point, color)
    {
        tags.push(Tag::Hane);
    }
    if attacks && is_early && was.is_placement(point, color) {
        tags.push(Tag::Placement);
    }
    if attacks && steals_eye(was, is, point, problem.defender()) {
        tags.push(Tag::EyeStealing);
    }
    tags.extend(gives);
    tags.extend(sacrifices(newest, past, attacks));
    if deeds.len() <= 5 && lacks_liberties(was, is, point, color) {
        tags.push(Tag::Shortage);
    }
    if wins_race(problem, is, newest) {
        tags.push(Tag::Race);
    }
    if is_early && is_on_the_way_home(was, problem, point) {
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

/// What is played where stones were taken: at once and with a capture it is a move under the stones; by the attacker, where a large shape was
/// taken, it is what the shape was for.
fn sacrifices(newest: &Deed, past: &[Deed], attacks: bool) -> Option<Tag> {
    let lost = |deed: &&Deed| deed.color != newest.color && deed.taken.contains(newest.point);
    let at_once = past.last().filter(lost).map_or(0, |deed| deed.taken.len());
    let ever = past
        .iter()
        .filter(lost)
        .map(|deed| deed.taken.len())
        .max()
        .unwrap_or(0);
    if at_once >= 2 && !newest.taken.is_empty() {
        Some(Tag::UnderTheStones)
    } else {
        (attacks && ever >= 3).then_some(Tag::Nakade)
    }
}

/// A stone that can be taken at once, whether it is or not, and what comes of taking it.
fn throw_in(after: &Board, newest: &Deed) -> Vec<Tag> {
    let (point, enemy) = (newest.point, newest.color.opponent());
    let mut tags = Vec::new();
    let is_given = newest.taken.is_empty() && after.chain_size(point) == 1;
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
fn steals_eye(was: Sight<'_>, is: Sight<'_>, point: Point, defender: Color) -> bool {
    was.diagonals(point).any(|eye| {
        let becomes_eye = is.is_eye(eye, defender) || {
            // All but one point around it is the defender's: it could still be closed.
            let around = eye.beside(is.board.size()).count();
            is.board.at(eye) == Cell::Empty
                && is.count(eye, Cell::Stone(defender)) + 1 == around
                && around > 2
        };
        becomes_eye && !was.is_false(eye, defender) && is.is_false(eye, defender)
    })
}

/// Whether the enemy wants to play beside the stone at `point`, to take it or to connect, and cannot: it has no liberty there, or three or more
/// stones of its own would be in atari. A stone all by itself in an eye space is left alone for other reasons.
fn lacks_liberties(was: Sight<'_>, is: Sight<'_>, point: Point, color: Color) -> bool {
    let board = is.board;
    if is.is_safe(point) || board.liberties(point).len() > 2 {
        return false;
    }
    let enemy = color.opponent();
    let is_alone = was.is_placement(point, color);
    board.liberties(point).iter().any(|liberty| {
        let mut chains: Vec<PointSet> = liberty
            .beside(board.size())
            .filter(|&p| board.at(p) == Cell::Stone(enemy))
            .map(|p| board.chain(p).collect())
            .collect();
        chains.dedup();
        if is_alone && chains.len() < 2 {
            return false;
        }
        let mut tried = board.clone();
        match tried.play(liberty, enemy) {
            Err(_) => !chains.is_empty(),
            Ok(undo) => {
                let takes = tried.captives(&undo).next().is_some();
                !takes && tried.chain_size(liberty) >= 3 && tried.last_liberty(liberty).is_some()
            }
        }
    })
}

/// Whether a capture decides a race: the defender takes stones that stood inside from the beginning, or the attacker takes key stones
/// while such stones of its own still stand.
fn wins_race(problem: &Problem, is: Sight<'_>, newest: &Deed) -> bool {
    let board = Board::new(&problem.setup());
    let at_first = Sight::new(&board).chains(problem.defender().opponent());
    let mut racers = at_first.iter().filter(|chain| chain.len() >= 2);
    if newest.color == problem.defender() {
        racers.any(|chain| !chain.intersection(&newest.taken).is_empty())
    } else {
        let takes_key = !newest.taken.intersection(&problem.setup().key).is_empty();
        takes_key && racers.any(|chain| chain.iter().all(|p| is.board.at(p) == Cell::Stone(newest.color)))
    }
}

/// Whether `point` is on the first line, among empty points of it that lead from the group to friends that are safe.
fn is_on_the_way_home(sight: Sight<'_>, problem: &Problem, point: Point) -> bool {
    let board = sight.board;
    if sight.line(point) != 1 || board.at(point) != Cell::Empty {
        return false;
    }
    let mut way: PointSet = [point].into_iter().collect();
    loop {
        let next = way
            .iter()
            .flat_map(|p| p.beside(board.size()).collect::<Vec<_>>());
        let is_way =
            |p: &Point| sight.line(*p) == 1 && board.at(*p) == Cell::Empty && !board.outside().contains(*p);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    fn themes_of(text: &str) -> Vec<Tag> {
        let entry = Entry::from_text(text).unwrap();
        let answer = entry.answer.unwrap();
        let first = answer.moves.first().unwrap();
        tell(&entry.problem, Move::Play(first)).own
    }

    #[test]
    fn a_stone_that_takes_back_more_is_a_snapback() {
        let tags = themes_of(
            "********\n********\n********\n********\n********\n*xxx*oo*\nxoooxo**\nxx--oo**\nB2 x\nAnswer: dead D1\n",
        );
        assert!(
            tags.contains(&Tag::ThrowIn) && tags.contains(&Tag::Snapback),
            "{tags:?}"
        );
    }

    #[test]
    fn stones_that_keep_one_eye_one_eye_are_nakade_and_no_throw_in() {
        let tags = themes_of(
            "*********\n**xxxxx**\n*xooooox*\n*xo--oox*\n*xo---ox*\n*xooooox*\n**xxxxx**\n*********\n*********\nC5 x\nAnswer: dead E5\n",
        );
        assert!(
            tags.contains(&Tag::Placement) && tags.contains(&Tag::Nakade),
            "{tags:?}"
        );
        assert!(
            !tags.contains(&Tag::ThrowIn) && !tags.contains(&Tag::UnderTheStones),
            "{tags:?}"
        );
    }

    #[test]
    fn the_first_line_between_friends_is_the_way_home() {
        let tags = themes_of(
            "*********\n*********\n*********\n*********\n*********\n*********\n*xxx*****\nxooxxoo**\nxo----o**\nB2 o\nAnswer: alive D1\n",
        );
        assert!(tags.contains(&Tag::EdgeConnection), "{tags:?}");
    }

    #[test]
    fn the_middle_of_three_is_a_placement_for_one_side_and_divides_for_the_other() {
        let kill = "*******\n*******\n*******\n*******\n*xxxxx*\nxooooox\nxo---ox\nD2 x\nAnswer: dead D1\n";
        assert_eq!(themes_of(kill), [Tag::Placement]);
        let live = kill.replace("D2 x", "D2 o").replace("dead", "alive");
        assert_eq!(themes_of(&live), [Tag::Dividing]);
    }
}
