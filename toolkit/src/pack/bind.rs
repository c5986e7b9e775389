//! Books of proved replies: what the handheld cannot read in time is read for it.
//!
//! The handheld judges a move by reading the position after it. So a problem is all right if each of these positions is quick to read, and
//! there is nothing to write down. Where one is slow, the outcome and the reply go into the book, and so on from there, until all that can be played is quick.
//! With patience, proof numbers or alpha-beta read slow positions at length (`slow`). Otherwise the prover for open positions does, and the checker has to
//! accept its proof.

use shikatsu::board::{Color, Game, Move, Point, PointSet, Verdict};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::region::Region;
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_WORDS, Solution};

use super::open::{Inquiry, mover, outcome};
use super::slow::{Patience, Read};
use crate::replies::Position;
use crate::solve::{COST, Effort, Memory, Regions, is_lost, solve_after};

/// What the handheld reads in two seconds where it is fast.
pub(super) const QUICK: u64 = 60_000;
/// What it reads in less than that where it is slow, in regions of up to so many points: one, two and four of its words. Of the first moves of Dan, some
/// take it two seconds for 46,400 positions in the first and 31,000 in the second.
const SURELY_QUICK: [(usize, u64); 3] = [(32, 46_000), (64, 26_000), (128, 15_000)];
/// Positions of the prover for each side of a slow position. Three times as many closed none of eight problems more.
const PROVING: u64 = 15_000;
/// What may be spent on one book, in positions of the core's solver, by those who have no patience.
const MOST_WORK: u64 = 4_000_000;
/// What its tables take at most, for each side.
const BYTES: usize = 8 << 20;
/// The most positions of a book, and how deep it goes.
const MOST_POSITIONS: usize = 2_000;
const MOST_PLIES: usize = 80;

/// A problem judged move by move.
pub(super) struct Bound {
    /// The whole answer.
    pub(super) solution: Solution,
    /// The book; its first position is the problem. It names no move if the handheld needs no book.
    pub(super) book: Vec<Position>,
    /// The work that it took.
    pub(super) nodes: u64,
}

/// Judges every first move of a problem whose outcome is known, and writes down what is slow.
pub(super) fn bind(
    problem: &Problem,
    known: &Solution,
    effort: &Effort,
    memory: &mut Memory,
    patience: Option<Patience<'_>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Bound, Failing> {
    let quick = if patience.is_some() {
        surely_quick(problem).ok_or(Failing::Unknown)?
    } else {
        QUICK
    };
    let mut binder = Binder {
        problem,
        effort: Effort {
            limits: Limits {
                nodes: quick.min(effort.limits.nodes),
                ..effort.limits
            },
            regions: Regions::Device,
            every_move: false,
            ..*effort
        },
        memory,
        most_work: patience
            .as_ref()
            .map_or(MOST_WORK, |patience| patience.limits.all),
        patience,
        go_on,
        book: Vec::new(),
        spent: 0,
    };
    let mut game = Game::new(&problem.setup());
    let worth = Worth::of(&known.answer);
    let outcome = worth.outcome;
    let mut moves = PointSet::EMPTY;
    let judged = binder.turn(&mut game, worth, &mut |played, comes_to| {
        if let Move::Play(point) = played
            && comes_to == outcome
        {
            moves.insert(point);
        }
    });
    judged?;
    if is_lost(problem, outcome) {
        moves = PointSet::EMPTY;
    }
    let best = known.best.filter(|&best| moves.contains(best));
    if let (Some(first), Some(best)) = (binder.book.first_mut(), best) {
        first.best = Move::Play(best);
    }
    Ok(Bound {
        solution: Solution {
            answer: Answer {
                moves,
                ..known.answer
            },
            best,
            equals: best.into_iter().collect(),
            depth: 0,
        },
        book: binder.book,
        nodes: binder.spent,
    })
}

/// What the handheld reads in time whatever the position is like; `None` if it is too large for it.
fn surely_quick(problem: &Problem) -> Option<u64> {
    let (region, _) = Region::<DEVICE_WORDS>::new(problem)?;
    let fits = |(most, _): &&(usize, u64)| region.points() <= *most;
    SURELY_QUICK.iter().find(fits).map(|&(_, nodes)| nodes)
}

