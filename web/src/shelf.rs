//! The packs of the page: the bank, those that were loaded, and the player's own problems.

use std::cell::{Cell, RefCell};

use shikatsu::pack::library::{
    Change, Entry, Library, Made, Name, Origin, PackIndex, ProblemIndex, Sentence, Tongue, cut,
    problem_number,
};
use shikatsu::pack::{Bank, OpenBook, Pack, PackError};
use shikatsu::problem::{Level, Themes};
use shikatsu_toolkit::entry;
use shikatsu_toolkit::language;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::own::{changed, held};
use shikatsu_toolkit::pack::number_of;
use shikatsu_toolkit::sgf;

/// What the player's own problems are called.
const OWN: &str = "Mine";

/// Packs that come and go while the trainer runs.
#[derive(Default)]
pub(crate) struct Shelf {
    loaded: RefCell<Vec<Loaded>>,
    own: RefCell<Vec<entry::Entry>>,
    /// Changes of the player's own problems that are not written yet.
    news: RefCell<Vec<Wish>>,
    under_way: Cell<usize>,
}

/// A pack with what is often asked about it.
struct Loaded {
    id: u32,
    bytes: Vec<u8>,
}

/// A [`Change`] that is kept for later.
struct Wish {
    gone: Option<u32>,
    new: Option<Entry>,
}

impl Wish {
    fn change(&self) -> Change<'_> {
        Change {
            gone: self.gone,
            new: self.new.as_ref(),
        }
    }
}

impl Loaded {
    fn pack(&self) -> Option<Pack<'_>> {
        Pack::open(&self.bytes).ok()
    }
}

/// Where a pack is found.
enum Home {
    Bank,
    Loaded(usize),
    Own,
}

impl Shelf {
    /// Puts a pack on the shelf, in the place of an older one with the same number. Damaged problems stay away by themselves.
    pub(crate) fn put(&self, bytes: &[u8]) -> Result<u32, PackError> {
        let id = Pack::open(bytes)?.header().id;
        let new = Loaded {
            id,
            bytes: bytes.to_vec(),
        };
        let mut loaded = self.loaded.borrow_mut();
        match loaded.iter_mut().find(|pack| pack.id == id) {
            Some(old) => *old = new,
            None => loaded.push(new),
        }
        Ok(id)
    }

    /// Takes a pack away.
    pub(crate) fn take(&self, id: u32) {
        self.loaded.borrow_mut().retain(|pack| pack.id != id);
    }

    /// The numbers of the packs that were loaded.
    pub(crate) fn loaded(&self) -> Vec<u32> {
        self.loaded.borrow().iter().map(|pack| pack.id).collect()
    }

    /// Takes the player's own problems from the SGF in which they are kept. True if these are others than before.
    pub(crate) fn read_own(&self, text: &str) -> bool {
        let mut entries = read_own(text);
        for wish in self.news.borrow().iter() {
            entries = changed(&entries, &wish.change()).unwrap_or(entries);
        }
        let is_new = *self.own.borrow() != entries;
        *self.own.borrow_mut() = entries;
        is_new
    }

    /// Whether the player's own problems changed and are not written.
    pub(crate) fn has_news(&self) -> bool {
        self.news.borrow().len() > self.under_way.get()
    }

    /// The SGF to write in the place of what is there now. [`Shelf::written`] has to be called when that is done, or was not.
    pub(crate) fn write_over(&self, there: &str) -> String {
        self.read_own(there);
        self.under_way.set(self.news.borrow().len());
        sgf::write(self.own.borrow().iter())
    }

    /// It was written, or could not be.
    pub(crate) fn written(&self, is_done: bool) {
        let count = self.under_way.take();
        if is_done {
            self.news.borrow_mut().drain(..count);
        }
    }

    fn home(&self, pack: PackIndex) -> Home {
        match pack.checked_sub(Bank.packs()).map(usize::from) {
            None => Home::Bank,
            Some(place) if place < self.loaded.borrow().len() => Home::Loaded(place),
            Some(_) => Home::Own,
        }
    }

    /// Looks at a pack that was loaded.
    fn in_pack<T>(&self, place: usize, look: impl FnOnce(&Pack<'_>) -> Option<T>) -> Option<T> {
        look(&self.loaded.borrow().get(place)?.pack()?)
    }
}

fn read_own(text: &str) -> Vec<entry::Entry> {
    let entries = sgf::read(text.as_bytes(), &Overrides::default());
    entries.into_iter().filter_map(Result::ok).collect()
}

impl Library for Shelf {
    fn language(&self, number: usize) -> Option<Tongue> {
        language::tongue(number)
    }

    fn packs(&self) -> PackIndex {
        let own = PackIndex::from(!self.own.borrow().is_empty());
        Bank.packs() + self.loaded.borrow().len() as PackIndex + own
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        match self.home(pack) {
            Home::Bank => Bank.pack_name(pack),
            Home::Loaded(place) => self
                .in_pack(place, |pack| Some(cut(pack.header().name)))
                .unwrap_or_default(),
            Home::Own => cut(OWN),
        }
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        match self.home(pack) {
            Home::Bank => Bank.pack_id(pack),
            Home::Loaded(place) => self.loaded.borrow().get(place).map_or(0, |pack| pack.id),
            Home::Own => number_of(OWN),
        }
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        match self.home(pack) {
            Home::Bank => Bank.len(pack),
            Home::Loaded(place) => self.in_pack(place, |pack| Some(pack.len())).unwrap_or(0),
            Home::Own => self.own.borrow().len() as ProblemIndex,
        }
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        let number = match self.home(pack) {
            Home::Bank => return Bank.problem_id(pack, problem),
            Home::Loaded(place) => self.in_pack(place, |pack| Some(pack.listing(problem).ok()?.number)),
            Home::Own => {
                let own = self.own.borrow();
                own.get(usize::from(problem))
                    .map(|entry| problem_number(&entry.problem))
            }
        };
        number.unwrap_or(0)
    }

