//! The library of the handheld: the bank, and behind it the packs in flash.

use core::cell::RefCell;

use heapless::Vec;

use super::mine::{MINE, Made};
use super::packs::{Head, Kept, MOST, Unfit};
use crate::pack::library::{
    self, Change, Entry, Library, Name, Origin, PackIndex, ProblemIndex, Sentence, Tongue, cut,
};
use crate::pack::{Bank, Header, OpenBook, Pack, PackError};
use crate::problem::{Level, Themes};

/// Languages that can be chosen from.
const LANGUAGES: usize = 8;

/// The packs of a shelf.
pub type List = Vec<Kept, MOST>;

/// Reads the first bytes of a pack: what a [`Look`](super::Look) does with packs as they are.
pub fn look(bytes: &[u8]) -> Result<Head, Unfit> {
    let header = Header::read(bytes).map_err(unfit)?;
    match Pack::open(bytes) {
        // Only the first bytes are here.
        Ok(_) | Err(PackError::Cut { .. }) => Ok(Head {
            id: header.id,
            revision: header.revision,
            length: header.length,
        }),
        Err(error) => Err(unfit(error)),
    }
}

fn unfit(error: PackError) -> Unfit {
    match error {
        PackError::NotAPack => Unfit::NotAPack,
        PackError::Newer {
            firmware: (major, minor),
            ..
        } => Unfit::Newer(major, minor),
        _ => Unfit::Damaged,
    }
}

/// All packs there are. It is told which, and never sees them come and go in the middle of something.
pub struct Shelf {
    /// Those behind the bank's. They are opened once: checking a header takes as long as finding a problem.
    loaded: RefCell<Vec<Pack<'static>, MOST>>,
    /// Those that are languages.
    languages: RefCell<Vec<Pack<'static>, LANGUAGES>>,
    /// The bytes of a pack.
    bytes: fn(&Kept) -> &'static [u8],
    /// Takes a change of one's own problems to whoever owns the flash.
    maker: Option<fn(Made)>,
}

impl Shelf {
    /// A shelf with these packs.
    pub fn new(list: &[Kept], bytes: fn(&Kept) -> &'static [u8]) -> Shelf {
        let shelf = Shelf {
            loaded: RefCell::new(Vec::new()),
            languages: RefCell::new(Vec::new()),
            bytes,
            maker: None,
        };
        shelf.set(list);
        shelf
    }

    /// The same, on which one can keep problems of one's own: `maker` is told of each change, and tells by other packs that it is done.
    #[must_use]
    pub fn with_maker(self, maker: fn(Made)) -> Shelf {
        Shelf {
            maker: Some(maker),
            ..self
        }
    }

    /// There are other packs now.
    pub fn set(&self, list: &[Kept]) {
        let packs = list.iter().filter_map(|kept| Pack::open((self.bytes)(kept)).ok());
        let (mut loaded, mut languages) = (self.loaded.borrow_mut(), self.languages.borrow_mut());
        loaded.clear();
        languages.clear();
        for pack in packs {
            // There is room for every pack; a language too many cannot be chosen.
            if pack.language().is_some() {
                let _ = languages.push(pack);
            } else {
                let _ = loaded.push(pack);
            }
        }
    }

    fn pack(&self, pack: PackIndex) -> Option<Pack<'static>> {
        match pack.checked_sub(Bank.packs()) {
            None => Bank::pack(pack).copied(),
            Some(place) => self.loaded.borrow().get(usize::from(place)).copied(),
        }
    }
}

impl Library for Shelf {
    fn packs(&self) -> PackIndex {
        Bank.packs() + self.loaded.borrow().len() as PackIndex
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        let pack = self.pack(pack);
        pack.map_or(Name::new(), |pack| cut(pack.header().name))
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        self.pack(pack).map_or(0, |pack| pack.header().id)
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        self.pack(pack).map_or(0, |pack| pack.len())
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        let listing = self.pack(pack).and_then(|pack| pack.listing(problem).ok());
        listing.map_or(0, |listing| listing.number)
    }

    fn level(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Level> {
        self.pack(pack)?.listing(problem).ok()?.level
    }

    fn find_problem(&self, pack: PackIndex, number: u32) -> Option<ProblemIndex> {
        self.pack(pack)?.find(number)
    }

    fn origin(&self, pack: PackIndex) -> Origin {
        match self.pack(pack) {
            Some(loaded) if pack >= Bank.packs() => Origin::Loaded {
                revision: loaded.header().revision,
                bytes: loaded.header().length,
            },
            _ => Origin::Fixed,
        }
    }

    fn is_newer(&self, pack: PackIndex) -> bool {
        self.pack(pack).is_some_and(|pack| pack.header().is_newer())
    }

    fn language(&self, number: usize) -> Option<Tongue> {
        Tongue::of(self.languages.borrow().get(number)?)
    }

    fn own(&self) -> Option<PackIndex> {
        (Bank.packs()..self.packs()).find(|&pack| self.pack_id(pack) == MINE)
    }

    // What is made goes over the stack once, and must be off it again.
    #[inline(never)]
    fn make(&self, change: &Change<'_>) -> Result<library::Made, Sentence> {
        let maker = self.maker.ok_or_else(|| cut::<64>("Nothing can be kept here"))?;
        maker(Made::of(change)?);
        Ok(library::Made::Soon)
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        let record = self.pack(pack)?.problem(problem).ok()?;
        Some(Entry::from(&record))
    }

    fn heading(&self, pack: PackIndex, problem: ProblemIndex) -> Option<(Name, Option<Level>)> {
        self.pack(pack)?.heading(problem)
    }

    fn themes(&self, pack: PackIndex, problem: ProblemIndex) -> Themes {
        self.pack(pack)
            .map_or(Themes::default(), |pack| pack.themes(problem))
    }

    fn open_book(&self, pack: PackIndex, problem: ProblemIndex, book: &mut OpenBook) {
        book.close();
        if let Some(Ok(record)) = self.pack(pack).map(|pack| pack.problem(problem)) {
            book.open(&record);
        }
    }
}
