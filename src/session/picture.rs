//! What there is to see, as plain data.
//!
//! The session says *what* is shown, `view` how it looks, and [`text`](super::text) how it reads. All three use
//! nothing but what is here, so that a screen reader misses nothing that eyes would see.

use heapless::{String, Vec};

use super::code::Code;
use super::keys::Button;
use crate::board::{Color, Crop, MAX_SIZE, Point, Setup};
use crate::language::Language;
use crate::pack::MAX_LINK;
use crate::problem::Level;
use crate::record::{Done, HISTORY, ThemeName, cut};

/// Points of the largest board.
pub const SPOTS: usize = MAX_SIZE as usize * MAX_SIZE as usize;
/// Rows of a list that are seen at once.
pub const ROWS: usize = 8;
/// Columns of the grid of problems.
pub const GRID_COLUMNS: usize = 6;
/// Problems of the grid that are seen at once.
pub const GRID_CELLS: usize = GRID_COLUMNS * 5;
/// Ratings that the plot shows.
pub const PLOT: usize = HISTORY;

/// A short line of words. What does not fit is cut off at its end.
pub type Words = String<80>;
/// A paragraph.
pub type Text = String<400>;
/// One or two words.
pub type Short = String<24>;

/// A whole screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The colours it is drawn in.
    pub theme: ThemeName,
    /// The language of its words, which also has their letters.
    pub language: Language<'static>,
    /// What is on it.
    pub screen: Screen,
}

/// The kinds of screen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there are two pictures at any time, and no heap to put them on"
)]
pub enum Screen {
    /// A problem.
    Board(BoardScreen),
    /// Things to choose from.
    List(ListScreen),
    /// The problems of a pack, by number.
    Grid(GridScreen),
    /// Something to read.
    Page(PageScreen),
    /// How well one does.
    Stats(StatsScreen),
    /// A link for a telephone.
    Code(CodeScreen),
}

/// A board with a strip of words above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardScreen {
    /// The words.
    pub strip: Strip,
    /// Lines of the board.
    pub size: u8,
    /// The part of it that is shown.
    pub crop: Crop,
    /// The names of the columns and rows, if they are to be seen.
    pub labels: Option<Labels>,
    /// Every point of the board, line by line from the top left, [`MAX_SIZE`] to a line.
    pub spots: [Spot; SPOTS],
}

impl BoardScreen {
    /// The place of a point in [`BoardScreen::spots`].
    pub const fn index(point: Point) -> usize {
        point.row() as usize * MAX_SIZE as usize + point.column() as usize
    }

    /// What is on `point`.
    pub const fn spot(&self, point: Point) -> &Spot {
        &self.spots[BoardScreen::index(point)]
    }
}

/// How a board's coordinates read. They belong to the problem and turn with it, so letters may stand at the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// The columns have the letters, not the rows.
    pub letters_across: bool,
    /// What runs across runs backwards.
    pub mirrored_across: bool,
    /// What runs down runs backwards.
    pub mirrored_down: bool,
}

impl Labels {
    /// The place of a column in the problem as it is written: from the left, or from the top if its label is a number.
    pub const fn across(&self, column: u8, size: u8) -> u8 {
        if self.mirrored_across {
            size - 1 - column
        } else {
            column
        }
    }

    /// The place of a row in the problem as it is written: from the top, or from the left if its label is a letter.
    pub const fn down(&self, row: u8, size: u8) -> u8 {
        if self.mirrored_down { size - 1 - row } else { row }
    }
}

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The stone on it.
    pub stone: Option<Color>,
    /// Nobody may play here.
    pub outside: bool,
    /// Something to notice.
    pub mark: Option<Mark>,
    /// The cursor is here.
    pub cursor: Option<Cursor>,
    /// It belongs to the area that a hint points at.
    pub lit: bool,
}

/// The stone that would be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// Its colour.
    pub color: Color,
    /// The key is down.
    pub pressed: bool,
}

/// Signs on a point, told apart by their shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A key stone: a lozenge.
    Key,
    /// The newest move: a ring.
    Last,
    /// The newest move, and it was right: a tick.
    Right,
    /// The newest move, and it was wrong: a cross.
    Wrong,
    /// A move to consider: a dot.
    Candidate,
    /// A correct move: a small ring.
    Correct,
    /// The best move: a filled one.
    Best,
    /// Alive for good, or an eye that makes it so: a small dot.
    Alive,
    /// A stone of the row that won: a plus.
    Row,
    /// A point that Black has at the end: a small stone.
    Black,
    /// A point that White has.
    White,
    /// About as natural as any move, by looks alone: a large square.
    MostNatural,
    /// It looks natural: a square.
    Natural,
    /// It looks possible: a small square.
    Possible,
}

impl Mark {
    /// All signs.
    pub const ALL: [Mark; 14] = [
        Mark::Key,
        Mark::Last,
        Mark::Right,
        Mark::Wrong,
        Mark::Candidate,
        Mark::Correct,
        Mark::Best,
        Mark::Alive,
        Mark::Row,
        Mark::Black,
        Mark::White,
        Mark::MostNatural,
        Mark::Natural,
        Mark::Possible,
    ];

    /// The side whose point it marks, if it does that.
    pub const fn owner(self) -> Option<Color> {
        match self {
            Mark::Black => Some(Color::Black),
            Mark::White => Some(Color::White),
            _ => None,
        }
    }
}

/// The words above the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// Whose turn it is; `None` after the end.
    pub stone: Option<Color>,
    /// The task, or what came of it. Large.
    pub title: Words,
    /// Where one is: `3/70`.
    pub place: Words,
    /// How the try stands.
    pub state: Standing,
    /// Nobody has proved it: the book's word counts.
    pub by_the_book: bool,
    /// The second line.
    pub line: Line,
}

