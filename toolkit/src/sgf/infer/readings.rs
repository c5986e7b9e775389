//! All that a problem may be about.
//!
//! A file that marks neither key stones nor bounds leaves them to a guess, and one that does not say whether it is to kill or to live leaves
//! that too. A *reading* is one way to take it: these stones, so much room. They come in an order that tries what is likely before what is
//! not; who proves them, and which one is taken, is others' business. So a solver that can read open positions only has to ask for
//! other rooms.

use shikatsu::board::{Color, Move, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use super::bounds::{Room, apart, outside_in, weak_liberties};
use super::caught::caught;
use super::key::{WORTH_A_FIGHT, at_stake, candidates, near_solution};
use super::{border, empty_of};
use crate::book::Book;
use crate::entry::{Entry, Inferred, names};

/// How many groups of each side are considered.
const GROUPS: usize = 7;
/// With more stones than this a wall close by is not closed but made up.
pub(crate) const MOST_STONES: usize = 6;

/// One way to take a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The problem it makes.
    pub problem: Problem,
    /// How much room it leaves.
    pub room: Room,
    /// The place of its key stones among those of this colour, the likeliest first.
    pub group: usize,
    /// Whether these are stones that fall in the file's own lines, or a few with few liberties near its right moves.
    pub is_about_few: bool,
    /// Stones of the attacker that are not in the file: they close the wall that its author left open.
    pub added: PointSet,
}

/// How far from a wall its author would have gone on with it, in lines or columns.
const NEXT_TO_A_WALL: u8 = 2;

impl Reading {
    /// Whether the stones that close the wall go on with a wall that is there. Others would besiege somebody who is in no danger, or stand where
    /// the defender has something to say.
    pub fn closes_what_is_there(&self) -> bool {
        let setup = self.problem.setup();
        let defender = setup.stones(self.problem.defender());
        if !border(&self.added, setup.size).intersection(defender).is_empty() {
            return false;
        }
        let wall = setup
            .stones(self.problem.defender().opponent())
            .minus(&self.added);
        self.added
            .iter()
            .all(|stone| wall.iter().any(|other| apart(stone, other) <= NEXT_TO_A_WALL))
    }

    /// The entry with this reading of it, and what is to be said about that.
    pub fn of(&self, entry: &Entry) -> Entry {
        let mut entry = Entry {
            problem: self.problem,
            ..entry.clone()
        };
        if !self.added.is_empty() {
            let attacker = self.problem.defender().opponent();
            let names = names(&self.added, self.problem.size());
            entry.remarks.push(format!(
                "the wall around the key stones is open, so {attacker} closes it with stones that are not in the file: {names}"
            ));
        }
        entry
    }
}

/// The readings of an entry in these rooms. The one that the entry has itself is not among them. Where the file says who is to live, or marks
/// key stones or bounds, that stands in all of them.
///
/// The order: the group that is likeliest in each room, first as the entry has the goal and then with the other goal; then the next group.
pub fn readings(entry: &Entry, rooms: &[Room]) -> Vec<Reading> {
    let setup = entry.problem.setup();
    let guessed = |what| entry.inferred.contains(&what);
    let first = entry.problem.defender();
    let colors: Vec<Color> = match (guessed(Inferred::Key), entry.book.defender) {
        (false, _) => vec![first],
        (true, Some(color)) => vec![color],
        (true, None) => vec![first, first.opponent()],
    };
    let keys = |color: Color| {
        if guessed(Inferred::Key) {
            candidates(&setup, color, &entry.book)
        } else {
            vec![setup.key]
        }
    };
    let mut groups: Vec<(usize, PointSet)> = Vec::new();
    let mut few_of_both: Vec<PointSet> = Vec::new();
    for &color in &colors {
        let mut keys = keys(color);
        // What the entry has is the first guess, whatever else is likely.
        if color == first {
            keys.retain(|key| *key != setup.key);
            keys.insert(0, setup.key);
        }
        keys.truncate(GROUPS);
        let few = if guessed(Inferred::Key) {
            few_stones(&setup, color, &entry.book)
        } else {
            Vec::new()
        };
        let others = few.iter().filter(|stones| !keys.contains(stones)).copied();
        let others: Vec<PointSet> = others.collect();
        groups.extend(keys.into_iter().chain(others).enumerate());
        few_of_both.extend(few);
    }
    groups.sort_by_key(|&(place, _)| place);
    let mut found: Vec<Reading> = Vec::new();
    for (group, key) in groups {
        let is_about_few = few_of_both.contains(&key);
        let rooms = if guessed(Inferred::Bounds) {
            rooms
        } else {
            &[Room::Usual]
        };
        for &room in rooms {
            let outside = if guessed(Inferred::Bounds) {
                outside_in(&Setup { key, ..setup }, &entry.book, room)
            } else {
                setup.outside
            };
            let here = Setup {
                key,
                outside,
                ..setup
            };
            let open = Problem::new(&here).ok().map(|problem| (problem, PointSet::EMPTY));
            let closed = closed_in(&here, room, &entry.book).filter(|_| guessed(Inferred::Bounds));
            // In tight bounds an open wall is no reading, and in generous ones nothing is left open.
            let both = match room {
                Room::Tight | Room::Tightest | Room::Generous if closed.is_some() => [closed, None],
                _ => [closed, open],
            };
            for (problem, added) in both.into_iter().flatten() {
                let is_new =
                    problem != entry.problem && found.iter().all(|reading| reading.problem != problem);
                if is_new {
                    found.push(Reading {
                        problem,
                        room,
                        group,
                        is_about_few,
                        added,
                    });
                }
            }
        }
    }
    found
}

