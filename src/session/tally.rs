//! What the results so far come to: what is solved in a pack, what failed, what is due for review.

use heapless::Vec;

use super::review;
use crate::pack::library::{Library, PackIndex, ProblemIndex};
use crate::record::{Done, Keeper, ProblemId};

/// Packs that count for review: more than a handheld has room for.
const PACKS: usize = 64;

/// A look at everything that is remembered about problems.
#[derive(Clone, Copy)]
pub(super) struct Tally<'a> {
    pub(super) library: &'a dyn Library,
    pub(super) keeper: &'a dyn Keeper,
    /// Problems that counted so far.
    pub(super) tries: u32,
    /// The problem on the table. It is not due again.
    pub(super) here: Option<ProblemId>,
}

impl Tally<'_> {
    /// Problems of a pack that were solved, solved with help, and failed.
    pub(super) fn done_in(&self, pack: PackIndex) -> (u16, u16, u16) {
        let id = self.library.pack_id(pack);
        let (mut solved, mut helped, mut failed) = (0, 0, 0);
        self.keeper.each(&mut |problem, record| {
            if problem.pack == id {
                match record.done {
                    Done::New => {}
                    Done::Solved => solved += 1,
                    Done::Helped => helped += 1,
                    Done::Failed => failed += 1,
                }
            }
        });
        (solved, helped, failed)
    }

    /// How many problems of the packs that are there were failed.
    pub(super) fn mistakes(&self) -> u16 {
        let mut count = 0;
        self.each_mistake(&mut |_| count += 1);
        count
    }

    /// Where the mistake with this number stands.
    pub(super) fn mistake(&self, number: u16) -> Option<(PackIndex, ProblemIndex)> {
        let (mut at, mut found) = (0, None);
        self.each_mistake(&mut |id| {
            if at == number {
                found = Some(id);
            }
            at += 1;
        });
        self.library.find(found?)
    }

    fn each_mistake(&self, show: &mut dyn FnMut(ProblemId)) {
        let packs = self.packs_there();
        self.keeper.each(&mut |id, record| {
            if record.done == Done::Failed && packs.contains(&id.pack) {
                show(id);
            }
        });
    }

    /// How many problems wait in boxes, and how many of them are due.
    pub(super) fn review_counts(&self) -> (u16, u16) {
        let (mut waiting, mut due) = (0, 0);
        let packs = self.packs_there();
        self.keeper.each(&mut |id, record| {
            if review::waits(record) && packs.contains(&id.pack) {
                waiting += 1;
                due += u16::from(review::is_due(record, self.tries) && Some(id) != self.here);
            }
        });
        (waiting, due)
    }

    /// How many problems have to be tried before the next one is due; nothing if none waits.
    pub(super) fn next_due(&self) -> Option<u32> {
        let packs = self.packs_there();
        let mut soonest: Option<u32> = None;
        self.keeper.each(&mut |id, record| {
            if review::waits(record) && packs.contains(&id.pack) {
                // What is due on the table already comes after at least one other.
                let more = record
                    .due
                    .saturating_sub(self.tries)
                    .max(u32::from(Some(id) == self.here));
                soonest = Some(soonest.map_or(more, |least| least.min(more)));
            }
        });
        soonest
    }

    /// The problem that has been due longest and is not the one on the table.
    pub(super) fn longest_due(&self) -> Option<ProblemId> {
        self.longest_due_but(&|id| Some(id) == self.here)
    }

    /// The problem that has been due longest, but for some.
    pub(super) fn longest_due_but(&self, is_out: &dyn Fn(ProblemId) -> bool) -> Option<ProblemId> {
        let packs = self.packs_there();
        let mut oldest: Option<(u32, ProblemId)> = None;
        self.keeper.each(&mut |id, record| {
            let is_older = oldest.is_none_or(|(due, _)| record.due < due);
            let is_due = review::is_due(record, self.tries) && !is_out(id);
            if is_due && is_older && packs.contains(&id.pack) {
                oldest = Some((record.due, id));
            }
        });
        oldest.map(|(_, id)| id)
    }

    /// The numbers of all packs. Whether a problem is still in its pack is looked up only when it is wanted: that is a long look in a
    /// large pack, and this is asked for each problem that was ever tried.
    fn packs_there(&self) -> Vec<u32, PACKS> {
        let packs = (0..self.library.packs()).map(|pack| self.library.pack_id(pack));
        packs.take(PACKS).collect()
    }
}
