//! One problem, one winner: a search on a cropped field, made larger when a proof touches the rim of the crop.

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::Problem;

use crate::field::{Field, Frame};
use crate::live::{Live, Selectivity};
use crate::numbers::{ENDLESS, Numbers};
use crate::position::{PASS, Position, Side};
use crate::record;
use crate::set::Set;

/// What a win rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winner's move, if it is to move; `None` is a pass.
    pub best: Option<Point>,
    /// Every legal position that agrees with this one here is won as well.
    pub zone: PointSet,
    /// Whether nothing that was assumed to be safe plays a part: the zone touches no wall and no outside point.
    pub any_outside: bool,
}

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    More,
    Won(Win),
    /// The crop was too small: a larger one is needed.
    TooTight,
}

pub(crate) trait Engine {
    /// Searches for so many nodes.
    fn step(&mut self, nodes: u64) -> Step;
    fn nodes(&self) -> u64;
    /// How many moves the winner has in the round now.
    fn round(&self) -> u32;
    /// The proof of the win.
    fn proof(&self, problem: &Problem) -> Option<shikatsu_proof::Proof>;
}

pub(crate) struct Core<const N: usize> {
    field: Field<N>,
    root: Position<N>,
    live: Live<N>,
    round: u32,
    by_numbers: bool,
}

impl<const N: usize> Core<N> {
    fn win(&self, zone: Set<N>) -> Win {
        let best = self.live.reply(self.root.hash);
        Win {
            best: (best != PASS).then(|| self.field.point(usize::from(best))),
            zone: self.field.points(zone),
            any_outside: !zone.meets(self.field.fringe),
        }
    }
}

impl<const N: usize> Engine for Core<N> {
    fn step(&mut self, nodes: u64) -> Step {
        self.live.budget = self.live.nodes + nodes;
        self.live.stopped = false;
        loop {
            let found = if self.by_numbers {
                let limits = Numbers { proof: ENDLESS, disproof: ENDLESS };
                self.live.weigh(&self.field, &self.root, self.round, limits, PASS);
                self.live.table.won(self.root.hash).map(|won| won.zone)
            } else {
                self.live.ask(&self.field, &self.root, self.round)
            };
            if let Some(zone) = found {
                return if zone.meets(self.field.rim) {
                    Step::TooTight
                } else {
                    Step::Won(self.win(zone))
                };
            }
            if self.live.stopped {
                return Step::More;
            }
            self.round += if self.by_numbers { 2 } else { 1 };
        }
    }

    fn nodes(&self) -> u64 {
        self.live.nodes
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn proof(&self, problem: &Problem) -> Option<shikatsu_proof::Proof> {
        let live = &self.live;
        record::write(&self.field, &live.table, &live.sources, problem, &self.root, Side::Defender)
    }
}

fn core<const N: usize>(
    problem: &Problem,
    frame: Frame,
    how: Selectivity,
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    let (field, root) = Field::<N>::new(problem, frame)?;
    let mut live = Live::new(&field, &root, how, bytes);
    let by_numbers = std::env::var("PN").is_ok();
    let start = live.distance(&field, &root);
    Some(Box::new(Core {
        field,
        root,
        live,
        round: if by_numbers { start + 4 } else { 1 },
        by_numbers,
    }))
}

/// An engine on the smallest field that holds the frame.
pub(crate) fn engine(
    problem: &Problem,
    frame: Frame,
    how: Selectivity,
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    match frame.numbers() {
        0..=64 => core::<1>(problem, frame, how, bytes),
        65..=128 => core::<2>(problem, frame, how, bytes),
        129..=192 => core::<3>(problem, frame, how, bytes),
        193..=256 => core::<4>(problem, frame, how, bytes),
        _ => core::<6>(problem, frame, how, bytes),
    }
}
