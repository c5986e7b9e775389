//! Looks for a move in a position of a whole game, slice by slice, on the boards that the handheld plays on, or on all.
//!
//! A [`Search`] can begin with the list of a game's moves; the trainer has a board with all rules instead, superko among them. So the position is
//! told by its stones and by the points that may be played, which is quick however long the game is. What is asked of it are plain
//! functions for each of the two sizes, so that everything is compiled in this crate, for speed.

use super::choice::{Choice, Facts, Manners, decide};
use super::field::{Field, NOWHERE};
use super::score::{Score, area_of};
use super::search::Search;
use super::{CELLS, DEVICE_CELLS, cells};
use crate::board::{Color, Move, Point, PointSet};
use crate::search::Slot;

/// A position to look for a move in.
#[derive(Clone, Debug)]
pub struct GoTask {
    /// Lines of the board.
    pub size: u8,
    /// The stones, by colour. Every chain has a liberty.
    pub stones: [PointSet; 2],
    /// Where the side to move may play.
    pub legal: PointSet,
    /// Where the newest stone is, and the one before it; none where somebody passed.
    pub last: [Option<Point>; 2],
    /// The other side has just passed.
    pub passed: bool,
    /// Moves so far.
    pub moves: usize,
    /// Whose turn it is.
    pub to_move: Color,
    /// In half points.
    pub komi: i16,
    /// How many games to play out.
    pub playouts: u32,
    /// Where chance comes from.
    pub seed: u32,
}

/// What a search thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The move to make; `None` is a pass.
    pub best: Option<Point>,
    /// The side to move should resign.
    pub is_hopeless: bool,
    /// The stones that are dead beyond doubt.
    pub dead: PointSet,
}

/// Playouts that tell whether a pass does any harm.
const DOUBT: u32 = 200;

/// How far a thought is.
// With a tag of its own, a fresh one is all zeros, and so is an idle thinker.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing was done yet.
    Fresh,
    /// A move is looked for.
    Looking,
    /// Whoever moves first has settled everything, it seems. Before a pass the other side is given the first move: does it come to the same?
    Doubting {
        /// The pass.
        pass: Opinion,
        /// The move to make if the pass does harm.
        otherwise: Option<Point>,
        /// Who has won if it does none.
        winner: Option<Color>,
    },
}

/// A mind for whole games. It is large: where the stack is small, keep an idle one somewhere else and [`start`](GoThinker::start) it there.
#[derive(Debug)]
pub struct SizedGoThinker<const C: usize> {
    task: GoTask,
    search: Search<C>,
    stage: Stage,
}

/// For the boards that the handheld plays on.
pub type GoThinker = SizedGoThinker<DEVICE_CELLS>;
/// For all boards.
pub type LargeGoThinker = SizedGoThinker<CELLS>;

impl GoThinker {
    /// Plays so many more playouts; returns what came of all of them once there are enough. The slots must be the same in every step, and there must be one
    /// at least. A step that only gets ready plays none.
    #[inline(never)]
    pub fn step(&mut self, slots: &mut [Slot], playouts: u32) -> Option<Opinion> {
        self.advance(slots, playouts)
    }
}

impl LargeGoThinker {
    /// The same as [`GoThinker::step`].
    #[inline(never)]
    pub fn step(&mut self, slots: &mut [Slot], playouts: u32) -> Option<Opinion> {
        self.advance(slots, playouts)
    }
}

impl<const C: usize> SizedGoThinker<C> {
    /// One that has nothing to do.
    pub const IDLE: Self = SizedGoThinker {
        task: GoTask {
            size: 0,
            stones: [PointSet::EMPTY; 2],
            legal: PointSet::EMPTY,
            last: [None; 2],
            passed: false,
            moves: 0,
            to_move: Color::Black,
            komi: 0,
            playouts: 0,
            seed: 0,
        },
        search: Search::IDLE,
        stage: Stage::Fresh,
    };

