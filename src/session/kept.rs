//! The player's own list of problems to find again.

use super::picture::Words;
use super::words::words;
use crate::record::{KEPT, ProblemId, Profile};

impl Profile {
    /// Whether a problem is in the list.
    pub(super) fn keeps(&self, id: ProblemId) -> bool {
        self.kept.contains(&id)
    }

    /// Puts a problem into the list, or takes it out again. Says what came of it.
    pub(super) fn turn_kept(&mut self, id: ProblemId) -> Words {
        if let Some(place) = self.kept.iter().position(|&kept| kept == id) {
            self.kept.remove(place);
            return words(format_args!("Not kept any more"));
        }
        match self.kept.push(id) {
            Ok(()) => words(format_args!("Kept, {} in all", self.kept.len())),
            Err(_) => words(format_args!("Not kept: {KEPT} are, take one out")),
        }
    }

    /// The problems of the list behind this one; all if it is not there.
    pub(super) fn kept_after(&self, id: ProblemId) -> &[ProblemId] {
        let place = self.kept.iter().position(|&kept| kept == id);
        &self.kept[place.map_or(0, |place| place + 1)..]
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
            assert!(profile.turn_kept(id(problem)).starts_with("Kept, "));
        }
        assert_eq!(profile.turn_kept(id(KEPT)), "Not kept: 48 are, take one out");
        assert!(!profile.keeps(id(KEPT)));
        assert_eq!(profile.turn_kept(id(0)), "Not kept any more");
        assert_eq!(profile.turn_kept(id(KEPT)), "Kept, 48 in all");
        assert_eq!(profile.kept_after(id(KEPT - 1)), [id(KEPT)]);
        assert!(profile.kept_after(id(KEPT)).is_empty());
    }
}
