//! What is known of an item while its readings are tried: what it takes, what it keeps for later, and when it believes nobody any more.

use std::borrow::Cow;

use shikatsu::tsumego::Solution;

use super::again::{is_convincing, is_passable};
use super::ask::room_of;
use super::item::{Fate, Item, Makeshift, Sense};
use super::opinion::is_silent;
use super::prove::{HOPELESS, Handheld, Proof};
use super::sense::solution_of;
use crate::entry::Entry;
use crate::sgf::openings;
use crate::solve::{Attempt, Found, Why};

/// How many readings of a problem are worth patience, besides those with its wall closed.
const MOST_HOPES: usize = 2;

impl Item<'_> {
    pub(super) fn pay(&mut self, proof: Option<&Proof>) {
        self.spent += proof.map_or(0, |proof| proof.attempt.nodes);
    }

    /// Whether a proof contradicts what was proved before.
    pub(super) fn differs_from(&self, proof: &Proof) -> bool {
        if proof.attempt.found == Found::Nothing(Why::Contradiction) {
            return true;
        }
        let before = self.attempt.as_ref().and_then(Attempt::proved);
        // Closed more narrowly, a problem may have fewer moves.
        let is_same = proof.handheld.problem(&self.entry.problem) == self.entry.problem;
        let differ = |one: &Solution, other: &Solution| {
            let is_whole = is_same && proof.attempt.solution().is_some();
            let loses_a_move = is_whole && !one.answer.moves.minus(&other.answer.moves).is_empty();
            one.answer.outcome != other.answer.outcome || loses_a_move
        };
        before
            .zip(proof.attempt.proved())
            .is_some_and(|(one, other)| differ(one, other))
    }

    /// Believes nobody any more.
    pub(super) fn give_up(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.give_up();
        }
        self.handheld = Handheld::AsItIs;
        self.hopes.clear();
        (self.unread, self.makeshift) = (None, None);
    }

    /// Keeps a reading that does not convince, but may be worth another look, or be better than none.
    pub(super) fn keep_for_later(&mut self, entry: Entry, proof: Proof, sense: Sense) {
        let so_far = proof
            .attempt
            .proved()
            .filter(|_| solution_of(Some(&proof)).is_none());
        if so_far.is_some_and(|so_far| is_convincing(self, &entry, &proof, so_far, sense)) {
            if self.hopes.len() < MOST_HOPES {
                self.hopes.push(entry);
            }
        } else if is_unread(&entry, &proof) {
            self.unread.get_or_insert(entry);
        } else if is_passable(self, &entry, &proof, sense) {
            // The first is the likeliest, but one that the handheld can read is worth more.
            let is_readable = |proof: &Proof| proof.handheld != Handheld::TooLarge;
            let kept = self.makeshift.as_ref().map(|kept| is_readable(&kept.proof));
            if kept.is_none_or(|kept| !kept && is_readable(&proof)) {
                self.makeshift = Some(Box::new(Makeshift { entry, proof }));
            }
        }
    }

    /// Takes a reading that is better than none, if it came to that.
    pub(super) fn make_do(&mut self) {
        if !matches!(self.fate(), Fate::Doubtful(..) | Fate::Unproved(_)) {
            return;
        }
        if let Some(makeshift) = self.makeshift.take() {
            let Makeshift { mut entry, proof } = *makeshift;
            if !is_silent(&entry) {
                entry
                    .remarks
                    .push("its moves come to a ko, which the file does not mention".to_string());
            }
            self.entry = Cow::Owned(entry);
            self.take((Some(proof), Sense::Good));
        }
    }

    pub(super) fn take(&mut self, (proof, sense): (Option<Proof>, Sense)) {
        (self.attempt, self.handheld) = match proof {
            Some(proof) => (Some(proof.attempt), proof.handheld),
            None => (None, Handheld::AsItIs),
        };
        self.sense = sense;
    }
}

/// Whether a reading with a closed wall might be read with more patience.
fn is_unread(entry: &Entry, proof: &Proof) -> bool {
    let is_walled = openings(&entry.problem.setup()).is_empty();
    proof.attempt.found == Found::Nothing(Why::Nodes) && is_walled && is_small(entry)
}

/// Whether its room is not hopeless for those who read closed rooms.
pub(super) fn is_small(entry: &Entry) -> bool {
    room_of(&entry.problem.setup()).len() <= HOPELESS
}