/// What a position comes to.
#[derive(Clone, Copy)]
struct Worth {
    outcome: Outcome,
    seki: bool,
}

impl Worth {
    const fn of(answer: &Answer) -> Worth {
        Worth {
            outcome: answer.outcome,
            seki: answer.seki,
        }
    }

    const fn plain(outcome: Outcome) -> Worth {
        Worth { outcome, seki: false }
    }
}

/// What a position comes to, by whom it is known.
enum Word {
    /// The handheld finds out by itself.
    Quick(Worth),
    /// It is proved, and this is the reply.
    Slow(Worth, Move),
}

impl Word {
    const fn worth(&self) -> Worth {
        match *self {
            Word::Quick(worth) | Word::Slow(worth, _) => worth,
        }
    }
}

/// Why a problem cannot be judged move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failing {
    /// Somewhere nobody knows what a position comes to, or there is no room to write it down.
    Unknown,
    /// A move does better than is possible by what is known: somebody is wrong.
    Contradiction,
}

struct Binder<'a> {
    problem: &'a Problem,
    effort: Effort,
    /// As large as the handheld's.
    memory: &'a mut Memory,
    patience: Option<Patience<'a>>,
    most_work: u64,
    go_on: &'a mut dyn FnMut() -> bool,
    book: Vec<Position>,
    spent: u64,
}

impl Binder<'_> {
    /// Looks at all moves of the player here, who is to find the right one, and writes down those that are slow to judge. Each is told. The place
    /// in the book, unless all are quick and it is not the first.
    fn turn(
        &mut self,
        game: &mut Game,
        worth: Worth,
        told: &mut dyn FnMut(Move, Outcome),
    ) -> Result<Option<usize>, Failing> {
        if game.verdict().is_some() {
            return Ok(None);
        }
        let place = self.book.len();
        self.book.push(position(worth, Move::Pass));
        let setup = self.problem.setup();
        let board = game.board();
        let stones = board.stones(Color::Black).union(&board.stones(Color::White));
        let free =
            Point::all(setup.size).filter(|&point| !stones.contains(point) && !setup.outside.contains(point));
        let moves: Vec<Move> = free.map(Move::Play).chain([Move::Pass]).collect();
        for played in moves {
            if game.make(played).is_err() {
                continue;
            }
            let word = self.word(game).ok_or(Failing::Unknown)?;
            let way = match word {
                Word::Quick(_) => None,
                Word::Slow(worth, reply) => Some(self.reply(game, worth, reply)?),
            };
            game.undo();
            let comes_to = word.worth().outcome;
            if self.is_too_good(game, played, comes_to, worth.outcome) {
                return Err(Failing::Contradiction);
            }
            told(played, comes_to);
            if comes_to == worth.outcome && self.book[place].best == Move::Pass {
                self.book[place].best = played;
            }
            self.book[place].ways.extend(way.map(|way| (played, way)));
        }
        if self.book[place].ways.is_empty() && place > 0 {
            self.book.truncate(place);
            return Ok(None);
        }
        Ok(Some(place))
    }

    /// Whether a move comes to more than what is known to be the most for the side to move: then somebody is wrong.
    fn is_too_good(&self, game: &Game, played: Move, comes_to: Outcome, most: Outcome) -> bool {
        // Who passes in a ko gives it up.
        if [Some(played), game.moves().last()].contains(&Some(Move::Pass)) {
            return false;
        }
        if game.to_move() == self.problem.defender() {
            comes_to > most
        } else {
            comes_to < most
        }
    }

    /// Writes down the reply to a move, and what may follow.
    fn reply(&mut self, game: &mut Game, worth: Worth, reply: Move) -> Result<usize, Failing> {
        let place = self.book.len();
        if place >= MOST_POSITIONS || game.moves().len() >= MOST_PLIES {
            return Err(Failing::Unknown);
        }
        self.book.push(position(worth, reply));
        game.make(reply).map_err(|_| Failing::Unknown)?;
        // A reply keeps the outcome. But of a lost side that leaves a seki it may allow two eyes, and one that proof numbers chose may give them up.
        let is_chosen = self
            .patience
            .as_ref()
            .is_some_and(|patience| patience.by_proof_numbers);
        let after = if worth.seki || is_chosen && worth.outcome == Outcome::Alive {
            self.word(game).ok_or(Failing::Unknown)?.worth()
        } else {
            worth
        };
        if after.outcome != worth.outcome || after.seki && !worth.seki {
            return Err(Failing::Unknown);
        }
        let worth = after;
        let next = self.turn(game, worth, &mut |_, _| ())?;
        game.undo();
        self.book[place].ways.extend(next.map(|next| (reply, next)));
        Ok(place)
    }

    /// What the position comes to; `None` if nobody knows.
    fn word(&mut self, game: &Game) -> Option<Word> {
        // After two passes there is nothing left to read.
        if let Some(verdict) = game.verdict() {
            let outcome = match verdict {
                Verdict::Dead => Outcome::Dead,
                Verdict::Stands => Outcome::Alive,
            };
            return Some(Word::Quick(Worth::plain(outcome)));
        }
        // Without a key stone they are dead.
        let Some(here) = self.problem.at(game, game.to_move()) else {
            return Some(Word::Quick(Worth::plain(Outcome::Dead)));
        };
        if self.spent > self.most_work || !(self.go_on)() {
            return None;
        }
        let past: Vec<u64> = game.past().collect();
        let attempt = solve_after(&past, &here, &self.effort, self.memory, &mut |_| true);
        self.spent += attempt.nodes;
        // At the limit the outcome may be known, but not what resists longest: the handheld goes on looking for that.
        let is_read = attempt.nodes < self.effort.limits.nodes || self.patience.is_none();
        if let Some(solution) = attempt.solution().filter(|_| is_read) {
            return Some(Word::Quick(Worth::of(&solution.answer)));
        }
        // What looks best, for who has lost.
        let guess = attempt.guess.and_then(|guess| guess.best);
        let guess = guess.filter(|&point| game.check(point).is_ok());
        if let Some(patience) = &mut self.patience {
            let (read, spent) = patience.read(self.problem, game, &here, &self.effort, &mut *self.go_on);
            self.spent += spent;
            let read = read?;
            let Read { outcome, seki, .. } = read;
            let reply = chosen_reply(&here, &read, guess);
            return Some(Word::Slow(Worth { outcome, seki }, reply));
        }
        let mover = mover(&here);
        let mut inquiry = Inquiry::new(&here, BYTES, self.go_on);
        let found = [mover, mover.opponent()].into_iter().find_map(|winner| {
            let win = inquiry.win(winner, None, PROVING)?;
            // What the prover for open positions finds is never trusted without a check.
            inquiry.is_checked().then_some((winner, win))
        });
        self.spent += COST * inquiry.nodes();
        let (winner, win) = found?;
        let best = if winner == mover { win.best } else { guess };
        let worth = Worth::plain(outcome(winner));
        Some(Word::Slow(worth, best.map_or(Move::Pass, Move::Play)))
    }
}

