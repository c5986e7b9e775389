//! The problems that are always there, whatever is on the flash or on the disk.

use super::library::{Entry, Library, Name, PackIndex, ProblemIndex, cut};
use crate::problem::read_text;

/// A pack of problem texts, each with its own number.
struct Pack {
    name: &'static str,
    problems: &'static [(u32, &'static str)],
}

include!(concat!(env!("OUT_DIR"), "/bank.rs"));

/// The bank of `problems/`, put in when the program was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bank;

impl Bank {
    fn pack(pack: PackIndex) -> Option<&'static Pack> {
        PACKS.get(usize::from(pack))
    }
}

impl Library for Bank {
    fn packs(&self) -> PackIndex {
        PACKS.len() as PackIndex
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        Bank::pack(pack).map_or(Name::new(), |pack| cut(pack.name))
    }

    /// Small numbers: packs that come from elsewhere have large ones.
    fn pack_id(&self, pack: PackIndex) -> u32 {
        u32::from(pack) + 1
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        Bank::pack(pack).map_or(0, |pack| pack.problems.len() as ProblemIndex)
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        let problem = Bank::pack(pack).and_then(|pack| pack.problems.get(usize::from(problem)));
        problem.map_or(0, |&(number, _)| number)
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        let &(_, text) = Bank::pack(pack)?.problems.get(usize::from(problem))?;
        let (problem, notes) = read_text(text).ok()?;
        Some(Entry {
            problem,
            name: cut(notes.name),
            level: notes.level,
            answer: notes.answer,
            text: cut(notes.text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_of_the_bank_can_be_read_and_has_a_number_of_its_own() {
        let mut numbers = std::collections::HashSet::new();
        let mut count = 0;
        for pack in 0..Bank.packs() {
            for problem in 0..Bank.len(pack) {
                assert!(Bank.load(pack, problem).is_some(), "{pack} {problem}");
                assert!(numbers.insert(Bank.problem_id(pack, problem)));
                count += 1;
            }
        }
        assert!(count >= 68);
    }

    #[test]
    fn the_first_problem_of_all_has_a_move_to_find() {
        let answer = Bank.load(0, 0).unwrap().answer.unwrap();
        assert!(!answer.moves.is_empty());
    }
}
