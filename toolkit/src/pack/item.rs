//! One problem on its way into a pack, and what becomes of it.

use std::borrow::Cow;

use shikatsu::problem::Problem;
use shikatsu::tsumego::Solution;

use super::opinion::{MOST_MOVES, Opinion, leaks, wrong_but_correct};
use super::prove::{Handheld, Proof};
use crate::entry::Entry;
use crate::files::Loaded;
use crate::solve::{Attempt, Found, Why};

/// A problem on its way into a pack.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// How people call its place.
    pub label: String,
    /// Where it was found.
    pub loaded: &'a Loaded,
    /// The problem, as it was read at first or at a second look.
    pub entry: Cow<'a, Entry>,
    /// Which earlier item is the same problem.
    pub twin: Option<usize>,
    /// What the solver says; `None` if it was not asked.
    pub attempt: Option<Attempt>,
    /// How the handheld copes with what was proved.
    pub handheld: Handheld,
    /// Whether it makes sense as a problem: asked where the file says nothing about its answer, and known of what the prover finds.
    pub sense: Sense,
    /// The positions that were looked at for all its readings.
    pub spent: u64,
    /// Other readings that may be meant, if only more were known about them.
    pub(super) hopes: Vec<Entry>,
    /// The first other reading with a closed wall that was too much to read even with patience.
    pub(super) unread: Option<Entry>,
    /// Another reading that makes sense although many moves are correct in it: taken if there is none better.
    pub(super) makeshift: Option<Box<Makeshift>>,
}

/// A reading, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Makeshift {
    pub(super) entry: Entry,
    pub(super) proof: Proof,
}

/// Whether what was worked out makes sense as a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// It does, or nobody asked.
    Good,
    /// It was proved that it does not matter who moves first.
    Settled,
    /// The answer is another one if the wall is closed: it may rest on a way out that nobody would leave open.
    Leaking,
}

