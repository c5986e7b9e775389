//! Where the problems come from: packs in flash, or files on a computer.

use heapless::String;

use super::{Book, OpenBook, Pack, Record};
use crate::language::{Code, Language};
use crate::problem::{Answer, Level, Problem, Themes};

pub use crate::record::{Name, ProblemId, cut};

/// The longest words for what is to be done.
pub type TaskWords = String<16>;
/// The longest text that is kept.
pub type Note = String<256>;

/// Which pack, among those of a library.
pub type PackIndex = u16;
/// Which problem, among those of a pack.
pub type ProblemIndex = u16;

/// A problem with what is said about it, as a pack holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub problem: Problem,
    /// What to call it; may be empty.
    pub name: Name,
    /// How hard it is, if somebody knows.
    pub level: Option<Level>,
    /// The answer that the pack states.
    pub answer: Option<Answer>,
    /// What is to be done, where `live` and `kill` are not the words for it; may be empty.
    pub task: TaskWords,
    /// What to read before the first move; may be empty.
    pub lesson: Note,
    /// Something to say about it; may be empty.
    pub text: Note,
    /// Nobody has proved the answer: it is the book's, and so is every verdict.
    pub is_by_the_book: bool,
}

impl Entry {
    /// The same as it is written into a pack, without a book.
    pub fn record(&self) -> Record<'_> {
        Record {
            problem: self.problem,
            level: self.level,
            answer: self.answer,
            name: &self.name,
            source: "",
            text: &self.text,
            task: &self.task,
            lesson: &self.lesson,
            book: Book::None,
        }
    }

    /// A problem of which nothing is said.
    pub const fn bare(problem: Problem) -> Entry {
        Entry {
            problem,
            name: Name::new(),
            level: None,
            answer: None,
            task: TaskWords::new(),
            lesson: Note::new(),
            text: Note::new(),
            is_by_the_book: false,
        }
    }
}

impl From<&Record<'_>> for Entry {
    fn from(record: &Record<'_>) -> Entry {
        Entry {
            problem: record.problem,
            name: cut(record.name),
            level: record.level,
            answer: record.answer,
            task: cut(record.task),
            lesson: cut(record.lesson),
            text: cut(record.text),
            is_by_the_book: matches!(record.book, Book::Author(_)),
        }
    }
}

/// Where a pack comes from, which decides what can be done with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is always there.
    Fixed,
    /// It was loaded from a computer, and can be deleted.
    Loaded {
        /// Which revision it is.
        revision: u16,
        /// The room it takes.
        bytes: u32,
    },
}

/// A language that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tongue {
    /// How it is remembered.
    pub code: Code,
    /// What those who speak it call it.
    pub name: Name,
    /// What it says.
    pub language: Language<'static>,
}

impl Tongue {
    /// The language that a pack is, if it is one.
    pub fn of(pack: &Pack<'static>) -> Option<Tongue> {
        let language = pack.language()?;
        Some(Tongue {
            code: language.code()?,
            name: cut(pack.header().name),
            language,
        })
    }
}

/// A sentence for the player.
pub type Sentence = String<64>;

/// What is to become of one's own problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change<'a> {
    /// The problem with this number goes, if there is one.
    pub gone: Option<u32>,
    /// This one takes its place, or comes behind all others.
    pub new: Option<&'a Entry>,
}

/// When a change is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// It is.
    Now,
    /// It will be told, by other packs or by a sentence.
    Soon,
}

/// Why a change that should have been done soon is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotKept {
    /// There is no room for it.
    NoRoom,
    /// A computer is loading a pack.
    Loading,
    /// The flash did not keep it.
    Failed,
}

impl NotKept {
    /// In few words.
    pub const fn sentence(self) -> &'static str {
        match self {
            NotKept::NoRoom => "Not kept: no room, delete a pack",
            NotKept::Loading => "Not kept: a pack is being loaded",
            NotKept::Failed => "Not kept: the flash failed",
        }
    }
}

