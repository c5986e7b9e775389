//! Problems to be solved with exactly the memory of the handheld.
//!
//! # The widening problem
//!
//! An easy problem that grows point by point, after a table that an older program's author published in 2015. We do not know
//! that position, only that a group at the edge was widened. So this is a reconstruction: the growth of the times can be compared,
//! not the times themselves. Ours, with `k` free points, here for 5 and 8:
//!
//! ```text
//! ox---xo     ox----xo      the edge of the board
//! ox--xxo     ox----xo
//! oxxxxxo     oxxxxxxo
//! *ooooo*     *oooooo*
//! ```
//!
//! Black's eye space is two rows high, on the first and the second line and away from the corners; the first line has
//! one point more if `k` is odd. Black is one solid chain with no other liberties, White's wall is solid and has
//! liberties outside, and White begins: can it still kill? The bulky five dies, six to eleven live, and no static fact
//! says so at the first look, since the space has no eye in it yet. 20 and 28 are not proved with this table.
//!
//! # Larger regions
//!
//! `two-words` and `four-words` are such problems with more than 32 and 64 points in all, the latter on three lines. They are not
//! solved: a fixed number of positions shows what one costs. Most of these are looked at without trying moves in them. `bent` is a
//! group that goes round the corner, in 120 points, four words that are all in use, and with eye space at both ends. It is solved, so
//! its positions are like those of real problems.

use crate::board::{Color, Point, Setup};
use crate::problem::{Outcome, Problem, read_text};
use crate::search::{Limits, Table};
use crate::tsumego::{self, DeviceThinker, Thinking};

/// How many positions are looked at before a problem is given up.
pub const NODES: u64 = 2_000_000;

/// How many of the [`TASKS`], from the first, make up the solver's signature.
pub const SIGNED: usize = 11;

/// How many of the [`TASKS`], from the first, are for the chip too. The others would keep the emulator busy for minutes.
pub const ON_CHIP: usize = 14;

/// How many positions of a larger region are looked at, to show what one costs there.
const NODES_IN_LARGE: u64 = 5_000;

/// After how many positions a solver comes up for air. It changes nothing about the work.
pub(super) const SLICE: u32 = 5_000;

/// The problems that are measured, by name.
pub const TASKS: [&str; 16] = [
    "widen-5",
    "widen-6",
    "widen-7",
    "widen-8",
    "widen-9",
    "widen-10",
    "widen-11",
    "six-dies",
    "seven-lives",
    "seven-dies",
    "eight-lives",
    "two-words",
    "four-words",
    "bent",
    "widen-20",
    "widen-28",
];

/// A problem to be solved once, with everything about it that is worked out before the clock starts.
#[derive(Debug)]
pub struct Trial {
    thinker: DeviceThinker,
    /// How many positions to look at, at most.
    nodes: u64,
}

