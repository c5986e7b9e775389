//! The always-valid problem and the one validator.

use core::fmt;

use crate::board::{Color, Game, MAX_SIZE, MIN_SIZE, Point, PointSet, Setup, Symmetry};

/// Why a setup is no problem. Each names the first point at fault, line by line from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The board has fewer than 5 or more than 19 lines.
    Size(u8),
    /// Something lies off the board.
    OffBoard(Point),
    /// Both colours have a stone there.
    TwoStones(Point),
    /// A chain, this stone's, has no liberty.
    NoLiberty(Point),
    /// No stone is marked as a key stone.
    NoKeyStone,
    /// A key stone is marked where no stone stands.
    KeyOnEmpty(Point),
    /// This key stone is not of the first one's colour.
    MixedKey(Point),
}

impl Fault {
    /// The point at fault, if there is one.
    pub const fn point(self) -> Option<Point> {
        match self {
            Fault::Size(_) | Fault::NoKeyStone => None,
            Fault::OffBoard(p)
            | Fault::TwoStones(p)
            | Fault::NoLiberty(p)
            | Fault::KeyOnEmpty(p)
            | Fault::MixedKey(p) => Some(p),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Size(size) => write!(
                f,
                "a board has {MIN_SIZE} to {MAX_SIZE} lines, this one has {size}"
            ),
            Fault::OffBoard(_) => f.write_str("there is no such point on the board"),
            Fault::TwoStones(_) => f.write_str("a black and a white stone stand on one point"),
            Fault::NoLiberty(_) => f.write_str("the chain of this stone has no liberty"),
            Fault::NoKeyStone => f.write_str("no key stone is marked"),
            Fault::KeyOnEmpty(_) => f.write_str("a key stone is marked where no stone stands"),
            Fault::MixedKey(_) => f.write_str("the key stones are not all of one colour"),
        }
    }
}

impl core::error::Error for Fault {}

/// What the side to move wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To keep the key stones on the board.
    Live,
    /// To capture the key stones.
    Kill,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Goal::Live => "live",
            Goal::Kill => "kill",
        })
    }
}

/// Reports the first stone of each chain without liberties.
fn report_stifled(setup: &Setup, board: &PointSet, report: &mut dyn FnMut(Fault)) {
    let empty = board.minus(&setup.black).minus(&setup.white);
    // Sets, where a whole board would do as well: this runs deep in the stack of a small chip.
    let stifled = |stones: &PointSet| stones.minus(&empty.beside(stones).grown(stones));
    let mut rest = stifled(&setup.black).union(&stifled(&setup.white));
    while let Some(stone) = rest.first() {
        report(Fault::NoLiberty(stone));
        let friends = if setup.black.contains(stone) {
            &setup.black
        } else {
            &setup.white
        };
        rest = rest.minus(&[stone].into_iter().collect::<PointSet>().grown(friends));
    }
}

/// A position with key stones and a side to move, in which nothing is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    setup: Setup,
    defender: Color,
}

impl Problem {
    /// The smallest problem there is: a stone in the middle of five lines.
    pub const SMALLEST: Problem = {
        let mut setup = Setup::empty(MIN_SIZE);
        let middle = Point::new(MIN_SIZE / 2, MIN_SIZE / 2);
        setup.black.insert(middle);
        setup.key.insert(middle);
        Problem {
            setup,
            defender: Color::Black,
        }
    };

    /// The problem that `setup` poses, or the first thing wrong with it.
    pub fn new(setup: &Setup) -> Result<Problem, Fault> {
        let mut first = None;
        Problem::faults(setup, &mut |fault| {
            first.get_or_insert(fault);
        });
        let black = setup.key.first().is_some_and(|key| setup.black.contains(key));
        let defender = if black { Color::Black } else { Color::White };
        first.map_or(
            Ok(Problem {
                setup: *setup,
                defender,
            }),
            Err,
        )
    }

    /// Reports everything that is wrong with `setup`. A board of an impossible size is reported alone, and a chain without
    /// liberties by its first stone.
    pub fn faults(setup: &Setup, report: &mut dyn FnMut(Fault)) {
        if !(MIN_SIZE..=MAX_SIZE).contains(&setup.size) {
            return report(Fault::Size(setup.size));
        }
        let Setup {
            black, white, key, ..
        } = *setup;
        let stones = black.union(&white);
        let board: PointSet = Point::all(setup.size).collect();
        let all = stones.union(&setup.outside).union(&key);
        let (off_board, double) = (all.minus(&board), black.intersection(&white));
        off_board.iter().map(Fault::OffBoard).for_each(&mut *report);
        double.iter().map(Fault::TwoStones).for_each(&mut *report);
        key.minus(&stones)
            .iter()
            .map(Fault::KeyOnEmpty)
            .for_each(&mut *report);
        match key.first() {
            None => report(Fault::NoKeyStone),
            Some(first) => {
                let foes = if black.contains(first) { &white } else { &black };
                let mixed = key.intersection(foes);
                mixed.iter().map(Fault::MixedKey).for_each(&mut *report);
            }
        }
        if off_board.is_empty() && double.is_empty() {
            report_stifled(setup, &board, report);
        }
    }

    /// The position of a game that this problem began, as a problem of its own, with either side to move; `None` if no key stone
    /// stands.
    pub fn at(&self, game: &Game, to_move: Color) -> Option<Problem> {
        let board = game.board();
        let here = Setup {
            black: board.stones(Color::Black),
            white: board.stones(Color::White),
            key: game.key_stones(),
            to_move,
            ..self.setup
        };
        Problem::new(&here).ok()
    }

    /// The position it starts from.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.setup.size
    }

    /// Who moves first.
    pub const fn to_move(&self) -> Color {
        self.setup.to_move
    }

    /// Whose stones the key stones are.
    pub const fn defender(&self) -> Color {
        self.defender
    }

    /// What the side to move wants.
    pub fn goal(&self) -> Goal {
        if self.to_move() == self.defender {
            Goal::Live
        } else {
            Goal::Kill
        }
    }

    /// The task in words: "Black to live", "White to kill".
    pub fn task(&self) -> &'static str {
        match (self.to_move(), self.goal()) {
            (Color::Black, Goal::Live) => "Black to live",
            (Color::Black, Goal::Kill) => "Black to kill",
            (Color::White, Goal::Live) => "White to live",
            (Color::White, Goal::Kill) => "White to kill",
        }
    }

    /// The point that people call `name` on this board.
    pub fn point(&self, name: &str) -> Option<Point> {
        Point::from_vertex(name, self.size())
    }

    /// The same problem, turned.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Problem {
        Problem {
            setup: self.setup.turned(symmetry),
            ..*self
        }
    }

    /// The same problem with the colours exchanged.
    #[must_use]
    pub const fn swapped(&self) -> Problem {
        Problem {
            setup: self.setup.swapped(),
            defender: self.defender.opponent(),
        }
    }
}
