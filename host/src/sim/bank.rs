//! The problems that the program carries: those of `problems/`, put in when it was built.

use crate::entry::Entry;

include!(concat!(env!("OUT_DIR"), "/problems.rs"));

/// Every built-in problem: the easiest first, and of equals those with something to find. Whatever their
/// levels, the first one of all has a move to find: nobody's first try should be at a settled position.
///
/// A test reads them all, so none is left out here for being faulty.
pub fn built_in() -> Vec<Entry> {
    let mut entries: Vec<Entry> = PROBLEMS
        .iter()
        .filter_map(|(_, text)| Entry::from_text(text).ok())
        .collect();
    entries.sort_by_key(|entry| (entry.level, is_settled(entry)));
    if let Some(task) = entries.iter().position(|entry| !is_settled(entry)) {
        entries[..=task].rotate_right(1);
    }
    entries
}

/// Whether no first move does better than another.
fn is_settled(entry: &Entry) -> bool {
    entry.answer.is_some_and(|answer| answer.moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_problem_can_be_read() {
        for (path, text) in PROBLEMS {
            assert!(
                Entry::from_text(text).is_ok(),
                "{path}: {:?}",
                Entry::from_text(text)
            );
        }
        assert_eq!(built_in().len(), PROBLEMS.len());
    }

    #[test]
    fn the_first_has_a_move_to_find() {
        assert!(!is_settled(&built_in()[0]));
    }

    #[test]
    fn the_easiest_come_first_and_among_equals_those_with_a_move_to_find() {
        let order: Vec<_> = built_in()[1..]
            .iter()
            .map(|entry| (entry.level, is_settled(entry)))
            .collect();
        assert!(order.is_sorted(), "{order:?}");
    }
}
