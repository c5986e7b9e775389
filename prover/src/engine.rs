//! One problem, one winner, on a field of fitting size. Several ways of searching take turns and share what they find.

use shikatsu::board::{Move, Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu_proof::Proof;

use crate::field::{Field, Frame};
use crate::numbers::{ENDLESS, Numbers};
use crate::policy::Lesson;
use crate::position::{PASS, Position, Side};
use crate::record;
use crate::search::{Before, MOVE, Search, Selectivity};
use crate::set::Set;

/// What a win rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winner's move, if it is to move and has to make one.
    pub best: Option<Point>,
    /// Every legal position that agrees with this one here is won as well.
    pub zone: PointSet,
    /// Whether the win holds for any outside: its zone touches neither a wall nor an outside point.
    pub any_outside: bool,
}

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    More,
    Won(Win),
    /// Nothing was found, and nothing will be.
    Exhausted,
    /// The crop was too small: a larger one is needed.
    TooTight,
}

pub(crate) trait Engine: Send {
    /// Turns to the position of the problem, or to that after a first move. False if it cannot be played here. Goes on where it was if it is there
    /// already.
    fn turn_to(&mut self, first: Option<Move>) -> bool;
    /// Searches for so many nodes.
    fn step(&mut self, nodes: u64) -> Step;
    fn nodes(&self) -> u64;
    /// How many moves the winner has in the round now.
    fn round(&self) -> u32;
    /// The proof of a win.
    fn proof(&self, problem: &Problem) -> Option<Proof>;
    /// From now on takes down what wins teach; what they taught so far.
    fn lessons(&mut self) -> Vec<Lesson>;
}

/// More steps than that are not looked at.
const MOST_STEPS: u32 = 240;
/// How many nodes a way of searching gets before it is the other's turn.
const TURN: u64 = 20_000;

struct Core<const N: usize> {
    field: Field<N>,
    root: Position<N>,
    position: Position<N>,
    /// What led to the position.
    first: Option<Move>,
    search: Search<N>,
    /// The steps of deepening and of proof numbers.
    rounds: [u32; 2],
    by_numbers: bool,
    turn_ends: u64,
}

impl<const N: usize> Core<N> {
    fn begin(&mut self) {
        self.search.origin = self.position.hash;
        let distance = self.search.distance(&self.field, &self.position);
        let how = &self.search.how;
        let numbers = match self.search.winner {
            Side::Defender => how.first + how.missing(distance),
            Side::Attacker => how.first,
        };
        self.rounds = [MOVE, numbers];
        self.by_numbers = self.search.winner == Side::Attacker;
        self.turn_ends = self.search.nodes + TURN;
    }

    fn won(&self, zone: Set<N>) -> Step {
        if zone.meets(self.field.rim) {
            return Step::TooTight;
        }
        let best = self.search.reply(self.position.hash);
        Step::Won(Win {
            best: (best != PASS).then(|| self.field.point(usize::from(best))),
            zone: self.field.points(zone),
            any_outside: !self.field.safe_key && !zone.meets(self.field.fringe),
        })
    }

    /// A turn of one of the two ways; whether the round is over.
    fn turn(&mut self) -> bool {
        self.search.stopped = false;
        let steps = self.rounds[usize::from(self.by_numbers)];
        if self.by_numbers {
            let limits = Numbers {
                proof: ENDLESS,
                disproof: ENDLESS,
            };
            self.search
                .weigh(&self.field, &self.position, steps, limits, Before::NOTHING);
        } else {
            self.search.deepen(&self.field, &self.position, steps);
        }
        !self.search.stopped
    }

    fn next_round(&mut self) {
        let steps = &mut self.rounds[usize::from(self.by_numbers)];
        *steps += if self.by_numbers {
            2 * self.search.how.round
        } else {
            self.search.how.round
        };
    }
}

impl<const N: usize> Engine for Core<N> {
    fn turn_to(&mut self, first: Option<Move>) -> bool {
        if first == self.first {
            return true;
        }
        let (field, root) = (&self.field, &self.root);
        let position = match first {
            None => Some(*root),
            Some(Move::Pass) => Some(root.passed(field)),
            Some(Move::Play(point)) => field
                .cell_of(point)
                .filter(|&cell| (root.empty(field) & field.playable).has(cell))
                .and_then(|cell| self.search.play(field, root, cell)),
        };
        let Some(position) = position else {
            return false;
        };
        (self.position, self.first) = (position, first);
        self.begin();
        true
    }

    fn step(&mut self, nodes: u64) -> Step {
        let end = self.search.nodes + nodes.max(1);
        loop {
            // The end of a game is no node.
            if let Some(zone) = self.search.fact(&self.field, &self.position) {
                let since = self.search.nodes;
                self.search
                    .won(&self.position, zone, crate::table::Why::Fact, since);
            } else if self.search.is_lost(&self.field, &self.position) {
                return Step::Exhausted;
            }
            if let Some(won) = self.search.table.won(self.position.hash) {
                return self.won(won.zone);
            }
            if self.search.table.is_full() {
                return Step::Exhausted;
            }
            if self.search.nodes >= end {
                return Step::More;
            }
            self.search.budget = end.min(self.turn_ends);
            if self.turn() {
                let steps = self.rounds[usize::from(self.by_numbers)];
                if self.search.table.won(self.position.hash).is_none() {
                    if steps > MOST_STEPS {
                        return Step::Exhausted;
                    }
                    self.next_round();
                }
            }
            if self.search.nodes >= self.turn_ends {
                self.turn_ends = self.search.nodes + TURN;
                self.by_numbers = self.search.winner == Side::Attacker || !self.by_numbers;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }

    fn round(&self) -> u32 {
        self.rounds[usize::from(self.by_numbers)].div_ceil(MOVE)
    }

    fn proof(&self, problem: &Problem) -> Option<Proof> {
        record::write(&self.field, &self.search, problem, &self.position)
    }

    fn lessons(&mut self) -> Vec<Lesson> {
        self.search.lessons.replace(Vec::new()).unwrap_or_default()
    }
}

fn core<const N: usize>(
    problem: &Problem,
    frame: Frame,
    winner: Side,
    how: Selectivity,
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    let (field, root) = Field::<N>::new(problem, frame)?;
    let search = Search::new(&field, &root, winner, how, bytes);
    let mut core = Core {
        field,
        root,
        position: root,
        first: None,
        search,
        rounds: [0; 2],
        by_numbers: false,
        turn_ends: 0,
    };
    core.begin();
    Some(Box::new(core))
}

/// An engine on the smallest field that holds the frame.
pub(crate) fn engine(
    problem: &Problem,
    frame: Frame,
    winner: Side,
    how: Selectivity,
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    match frame.numbers() {
        0..=64 => core::<1>(problem, frame, winner, how, bytes),
        65..=128 => core::<2>(problem, frame, winner, how, bytes),
        129..=192 => core::<3>(problem, frame, winner, how, bytes),
        193..=256 => core::<4>(problem, frame, winner, how, bytes),
        _ => core::<6>(problem, frame, winner, how, bytes),
    }
}
