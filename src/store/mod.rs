//! What the handheld keeps in flash: packs of problems, and how the player got on with them.
//!
//! ```text
//! packs region: Packs, runs of slots          save region: Log, a ring of sectors ← Progress, in memory
//! ```
//!
//! * [`Packs`] finds packs and room for them, and writes one so that at every moment the old or the new one is whole.
//! * [`Progress`] remembers every problem in few bytes, answers at once as the trainer's keeper, and says what is not written yet.
//! * [`log::Log`] keeps its values, which are [`pages`].
//! * [`mine`] is the pack of the player's own problems, which is made here.
//! * [`Shelf`] is the trainer's library: the bank, and the packs that are there.
//! * [`Store`] puts them together: it belongs to the one task that may touch the flash.
//!
//! Nothing here knows which flash it is: it is any [`NorFlash`] with sectors of 4 KiB. Its calls are async so that a handheld can do
//! something else between two of them; none may be dropped half-way.

pub mod log;
pub mod mine;
mod packs;
pub mod pages;
mod progress;
mod refusal;
mod shelf;

pub use packs::{HEAD, Head, Kept, Look, Packs, SLOT, SLOTS, Unfit};
pub use progress::{KEYS, PAGES, Progress};
pub use refusal::Refusal;
pub use shelf::{List, Shelf, look};

use core::cell::RefCell;
use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use log::{Log, LogError, MAX_VALUE};

/// What is erased at once.
pub const SECTOR: u32 = 4096;
/// What is written at once.
pub const PAGE: usize = 256;

/// Room for any value, lent for as long as a call takes: memory is scarce.
pub type Scratch = [u8; MAX_VALUE];

/// The flash, and everything in it.
#[derive(Debug)]
pub struct Store<'a, F, const N: usize> {
    flash: F,
    packs: Packs,
    log: Log<KEYS>,
    progress: &'a RefCell<Progress<N>>,
    is_open: bool,
}

impl<'a, F: NorFlash, const N: usize> Store<'a, F, N> {
    /// A store that nobody has looked into yet.
    pub const fn new(
        flash: F,
        packs: Range<u32>,
        save: Range<u32>,
        look: Look,
        progress: &'a RefCell<Progress<N>>,
    ) -> Store<'a, F, N> {
        Store {
            flash,
            packs: Packs::new(packs, look).around(&save),
            log: Log::closed(save),
            progress,
            is_open: false,
        }
    }

    /// Looks at what the flash holds, and fills memory with what was remembered. Nothing is written, whatever there is.
    pub async fn open(&mut self, scratch: &mut Scratch) -> Result<(), F::Error> {
        self.log.open(&mut self.flash).await?;
        self.recall(scratch).await?;
        self.packs.scan(&mut self.flash).await?;
        self.is_open = true;
        Ok(())
    }

    /// Whether anybody has looked at what the flash holds.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Makes memory what the flash says, also after a write that failed: some of it may be there all the same.
    pub async fn recall(&mut self, scratch: &mut Scratch) -> Result<(), F::Error> {
        if self.log.is_in_doubt() {
            self.log.open(&mut self.flash).await?;
        }
        self.progress.borrow_mut().clear();
        if self.log.is_newer() {
            self.progress.borrow_mut().leave_alone();
        }
        for key in pages::order() {
            if let Some(value) = self.log.get(&mut self.flash, key, scratch).await? {
                self.progress.borrow_mut().recall(key, value);
            }
        }
        self.progress.borrow_mut().catch_up();
        Ok(())
    }

    /// Writes one thing that is not written yet. False if there is none.
    pub async fn save(&mut self, scratch: &mut Scratch) -> Result<bool, LogError<F::Error>> {
        if self.progress.borrow().forgets_newer() && self.log.is_newer() {
            self.log.forget_newer(&mut self.flash).await?;
        }
        let Some((key, length)) = self.progress.borrow_mut().take_news(scratch) else {
            return Ok(false);
        };
        let kept = self.log.put(&mut self.flash, key, &scratch[..length]).await;
        if kept.is_err() {
            self.progress.borrow_mut().keep_as_news(key);
        }
        kept.map(|()| true)
    }

    /// Changes the player's own problems. A store that nobody has looked into does not know what it would write over.
    pub async fn make(&mut self, made: &mine::Made) -> Result<(), Refusal> {
        if !self.is_open {
            return Err(Refusal::FlashFailed);
        }
        mine::change(&mut self.packs, &mut self.flash, made).await
    }

    /// The packs.
    pub const fn packs(&self) -> &Packs {
        &self.packs
    }

    /// What is remembered.
    pub const fn progress(&self) -> &'a RefCell<Progress<N>> {
        self.progress
    }

    /// The packs, with the flash they are in.
    pub fn packs_and_flash(&mut self) -> (&mut Packs, &mut F) {
        (&mut self.packs, &mut self.flash)
    }

    /// Gives the flash back.
    pub fn into_flash(self) -> F {
        self.flash
    }
}