/// What becomes of a problem.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate<'a> {
    /// It goes into the pack with this answer.
    Kept(&'a Solution, Opinion),
    /// It is there already, as this item.
    Twin(usize),
    /// No answer was proved, for this reason.
    Unproved(Why),
    /// Its outcome is proved, and moves that reach it, but the handheld could not read it.
    TooLarge(&'a Solution, Opinion),
    /// The proof contradicts the file, or leaves nothing to find, and the key stones or the bounds were guessed: most likely that guess was wrong.
    Doubtful(&'a Solution, Opinion),
}

impl Item<'_> {
    /// What becomes of it.
    pub fn fate(&self) -> Fate<'_> {
        if let Some(twin) = self.twin {
            return Fate::Twin(twin);
        }
        let Some(attempt) = &self.attempt else {
            return Fate::Unproved(Why::Stopped);
        };
        let solution = match (&attempt.found, &attempt.so_far) {
            (Found::Proved(solution), _) => solution,
            (Found::Nothing(_), Some(so_far)) if self.handheld == Handheld::TooLarge => so_far,
            (Found::Nothing(why), _) => return Fate::Unproved(*why),
        };
        let opinion = Opinion::of(&self.entry, solution);
        let has_no_move = solution.answer.moves.is_empty();
        let is_strange = match opinion {
            // A right move of the author's would be refuted.
            Opinion::Disagrees | Opinion::Partly => true,
            Opinion::None => self.sense != Sense::Good || has_no_move,
            Opinion::Agrees => has_no_move && !self.entry.book.nothing_works,
        };
        // A file may name no right move and still call one wrong.
        let is_strange = is_strange
            || !wrong_but_correct(&self.entry, solution).is_empty()
            || self.entry.is_missing_ko(solution.answer.outcome)
            || self.sense == Sense::Settled
            || (!self.is_closed() && leaks(&self.entry, solution));
        if self.entry.is_guess() && is_strange {
            Fate::Doubtful(solution, opinion)
        } else if self.handheld == Handheld::TooLarge {
            Fate::TooLarge(solution, opinion)
        } else {
            Fate::Kept(solution, opinion)
        }
    }

    /// The problem as it goes into a pack.
    pub fn problem(&self) -> Problem {
        self.handheld.problem(&self.entry.problem)
    }

    /// Whether it goes in with other bounds than it was read with.
    pub(super) fn is_closed(&self) -> bool {
        self.problem() != self.entry.problem
    }

    /// Whether another reading may be better.
    pub(super) fn is_open(&self) -> bool {
        match self.fate() {
            Fate::Twin(_) => false,
            Fate::Doubtful(..) | Fate::Unproved(_) | Fate::TooLarge(..) => true,
            Fate::Kept(solution, _) => self.entry.is_guess() && solution.answer.moves.len() > MOST_MOVES,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shikatsu::board::PointSet;
    use shikatsu::problem::{Answer, Outcome};

    use super::*;
    use crate::files::read;
    use crate::overrides::Overrides;
    use crate::pack::Collection;

    /// Three white stones on the second line with a way out along the edge, and Black's move that kills them.
    const OPEN: &str = "(;SZ[9]PL[B]AW[ah][bh][ch]AB[ag][bg][cg][dg][dh];B[bi]C[Correct])";

    /// What becomes of a problem that is too large for the handheld, with these first moves correct.
    fn fate(outcome: Outcome, moves: &[&str], sense: Sense) -> &'static str {
        fate_of(OPEN, outcome, moves, sense)
    }

    fn fate_of(sgf: &str, outcome: Outcome, moves: &[&str], sense: Sense) -> &'static str {
        let loaded = read(Path::new("open.sgf"), sgf.as_bytes(), &Overrides::default());
        let mut item = Collection::new(&loaded).items.remove(0);
        let moves: PointSet = moves
            .iter()
            .map(|name| item.problem().point(name).unwrap())
            .collect();
        let known = Solution {
            answer: Answer {
                outcome,
                seki: false,
                moves,
            },
            best: moves.first(),
            equals: moves,
            depth: 0,
        };
        item.attempt = Some(Attempt {
            found: Found::Nothing(Why::Nodes),
            so_far: Some(known),
            guess: None,
            nodes: 1,
            rests: None,
        });
        item.handheld = Handheld::TooLarge;
        item.sense = sense;
        match item.fate() {
            Fate::TooLarge(..) => "too large",
            Fate::Doubtful(..) => "in doubt",
            _ => "something else",
        }
    }

    #[test]
    fn what_is_too_large_is_in_doubt_all_the_same_if_there_is_nothing_to_find() {
        assert_eq!(fate(Outcome::Dead, &["B1"], Sense::Good), "too large");
        assert_eq!(fate(Outcome::Dead, &["B1"], Sense::Settled), "in doubt");
    }

    #[test]
    fn what_is_too_large_is_in_doubt_all_the_same_if_its_room_leaks() {
        let everything = ["A1", "B1", "C1", "D1"];
        assert_eq!(fate(Outcome::Alive, &everything, Sense::Good), "in doubt");
        assert_eq!(fate(Outcome::Alive, &["B1"], Sense::Good), "too large");
    }

    #[test]
    fn what_is_no_ko_is_in_doubt_in_a_part_of_a_book_that_is_about_kos() {
        let silent = OPEN.replace(";B[bi]C[Correct]", "");
        for problem in [OPEN, &silent] {
            let in_part = |number| {
                let problem = problem.replacen("SZ[9]", &format!("SZ[9]GN[{number}]"), 1);
                format!("(;SZ[9]C[1. Creating a ko\n2. Killing]{problem}(;AB[aa]AW[ba]))")
            };
            let fate = |number, outcome| fate_of(&in_part(number), outcome, &["B1"], Sense::Good);
            assert_eq!(fate("1-1", Outcome::Dead), "in doubt");
            assert_eq!(fate("1-1", Outcome::KoAttacker), "too large");
            assert_eq!(fate("2-1", Outcome::Dead), "too large");
        }
    }
}
