//! The solver run to its end, and its answers set beside the oracle's.

use std::fmt;

use shikatsu::board::{Board, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::{Limits, Slot, Table};
pub use shikatsu::tsumego::DEVICE_SLOTS;
use shikatsu::tsumego::{Solution, Solver, Task, Thinking};

use crate::diagram::picture;
use crate::oracle;

/// What a solver came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Everything proved; `None` if a limit was met first.
    pub solution: Option<Solution>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves a problem whose region takes `N` words, at most `nodes` positions, `slice` of them a step.
pub fn run<const N: usize>(problem: &Problem, table: &mut Table<'_>, nodes: u64, slice: u32) -> Run {
    let limits = Limits {
        nodes,
        ..Limits::NONE
    };
    let task = Task {
        limits,
        ..Task::of(problem)
    };
    work_off::<N>(&task, table, slice)
}

/// Works a task off whose region takes `N` words, `slice` positions a step.
pub fn work_off<const N: usize>(task: &Task<'_>, table: &mut Table<'_>, slice: u32) -> Run {
    table.clear();
    let mut solver = Solver::<N>::new(task).expect("the region fits");
    let solution = loop {
        match solver.step(table, slice) {
            Thinking::More => {}
            Thinking::Solved(solution) => break Some(solution),
            Thinking::Unknown => break None,
        }
    };
    let nodes = solver.nodes();
    Run { solution, nodes }
}

/// Memory for a table with so many slots.
pub fn slots(count: usize) -> Vec<Slot> {
    vec![Slot::EMPTY; count]
}

/// A problem and an answer, to be read by people.
pub fn describe(problem: &Problem, answer: Option<&Answer>) -> String {
    let size = problem.size();
    let names = |points: PointSet| -> String {
        let names: Vec<String> = points.iter().map(|p| p.vertex(size).to_string()).collect();
        names.join(" ")
    };
    let mut text = picture(&Board::new(&problem.setup()));
    text += "\nkey ";
    text += &names(problem.setup().key);
    text += ", ";
    text += problem.task();
    text += ": ";
    match answer {
        None => text += "?",
        Some(answer) => answer.write(size, &mut text).expect("a string takes everything"),
    }
    text
}

/// How often two answers were compared, and what came of it.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Compared, by outcome in the order of [`Outcome::ALL`].
    pub by_outcome: [usize; 4],
    /// Positions that the oracle left open.
    pub too_hard: usize,
    /// Positions that the solver left open though the oracle did not.
    pub unknown: usize,
    /// Seki by both.
    pub seki: usize,
    /// Seki only if the attacker has threats: the solver says so, the oracle, which gives it none, does not.
    pub seki_by_threats: usize,
    /// Positions the solver looked at.
    pub nodes: u64,
    /// The most it looked at for one problem.
    pub worst: u64,
    /// The problem that took those.
    pub hardest: String,
    /// The first disagreements.
    pub wrong: Vec<String>,
}

impl Tally {
    /// How many were compared.
    pub fn compared(&self) -> usize {
        self.by_outcome.iter().sum()
    }

    /// Solves a problem with the oracle, with a limit of `effort` positions, and with the solver, also in the way that suits large problems and
    /// in the older order of moves, and notes what comes of it.
    pub fn compare<const N: usize>(&mut self, problem: &Problem, table: &mut Table<'_>, effort: u64) {
        let Some(oracle) = oracle::solve(problem, oracle::Method::Reuse, effort) else {
            self.too_hard += 1;
            return;
        };
        let found = run::<N>(problem, table, 100 * effort, 1000);
        self.count(problem, found.nodes);
        match found.solution {
            None => self.unknown += 1,
            Some(solution) => self.note(problem, &oracle.answer, &solution.answer),
        }
        let as_if_large = Task {
            suits_large: true,
            ..Task::of(problem)
        };
        let in_the_older_order = Task {
            instinct: false,
            ..Task::of(problem)
        };
        for task in [as_if_large, in_the_older_order] {
            let found = work_off::<N>(&task, table, 1000).solution;
            let found = found.expect("there are no limits");
            self.check(problem, &oracle.answer, &found.answer);
        }
    }

    /// Takes in what the solver spent on a problem.
    pub fn count(&mut self, problem: &Problem, nodes: u64) {
        self.nodes += nodes;
        if nodes > self.worst {
            self.worst = nodes;
            self.hardest = describe(problem, None);
        }
    }

    /// Takes in one comparison.
    pub fn note(&mut self, problem: &Problem, expected: &Answer, found: &Answer) {
        let place = Outcome::ALL.iter().position(|&o| o == expected.outcome);
        self.by_outcome[place.expect("one of the four")] += 1;
        self.seki += usize::from(expected.seki && found.seki);
        self.seki_by_threats += usize::from(!expected.seki && found.seki);
        self.check(problem, expected, found);
    }

    /// Notes an answer that is not the expected one.
    fn check(&mut self, problem: &Problem, expected: &Answer, found: &Answer) {
        let agree = (expected.outcome, expected.moves) == (found.outcome, found.moves);
        if !agree || (expected.seki && !found.seki) {
            let expected = describe(problem, Some(expected));
            let mut got = String::new();
            found.write(problem.size(), &mut got).expect("a string");
            self.wrong.push(format!("{expected}\n  the solver: {got}"));
        }
    }

    /// Adds what another tally found.
    pub fn add(&mut self, other: Tally) {
        for (sum, more) in self.by_outcome.iter_mut().zip(other.by_outcome) {
            *sum += more;
        }
        self.too_hard += other.too_hard;
        self.unknown += other.unknown;
        self.seki += other.seki;
        self.seki_by_threats += other.seki_by_threats;
        self.nodes += other.nodes;
        if other.worst > self.worst {
            self.worst = other.worst;
            self.hardest = other.hardest;
        }
        self.wrong.extend(other.wrong);
    }

    /// Prints the counts, and fails with the first disagreements if there are any.
    #[track_caller]
    pub fn finish(&self, name: &str) {
        println!("{name}: {self}\nThe hardest:\n{}", self.hardest);
        let some = self.wrong.iter().take(5).cloned().collect::<Vec<_>>();
        assert!(self.wrong.is_empty(), "{}", some.join("\n\n"));
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [dead, plus, minus, alive] = self.by_outcome;
        write!(
            f,
            "{} compared ({dead} dead, {plus} ko+, {minus} ko-, {alive} alive), {} wrong; {} seki, {} more \
             by threats; {} too hard for the oracle, {} for the solver; {} nodes, at most {}",
            self.compared(),
            self.wrong.len(),
            self.seki,
            self.seki_by_threats,
            self.too_hard,
            self.unknown,
            self.nodes,
            self.worst
        )
    }
}