    /// Takes up a position in place of any before. False if the board is too large.
    pub fn start(&mut self, task: &GoTask) -> bool {
        self.task.clone_from(task);
        self.stage = Stage::Fresh;
        cells(task.size) <= C
    }

    /// The position.
    pub const fn task(&self) -> &GoTask {
        &self.task
    }

    /// Playouts so far that look for a move.
    pub const fn playouts(&self) -> u32 {
        match self.stage {
            Stage::Fresh => 0,
            Stage::Looking => self.search.playouts(),
            Stage::Doubting { .. } => self.task.playouts,
        }
    }

    fn advance(&mut self, slots: &mut [Slot], playouts: u32) -> Option<Opinion> {
        match self.stage {
            Stage::Fresh => {
                let legal = self.task.legal;
                self.begin(self.task.to_move, &legal, slots);
                self.stage = Stage::Looking;
                None
            }
            Stage::Looking => {
                if self.works_on(slots, playouts, self.task.playouts) {
                    return None;
                }
                let opinion = self.opinion(slots);
                if let Stage::Doubting { .. } = self.stage {
                    let all: PointSet = Point::all(self.task.size).collect();
                    self.begin(self.task.to_move.opponent(), &all, slots);
                    return None;
                }
                Some(opinion)
            }
            Stage::Doubting {
                pass,
                otherwise,
                winner,
            } => {
                if self.works_on(slots, playouts, DOUBT) {
                    return None;
                }
                let does_no_harm =
                    self.search.is_settled() && self.score(&self.search.dead()).winner() == winner;
                let best = if does_no_harm { pass.best } else { otherwise };
                Some(Opinion { best, ..pass })
            }
        }
    }

    /// Plays some playouts of `all`. True if there are more to play.
    fn works_on(&mut self, slots: &mut [Slot], playouts: u32, all: u32) -> bool {
        let left = all.saturating_sub(self.search.playouts());
        self.search.step(slots, playouts.min(left));
        self.search.playouts() < all
    }

    #[inline(never)]
    fn begin(&mut self, color: Color, legal: &PointSet, slots: &mut [Slot]) {
        let SizedGoThinker { task, search, .. } = self;
        let set_up = |field: &mut Field<C>| {
            field.clear(task.size);
            for color in Color::BOTH {
                for point in task.stones[color as usize].iter() {
                    field.settle(field.cell(point), color);
                }
            }
            field.remember(
                task.last
                    .map(|last| last.map_or(NOWHERE, |point| field.cell(point))),
            );
        };
        search.begin_on(set_up, task.komi, (color, legal), task.seed, slots);
    }

    /// What the search came to. If that is a pass which gives the other side a move, it is to be doubted first.
    #[inline(never)]
    fn opinion(&mut self, slots: &mut [Slot]) -> Opinion {
        let thought = self.search.thought(slots);
        let facts = Facts {
            size: self.task.size,
            moves: self.task.moves,
            other_passed: self.task.passed,
            as_it_stands: self.score(&PointSet::EMPTY),
            without_dead: self.score(&thought.dead),
        };
        let manners = Manners {
            resigns: true,
            cleans_up: false,
        };
        let point_of = |chosen| match chosen {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        };
        let otherwise = point_of(thought.found.best);
        let (best, is_hopeless) = match decide(&facts, self.task.to_move, &thought, manners) {
            Choice::Make(chosen) => (point_of(chosen), false),
            Choice::Resign => (otherwise, true),
        };
        let opinion = Opinion {
            best,
            is_hopeless,
            dead: self.search.clearly_dead(),
        };
        if best != otherwise && !self.task.passed {
            self.stage = Stage::Doubting {
                pass: opinion,
                otherwise,
                winner: facts.without_dead.winner(),
            };
        }
        opinion
    }

    fn score(&self, dead: &PointSet) -> Score {
        let [black, white] = self.task.stones.map(|stones| stones.minus(dead));
        area_of(self.task.size, &black, &white).score(self.task.komi)
    }
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::vec;

    use super::*;
    use crate::play::{Kifu, handicap_points};

