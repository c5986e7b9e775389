//! The author's tree: what a book says to the moves of a problem that nobody has proved.
//!
//! ```text
//! flags, 1 byte | moves, 2 bytes each
//! ```
//!
//! The moves stand in the order in which one reads them: each is followed by all that comes after it, then by the next move at its
//! place. Two bits of each say whether something follows in either way, so a tree of any depth is walked by counting, and any bytes
//! that count up are a tree. Whose move it is follows from its depth: the side to move has the first.

use crate::board::{Move, Point, PointSet};

/// The most moves of a tree.
pub const MAX_TREE: usize = 400;
/// The bytes of the largest tree.
pub(super) const MAX_TREE_BYTES: usize = 1 + 2 * MAX_TREE;

/// The author says that no move works. The other flags are not used yet.
const NOTHING_WORKS: u8 = 1;

/// The bits of a move: 9 for its point, line by line over the whole board; 2 for what is said of it; then whether moves follow, and
/// whether there is another move at its place. The rest is 0.
const POINT: u16 = 0x1ff;
const PASS: u16 = POINT;
const WORD: u16 = 9;
const FOLLOWED: u16 = 1 << 11;
const MORE: u16 = 1 << 12;
const BITS: u16 = MORE << 1;

/// What an author says of a move, as a move of the one who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Word {
    /// Nothing.
    #[default]
    None,
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
}

impl Word {
    const ALL: [Word; 3] = [Word::None, Word::Right, Word::Wrong];
}

/// A move of an author's tree, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub played: Move,
    /// What is said of it.
    pub word: Word,
    /// Moves follow it, the next one of the tree first.
    pub is_followed: bool,
    /// There is another move in its place, behind all that follows this one.
    pub has_more: bool,
}

impl Branch {
    /// The bytes of the move on a board of `size` lines.
    pub fn write(&self, size: u8) -> [u8; 2] {
        let point = match self.played {
            Move::Play(point) => u16::from(point.row()) * u16::from(size) + u16::from(point.column()),
            Move::Pass => PASS,
        };
        let flags = if self.is_followed { FOLLOWED } else { 0 } | if self.has_more { MORE } else { 0 };
        (point | (self.word as u16) << WORD | flags).to_le_bytes()
    }

    fn read(bytes: [u8; 2], size: u8) -> Option<Branch> {
        let bits = u16::from_le_bytes(bytes);
        let played = match bits & POINT {
            PASS => Move::Pass,
            place => {
                let (row, column) = (place.checked_div(size.into())?, place.checked_rem(size.into())?);
                let is_there = row < size.into();
                is_there.then(|| Move::Play(Point::new(column as u8, row as u8)))?
            }
        };
        let word = Word::ALL.get(usize::from(bits >> WORD & 3))?;
        (bits < BITS).then_some(Branch {
            played,
            word: *word,
            is_followed: bits & FOLLOWED != 0,
            has_more: bits & MORE != 0,
        })
    }

    /// How many moves it announces.
    const fn announces(self) -> u16 {
        self.is_followed as u16 + self.has_more as u16
    }
}

/// A tree in a pack. Its bytes were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree<'a> {
    bytes: &'a [u8],
    size: u8,
}

