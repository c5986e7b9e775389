//! Questions and answers.

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::Problem;

use crate::engine::{Engine, Step, Win, engine};
use crate::field::Frame;
use crate::live::Selectivity;

/// Answers questions about one problem.
pub struct Prover {
    problem: Problem,
    engine: Box<dyn Engine>,
    margin: u8,
    bytes: usize,
    nodes: u64,
    win: Option<Win>,
}

const MARGINS: [u8; 4] = [6, 9, 13, 19];
const HOW: Selectivity = Selectivity {
    slack: 1,
    near: 2,
    cap: 6,
};

fn frame(problem: &Problem, margin: u8) -> Frame {
    let setup = problem.setup();
    let chains = setup.key.grown(setup.stones(problem.defender()));
    Frame::around(&chains).grown(margin, setup.size)
}

fn whole(problem: &Problem) -> Frame {
    let all: PointSet = Point::all(problem.size()).collect();
    Frame::around(&all)
}

fn start(problem: &Problem, margin: u8, bytes: usize) -> (Box<dyn Engine>, u8) {
    for margin in MARGINS.into_iter().filter(|&m| m >= margin) {
        if let Some(engine) = engine(problem, frame(problem, margin), HOW, bytes) {
            return (engine, margin);
        }
    }
    let engine = engine(problem, whole(problem), HOW, bytes);
    (engine.expect("a whole board has no crop"), 19)
}

impl Prover {
    /// A prover with at most so many bytes for its tables.
    pub fn new(problem: &Problem, bytes: usize) -> Prover {
        let (engine, margin) = start(problem, 0, bytes);
        Prover {
            problem: *problem,
            engine,
            margin,
            bytes,
            nodes: 0,
            win: None,
        }
    }

    /// Searches for so many nodes; says whether there is more to do.
    pub fn step(&mut self, nodes: u64) -> bool {
        if self.win.is_some() {
            return false;
        }
        match self.engine.step(nodes) {
            Step::More => true,
            Step::Won(win) => {
                self.win = Some(win);
                false
            }
            Step::TooTight => {
                self.nodes += self.engine.nodes();
                (self.engine, self.margin) = start(&self.problem, self.margin + 1, self.bytes);
                true
            }
        }
    }

    /// The win, if one was found.
    pub fn win(&self) -> Option<Win> {
        self.win
    }

    /// The proof of the win.
    pub fn proof(&self) -> Option<shikatsu_proof::Proof> {
        self.engine.proof(&self.problem)
    }

    /// Nodes so far, and the round.
    pub fn nodes(&self) -> (u64, u32) {
        (self.nodes + self.engine.nodes(), self.engine.round())
    }
}
