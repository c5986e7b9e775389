//! Problems to take along: those that failed, that are kept, or that are due.

use shikatsu::pack::Pack;
use shikatsu::record::{Done, OWN_SETS, ProblemId, SetNumber};
use shikatsu::session::review;

use crate::entry::Entry;
use crate::files::packed;
use crate::saved::SavedProgress;

/// Which problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those that failed last.
    Failed,
    /// Those that the player keeps.
    Kept,
    /// Those that the review would bring now.
    Due,
}

impl Which {
    /// All there are.
    pub const ALL: [Which; 3] = [Which::Failed, Which::Kept, Which::Due];
}

/// The numbers of these problems, each once: the kept ones first, in the order in which they were kept.
pub fn wanted(progress: &SavedProgress, which: &[Which]) -> Vec<ProblemId> {
    let mut ids = Vec::new();
    if which.contains(&Which::Kept) {
        ids.extend(progress.profile.kept.iter().copied());
    }
    let now = review::clock(&progress.profile);
    for (&id, &record) in &progress.records {
        let is_failed = which.contains(&Which::Failed) && record.done == Done::Failed;
        let is_due = which.contains(&Which::Due) && review::is_due(record, now);
        if (is_failed || is_due) && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The problems of one of the player's own sets, by its name or its number. Capitals do not count. None if there is no such set.
pub fn of_set(progress: &SavedProgress, wanted: &str) -> Option<Vec<ProblemId>> {
    let profile = &progress.profile;
    let is_named = |set: &SetNumber| profile.name_of_set(*set).eq_ignore_ascii_case(wanted.trim());
    let is_numbered = |set: &SetNumber| wanted.trim().parse() == Ok(*set);
    let mut sets = 1..=OWN_SETS as SetNumber;
    let named = sets
        .clone()
        .find(|set| is_named(set) && !wanted.trim().is_empty());
    let set = named.or_else(|| sets.find(is_numbered))?;
    Some(profile.in_set(set).collect())
}

/// The problem with this number, from the first of these packs that has it.
pub fn found(id: ProblemId, packs: &[Pack<'_>]) -> Option<Entry> {
    let mut editions = packs.iter().filter(|pack| pack.header().id == id.pack);
    editions.find_map(|pack| {
        let place = pack.find(id.problem)?;
        Some(packed::entry(&pack.problem(place).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use shikatsu::pack::Bank;
    use shikatsu::pack::library::Library as _;
    use shikatsu::record::{Profile, Record};

    use super::*;

    #[test]
    fn the_failed_the_kept_and_the_due_are_told_apart_and_each_comes_once() {
        let id = |problem| Bank.id(0, problem);
        let record = |done, box_number, due| Record {
            done,
            box_number,
            due,
        };
        let mut progress = SavedProgress {
            profile: Profile {
                tries: (8, 5),
                book_tries: (2, 0),
                ..Profile::default()
            },
            ..SavedProgress::default()
        };
        progress.profile.kept.extend([id(3), id(0)]);
        progress.records.extend([
            (id(0), record(Done::Failed, 1, 10)),
            (id(1), record(Done::Failed, 1, 11)),
            (id(2), record(Done::Solved, 2, 9)),
            (id(4), record(Done::Solved, 0, 0)),
        ]);
        let of = |which: &[Which]| {
            let mut places: Vec<u16> = wanted(&progress, which)
                .into_iter()
                .filter_map(|id| Bank.find_problem(0, id.problem))
                .collect();
            if which != [Which::Kept] {
                places.sort_unstable();
            }
            places
        };
        assert_eq!(of(&[Which::Kept]), [3, 0]);
        assert_eq!(of(&[Which::Failed]), [0, 1]);
        assert_eq!(of(&[Which::Due]), [0, 2]);
        assert_eq!(of(&Which::ALL), [0, 1, 2, 3]);
    }

    #[test]
    fn a_set_is_found_by_its_name_or_its_number() {
        let id = |problem| ProblemId { pack: 1, problem };
        let mut progress = SavedProgress::default();
        progress.profile.name_set(2, "My ko".try_into().unwrap());
        for (problem, set) in [(1, 0), (2, 2), (3, 1), (4, 2)] {
            progress.profile.put_into(id(problem), set);
        }
        for name in ["my KO", " My ko ", "2"] {
            assert_eq!(of_set(&progress, name), Some(vec![id(2), id(4)]), "{name}");
        }
        assert_eq!(of_set(&progress, "1"), Some(vec![id(3)]));
        assert_eq!(of_set(&progress, "3"), Some(vec![]));
        for name in ["", "0", "5", "Your ko"] {
            assert_eq!(of_set(&progress, name), None, "{name}");
        }
    }

    #[test]
    fn a_problem_is_found_in_its_own_pack_only() {
        let packs: Vec<Pack<'_>> = (0..Bank.packs())
            .filter_map(|pack| Bank::pack(pack).copied())
            .collect();
        let id = Bank.id(1, 2);
        let entry = found(id, &packs).unwrap();
        assert_eq!(Some(entry.problem), Bank.load(1, 2).map(|entry| entry.problem));
        let nowhere = ProblemId { pack: 77, ..id };
        assert!(found(nowhere, &packs).is_none());
    }
}