/// What a file's lines are about, where they are about a few stones of this colour: those that fall at their ends, and chains near its right moves
/// with few liberties.
fn few_stones(setup: &Setup, color: Color, book: &Book) -> Vec<PointSet> {
    let mut found = caught(setup, color, book);
    for chain in at_stake(setup, color, &near_solution(setup, book), WORTH_A_FIGHT) {
        if !found.contains(&chain) {
            found.push(chain);
        }
    }
    found
}

/// Whether these key stones are a few stones that an entry's own lines are about.
pub(crate) fn is_about_few_stones(entry: &Entry, key: &PointSet, color: Color) -> bool {
    let is_guess = entry.inferred.contains(&Inferred::Key);
    is_guess && few_stones(&entry.problem.setup(), color, &entry.book).contains(key)
}

/// The same with the attacker's stones on the openings, and which these are; `None` if it is closed, if closing it takes too much, or makes
/// it impossible. They stand outside, where nobody plays.
fn closed_in(setup: &Setup, room: Room, book: &Book) -> Option<(Problem, PointSet)> {
    let is_far = room == Room::Generous;
    let setup = if is_far { *setup } else { narrowed(setup, book) };
    let fence = openings(&setup);
    if fence.len() > MOST_STONES && !is_far {
        return None;
    }
    with_fence(&setup, fence)
}

