//! What an order of moves costs: positions that the solver looks at, with the handheld's table.

use shikatsu::problem::{Answer, Problem};
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, Task, Thinker, Thinking};

/// When the handheld gives up.
const NODES: u64 = 2_000_000;

/// What some problems took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// How many of them were solved in both orders.
    pub solved: usize,
    /// Positions looked at for these, in the older order and in the one that was learnt.
    pub nodes: [u64; 2],
    /// The most for one of them.
    pub most: [u64; 2],
    /// Solved only in the older order, and only in the one that was learnt.
    pub only: [usize; 2],
    /// The sum of the logarithms of what became of the positions of each.
    logarithms: f64,
}

impl Effort {
    /// What became of the positions of a problem, as a typical factor (the geometric mean).
    pub fn typical(&self) -> f64 {
        (self.logarithms / self.solved.max(1) as f64).exp()
    }

    fn take(&mut self, [old, new]: [(u64, Option<Answer>); 2]) {
        match (old.1, new.1) {
            (Some(one), Some(other)) => {
                assert_eq!(one, other, "an order of moves changed an answer");
                self.solved += 1;
                for (place, nodes) in [old.0, new.0].into_iter().enumerate() {
                    self.nodes[place] += nodes;
                    self.most[place] = self.most[place].max(nodes);
                }
                self.logarithms += ((new.0 + 1) as f64 / (old.0 + 1) as f64).ln();
            }
            (Some(_), None) => self.only[0] += 1,
            (None, Some(_)) => self.only[1] += 1,
            (None, None) => {}
        }
    }
}

/// Solves each problem in both orders; its answer may be expected, as from a pack.
pub fn compare(problems: impl IntoIterator<Item = (Problem, Option<Answer>)>) -> Effort {
    let (mut thinker, mut slots) = (Box::new(Thinker::IDLE), vec![Slot::EMPTY; DEVICE_SLOTS]);
    let mut effort = Effort::default();
    for (problem, expected) in problems {
        effort.take([false, true].map(|instinct| {
            let task = Task {
                limits: Limits {
                    nodes: NODES,
                    ..Limits::NONE
                },
                expected,
                instinct,
                ..Task::of(&problem)
            };
            if !thinker.start(&task) {
                return (0, None);
            }
            let mut table = Table::new(&mut slots);
            loop {
                match thinker.step(&mut table, u32::MAX) {
                    Thinking::More => {}
                    Thinking::Unknown => return (thinker.nodes(), None),
                    Thinking::Solved(solution) => return (thinker.nodes(), Some(solution.answer)),
                }
            }
        }));
    }
    effort
}
