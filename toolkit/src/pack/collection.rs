//! What becomes of the problems that somebody wants in a pack.

use std::borrow::Cow;

use shikatsu::board::PointSet;
use shikatsu::problem::Problem;
use shikatsu::tsumego::Solution;

use super::again::{if_closed, is_convincing, is_same_end, other_readings, other_turn};
use super::ask::{Asked, room_of};
use super::item::{Fate, Item, Sense};
use super::opinion::{called_wrong, is_silent, named};
use super::prove::{HOPELESS, Handheld, OnCores, Proof, Prover, Watch, Workers};
use super::twins::twins;
use crate::entry::Entry;
use crate::files::Loaded;
use crate::solve::{Stop, Why};

/// The problems of some files, in the order of the files.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// Those that could be read.
    pub items: Vec<Item<'a>>,
}

impl<'a> Collection<'a> {
    /// The problems among what was loaded.
    pub fn new(loaded: &'a [Loaded]) -> Collection<'a> {
        Collection::of(loaded, |_| true)
    }

    /// Those whose files leave key stones or bounds to a guess.
    pub fn of_guesses(loaded: &'a [Loaded]) -> Collection<'a> {
        Collection::of(loaded, Entry::is_guess)
    }

    fn of(loaded: &'a [Loaded], is_wanted: impl Fn(&Entry) -> bool) -> Collection<'a> {
        let good = loaded
            .iter()
            .filter_map(|loaded| Some((loaded, loaded.entry.as_ref().ok()?)))
            .filter(|(_, entry)| is_wanted(entry));
        let mut items: Vec<Item<'a>> = good
            .map(|(loaded, entry)| Item {
                label: loaded.label(),
                loaded,
                entry: Cow::Borrowed(entry),
                twin: None,
                attempt: None,
                handheld: Handheld::AsItIs,
                sense: Sense::Good,
                spent: 0,
            })
            .collect();
        let twins = twins(items.iter().map(|item| &item.entry.problem));
        for (item, twin) in items.iter_mut().zip(twins) {
            item.twin = twin;
        }
        Collection { items }
    }

    /// Has every problem solved, each once, as far as nobody stops it.
    pub fn prove(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        self.prove_all(false, workers, stop, watch);
    }

    /// The same, and what the handheld could not read in time gets a book of replies.
    pub fn prove_with_books(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        self.prove_all(true, workers, stop, watch);
    }

    fn prove_all(&mut self, is_patient: bool, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| self.items[place].twin.is_none())
            .collect();
        let mut prover = OnCores {
            workers,
            is_patient,
            stop,
            watch,
        };
        for (place, proof) in self.proofs_of(wanted, &mut prover) {
            self.items[place].take(proof);
        }
    }

    /// What the items at these places come to, as they are read now. They pay for it.
    fn proofs_of(
        &mut self,
        places: Vec<usize>,
        prover: &mut dyn Prover,
    ) -> Vec<(usize, (Option<Proof>, Sense))> {
        let entries: Vec<&Entry> = places
            .iter()
            .map(|&place| self.items[place].entry.as_ref())
            .collect();
        let proofs = proofs(&entries, prover);
        for (&place, (proof, _)) in places.iter().zip(&proofs) {
            self.items[place].pay(proof.as_ref());
        }
        places.into_iter().zip(proofs).collect()
    }

    /// Reads those again that are in doubt or without a proof, and keeps what goes with the file's own answer.
    pub fn look_again(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        // To work out the other readings takes a while, too.
        if stop.is_wanted() {
            return;
        }
        let mut prover = OnCores {
            workers,
            is_patient: false,
            stop,
            watch,
        };
        let read = |item: &Item<'_>| other_readings(item, prover.rooms()).into_iter();
        let mut readings: Vec<_> = self.items.iter().map(read).collect();
        // In rounds, since most of what can be cleared up is so by the first readings.
        while !stop.is_wanted() {
            let round: Vec<(usize, Entry)> = (0..self.items.len())
                .filter(|&place| self.items[place].is_open())
                .filter_map(|place| Some((place, readings[place].next()?)))
                .collect();
            if round.is_empty() {
                return;
            }
            let entries: Vec<&Entry> = round.iter().map(|(_, entry)| entry).collect();
            let proofs = proofs(&entries, &mut prover);
            for ((place, entry), (proof, sense)) in round.into_iter().zip(proofs) {
                let item = &mut self.items[place];
                item.pay(proof.as_ref());
                let Some(proof) = proof else { continue };
                let is_too_large = proof.handheld == Handheld::TooLarge;
                if is_too_large && matches!(item.fate(), Fate::TooLarge(..) | Fate::Kept(..)) {
                    continue;
                }
                let known = proof.attempt.proved().filter(|_| is_too_large);
                let solution = proof.attempt.solution().or(known);
                if solution.is_some_and(|solution| is_convincing(item, &entry, &proof, solution, sense)) {
                    item.entry = Cow::Owned(entry);
                    item.take((Some(proof), sense));
                }
            }
        }
    }

    /// Tries longer what was not proved in any reading: as it was read at first, since that is the likeliest, and with the core's solver, since the
    /// prover finds a win soon or never.
    pub fn insist(&mut self, nodes: u64, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        let mut effort = workers.effort;
        effort.limits.nodes = nodes;
        let workers = Workers {
            effort,
            open_nodes: 0,
            ..*workers
        };
        let mut prover = OnCores {
            workers: &workers,
            is_patient: true,
            stop,
            watch,
        };
        let is_wanted = |item: &Item<'_>| {
            let is_small = room_of(&item.entry.problem.setup()).len() <= HOPELESS;
            is_small && matches!(item.fate(), Fate::Unproved(Why::Nodes))
        };
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| is_wanted(&self.items[place]))
            .collect();
        for (place, proof) in self.proofs_of(wanted, &mut prover) {
            if solution_of(proof.0.as_ref()).is_some() {
                self.items[place].take(proof);
            }
        }
    }

