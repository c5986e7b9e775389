//! What a pack holds for a problem that the handheld cannot read out by itself.

use heapless::Vec;

use super::replies::MAX_REPLIES;
use super::tree::MAX_TREE_BYTES;
use super::{Record, Replies, Tree};
use crate::board::{Point, PointSet, Setup};
use crate::problem::Answer;

/// A problem's book, read where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Book<'a> {
    /// None: the handheld proves every move itself.
    #[default]
    None,
    /// Nobody has proved the problem: what its author says counts.
    Author(Tree<'a>),
    /// It is proved, and these replies are known.
    Replies(Replies<'a>),
}

impl<'a> Book<'a> {
    /// Reads the two lists of a record, of which one at least is empty. `None` if they are not what they should be.
    pub(super) fn read(
        tree: &'a [u8],
        replies: &'a [u8],
        setup: &Setup,
        answer: Option<&Answer>,
    ) -> Option<Book<'a>> {
        let room = room(setup);
        match (tree.is_empty(), replies.is_empty()) {
            (true, true) => Some(Book::None),
            (false, true) => {
                let tree = Tree::read(tree, setup.size, &room)?;
                // Who cannot read the tree still has its first moves.
                (tree.right_moves() == answer?.moves).then_some(Book::Author(tree))
            }
            (true, false) => Replies::read(replies, &room, answer?).map(Book::Replies),
            (false, false) => None,
        }
    }

    /// The two lists of a record.
    pub(super) const fn lists(&self) -> (&'a [u8], &'a [u8]) {
        match self {
            Book::None => (&[], &[]),
            Book::Author(tree) => (tree.bytes(), &[]),
            Book::Replies(replies) => (&[], replies.bytes()),
        }
    }
}

/// The points where one may play some time.
pub fn room(setup: &Setup) -> PointSet {
    let all: PointSet = Point::all(setup.size).collect();
    all.minus(&setup.outside)
}

/// What kind of book it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    None,
    Author,
    Replies,
}

/// A book that was taken out of its pack, which may be deleted any time. It is large: it is filled where it stays.
#[derive(Clone, Debug)]
pub struct OpenBook {
    kind: Kind,
    size: u8,
    room: PointSet,
    bytes: Vec<u8, MOST>,
}

/// There is room for a book of either kind.
const MOST: usize = if MAX_TREE_BYTES > MAX_REPLIES {
    MAX_TREE_BYTES
} else {
    MAX_REPLIES
};

impl OpenBook {
    /// No book.
    pub const NONE: OpenBook = OpenBook {
        kind: Kind::None,
        size: 0,
        room: PointSet::EMPTY,
        bytes: Vec::new(),
    };

    /// Closes it.
    pub fn close(&mut self) {
        self.kind = Kind::None;
        self.bytes.clear();
    }

    /// Takes in the book of a problem that was read.
    pub fn open(&mut self, record: &Record<'_>) {
        self.take(&record.book, &record.problem.setup());
    }

    /// Takes in a book with the position that it is about.
    pub fn take(&mut self, book: &Book<'_>, setup: &Setup) {
        self.close();
        let (kind, bytes) = match book {
            Book::None => return,
            Book::Author(tree) => (Kind::Author, tree.bytes()),
            Book::Replies(replies) => (Kind::Replies, replies.bytes()),
        };
        if self.bytes.extend_from_slice(bytes).is_ok() {
            self.kind = kind;
            self.size = setup.size;
            self.room = room(setup);
        }
    }

    /// What it is.
    pub fn book(&self) -> Book<'_> {
        match self.kind {
            Kind::None => Book::None,
            Kind::Author => Book::Author(Tree::again(&self.bytes, self.size)),
            Kind::Replies => Book::Replies(Replies::again(&self.bytes, self.room)),
        }
    }
}
