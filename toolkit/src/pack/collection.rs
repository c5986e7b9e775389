//! What becomes of the problems that somebody wants in a pack.

use std::borrow::Cow;

use shikatsu::tsumego::Solution;

use super::again::{is_convincing, open_readings, other_readings, walled_readings};
use super::item::{Fate, Item, Sense};
use super::prove::{Handheld, OnCores, Proof, Prover, Watch, Workers, Zeal};
use super::sense::{known_of, proofs};
use super::trying::is_small;
use super::twins::twins;
use crate::entry::Entry;
use crate::files::Loaded;
use crate::solve::{Stop, Why};

/// What is left at the end gets so many times as many positions in the open.
const LONGER: u64 = 10;

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
                hopes: Vec::new(),
                unread: None,
                makeshift: None,
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
            zeal: if is_patient { Zeal::Patient } else { Zeal::Usual },
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
            zeal: Zeal::Usual,
            stop,
            watch,
        };
        let read = |item: &Item<'_>| other_readings(item, prover.rooms()).into_iter();
        let mut readings: Vec<_> = self.items.iter().map(read).collect();
        self.take_convincing(&mut readings, &mut prover, stop);
    }

    /// Goes through other readings of each item, until one is convincing.
    fn take_convincing(
        &mut self,
        readings: &mut [std::vec::IntoIter<Entry>],
        prover: &mut dyn Prover,
        stop: &Stop,
    ) {
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
            let proofs = proofs(&entries, prover);
            for ((place, entry), (proof, sense)) in round.into_iter().zip(proofs) {
                let item = &mut self.items[place];
                item.pay(proof.as_ref());
                let Some(proof) = proof else { continue };
                let is_too_large = proof.handheld == Handheld::TooLarge;
                if is_too_large && matches!(item.fate(), Fate::TooLarge(..) | Fate::Kept(..)) {
                    continue;
                }
                let solution = known_of(Some(&proof));
                if solution.is_some_and(|solution| is_convincing(item, &entry, &proof, solution, sense)) {
                    item.entry = Cow::Owned(entry);
                    item.take((Some(proof), sense));
                } else {
                    item.keep_for_later(entry, proof, sense);
                }
            }
        }
    }

    /// Tries longer what was not proved in any reading, and what is in doubt: with the wall closed if it is open, in readings of which enough is known to
    /// hope for more, and else as it was read at first, since that is the likeliest. If all that fails, what makes some sense has to do.
    pub fn insist(&mut self, nodes: u64, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        let mut effort = workers.effort;
        effort.limits.nodes = nodes;
        let workers = Workers { effort, ..*workers };
        let mut prover = OnCores {
            workers: &workers,
            zeal: Zeal::Patient,
            stop,
            watch,
        };
        let walled = |item: &Item<'_>| -> Vec<Entry> {
            let readings = walled_readings(item).into_iter();
            readings.filter(is_small).collect()
        };
        let with_hopes = |item: &mut Item<'_>| {
            let mut readings = walled(item);
            item.unread = None;
            let hopes = std::mem::take(&mut item.hopes).into_iter().filter(is_small);
            for hope in hopes {
                if readings.iter().all(|reading| reading.problem != hope.problem) {
                    readings.push(hope);
                }
            }
            readings.into_iter()
        };
        // To work out the other readings takes a while, too. What is known from an earlier try is taken even so.
        if !stop.is_wanted() {
            let mut readings: Vec<_> = self.items.iter_mut().map(with_hopes).collect();
            self.take_convincing(&mut readings, &mut prover, stop);
        }
        let is_wanted =
            |item: &Item<'_>| is_small(&item.entry) && matches!(item.fate(), Fate::Unproved(Why::Nodes));
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| is_wanted(&self.items[place]))
            .collect();
        for (place, (proof, sense)) in self.proofs_of(wanted, &mut prover) {
            let Some(proof) = proof else { continue };
            let item = &mut self.items[place];
            if item.differs_from(&proof) {
                item.give_up();
                continue;
            }
            let is_whole = proof.attempt.solution().is_some();
            let known = known_of(Some(&proof));
            if is_whole || known.is_some_and(|known| is_convincing(item, &item.entry, &proof, known, sense)) {
                item.take((Some(proof), sense));
            }
        }
        self.make_do();
    }

    /// Looks longer in the open for what is still not proved, or in doubt, though its file names an answer or says what is to be done.
    pub fn insist_in_the_open(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        if workers.open_nodes == 0 || stop.is_wanted() {
            return;
        }
        let workers = Workers {
            open_nodes: workers.open_nodes.saturating_mul(LONGER),
            ..*workers
        };
        let mut prover = OnCores {
            workers: &workers,
            zeal: Zeal::Usual,
            stop,
            watch,
        };
        let mut readings: Vec<_> = self
            .items
            .iter()
            .map(|item| open_readings(item).into_iter())
            .collect();
        self.take_convincing(&mut readings, &mut prover, stop);
        self.make_do();
    }

    /// Tries for long what is left: what was not proved in any reading, as it was read at first; what is too large for the handheld; and
    /// at last, of what is in doubt, another reading of which enough is known to hope for more, or else the likeliest with a closed wall that was too much to read.
    pub fn look_last(&mut self, nodes: u64, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        if workers.open_nodes == 0 || stop.is_wanted() {
            return;
        }
        let mut effort = workers.effort;
        effort.limits.nodes = nodes;
        let workers = Workers {
            effort,
            open_nodes: workers.open_nodes.saturating_mul(LONGER),
            ..*workers
        };
        let mut prover = OnCores {
            workers: &workers,
            zeal: Zeal::Last,
            stop,
            watch,
        };
        let is_wanted = |item: &Item<'_>| match item.fate() {
            Fate::TooLarge(..) => true,
            Fate::Unproved(why) => why == Why::Nodes && is_small(&item.entry),
            Fate::Kept(..) | Fate::Twin(_) | Fate::Doubtful(..) => false,
        };
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| is_wanted(&self.items[place]))
            .collect();
        for (place, (proof, sense)) in self.proofs_of(wanted, &mut prover) {
            let Some(proof) = proof else { continue };
            let item = &mut self.items[place];
            if item.differs_from(&proof) {
                item.give_up();
                continue;
            }
            let is_readable = proof.handheld != Handheld::TooLarge;
            let is_more = is_readable || matches!(item.fate(), Fate::Unproved(_));
            let Some(known) = known_of(Some(&proof)).filter(|_| is_more) else {
                continue;
            };
            let is_first = matches!(item.entry, Cow::Borrowed(_));
            if is_first || is_convincing(item, &item.entry, &proof, known, sense) {
                item.take((Some(proof), sense));
            }
        }
        let likeliest = |item: &mut Item<'_>| {
            let hope = std::mem::take(&mut item.hopes).into_iter().find(is_small);
            Vec::from_iter(hope.or(item.unread.take())).into_iter()
        };
        let mut readings: Vec<_> = self.items.iter_mut().map(likeliest).collect();
        self.take_convincing(&mut readings, &mut prover, stop);
        self.make_do();
    }

    /// Takes what is better than nothing where nothing convinced.
    fn make_do(&mut self) {
        for item in &mut self.items {
            item.make_do();
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

#[cfg(test)]
mod tests;