impl<'a> Tree<'a> {
    /// Reads the tree of a problem on a board of `size` lines, with `room` as the points where one may play. `None` if it is none, if a
    /// move is outside of the room, or if it has nothing to find and does not say so.
    pub fn read(bytes: &'a [u8], size: u8, room: &PointSet) -> Option<Tree<'a>> {
        let tree = Tree { bytes, size };
        let fits = bytes.len() <= MAX_TREE_BYTES && bytes.len() % 2 == 1 && *bytes.first()? <= NOTHING_WORKS;
        let mut announced = u16::from(bytes.len() > 1);
        for place in 0..tree.len() {
            let branch = tree.at(place).filter(|_| announced > 0)?;
            let is_inside = match branch.played {
                Move::Play(point) => room.contains(point),
                Move::Pass => true,
            };
            if !is_inside {
                return None;
            }
            announced = announced - 1 + branch.announces();
        }
        let has_answer = tree.nothing_works() == tree.right_moves().is_empty();
        (fits && announced == 0 && has_answer).then_some(tree)
    }

    /// A tree whose bytes were checked before, on a board of `size` lines.
    pub(super) const fn again(bytes: &'a [u8], size: u8) -> Tree<'a> {
        Tree { bytes, size }
    }

    /// Its bytes, as they are written.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The flags that a tree begins with.
    pub const fn flags(nothing_works: bool) -> u8 {
        nothing_works as u8 * NOTHING_WORKS
    }

    /// Whether the author says that no move works.
    pub fn nothing_works(&self) -> bool {
        self.bytes.first().is_some_and(|flags| flags & NOTHING_WORKS != 0)
    }

    /// How many moves it has.
    pub const fn len(&self) -> u16 {
        (self.bytes.len() / 2) as u16
    }

    /// Whether it has no moves.
    pub const fn is_empty(&self) -> bool {
        self.bytes.len() < 2
    }

    /// A move, by its place.
    pub fn at(&self, place: u16) -> Option<Branch> {
        let bytes = self.bytes.get(1 + 2 * usize::from(place)..)?;
        Branch::read(*bytes.first_chunk()?, self.size)
    }

    /// The moves that follow one, or the first moves, each with its place.
    pub fn after(self, place: Option<u16>) -> impl Iterator<Item = (u16, Branch)> {
        let first = match place {
            None => (!self.is_empty()).then_some(0),
            Some(place) => self
                .at(place)
                .filter(|branch| branch.is_followed)
                .map(|_| place + 1),
        };
        let mut next = first;
        core::iter::from_fn(move || {
            let place = next?;
            let branch = self.at(place)?;
            next = if branch.has_more { self.behind(place) } else { None };
            Some((place, branch))
        })
    }

    /// The place behind a move and all that follows it.
    fn behind(&self, place: u16) -> Option<u16> {
        let mut announced = u16::from(self.at(place)?.is_followed);
        let mut next = place + 1;
        while announced > 0 {
            announced = announced - 1 + self.at(next)?.announces();
            next += 1;
        }
        Some(next)
    }

    /// The first moves that are called right.
    pub fn right_moves(&self) -> PointSet {
        let right = self.after(None).filter(|(_, branch)| branch.word == Word::Right);
        right
            .filter_map(|(_, branch)| match branch.played {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    const SIZE: u8 = 9;

    fn room() -> PointSet {
        Point::all(SIZE).collect()
    }

    fn branch(at: u8, word: Word, is_followed: bool, has_more: bool) -> Branch {
        Branch {
            played: Move::Play(Point::new(at, 0)),
            word,
            is_followed,
            has_more,
        }
    }

    fn bytes(branches: &[Branch]) -> Vec<u8> {
        let moves = branches.iter().flat_map(|branch| branch.write(SIZE));
        [0].into_iter().chain(moves).collect()
    }

    /// 0 right, then 1 or (2, then 3); 4 wrong.
    fn sample() -> Vec<u8> {
        bytes(&[
            branch(0, Word::Right, true, true),
            branch(1, Word::None, false, true),
            branch(2, Word::None, true, false),
            branch(3, Word::Right, false, false),
            branch(4, Word::Wrong, false, false),
        ])
    }

    #[test]
    fn a_tree_is_walked_by_counting() {
        let bytes = sample();
        let tree = Tree::read(&bytes, SIZE, &room()).unwrap();
        let places = |place| tree.after(place).map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!(places(None), [0, 4]);
        assert_eq!(places(Some(0)), [1, 2]);
        assert_eq!(places(Some(1)), []);
        assert_eq!(places(Some(2)), [3]);
        assert_eq!(places(Some(4)), []);
        assert_eq!(tree.right_moves().iter().collect::<Vec<_>>(), [Point::new(0, 0)]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let is_refused = |bytes: &[u8]| Tree::read(bytes, SIZE, &room()).is_none();
        let sample = sample();
        assert!(is_refused(&[]));
        for end in 0..sample.len() {
            assert!(is_refused(&sample[..end]), "cut at {end}");
        }
        let more: Vec<u8> = sample.iter().copied().chain([0, 0]).collect();
        assert!(is_refused(&more), "a move that nothing announces");
        assert!(
            is_refused(&bytes(&[branch(0, Word::Wrong, false, false)])),
            "nothing to find"
        );
        assert!(!is_refused(&bytes(&[branch(0, Word::Right, false, false)])));
        assert!(is_refused(&[0, 81, 2]), "outside of the board");
        assert!(is_refused(&[0, 0, 6]), "no such word");
        assert!(is_refused(&[2, 0, 2]), "no such flag");
        assert!(is_refused(&[3]), "one flag too many");
        assert!(is_refused(&[1, 0, 0x20]), "a bit that says nothing");
        assert!(is_refused(&[1, 0, 2]), "there is something to find");
        assert!(!is_refused(&[1, 0, 4]));
        let larger: PointSet = Point::all(19).collect();
        assert!(
            Tree::read(&[1, 81, 4], SIZE, &larger).is_none(),
            "outside of the board, wherever one may play"
        );
        let mut tight = room();
        tight.remove(Point::new(3, 0));
        assert!(Tree::read(&sample, SIZE, &tight).is_none());
    }

    #[test]
    fn a_tree_may_have_so_many_moves_and_no_more() {
        let line = |length: usize| {
            let moves = (1..=length).map(|place| branch(0, Word::Right, place < length, false));
            bytes(&moves.collect::<Vec<_>>())
        };
        let longest = line(MAX_TREE);
        let tree = Tree::read(&longest, SIZE, &room()).unwrap();
        assert_eq!((usize::from(tree.len()), tree.is_empty()), (MAX_TREE, false));
        assert_eq!(tree.bytes(), longest);
        assert!(Tree::read(&line(MAX_TREE + 1), SIZE, &room()).is_none());
        let two = line(2);
        let tree = Tree::read(&two, SIZE, &room()).unwrap();
        assert_eq!(tree.after(Some(0)).count(), 1);
        let shortest = line(1);
        let tree = Tree::read(&shortest, SIZE, &room()).unwrap();
        assert_eq!(
            (tree.len(), tree.is_empty(), tree.nothing_works()),
            (1, false, false)
        );
    }

    #[test]
    fn every_move_reads_back_as_it_was_written() {
        let points = Point::all(SIZE).map(Move::Play).chain([Move::Pass]);
        for played in points {
            for word in Word::ALL {
                for (is_followed, has_more) in [(false, false), (false, true), (true, false), (true, true)] {
                    let branch = Branch {
                        played,
                        word,
                        is_followed,
                        has_more,
                    };
                    assert_eq!(Branch::read(branch.write(SIZE), SIZE), Some(branch));
                }
            }
        }
        // The last point of the board, right, with all that may follow.
        let last = Branch {
            played: Move::Play(Point::new(8, 8)),
            ..branch(0, Word::Right, true, true)
        };
        assert_eq!(last.write(SIZE), [80, 0b11010]);
        assert_eq!(Branch::read([0, 0], 0), None, "there is no board");
    }

    #[test]
    fn an_author_may_say_that_nothing_works() {
        assert_eq!(Tree::flags(false), 0);
        let flags = Tree::flags(true);
        let tree = Tree::read(&[1], SIZE, &room()).unwrap();
        assert!(flags == 1 && tree.nothing_works() && tree.is_empty());
        assert_eq!(tree.after(None).count(), 0);
    }

    #[test]
    fn a_pass_is_a_move() {
        let pass = Branch {
            played: Move::Pass,
            ..branch(0, Word::Wrong, false, true)
        };
        let bytes = bytes(&[pass, branch(1, Word::Right, false, false)]);
        let tree = Tree::read(&bytes, SIZE, &room()).unwrap();
        assert_eq!(tree.at(0), Some(pass));
    }
}