    /// A position from its lines, with everything empty to be played on.
    fn task(lines: &[&str], to_move: Color) -> GoTask {
        let size = lines.len() as u8;
        let all = |letter: u8| -> PointSet {
            let is_it = |point: &Point| {
                lines[usize::from(point.row())].as_bytes()[usize::from(point.column())] == letter
            };
            Point::all(size).filter(is_it).collect()
        };
        GoTask {
            size,
            stones: [all(b'x'), all(b'o')],
            legal: all(b'-'),
            last: [None; 2],
            passed: false,
            moves: 40,
            to_move,
            komi: 1,
            playouts: 300,
            seed: 1,
        }
    }

    fn opinion(task: &GoTask, slice: u32) -> Opinion {
        let mut thinker = Box::new(GoThinker::IDLE);
        let mut slots = vec![Slot::EMPTY; 8192];
        assert!(thinker.start(task));
        loop {
            if let Some(opinion) = thinker.step(&mut slots, slice) {
                assert_eq!(thinker.playouts(), task.playouts);
                return opinion;
            }
        }
    }

    /// Black has the left side with two eyes, White the right side.
    const SETTLED: [&str; 5] = ["-xxo-", "xxxoo", "-xxo-", "xxxoo", "xxxoo"];

    #[test]
    fn it_does_not_pass_where_the_first_move_takes_all() {
        // Each side has one liberty left. However sure the capture is, it has to be made.
        let lines = ["-xxoo", "xxxoo", "xxxoo", "xxxoo", "xxxo-"];
        let chosen = opinion(&task(&lines, Color::Black), 7).best;
        assert_eq!(chosen, Some(Point::new(4, 4)));
        let chosen = opinion(&task(&lines, Color::White), 7).best;
        assert_eq!(chosen, Some(Point::new(0, 0)));
    }

    #[test]
    fn slices_make_no_difference() {
        let lines = ["-----", "--x--", "-xox-", "--o--", "-----"];
        let task = task(&lines, Color::White);
        let at_once = opinion(&task, 1000);
        assert_eq!(opinion(&task, 1), at_once);
        assert_eq!(opinion(&task, 13), at_once);
    }

    #[test]
    fn only_legal_points_are_played() {
        let mut task = task(&["-----"; 5], Color::Black);
        task.legal = [Point::new(1, 1)].into_iter().collect();
        task.moves = 0;
        let best = opinion(&task, 50).best;
        assert!(best.is_none_or(|point| task.legal.contains(point)), "{best:?}");
    }

    #[test]
    fn what_is_lost_is_resigned_and_what_is_settled_is_passed() {
        // 15 points to 10.
        let ahead = opinion(&task(&SETTLED, Color::Black), 50);
        assert_eq!((ahead.best, ahead.is_hopeless), (None, false));
        let behind = opinion(&task(&SETTLED, Color::White), 50);
        assert!(behind.is_hopeless);
    }

    #[test]
    fn a_stone_in_the_others_territory_is_dead() {
        let lines = ["-xoo-", "xxooo", "-xo-x", "xxooo", "-xoo-"];
        let dead = opinion(&task(&lines, Color::White), 50).dead;
        let alone: PointSet = [Point::new(4, 2)].into_iter().collect();
        assert_eq!(dead, alone);
    }

    #[test]
    fn handicaps_fit_their_boards() {
        for (size, most) in [(5, 0), (7, 4), (9, 9), (11, 9), (13, 9)] {
            for stones in 0..=10 {
                let points = handicap_points(size, stones);
                assert_eq!(
                    points.is_some(),
                    (2..=most).contains(&stones),
                    "{stones} on {size}"
                );
                assert!(points.is_none_or(|points| points.len() == stones));
            }
            assert!(Kifu::<DEVICE_CELLS, 10>::has_room(size));
        }
    }

    #[test]
    fn a_board_that_is_too_large_is_refused() {
        let mut large = task(&["-----"; 5], Color::Black);
        large.size = 19;
        let mut thinker = GoThinker::IDLE;
        assert!(!thinker.start(&large));
    }
}