/// How a try stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Standing {
    /// Nothing is decided, or nothing is at stake.
    #[default]
    Open,
    /// Solved.
    Right,
    /// Failed.
    Wrong,
    /// Solved with help, or helped so far.
    Helped,
}

/// What the second line of a strip is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Something to say.
    Words(Words, Tone),
    /// What the keys do now.
    Keys(Vec<KeyHint, 4>),
    /// The computer thinks.
    Thinking {
        /// How much of what it may spend is spent, of 255.
        spent: u8,
        /// A number that grows while it thinks, so that something moves.
        beat: u8,
    },
    /// One of several words is to be chosen.
    Choice {
        /// The words.
        items: Vec<Short, 6>,
        /// The one that is chosen; `None` as long as none is.
        chosen: Option<u8>,
    },
}

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// By the way.
    Quiet,
    /// To be noticed.
    Plain,
    /// Well done.
    Good,
    /// That was not it.
    Bad,
}

/// A key with what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHint {
    /// The key.
    pub key: Button,
    /// One or two words.
    pub does: Short,
}

/// A list that scrolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListScreen {
    /// Above it.
    pub title: Words,
    /// The rows that are seen.
    pub rows: Vec<Row, ROWS>,
    /// The first of these, counted among all.
    pub first: u16,
    /// How many rows there are.
    pub total: u16,
    /// The chosen row, counted among all.
    pub chosen: u16,
    /// A sentence below, about the chosen row or about what just happened.
    pub foot: Words,
}

/// A row of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What it is.
    pub label: Words,
    /// What stands at its end.
    pub value: Value,
    /// It cannot be chosen now.
    pub dim: bool,
    /// A line parts it from the row above.
    pub parted: bool,
}

/// What stands at the end of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    None,
    /// On or off.
    Switch(bool),
    /// A word or number that left and right change.
    Word(Short),
    /// A word or number to read.
    Note(Short),
    /// So much is done.
    Progress {
        /// Done.
        done: u16,
        /// Out of this many.
        of: u16,
    },
}

/// The problems of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridScreen {
    /// The pack's name.
    pub title: Words,
    /// The problems on this page.
    pub cells: Vec<Done, GRID_CELLS>,
    /// The first of these, counted among all from 0.
    pub first: u16,
    /// How many there are.
    pub total: u16,
    /// The chosen one, counted among all.
    pub chosen: u16,
    /// The chosen one's name and level.
    pub foot: Words,
}

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageScreen {
    /// Above it.
    pub title: Words,
    /// Drawn above the text.
    pub art: Art,
    /// The text; line breaks are kept.
    pub text: Text,
    /// The text is a pack's, and stays in its own language.
    pub is_quoted: bool,
    /// The position that it is about, drawn below it if there is room.
    pub diagram: Option<Diagram>,
    /// Which page of how many; `(1, 1)` is not shown.
    pub page: (u8, u8),
    /// What the keys do.
    pub keys: Vec<KeyHint, 4>,
}

/// A position beside words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position.
    pub setup: Setup,
    /// The part of the board that is shown.
    pub crop: Crop,
}

impl Diagram {
    /// What is on `point`.
    pub fn spot(&self, point: Point) -> Spot {
        let Setup { outside, key, .. } = &self.setup;
        let has = |color| self.setup.stones(color).contains(point);
        Spot {
            stone: Color::BOTH.into_iter().find(|&color| has(color)),
            outside: outside.contains(point),
            mark: key.contains(point).then_some(Mark::Key),
            ..Spot::default()
        }
    }
}

/// Pictures of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Art {
    /// None.
    None,
    /// The name, large.
    Name,
    /// The keys of the handheld with what they do.
    Keys,
    /// A tick and a cross.
    Marks,
    /// Something is wrong: a sign.
    Trouble,
}

/// A link as a QR code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeScreen {
    /// Above it.
    pub title: Words,
    /// The link, for those who cannot see it.
    pub link: String<MAX_LINK>,
    /// The same to be seen.
    pub code: Code,
    /// What the keys do.
    pub keys: Vec<KeyHint, 4>,
}

/// How well one does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatsScreen {
    /// The rating.
    pub rating: i16,
    /// As a rank.
    pub level: Level,
    /// Solved without a mistake, one after the other, now and at best.
    pub streak: (u16, u16),
    /// Problems that counted, and those solved.
    pub tries: (u32, u32),
    /// The same of those on the book's word.
    pub book_tries: (u32, u32),
    /// Problems that wait to be reviewed, and those due now.
    pub review: (u16, u16),
    /// Ratings of the past, the newest last.
    pub plot: Vec<i16, PLOT>,
}

/// What a rating means, in one sentence, wherever it is shown.
pub const RATING_MEANS: &str = "You solve half of the problems of this level.";

impl Line {
    /// Words to choose from.
    pub fn choice(items: &[&str], chosen: Option<u8>) -> Line {
        let items = items.iter().map(|item| cut(item)).take(6).collect();
        Line::Choice { items, chosen }
    }
}

impl KeyHint {
    /// A key with what it does.
    pub fn new(key: Button, does: &str) -> KeyHint {
        KeyHint { key, does: cut(does) }
    }
}

/// Something on the screen that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A point of the board.
    Point(Point),
    /// A row of a list or a cell of the grid, counted among all.
    Item(u16),
    /// One of the words of a choice.
    Choice(u8),
    /// A key that is shown with what it does.
    Key(Button),
}
