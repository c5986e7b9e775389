//! The player's own sets of problems to find again: what is said about them.

use super::picture::Words;
use super::words::words;
use crate::record::{KEPT, ProblemId, Profile, SetNumber};

impl Profile {
    /// Whether a problem is in any set.
    pub(super) fn keeps(&self, id: ProblemId) -> bool {
        self.kept.contains(&id)
    }

    /// What a set is called.
    pub(super) fn words_for(&self, set: SetNumber) -> Words {
        match (set, self.name_of_set(set)) {
            (0, _) => words(format_args!("Kept problems")),
            (_, "") => words(format_args!("Set {set}")),
            (_, name) => words(format_args!("{name}")),
        }
    }

    /// Puts a problem into a set, or takes it out again if it is there. Says what came of it.
    pub(super) fn turn_in(&mut self, id: ProblemId, set: SetNumber) -> Words {
        if self.set_of(id) == Some(set) {
            self.take_out(id);
            return words(format_args!("Not kept any more"));
        }
        if !self.put_into(id, set) {
            return words(format_args!("Not kept: {KEPT} are, take one out"));
        }
        let count = self.in_set(set).count();
        match set {
            0 => words(format_args!("Kept, {count} in all")),
            _ => words(format_args!("Kept in {}, {count} in all", self.words_for(set))),
        }
    }

    /// The problems of a set behind this one; all if it is not there.
    pub(super) fn kept_after(&self, set: SetNumber, id: ProblemId) -> impl Iterator<Item = ProblemId> + '_ {
        let place = self.in_set(set).position(|kept| kept == id);
        self.in_set(set).skip(place.map_or(0, |place| place + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more_and_says_so() {
        let id = |problem: usize| ProblemId {
            pack: 1,
            problem: problem as u32,
        };
        let mut profile = Profile::default();
        for problem in 0..KEPT {
            assert!(profile.turn_in(id(problem), 0).starts_with("Kept, "));
        }
        assert_eq!(profile.turn_in(id(KEPT), 1), "Not kept: 48 are, take one out");
        assert!(!profile.keeps(id(KEPT)));
        assert_eq!(profile.turn_in(id(0), 0), "Not kept any more");
        assert_eq!(profile.turn_in(id(KEPT), 0), "Kept, 48 in all");
        assert!(profile.kept_after(0, id(KEPT - 1)).eq([id(KEPT)]));
        assert_eq!(profile.kept_after(0, id(KEPT)).count(), 0);
        assert_eq!(profile.turn_in(id(KEPT), 1), "Kept in Set 1, 1 in all");
        assert_eq!(profile.kept_after(0, id(KEPT - 1)).count(), 0);
    }
}