    /// The problems that go into the pack, with their answers.
    pub fn kept(&self) -> impl Iterator<Item = (&Item<'a>, &Solution)> {
        self.items.iter().filter_map(|item| match item.fate() {
            Fate::Kept(solution, _) => Some((item, solution)),
            _ => None,
        })
    }
}

impl Item<'_> {
    fn pay(&mut self, proof: Option<&Proof>) {
        self.spent += proof.map_or(0, |proof| proof.attempt.nodes);
    }

    fn take(&mut self, (proof, sense): (Option<Proof>, Sense)) {
        (self.attempt, self.handheld) = match proof {
            Some(proof) => (Some(proof.attempt), proof.handheld),
            None => (None, Handheld::AsItIs),
        };
        self.sense = sense;
    }
}

fn solution_of(proof: Option<&Proof>) -> Option<&Solution> {
    proof.and_then(|proof| proof.attempt.solution())
}

/// What each entry comes to, and of those that are silent and guessed, whether that makes sense.
fn proofs(entries: &[&Entry], prover: &mut dyn Prover) -> Vec<(Option<Proof>, Sense)> {
    let questions: Vec<_> = entries.iter().map(|entry| asked(entry, &entry.problem)).collect();
    let found = prover.prove(&questions);
    let mut doubts: Vec<(usize, Problem, Sense)> = Vec::new();
    for (place, (entry, proof)) in entries.iter().zip(&found).enumerate() {
        let Some((solution, proof)) = solution_of(proof.as_ref()).zip(proof.as_ref()) else {
            continue;
        };
        if !solution.answer.moves.is_empty() && entry.is_guess() && is_silent(entry) {
            // In the open nobody could say; closed it is easy.
            let problem = proof.handheld.problem(&entry.problem);
            doubts.extend(other_turn(&problem).map(|turned| (place, turned, Sense::Settled)));
            let closed = if_closed(proof, &problem, solution);
            doubts.extend(closed.map(|closed| (place, closed, Sense::Leaking)));
        }
    }
    let questions: Vec<_> = doubts
        .iter()
        .map(|(place, problem, _)| asked(entries[*place], problem))
        .collect();
    let others = prover.prove(&questions);
    let mut proofs: Vec<_> = found.into_iter().map(|proof| (proof, Sense::Good)).collect();
    for ((place, _, doubt), other) in doubts.iter().zip(others) {
        let (proof, sense) = &mut proofs[*place];
        let other = other.as_ref().and_then(|other| match doubt {
            Sense::Leaking => other.attempt.solution(),
            _ => other.attempt.proved(),
        });
        let both = solution_of(proof.as_ref()).zip(other);
        let is_justified = both.is_some_and(|(one, other)| match doubt {
            Sense::Good => false,
            Sense::Settled => is_same_end(one, other),
            Sense::Leaking => one.answer != other.answer,
        });
        if is_justified {
            *sense = *doubt;
        }
    }
    proofs
}

/// What is asked about a problem of an entry.
fn asked<'a>(entry: &Entry, problem: &'a Problem) -> Asked<'a> {
    let is_told =
        entry.is_guess() && !entry.book.nothing_works && problem.to_move() == entry.problem.to_move();
    Asked {
        problem,
        wanted: if is_told { named(entry) } else { PointSet::EMPTY },
        shown: named(entry).union(&called_wrong(entry)),
        may_fail: entry.book.nothing_works || !entry.is_guess(),
        is_silent: is_silent(entry) && entry.is_guess(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shikatsu::search::Limits;
    use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

    use super::*;
    use crate::files::read;
    use crate::overrides::Overrides;
    use crate::solve::{Effort, Regions};
    use crate::threads::Alone;

    const SIX_POINTS: &str = "\
*******
*******
*******
ooooooo
oxxxxxo
ox---xo
ox---xo
C3 x
Name: Six points
";

    struct Silent;

    impl Watch for Silent {
        fn proving(&mut self, _: usize, _: usize, _: u64) {}
        fn proved(&mut self) {}
    }

    #[test]
    fn what_nobody_proved_is_tried_longer() {
        let loaded = read(Path::new("a.txt"), SIX_POINTS.as_bytes(), &Overrides::default());
        let workers = Workers {
            threads: &Alone,
            effort: Effort {
                limits: Limits {
                    nodes: 5,
                    ..Limits::NONE
                },
                regions: Regions::Device,
                slice: 64,
                every_move: true,
                knows: Knowledge::ALL,
            },
            slots: DEVICE_SLOTS,
            open_nodes: 0,
        };
        let stop = Stop::default();
        let mut collection = Collection::new(&loaded);
        collection.prove(&workers, &stop, &mut Silent);
        assert_eq!(collection.items[0].fate(), Fate::Unproved(Why::Nodes));
        let spent = collection.items[0].spent;
        collection.insist(6, &workers, &stop, &mut Silent);
        assert_eq!(
            collection.items[0].fate(),
            Fate::Unproved(Why::Nodes),
            "no limit is passed over"
        );
        collection.insist(1_000_000, &workers, &stop, &mut Silent);
        assert!(
            matches!(collection.items[0].fate(), Fate::Kept(..)),
            "{:?}",
            collection.items[0].fate()
        );
        assert!(
            collection.items[0].spent > spent + 5,
            "all that was looked at is counted"
        );
    }
}
