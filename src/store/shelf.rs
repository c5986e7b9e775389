//! The library of the handheld: the bank, and behind it the packs in flash.

use core::cell::RefCell;

use heapless::Vec;

use super::packs::{Head, Kept, MOST, Unfit};
use crate::pack::{Header, Pack, PackError};
use crate::session::Bank;
use crate::session::library::{Entry, Library, Name, Origin, PackIndex, ProblemIndex, cut};

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
    list: RefCell<List>,
    /// The bytes of a pack.
    bytes: fn(&Kept) -> &'static [u8],
}

impl Shelf {
    /// A shelf with these packs.
    pub const fn new(list: List, bytes: fn(&Kept) -> &'static [u8]) -> Shelf {
        Shelf {
            list: RefCell::new(list),
            bytes,
        }
    }

    /// There are other packs now.
    pub fn set(&self, list: List) {
        *self.list.borrow_mut() = list;
    }

    /// A pack that is not the bank's; `None` if it is not there any more.
    fn pack(&self, pack: PackIndex) -> Option<Pack<'static>> {
        let place = pack.checked_sub(Bank.packs())?;
        let kept = *self.list.borrow().get(usize::from(place))?;
        Pack::open((self.bytes)(&kept)).ok()
    }
}

impl Library for Shelf {
    fn packs(&self) -> PackIndex {
        Bank.packs() + self.list.borrow().len() as PackIndex
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        self.pack(pack)
            .map_or_else(|| Bank.pack_name(pack), |pack| cut(pack.header().name))
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        let place = pack.checked_sub(Bank.packs());
        let list = self.list.borrow();
        let kept = place.and_then(|place| list.get(usize::from(place)));
        kept.map_or_else(|| Bank.pack_id(pack), |kept| kept.head.id)
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        self.pack(pack).map_or_else(|| Bank.len(pack), |pack| pack.len())
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        match self.pack(pack) {
            Some(pack) => pack.listing(problem).map_or(0, |listing| listing.number),
            None => Bank.problem_id(pack, problem),
        }
    }

    fn find_problem(&self, pack: PackIndex, number: u32) -> Option<ProblemIndex> {
        match self.pack(pack) {
            Some(pack) => pack.find(number),
            None => Bank.find_problem(pack, number),
        }
    }

    fn origin(&self, pack: PackIndex) -> Origin {
        self.pack(pack).map_or(Origin::Fixed, |pack| Origin::Loaded {
            revision: pack.header().revision,
            bytes: pack.header().length,
        })
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        match self.pack(pack) {
            Some(pack) => from_pack(pack, problem),
            None => from_bank(pack, problem),
        }
    }
}

// These two stay apart: put together they would need the stack of both.

#[inline(never)]
fn from_pack(pack: Pack<'_>, problem: ProblemIndex) -> Option<Entry> {
    pack.problem(problem).ok().map(|record| Entry::from(&record))
}

#[inline(never)]
fn from_bank(pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
    Bank.load(pack, problem)
}