/// What came of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The outcome; `None` if the positions were used up first.
    pub outcome: Option<Outcome>,
    /// The move to play, if there is one.
    pub best: Option<Point>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Trial {
    /// The problem measured under the name `TASKS[index]`.
    ///
    /// # Panics
    /// If there is no such problem.
    pub fn new(index: usize) -> Trial {
        let bank = |text| read_text(text).expect("the bank's problems are valid").0;
        let problem = match TASKS[index] {
            "six-dies" => bank(include_str!("../../problems/shapes/six-on-the-second-line.txt")),
            "seven-lives" => bank(include_str!(
                "../../problems/shapes/seven-on-the-second-line-to-live.txt"
            )),
            "seven-dies" => bank(include_str!(
                "../../problems/shapes/seven-on-the-second-line-to-kill.txt"
            )),
            "eight-lives" => bank(include_str!("../../problems/shapes/eight-on-the-second-line.txt")),
            "two-words" => widen(28, 2),
            "four-words" => widen(45, 3),
            "bent" => bank(include_str!("bent.txt")),
            widened => {
                let points = widened.strip_prefix("widen-").and_then(|k| k.parse().ok());
                widen(points.expect("every other name says how wide"), 2)
            }
        };
        let limits = Limits {
            nodes: NODES,
            ..Limits::NONE
        };
        let task = tsumego::Task {
            limits,
            every_move: false,
            ..tsumego::Task::of(&problem)
        };
        Trial {
            thinker: DeviceThinker::new(&task).expect("the handheld has room for every region here"),
            nodes: if (SIGNED..ON_CHIP).contains(&index) {
                NODES_IN_LARGE
            } else {
                NODES
            },
        }
    }

    /// Solves it, content with one correct move. The table must be empty, and of [`tsumego::DEVICE_SLOTS`] for the figures to
    /// be those of the handheld.
    pub fn solve(&mut self, table: &mut Table<'_>) -> Ended {
        let mut progress = Thinking::More;
        while matches!(progress, Thinking::More) && self.thinker.nodes() < self.nodes {
            progress = self.thinker.step(table, SLICE);
        }
        let solution = if let Thinking::Solved(solution) = progress {
            Some(solution)
        } else {
            None
        };
        Ended {
            outcome: solution.map(|solution| solution.answer.outcome),
            best: solution.and_then(|solution| solution.best),
            nodes: self.thinker.nodes(),
        }
    }
}

/// The widening problem with this many free points, on two lines or on three; see the head of this file.
fn widen(free: u8, lines: u8) -> Problem {
    // The first line has one point more if they cannot be shared evenly; the last one has none.
    let mut widths = [0; 4];
    for (line, width) in (0..lines).zip(&mut widths) {
        *width = (free + lines - 1 - line) / lines;
    }
    let widths = &widths[..=usize::from(lines)];
    let (left, right) = (1, widths[0] + 2);
    let mut setup = Setup {
        to_move: Color::White,
        ..Setup::empty(19)
    };
    for point in Point::all(setup.size) {
        let (column, row) = (point.column(), point.row());
        let across = (left..=right).contains(&column);
        match widths.get(usize::from(row)) {
            Some(&width) if (left + 1..=left + width).contains(&column) => {}
            Some(_) if across => _ = setup.black.insert(point),
            Some(_) if column + 1 == left || column == right + 1 => _ = setup.white.insert(point),
            None if across && row == lines + 1 => _ = setup.white.insert(point),
            _ => _ = setup.outside.insert(point),
        }
    }
    setup.key.insert(Point::new(left, 0));
    Problem::new(&setup).expect("the problem is valid")
}

impl Ended {
    /// The outcome's word, or `unknown`.
    pub fn word(&self) -> &'static str {
        self.outcome.map_or("unknown", Outcome::word)
    }

    /// Folded from outcome, move and positions.
    pub fn signature(&self) -> u64 {
        let outcome = self.outcome.map_or(0, |outcome| 1 + outcome as u64);
        let line = |line: fn(Point) -> u8| self.best.map_or(0, |best| 1 + u64::from(line(best)));
        [outcome, line(Point::column), line(Point::row), self.nodes]
            .into_iter()
            .fold(EMPTY, fold)
    }
}

/// All problems of a run together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// Positions looked at.
    pub nodes: u64,
    /// Folded from the signatures of the problems: the signature of the solver.
    pub signature: u64,
}

impl Default for Total {
    fn default() -> Total {
        Total {
            nodes: 0,
            signature: EMPTY,
        }
    }
}

impl Total {
    /// Takes in the next problem.
    pub fn add(&mut self, ended: &Ended) {
        self.nodes += ended.nodes;
        self.signature = fold(self.signature, ended.signature());
    }
}

/// The signature of nothing: FNV-1a, 64 bits.
pub(super) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

pub(super) fn fold(signature: u64, word: u64) -> u64 {
    let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    word.to_le_bytes().into_iter().fold(signature, step)
}
