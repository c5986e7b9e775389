//! The problems that are always there, whatever is on the flash or on the disk.
//!
//! They are packs as any other, made of `problems/` by `cargo xtask bank` and read where they lie in the program. The compiler
//! opens them, so one that is damaged cannot be built in.

use super::Pack;
use super::library::{Entry, Library, Name, PackIndex, ProblemIndex, cut};
use crate::problem::{Level, Themes};

/// The packs in the order of `problems/packs.toml`; a test holds that these are all.
static PACKS: [Pack<'static>; 4] = [
    opened(include_bytes!("../../problems/built-in/first-steps.pack")),
    opened(include_bytes!("../../problems/built-in/shapes.pack")),
    opened(include_bytes!("../../problems/built-in/graded.pack")),
    opened(include_bytes!("../../problems/built-in/ko-and-seki.pack")),
];

const fn opened(bytes: &'static [u8]) -> Pack<'static> {
    match Pack::open(bytes) {
        Ok(pack) => pack,
        Err(_) => panic!("a built-in pack is damaged; cargo xtask bank makes them"),
    }
}

/// The bank of `problems/`, put in when the program was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bank;

impl Bank {
    /// A pack of the bank.
    pub fn pack(pack: PackIndex) -> Option<&'static Pack<'static>> {
        PACKS.get(usize::from(pack))
    }
}

impl Library for Bank {
    fn packs(&self) -> PackIndex {
        PACKS.len() as PackIndex
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        Bank::pack(pack).map_or(Name::new(), |pack| cut(pack.header().name))
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        Bank::pack(pack).map_or(0, |pack| pack.header().id)
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        Bank::pack(pack).map_or(0, Pack::len)
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        let listing = Bank::pack(pack).and_then(|pack| pack.listing(problem).ok());
        listing.map_or(0, |listing| listing.number)
    }

    fn level(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Level> {
        Bank::pack(pack)?.listing(problem).ok()?.level
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        let record = Bank::pack(pack)?.problem(problem).ok()?;
        Some(Entry::from(&record))
    }

    fn heading(&self, pack: PackIndex, problem: ProblemIndex) -> Option<(Name, Option<Level>)> {
        Bank::pack(pack)?.heading(problem)
    }

    fn themes(&self, pack: PackIndex, problem: ProblemIndex) -> Themes {
        Bank::pack(pack).map_or(Themes::default(), |pack| pack.themes(problem))
    }

    fn find_problem(&self, pack: PackIndex, number: u32) -> Option<ProblemIndex> {
        Bank::pack(pack)?.find(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{THEMES, Theme};

    #[test]
    fn every_problem_of_the_bank_can_be_read_and_has_a_number_of_its_own() {
        let mut numbers = std::collections::HashSet::new();
        let mut count = 0;
        for pack in 0..Bank.packs() {
            assert_eq!(PACKS[usize::from(pack)].verify(), Ok(()));
            for problem in 0..Bank.len(pack) {
                assert!(Bank.load(pack, problem).is_some(), "{pack} {problem}");
                assert!(numbers.insert(Bank.id(pack, problem)));
                assert_eq!(Bank.find(Bank.id(pack, problem)), Some((pack, problem)));
                count += 1;
            }
        }
        assert!(count >= 67);
    }

    #[test]
    fn a_pack_tells_the_themes_of_a_problem_as_the_problem_itself_does() {
        let mut seen = [0; THEMES];
        for pack in 0..Bank.packs() {
            for problem in 0..Bank.len(pack) {
                let entry = Bank.load(pack, problem).unwrap();
                let whole = Themes::of(&entry.name, &entry.text, entry.answer.as_ref());
                assert_eq!(Bank.themes(pack, problem), whole, "{pack} {problem}");
                for theme in Theme::ALL {
                    seen[theme as usize] += usize::from(whole.has(theme));
                }
            }
        }
        assert!(
            seen.iter().all(|count| *count > 0),
            "every theme has problems: {seen:?}"
        );
    }

    #[test]
    fn the_first_problem_of_all_has_a_move_to_find() {
        let answer = Bank.load(0, 0).unwrap().answer.unwrap();
        assert!(!answer.moves.is_empty());
    }
}