/// Packs of problems. A library may be empty, and so may a pack.
pub trait Library {
    /// How many packs there are.
    fn packs(&self) -> PackIndex;

    /// What a pack is called.
    fn pack_name(&self, pack: PackIndex) -> Name;

    /// A pack's own number.
    fn pack_id(&self, pack: PackIndex) -> u32;

    /// How many problems a pack has.
    fn len(&self, pack: PackIndex) -> ProblemIndex;

    /// A problem's own number; cheap, since lists of them are shown.
    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32;

    /// How hard a problem is, if that is known. Asked of many at once, so it should be cheap.
    fn level(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Level> {
        self.load(pack, problem)?.level
    }

    /// A problem; `None` if it is damaged.
    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry>;

    /// What a problem is called, and how hard it is; `None` if it is damaged. Lists show it, so it should take little.
    fn heading(&self, pack: PackIndex, problem: ProblemIndex) -> Option<(Name, Option<Level>)> {
        let entry = self.load(pack, problem)?;
        Some((entry.name, entry.level))
    }

    /// What a problem is about. Asked of many at once, so it should be cheap.
    fn themes(&self, pack: PackIndex, problem: ProblemIndex) -> Themes {
        let entry = self.load(pack, problem);
        entry.map_or(Themes::default(), |entry| {
            Themes::of(&entry.name, &entry.text, entry.answer.as_ref())
        })
    }

    /// Opens the book of a problem that has one; closes what was open if it has none.
    fn open_book(&self, _pack: PackIndex, _problem: ProblemIndex, book: &mut OpenBook) {
        book.close();
    }

    /// Where a pack comes from.
    fn origin(&self, _pack: PackIndex) -> Origin {
        Origin::Fixed
    }

    /// Whether a pack has something that only newer firmware knows, and that is left out here.
    fn is_newer(&self, _pack: PackIndex) -> bool {
        false
    }

    /// The pack of one's own problems, once there is one.
    fn own(&self) -> Option<PackIndex> {
        None
    }

    /// Changes one's own problems, or says why not.
    fn make(&self, _change: &Change<'_>) -> Result<Made, Sentence> {
        Err(cut("Nothing can be kept here"))
    }

    /// The languages that can be chosen beside English, from the first on; `None` behind the last.
    fn language(&self, _number: usize) -> Option<Tongue> {
        None
    }

    /// Whether a pack has no problems.
    fn is_empty(&self, pack: PackIndex) -> bool {
        self.len(pack) == 0
    }

    /// The full number of a problem.
    fn id(&self, pack: PackIndex, problem: ProblemIndex) -> ProblemId {
        ProblemId {
            pack: self.pack_id(pack),
            problem: self.problem_id(pack, problem),
        }
    }

    /// Which problem of a pack has this number, if one does.
    fn find_problem(&self, pack: PackIndex, number: u32) -> Option<ProblemIndex> {
        (0..self.len(pack)).find(|&problem| self.problem_id(pack, problem) == number)
    }

    /// Where a problem stands now; `None` if it is not there any more.
    fn find(&self, id: ProblemId) -> Option<(PackIndex, ProblemIndex)> {
        // A newer edition of a built-in pack may be there beside it.
        let mut editions = (0..self.packs()).filter(|&pack| self.pack_id(pack) == id.pack);
        editions.find_map(|pack| Some((pack, self.find_problem(pack, id.problem)?)))
    }
}

/// A problem's own number, made from what it asks. Turning it gives another number: what is written in a pack is what
/// counts.
pub fn problem_number(problem: &Problem) -> u32 {
    let setup = problem.setup();
    // FNV-1a, a byte for each thing that stands somewhere.
    let mut hash: u32 = 0x811c_9dc5;
    let mut take = |byte: u8| hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    take(setup.size);
    take(setup.to_move as u8);
    for (what, set) in [setup.black, setup.white, setup.outside, setup.key]
        .iter()
        .enumerate()
    {
        for point in set.iter() {
            take(what as u8);
            take(point.column());
            take(point.row());
        }
    }
    hash
}
