//! The problems that the program carries: those of `problems/`, put in when it was built.

use crate::entry::Entry;

include!(concat!(env!("OUT_DIR"), "/problems.rs"));

/// Every built-in problem, the easiest first.
///
/// A test reads them all, so none is left out here for being faulty.
pub fn built_in() -> Vec<Entry> {
    let mut entries: Vec<Entry> = PROBLEMS
        .iter()
        .filter_map(|(_, text)| Entry::from_text(text).ok())
        .collect();
    entries.sort_by_key(|entry| entry.level);
    entries
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
    fn there_is_at_least_one() {
        assert!(!built_in().is_empty());
    }
}