/// The reply to write down: what was found, and for who has lost what looks best. Anybody else passes who has no move, since none keeps the outcome.
fn chosen_reply(here: &Problem, read: &Read, guess: Option<Point>) -> Move {
    let guess = guess.filter(|_| is_lost(here, read.outcome));
    read.best.or(guess).map_or(Move::Pass, Move::Play)
}

/// A position from which nothing leads on yet. Behind moves that no way is named for the handheld reads on by itself.
const fn position(worth: Worth, best: Move) -> Position {
    Position {
        outcome: worth.outcome,
        seki: worth.seki,
        best,
        ways: Vec::new(),
        others: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    const TWO_EYES: &str = "-o-ox**\nooooxx*\nxxxxx**\n*******\n*******\n*******\n*******\nB7 x\n";

    #[test]
    fn only_who_has_lost_plays_by_guess() {
        let problem = Entry::from_text(TWO_EYES).unwrap().problem;
        let [best, guess] = ["A7", "C7"].map(|name| problem.point(name));
        let reply = |outcome, best| {
            let read = Read {
                outcome,
                seki: false,
                best,
            };
            chosen_reply(&problem, &read, guess)
        };
        let guessed = guess.map(Move::Play).unwrap();
        assert_eq!(reply(Outcome::Alive, None), guessed);
        // Only a threat helps: no move of the board keeps the ko.
        assert_eq!(reply(Outcome::KoDefender, None), Move::Pass);
        assert_eq!(reply(Outcome::KoDefender, best), best.map(Move::Play).unwrap());
    }
}
