//! Positions of a game that the handheld could not read in time, read for it at length.
//!
//! Proof numbers settle in the same time what alpha-beta takes ten times as long for, so in closed regions they do it. Wider ones are left to alpha-beta.

use shikatsu::board::{Board, Game, Move, Point};
use shikatsu::problem::{Outcome, Problem};
use shikatsu_prover::Closed;

use crate::solve::{CLOSED_COST, Effort, Memory, is_lost, solve_after};

/// What the tables of proof numbers take at most.
const BYTES: usize = 8 << 20;
/// After how many positions somebody may stop it. Always the same, so that the search is.
const SLICE: u64 = 1024;

/// Who reads slow positions at length.
pub(super) struct Patience<'a> {
    /// Alpha-beta's.
    pub(super) memory: &'a mut Memory,
    pub(super) limits: Lengths,
    /// Whether proof numbers read closed regions. They know more, but not which move resists longest.
    pub(super) by_proof_numbers: bool,
}

/// How long slow positions are read, in positions of alpha-beta. One of the proof numbers counts for more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// Each of them.
    pub(super) one: u64,
    /// All that belong to one problem.
    pub(super) all: u64,
}

/// What a position comes to, and the move that reaches it if there is one.
pub(super) struct Read {
    pub(super) outcome: Outcome,
    pub(super) seki: bool,
    pub(super) best: Option<Point>,
}

impl Patience<'_> {
    /// The same for another problem.
    pub(super) fn again(&mut self) -> Patience<'_> {
        Patience {
            memory: self.memory,
            ..*self
        }
    }

    /// What the position of a game comes to, if that is found, and how many positions of alpha-beta it was worth.
    pub(super) fn read(
        &mut self,
        problem: &Problem,
        game: &Game,
        here: &Problem,
        effort: &Effort,
        go_on: &mut dyn FnMut() -> bool,
    ) -> (Option<Read>, u64) {
        let mut spent = 0;
        if self.by_proof_numbers && Closed::is_for(here) {
            let found = by_proof_numbers(&before(problem, game), here, self.limits.one, go_on);
            spent = found.spent;
            // Where they are in doubt alpha-beta may know.
            if found.read.is_some() || !found.is_over {
                return (found.read, spent);
            }
        }
        let mut effort = *effort;
        effort.limits.nodes = self.limits.one;
        let past: Vec<u64> = game.past().collect();
        let attempt = solve_after(&past, here, &effort, self.memory, &mut |_| go_on());
        let read = attempt.solution().map(|solution| Read {
            outcome: solution.answer.outcome,
            seki: solution.answer.seki,
            best: solution.best,
        });
        (read, spent + attempt.nodes)
    }
}

/// What came of proof numbers.
struct Closer {
    read: Option<Read>,
    spent: u64,
    /// They will not know more.
    is_over: bool,
}

fn by_proof_numbers(past: &[Board], here: &Problem, nodes: u64, go_on: &mut dyn FnMut() -> bool) -> Closer {
    let Some(mut closed) = Closed::after(past, here, BYTES) else {
        return Closer {
            read: None,
            spent: 0,
            is_over: true,
        };
    };
    loop {
        let is_over = !closed.step(SLICE);
        let read = what_is_known(&closed, here);
        let spent = CLOSED_COST * closed.nodes();
        if read.is_some() || is_over || spent >= nodes || !go_on() {
            return Closer { read, spent, is_over };
        }
    }
}

/// The outcome, if it is known with all that belongs to it: of stones that live whether they have two eyes, and a move if one is needed.
fn what_is_known(closed: &Closed, here: &Problem) -> Option<Read> {
    let known = closed.judgement();
    let outcome = known.outcome?;
    let seki = outcome == Outcome::Alive && !known.eyes?;
    let best = known.correct.first();
    let is_whole = is_lost(here, outcome) || best.is_some();
    is_whole.then_some(Read { outcome, seki, best })
}

/// What stood on the board before, the oldest first.
fn before(problem: &Problem, game: &Game) -> Vec<Board> {
    let mut replay = Game::new(&problem.setup());
    let mut stood = |played: Move| {
        let board = replay.board().clone();
        replay.make(played).ok().map(|()| board)
    };
    game.moves().map_while(&mut stood).collect()
}

#[cfg(test)]
mod tests {
    use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

    use super::*;
    use crate::entry::Entry;
    use crate::solve::Regions;

    /// White's second eye hangs on the ko at D7 and E7.
    const KO: &str = "**x-xo-\n***xooo\n****xxx\n*******\n*******\n*******\n*******\nF6 o\n";

    #[test]
    fn a_ko_just_taken_is_not_taken_back_at_once() {
        let problem = Entry::from_text(KO).unwrap().problem;
        let mut game = Game::new(&problem.setup());
        game.play(problem.point("D7").unwrap()).unwrap();
        let here = problem.at(&game, game.to_move()).unwrap();
        let effort = Effort {
            limits: shikatsu::search::Limits::NONE,
            regions: Regions::Device,
            slice: 64,
            every_move: false,
            knows: Knowledge::ALL,
        };
        let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
        let mut patience = Patience {
            memory: &mut memory,
            limits: Lengths {
                one: 100_000,
                all: 100_000,
            },
            by_proof_numbers: true,
        };
        let (read, spent) = patience.read(&problem, &game, &here, &effort, &mut || true);
        let read = read.expect("it is small");
        assert!(spent > 0);
        assert_eq!((read.outcome, read.best), (Outcome::KoDefender, None));
        let alone = by_proof_numbers(&[], &here, 100_000, &mut || true).read;
        assert_eq!(
            alone.expect("it is small").outcome,
            Outcome::KoAttacker,
            "the past decides it"
        );
    }
}