    fn level(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Level> {
        match self.home(pack) {
            Home::Bank => Bank.level(pack, problem),
            Home::Loaded(place) => self.in_pack(place, |pack| pack.listing(problem).ok()?.level),
            Home::Own => self.own.borrow().get(usize::from(problem))?.level,
        }
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        match self.home(pack) {
            Home::Bank => Bank.load(pack, problem),
            Home::Loaded(place) => {
                self.in_pack(place, |pack| Some(Entry::from(&pack.problem(problem).ok()?)))
            }
            Home::Own => self.own.borrow().get(usize::from(problem)).map(held),
        }
    }

    fn heading(&self, pack: PackIndex, problem: ProblemIndex) -> Option<(Name, Option<Level>)> {
        match self.home(pack) {
            Home::Bank => Bank.heading(pack, problem),
            Home::Loaded(place) => self.in_pack(place, |pack| pack.heading(problem)),
            Home::Own => {
                let entry = self.load(pack, problem)?;
                Some((entry.name, entry.level))
            }
        }
    }

    fn themes(&self, pack: PackIndex, problem: ProblemIndex) -> Themes {
        match self.home(pack) {
            Home::Bank => Bank.themes(pack, problem),
            Home::Loaded(place) => self
                .in_pack(place, |pack| Some(pack.themes(problem)))
                .unwrap_or_default(),
            Home::Own => self.load(pack, problem).map_or(Themes::default(), |entry| {
                Themes::of(&entry.name, &entry.text, entry.answer.as_ref())
            }),
        }
    }

    fn open_book(&self, pack: PackIndex, problem: ProblemIndex, book: &mut OpenBook) {
        book.close();
        if let Home::Loaded(place) = self.home(pack) {
            self.in_pack(place, |pack| {
                book.open(&pack.problem(problem).ok()?);
                Some(())
            });
        }
    }

    fn origin(&self, pack: PackIndex) -> Origin {
        let Home::Loaded(place) = self.home(pack) else {
            return Origin::Fixed;
        };
        let origin = self.in_pack(place, |pack| {
            Some(Origin::Loaded {
                revision: pack.header().revision,
                bytes: pack.header().length,
            })
        });
        origin.unwrap_or(Origin::Fixed)
    }

    fn is_newer(&self, pack: PackIndex) -> bool {
        match self.home(pack) {
            Home::Loaded(place) => self
                .in_pack(place, |pack| Some(pack.header().is_newer()))
                .unwrap_or(false),
            Home::Bank | Home::Own => false,
        }
    }

    fn own(&self) -> Option<PackIndex> {
        (!self.own.borrow().is_empty()).then(|| self.packs() - 1)
    }

    fn make(&self, change: &Change<'_>) -> Result<Made, Sentence> {
        let entries = changed(&self.own.borrow(), change);
        if let Some(entries) = entries {
            *self.own.borrow_mut() = entries;
            self.news.borrow_mut().push(Wish {
                gone: change.gone,
                new: change.new.cloned(),
            });
        }
        Ok(Made::Now)
    }

    fn find_problem(&self, pack: PackIndex, number: u32) -> Option<ProblemIndex> {
        match self.home(pack) {
            Home::Bank => Bank.find_problem(pack, number),
            Home::Loaded(place) => self.in_pack(place, |pack| pack.find(number)),
            Home::Own => (0..self.len(pack)).find(|&problem| self.problem_id(pack, problem) == number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRADED: &[u8] = include_bytes!("../../problems/built-in/graded.pack");

    fn make(shelf: &Shelf, problem: ProblemIndex) -> Entry {
        let entry = Bank.load(0, problem).unwrap();
        let new = Change {
            gone: None,
            new: Some(&entry),
        };
        shelf.make(&new).unwrap();
        entry
    }

    #[test]
    fn a_pack_comes_and_goes() {
        let shelf = Shelf::default();
        let id = shelf.put(GRADED).unwrap();
        assert_eq!(shelf.put(GRADED), Ok(id), "once");
        assert_eq!(shelf.packs(), Bank.packs() + 1);
        assert_eq!(shelf.load(4, 0), Bank.load(2, 0));
        assert_eq!(shelf.heading(4, 3), Bank.heading(2, 3));
        assert!(matches!(shelf.origin(4), Origin::Loaded { .. }));
        shelf.take(id);
        assert_eq!(shelf.packs(), Bank.packs());
        assert!(shelf.put(b"no pack").is_err());
    }

    #[test]
    fn what_two_tabs_make_is_both_kept() {
        let (one, other) = (Shelf::default(), Shelf::default());
        let first = make(&one, 0);
        let second = make(&other, 1);
        let text = one.write_over("");
        one.written(true);
        let text = other.write_over(&text);
        other.written(true);
        assert!(!other.has_news());
        assert!(one.read_own(&text), "news of the other tab");
        assert!(!one.read_own(&text));
        let own = one.own().unwrap();
        assert_eq!(one.len(own), 2);
        assert_eq!(one.load(own, 0).unwrap().problem, first.problem);
        assert_eq!(one.load(own, 1).unwrap().problem, second.problem);
    }

    #[test]
    fn what_could_not_be_written_is_written_next_time() {
        let shelf = Shelf::default();
        make(&shelf, 0);
        shelf.write_over("");
        shelf.written(false);
        assert!(shelf.has_news());
        assert!(shelf.write_over("").starts_with('('));
    }
}
