//! The problems that the player keeps: a plain list, and sets with names of their own.
//!
//! A problem is in one of them at a time. The numbers of the sets lie beside the list and not in it, since the list is older.

use heapless::{String, Vec};

use super::{KEPT, ProblemId, Profile};

/// Sets with names of their own, beside the plain list.
pub const OWN_SETS: usize = 4;

/// The longest name of a set. Its letters are plain ones, as a joystick can choose them.
pub type SetName = String<12>;

/// The number of a set: 0 is the plain list, and 1 to [`OWN_SETS`] are those with names.
pub type SetNumber = u8;

impl Profile {
    /// The set at a place of the list. What is not known here is in the plain list.
    fn set_at(&self, place: usize) -> SetNumber {
        let set = self.kept_in.get(place).copied().unwrap_or(0);
        if usize::from(set) <= OWN_SETS { set } else { 0 }
    }

    /// The set that a problem is in; none if it is not kept.
    pub fn set_of(&self, id: ProblemId) -> Option<SetNumber> {
        let place = self.kept.iter().position(|&kept| kept == id)?;
        Some(self.set_at(place))
    }

    /// The problems of a set, in the order in which they were kept.
    pub fn in_set(&self, set: SetNumber) -> impl Iterator<Item = ProblemId> + '_ {
        let kept = self.kept.iter().enumerate();
        kept.filter(move |&(place, _)| self.set_at(place) == set)
            .map(|(_, &id)| id)
    }

    /// Puts a problem into a set, and takes it out of any other. False if there is no room.
    pub fn put_into(&mut self, id: ProblemId, set: SetNumber) -> bool {
        if self.set_of(id) == Some(set) {
            return true;
        }
        self.take_out(id);
        if self.kept.push(id).is_err() {
            return false;
        }
        let numbers = (0..self.kept.len() - 1).map(|place| self.set_at(place));
        let mut numbers: Vec<SetNumber, KEPT> = numbers.collect();
        // Both have the same room.
        let _ = numbers.push(set);
        self.kept_in = numbers;
        true
    }

    /// Takes a problem out of the set that it is in.
    pub fn take_out(&mut self, id: ProblemId) {
        if let Some(place) = self.kept.iter().position(|&kept| kept == id) {
            self.kept.remove(place);
            if place < self.kept_in.len() {
                self.kept_in.remove(place);
            }
        }
    }

    /// The name of a set; empty if it was given none.
    pub fn name_of_set(&self, set: SetNumber) -> &str {
        let place = usize::from(set).checked_sub(1);
        place
            .and_then(|place| self.set_names.get(place))
            .map_or("", |name| name.as_str())
    }

    /// Gives a set a name.
    pub fn name_set(&mut self, set: SetNumber, name: SetName) {
        let Some(place) = usize::from(set).checked_sub(1).filter(|&place| place < OWN_SETS) else {
            return;
        };
        while self.set_names.len() <= place {
            let _ = self.set_names.push(SetName::new());
        }
        self.set_names[place] = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(problem: u32) -> ProblemId {
        ProblemId { pack: 1, problem }
    }

    fn of(profile: &Profile, set: SetNumber) -> std::vec::Vec<u32> {
        profile.in_set(set).map(|id| id.problem).collect()
    }

    #[test]
    fn a_problem_is_in_one_set_at_a_time() {
        let mut profile = Profile::default();
        // A list from before there were sets.
        profile.kept.extend([1, 2, 3].map(id));
        assert_eq!(of(&profile, 0), [1, 2, 3]);
        assert!(profile.put_into(id(2), 3) && profile.put_into(id(4), 3));
        assert_eq!((of(&profile, 0), of(&profile, 3)), ([1, 3].into(), [2, 4].into()));
        assert_eq!((profile.set_of(id(4)), profile.set_of(id(5))), (Some(3), None));
        profile.take_out(id(1));
        assert_eq!((of(&profile, 0), of(&profile, 3)), ([3].into(), [2, 4].into()));
        assert_eq!(profile.kept_in, [0, 3, 3]);
    }

    #[test]
    fn a_list_from_before_there_were_sets_gets_shorter() {
        for gone in [1, 2, 3] {
            let mut profile = Profile::default();
            profile.kept.extend([1, 2, 3].map(id));
            profile.kept_in.extend([4, 4]);
            profile.take_out(id(gone));
            assert_eq!((profile.kept.len(), profile.set_of(id(gone))), (2, None));
            assert_eq!(profile.kept_in.len(), if gone == 3 { 2 } else { 1 });
        }
    }

    #[test]
    fn a_full_list_has_no_room_in_any_set() {
        let mut profile = Profile::default();
        for problem in 0..KEPT as u32 {
            assert!(profile.put_into(id(problem), (problem % 5) as u8));
        }
        assert!(!profile.put_into(id(1000), 2));
        assert!(profile.put_into(id(7), 0), "what is there may change its set");
        assert_eq!((profile.kept.len(), profile.kept_in.len()), (KEPT, KEPT));
    }

    #[test]
    fn a_number_that_is_not_known_is_the_plain_list() {
        let mut profile = Profile::default();
        profile.kept.extend([1, 2].map(id));
        profile.kept_in.extend([9, 1]);
        assert_eq!((of(&profile, 0), of(&profile, 1)), ([1].into(), [2].into()));
        assert_eq!(of(&profile, 9), [] as [u32; 0]);
    }

    #[test]
    fn sets_have_names_and_the_plain_list_has_none() {
        let mut profile = Profile::default();
        let name = |name: &str| SetName::try_from(name).unwrap();
        profile.name_set(3, name("Ko"));
        assert_eq!((profile.name_of_set(2), profile.name_of_set(3)), ("", "Ko"));
        profile.name_set(0, name("No"));
        profile.name_set(5, name("No"));
        assert_eq!(profile.set_names.len(), 3);
        assert_eq!(profile.name_of_set(0), "");
    }
}
