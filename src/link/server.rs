//! The handheld's side of the conversation: a request in, a reply out.
//!
//! It has no memory of its own but what the store has, so a cable may be pulled and put in again at any moment: a load goes on where it
//! was, a `Finish` whose reply got lost is answered again, and a request that is sent twice is refused at worst. A refusal comes before
//! anything is changed.

use core::cell::RefCell;

use embedded_storage_async::nor_flash::NorFlash;
use heapless::String;

use super::frame::{self, MAX_FRAME};
use super::journal::Journal;
use super::message::{About, PROTOCOL, PackInfo, Reply, Request};
use crate::record::Name;
use crate::store::pages::VERSION;
use crate::store::{Kept, PAGES, Refusal, Scratch, Store};

/// What the world has to do after a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// There are other packs than before.
    pub packs: bool,
    /// All that is remembered was replaced, and is written: the handheld has to start anew.
    pub progress: bool,
}

/// Answers requests.
#[derive(Debug)]
pub struct Server<'a> {
    /// The firmware's version and the board's name.
    pub who: (&'a str, &'a str),
    /// How many problems the pack at this place of the flash has, and what it is called.
    pub describe: fn(&Kept) -> (u16, Name),
    /// What there is to tell.
    pub journal: &'a RefCell<Journal>,
}

impl Server<'_> {
    /// Answers a request, even one that was not understood. Returns the length of the frame in `out`, and what changed.
    pub async fn answer<F: NorFlash, const N: usize>(
        &self,
        store: &mut Store<'_, F, N>,
        (tag, request): (u8, Option<Request<'_>>),
        scratch: &mut Scratch,
        out: &mut [u8; MAX_FRAME],
    ) -> (usize, Changes) {
        let mut changes = Changes::default();
        let reply = match request {
            Some(request) if open_for(store, &request, scratch).await.is_ok() => {
                self.reply(store, request, scratch, &mut changes).await
            }
            Some(_) => Err(Refusal::FlashFailed),
            None => Err(Refusal::Unknown),
        };
        let reply = reply.unwrap_or_else(Reply::No);
        // A reply is never longer than a frame.
        (frame::write(tag, &reply, out).unwrap_or(0), changes)
    }

    /// The cable was pulled, or whoever was there has gone. A load waits to be gone on with; a restore does not.
    pub async fn hang_up<F: NorFlash, const N: usize>(
        store: &mut Store<'_, F, N>,
        scratch: &mut Scratch,
    ) -> Result<(), F::Error> {
        if store.progress().borrow().is_being_restored() {
            store.recall(scratch).await?;
        }
        Ok(())
    }

    async fn reply<'b, F: NorFlash, const N: usize>(
        &self,
        store: &mut Store<'_, F, N>,
        request: Request<'_>,
        scratch: &'b mut Scratch,
        changes: &mut Changes,
    ) -> Result<Reply<'b>, Refusal> {
        let progress = store.progress();
        Ok(match request {
            Request::Hello => Reply::Hello(self.about(store)),
            Request::Pack(place) => match store.packs().kept().get(usize::from(place)) {
                Some(kept) => Reply::Pack(self.info(kept)),
                None => Reply::NoMore,
            },
            Request::Delete(id) => {
                let (packs, flash) = store.packs_and_flash();
                packs.delete(flash, id).await?;
                changes.packs = true;
                Reply::Done
            }
            Request::Begin {
                length,
                checksum,
                first,
            } => {
                let (packs, flash) = store.packs_and_flash();
                Reply::Next(packs.begin(flash, (length, checksum), first).await?)
            }
            Request::Data { offset, bytes } => {
                let (packs, flash) = store.packs_and_flash();
                Reply::Next(packs.write(flash, offset, bytes).await?)
            }
            Request::Finish => {
                let (packs, flash) = store.packs_and_flash();
                packs.finish(flash).await?;
                changes.packs = true;
                Reply::Done
            }
            Request::Abort => {
                store.packs_and_flash().0.abort();
                Reply::Done
            }
            Request::Backup(_) | Request::BeginRestore if progress.borrow().is_newer() => {
                return Err(Refusal::NewerProgress);
            }
            Request::Backup(page) => {
                let is_one = usize::from(page) < PAGES;
                let many = progress
                    .borrow()
                    .page(page, scratch)
                    .filter(|_| is_one)
                    .unwrap_or(0);
                Reply::Bytes {
                    of: PAGES as u32,
                    bytes: &scratch[..many],
                }
            }
            Request::BeginRestore => {
                // If it is not finished, what is in flash is what is remembered.
                while store.save(scratch).await.map_err(|_| Refusal::FlashFailed)? {}
                progress.borrow_mut().begin_restore();
                Reply::Done
            }
            Request::Restore { page, bytes } => {
                restore(store, page, bytes)?;
                Reply::Done
            }
            Request::FinishRestore => {
                if !progress.borrow().is_being_restored() {
                    return Err(Refusal::NotRestoring);
                }
                progress.borrow_mut().end_restore();
                write_all(store, scratch).await?;
                changes.progress = true;
                Reply::Done
            }
            Request::Read { id, offset } => {
                let (packs, flash) = store.packs_and_flash();
                let (of, bytes) = packs.look_into(flash, (id, offset), scratch).await?;
                Reply::Bytes { of, bytes }
            }
            Request::Log(from) => {
                let journal = self.journal.borrow();
                Reply::Bytes {
                    of: journal.written(),
                    bytes: journal.read(from, scratch),
                }
            }
        })
    }

    fn about<F: NorFlash, const N: usize>(&self, store: &Store<'_, F, N>) -> About {
        let (firmware, board) = self.who;
        About {
            protocol: PROTOCOL,
            firmware: String::try_from(firmware).unwrap_or_default(),
            board: String::try_from(board).unwrap_or_default(),
            packs: store.packs().kept().len() as u16,
            room: store.packs().room(),
            records: store.progress().borrow().len() as u32,
            is_loading: store.packs().is_writing(),
            pages: VERSION,
            is_newer: store.progress().borrow().is_newer(),
            is_closed: !store.is_open(),
        }
    }

    fn info(&self, kept: &Kept) -> PackInfo {
        let (problems, name) = (self.describe)(kept);
        PackInfo {
            id: kept.head.id,
            revision: kept.head.revision,
            length: kept.head.length,
            problems,
            name,
        }
    }
}

/// In the safe mode nobody looks at packs and progress by himself: one of them may be why it crashed. A computer that asks for them
/// knows what it does, and needs them to take a bad pack away.
async fn open_for<F: NorFlash, const N: usize>(
    store: &mut Store<'_, F, N>,
    request: &Request<'_>,
    scratch: &mut Scratch,
) -> Result<(), F::Error> {
    if store.is_open() || matches!(request, Request::Hello | Request::Log(_)) {
        return Ok(());
    }
    store.open(scratch).await
}

/// Writes all that was restored. If the flash fails, what is in it is what is remembered.
async fn write_all<F: NorFlash, const N: usize>(
    store: &mut Store<'_, F, N>,
    scratch: &mut Scratch,
) -> Result<(), Refusal> {
    loop {
        match store.save(scratch).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(_) => {
                let _ = store.recall(scratch).await;
                return Err(Refusal::FlashFailed);
            }
        }
    }
}

fn restore<F: NorFlash, const N: usize>(
    store: &Store<'_, F, N>,
    page: u16,
    bytes: &[u8],
) -> Result<(), Refusal> {
    let mut progress = store.progress().borrow_mut();
    if !progress.is_being_restored() {
        return Err(Refusal::NotRestoring);
    }
    progress.restore(page, bytes)
}