/// The same without what lies behind a narrow place: where it takes fewer stones to close the wall sooner, its author would. What touches a stone
/// of the defender's stays, and so does the last liberty of a few stones of the wall, and every point that the file plays on.
fn narrowed(setup: &Setup, book: &Book) -> Setup {
    let is_black = setup.key.first().is_some_and(|key| setup.black.contains(key));
    let (defender, attacker) = if is_black {
        (Color::Black, Color::White)
    } else {
        (Color::White, Color::Black)
    };
    let played = book.nodes.iter().filter_map(|node| match node.played {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    let kept = border(setup.stones(defender), setup.size)
        .union(&weak_liberties(setup, attacker))
        .union(&played.collect());
    let mut narrow = *setup;
    loop {
        let stones = openings(&narrow).len();
        let without = |point: Point| {
            let mut less = narrow;
            less.outside.insert(point);
            less
        };
        let best = inside(&narrow)
            .minus(&kept)
            .iter()
            .map(without)
            .min_by_key(|less| openings(less).len());
        match best.filter(|less| openings(less).len() < stones) {
            Some(less) => narrow = less,
            None => return narrow,
        }
    }
}

fn with_fence(setup: &Setup, fence: PointSet) -> Option<(Problem, PointSet)> {
    if fence.is_empty() {
        return None;
    }
    let mut setup = *setup;
    let is_black = setup.key.first().is_some_and(|key| setup.black.contains(key));
    if is_black {
        setup.white = setup.white.union(&fence);
    } else {
        setup.black = setup.black.union(&fence);
    }
    Some((Problem::new(&setup).ok()?, fence))
}

/// A problem with the attacker's stones on all its openings, however many; `None` if it has none.
pub fn closed(problem: &Problem) -> Option<Problem> {
    let setup = problem.setup();
    with_fence(&setup, all_openings(&setup)).map(|(problem, _)| problem)
}

/// The empty outside points beside the key stones or beside points where one may play. Whoever comes to one of them lives by rule.
pub fn openings(setup: &Setup) -> PointSet {
    let inside = inside(setup).union(&setup.key);
    border(&inside, setup.size)
        .intersection(&setup.outside)
        .minus(&setup.black.union(&setup.white))
}

/// The same with those beside other stones of the defender's that stand there.
fn all_openings(setup: &Setup) -> PointSet {
    let inside = inside(setup);
    let is_black = setup.key.first().is_some_and(|key| setup.black.contains(key));
    let ours = if is_black { setup.black } else { setup.white };
    let friends = border(&inside, setup.size).intersection(&ours).grown(&ours);
    border(&friends, setup.size)
        .intersection(&setup.outside)
        .minus(&setup.black.union(&setup.white))
        .union(&openings(setup))
}

/// The empty points where one may play.
fn inside(setup: &Setup) -> PointSet {
    let board: PointSet = Point::all(setup.size).collect();
    empty_of(setup, &board.minus(&setup.outside))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookNode;

    /// Three white stones on the second line, and a way out along the edge.
    const OPEN: &str = "*********\n*********\n*********\n*********\n*********\n*********\nxxxx*****\nooox*****\n----*****\nA2 x\n\n";

    fn guessed(text: &str) -> Entry {
        let mut entry = Entry::from_text(text).unwrap();
        entry.inferred = vec![Inferred::Key, Inferred::Bounds];
        entry
    }

    #[test]
    fn a_stone_outside_closes_the_opening_and_is_told() {
        let setup = Entry::from_text(OPEN).unwrap().problem.setup();
        let (problem, added) = closed_in(&setup, Room::Usual, &Book::default()).unwrap();
        assert_eq!(names(&added, 9), "E1");
        let entry = Entry::from_text(OPEN).unwrap();
        let reading = Reading {
            problem,
            room: Room::Usual,
            group: 0,
            is_about_few: false,
            added,
        };
        let entry = reading.of(&entry);
        assert_eq!(entry.outside_stones(), added, "its point stays closed");
        assert_eq!(entry.problem.setup().white, setup.white);
        assert!(entry.remarks[0].ends_with("Black closes it with stones that are not in the file: E1"));
        assert_eq!(
            closed_in(&entry.problem.setup(), Room::Usual, &Book::default()),
            None,
            "it is closed now"
        );
    }

    /// The same with a way out between two walls.
    const LANE: &str = "*********\n*********\n*********\n**--*****\n**--*****\nxx--xx***\nxx-xx****\nooox*****\n---x*****\nA2 x\n\n";

    fn fence(text: &str, book: &Book) -> String {
        let setup = Entry::from_text(text).unwrap().problem.setup();
        closed_in(&setup, Room::Usual, book).map_or_else(String::new, |(_, added)| names(&added, 9))
    }

    #[test]
    fn a_wall_is_closed_where_it_is_narrow() {
        assert_eq!(fence(LANE, &Book::default()), "C5 D5");
    }

    fn first_move(vertex: &str) -> BookNode {
        BookNode {
            parent: None,
            color: Color::Black,
            played: Move::Play(Point::from_vertex(vertex, 9).unwrap()),
            comment: String::new(),
            mark: None,
            line: None,
        }
    }

    #[test]
    fn what_the_file_plays_on_stays() {
        let book = Book {
            nodes: vec![first_move("D5")],
            ..Book::default()
        };
        assert_ne!(fence(LANE, &book), fence(LANE, &Book::default()));
    }

    #[test]
    fn a_wall_close_by_is_not_made_up() {
        let text = "*****\n*---*\n*-o-*\n*---*\n*****\nC3 x\n\n";
        let setup = Entry::from_text(text).unwrap().problem.setup();
        assert_eq!(closed_in(&setup, Room::Usual, &Book::default()), None);
    }

    #[test]
    fn both_goals_are_read_unless_the_file_says_one() {
        let mut entry = guessed(OPEN);
        let defenders = |entry: &Entry| -> Vec<Color> {
            let all = readings(entry, &Room::ALL);
            Color::BOTH
                .into_iter()
                .filter(|&color| all.iter().any(|r| r.problem.defender() == color))
                .collect()
        };
        assert_eq!(defenders(&entry), Color::BOTH);
        entry.book.defender = Some(Color::White);
        assert_eq!(defenders(&entry), [Color::White]);
        entry.inferred = vec![Inferred::Bounds];
        assert!(
            readings(&entry, &Room::ALL)
                .iter()
                .all(|reading| reading.problem.setup().key == entry.problem.setup().key)
        );
        entry.inferred = Vec::new();
        assert_eq!(
            readings(&entry, &Room::ALL),
            [],
            "nothing is guessed, so nothing else is meant"
        );
    }

    /// At the upper edge, four white stones with three liberties and two black ones with two. The other stones have more, or stand alone.
    const SEMEAI: &str = "---ooo---\n---oxxx--\n--xxoox--\n-oooo----\n---------\n---------\n---------\n---------\n---------\nF8 x\n\n";

    #[test]
    fn in_a_fight_the_chains_with_few_liberties_are_tried_first() {
        let mut entry = guessed(SEMEAI);
        let place = |entry: &Entry, chain: &str| {
            let all = readings(entry, &[Room::Usual]);
            let found = all
                .iter()
                .find(|reading| names(&reading.problem.setup().key, 9) == chain);
            found.map(|reading| reading.group)
        };
        let [four, two] = ["D9 E9 F9 D8", "C7 D7"];
        let before = place(&entry, four).expect("it is tried");
        assert!(place(&entry, two).is_some());
        entry.book.is_fight = true;
        let with_fight = place(&entry, four).expect("it is tried");
        assert!(with_fight < before);
        assert_eq!(place(&entry, two), None, "that would be a mere guess");
    }

    #[test]
    fn chains_near_the_answer_with_few_liberties_are_what_a_file_may_be_about() {
        let mut entry = guessed(SEMEAI);
        let found = |entry: &Entry| -> Vec<String> {
            let few = few_stones(&entry.problem.setup(), Color::White, &entry.book);
            few.iter().map(|chain| names(chain, 9)).collect()
        };
        assert!(found(&entry).is_empty(), "a silent file");
        for (answer, expected) in [("C9", true), ("A1", false)] {
            entry.book.nodes = vec![first_move(answer)];
            assert!(caught(&entry.problem.setup(), Color::White, &entry.book).is_empty());
            assert_eq!(
                found(&entry).contains(&"D9 E9 F9 D8".to_string()),
                expected,
                "{answer}"
            );
        }
    }

    /// White's only liberty is D1. Black's stones beside it have two, D1 and F1.
    const RACE: &str = "---------\n---------\n---------\n---------\n---------\n---------\n--xxoo---\n--xoxo---\n--x-x----\nD2 o\n\n";

    #[test]
    fn in_a_fight_the_liberties_of_both_sides_count() {
        let setup = Entry::from_text(RACE).unwrap().problem.setup();
        let last = Point::from_vertex("F1", 9).unwrap();
        let is_inside = |room| !outside_in(&setup, &Book::default(), room).contains(last);
        assert!(is_inside(Room::Fight));
        assert!(!is_inside(Room::Usual));
    }

    #[test]
    fn a_generous_room_holds_all_that_a_usual_one_does() {
        let entry = guessed(OPEN);
        let generous = readings(&entry, &[Room::Generous]);
        let usual = readings(&entry, &[Room::Usual]);
        let inside = |reading: &Reading| {
            let setup = reading.problem.setup();
            let all: PointSet = Point::all(9).collect();
            all.minus(&setup.outside).minus(&setup.black).minus(&setup.white)
        };
        let same_key = |one: &&Reading| one.problem.setup().key == usual[0].problem.setup().key;
        let wide = generous.iter().find(same_key).unwrap();
        assert!(inside(&usual[0]).minus(&inside(wide)).is_empty());
    }
}
