//! Leitner boxes: what was failed comes back, soon at first, then later and later.
//!
//! The handheld has no clock that runs while it is off, so time is counted in problems tried.

use crate::record::{Done, Profile, Record};

/// After how many more problems a box comes back: boxes 1 to 5.
const INTERVALS: [u32; 5] = [3, 8, 20, 50, 120];

/// What time it is: how many problems counted so far, proved or on the book's word.
pub const fn clock(profile: &Profile) -> u32 {
    profile.tries.0.saturating_add(profile.book_tries.0)
}

/// The record after a counted try, when `tries` problems have been tried in all.
pub(super) fn after(record: Record, done: Done, tries: u32) -> Record {
    if done == Done::Solved && waits(record) && !is_due(record, tries) {
        // Solved sooner than it was due: that proves little.
        return Record { done, ..record };
    }
    let box_number = match (done, record.box_number) {
        // What was never failed needs no review.
        (Done::Solved, 0) => 0,
        (Done::Solved, number) if usize::from(number) >= INTERVALS.len() => 0,
        (Done::Solved, number) => number + 1,
        (Done::New, number) => number,
        (Done::Helped | Done::Failed, _) => 1,
    };
    let wait = usize::from(box_number)
        .checked_sub(1)
        .and_then(|place| INTERVALS.get(place))
        .map_or(0, |&wait| wait);
    Record {
        done,
        box_number,
        due: tries.saturating_add(wait),
    }
}

/// Whether a problem waits in a box.
pub(super) const fn waits(record: Record) -> bool {
    record.box_number > 0
}

/// Whether it should come back now.
pub const fn is_due(record: Record, tries: u32) -> bool {
    waits(record) && record.due <= tries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_failed_comes_back_at_growing_distances_until_it_sits() {
        let mut record = after(Record::default(), Done::Failed, 10);
        let mut waits_seen = std::vec![record.due - 10];
        for _ in 0..4 {
            let now = record.due;
            assert!(is_due(record, now) && !is_due(record, now - 1));
            record = after(record, Done::Solved, now);
            waits_seen.push(record.due - now);
        }
        assert_eq!(waits_seen, [3, 8, 20, 50, 120]);
        record = after(record, Done::Solved, record.due);
        assert!(!waits(record));
    }

    #[test]
    fn a_new_failure_starts_over() {
        let late = Record {
            done: Done::Solved,
            box_number: 4,
            due: 100,
        };
        assert_eq!(after(late, Done::Failed, 100).box_number, 1);
        assert_eq!(after(late, Done::Helped, 100).due, 103);
    }

    #[test]
    fn what_was_solved_at_once_is_not_reviewed() {
        assert!(!waits(after(Record::default(), Done::Solved, 5)));
    }
}
