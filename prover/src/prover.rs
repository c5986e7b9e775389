//! Questions about one problem, asked one at a time.

use shikatsu::board::{Move, Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu_proof::Proof;

use crate::engine::{Engine, Step, engine};
use crate::field::Frame;
use crate::policy::Lesson;
use crate::position::Side;
use crate::style::{STYLES, Style};
use crate::zone::Win;

/// What is asked: does this side win, from the start or after a first move?
///
/// The defender wins by unconditional life of a key stone, the attacker by the capture of all of them, in the game in which nobody is bound by
/// superko and play without end is lost. So a win is one whoever has ko threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The side that is to win.
    pub winner: Side,
    /// A move of the side to move that is made before, or its pass.
    pub first: Option<Move>,
}

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is more to do.
    More,
    /// The side wins.
    Won(Win),
    /// No win was found, and more time would not help. This does not prove that there is none.
    Unknown,
}

/// How far a prover is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is asked.
    pub question: Question,
    /// Positions looked at, for all questions.
    pub nodes: u64,
    /// How many moves of the winner are looked ahead at the moment.
    pub round: u32,
}

/// Answers questions about one problem. What was found for one question is used for the next.
pub struct Prover {
    problem: Problem,
    bytes: usize,
    styles: Vec<Style>,
    /// By winner.
    engines: [Option<(Box<dyn Engine>, u8)>; 2],
    question: Question,
    answer: Answer,
    /// Nodes of engines that were too small.
    spent: u64,
}

/// How much around the key stones' chains is looked at, at first and when that turns out to be too little.
const MARGINS: [u8; 4] = [6, 9, 13, 19];
fn frame(problem: &Problem, margin: u8) -> Frame {
    let setup = problem.setup();
    let chains = setup.key.grown(setup.stones(problem.defender()));
    // Nothing beyond the inside needs a number.
    let stones = setup.black.union(&setup.white);
    let inside: PointSet = Point::all(setup.size)
        .filter(|&p| stones.contains(p) || !setup.outside.contains(p))
        .collect();
    let (near, all) = (
        Frame::around(&chains).grown(margin, setup.size),
        Frame::around(&inside),
    );
    near.common(all)
}

impl Prover {
    /// A prover whose tables take at most about so many bytes for each of the two sides. Asks first whether the side to move wins.
    pub fn new(problem: &Problem, bytes: usize) -> Prover {
        Prover::with_styles(problem, bytes, &STYLES)
    }

    /// The same with other styles than the usual ones, to measure them. They change speed, never answers. None means the usual ones.
    pub fn with_styles(problem: &Problem, bytes: usize, styles: &[Style]) -> Prover {
        let styles = if styles.is_empty() { &STYLES } else { styles };
        let winner = if problem.to_move() == problem.defender() {
            Side::Defender
        } else {
            Side::Attacker
        };
        Prover {
            problem: *problem,
            bytes,
            styles: styles.to_vec(),
            engines: [None, None],
            question: Question { winner, first: None },
            answer: Answer::More,
            spent: 0,
        }
    }

    /// Turns to a question. False if its first move cannot be played; the answer is then unknown.
    pub fn ask(&mut self, question: Question) -> bool {
        self.question = question;
        self.answer = Answer::More;
        let playable = self.engine().turn_to(question.first);
        if !playable {
            self.answer = Answer::Unknown;
        }
        playable
    }

    fn make(&mut self, least: u8) {
        let winner = self.question.winner;
        let margins = MARGINS.into_iter().filter(|&margin| margin >= least).chain([19]);
        let (problem, bytes, styles) = (&self.problem, self.bytes, &self.styles);
        let mut margins = margins.map(|margin| {
            let engine = engine(problem, frame(problem, margin), winner, styles, bytes)?;
            Some((engine, margin))
        });
        self.engines[winner as usize] = margins.find_map(|made| made);
    }

    fn engine(&mut self) -> &mut dyn Engine {
        let winner = self.question.winner as usize;
        if self.engines[winner].is_none() {
            self.make(0);
        }
        let (engine, _) = self.engines[winner]
            .as_mut()
            .expect("a whole board needs no crop");
        engine.as_mut()
    }

    /// Works on the question, for about so many nodes, and says what is known.
    pub fn step(&mut self, nodes: u64) -> Answer {
        if self.answer != Answer::More {
            return self.answer;
        }
        match self.engine().step(nodes) {
            Step::More => {}
            Step::Won(win) => self.answer = Answer::Won(win),
            Step::Exhausted => self.answer = Answer::Unknown,
            Step::TooTight => self.widen(),
        }
        self.answer
    }

    fn widen(&mut self) {
        let winner = self.question.winner as usize;
        let Some((engine, margin)) = self.engines[winner].take() else {
            return;
        };
        self.spent += engine.nodes();
        self.make(margin + 1);
        let first = self.question.first;
        if !self.engine().turn_to(first) {
            self.answer = Answer::Unknown;
        }
    }

    /// What is known of the question.
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// The proof of the win, for the checker of `shikatsu-proof`; of a question with a first move it begins after that.
    pub fn proof(&self) -> Option<Proof> {
        if !matches!(self.answer, Answer::Won(_)) {
            return None;
        }
        let (engine, _) = self.engines[self.question.winner as usize].as_ref()?;
        engine.proof(&self.problem)
    }

    /// What wins taught about the defender's moves since this was last asked: see `examples/learn.rs`.
    pub fn lessons(&mut self) -> Vec<Lesson> {
        self.engine().lessons()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let of = |engine: &Option<(Box<dyn Engine>, u8)>| engine.as_ref().map_or(0, |e| e.0.nodes());
        let now = &self.engines[self.question.winner as usize];
        Progress {
            question: self.question,
            nodes: self.spent + self.engines.iter().map(of).sum::<u64>(),
            round: now.as_ref().map_or(0, |(engine, _)| engine.round()),
        }
    }
}
