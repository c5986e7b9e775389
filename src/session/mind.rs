//! The judge's reader at the session's service: it takes up what is wished, slice by slice, and drops what is not wished any more.

use super::event::{Effects, Event};
use super::judge::Reader;
use super::readers::Readers;
use super::thought::{News, Thought, Ticket};
use super::trainer::Session;
use crate::play::CELLS;
use crate::search::Table;
use crate::tsumego::{BOARD_WORDS, DEVICE_WORDS};

/// A reader, and what it is at.
#[derive(Debug)]
pub struct MindWith<R> {
    /// The wish that was taken up.
    taken: Option<Ticket>,
    /// It had room for it.
    has_room: bool,
    reader: R,
}

/// A mind for every game, with room for every region and every board there is.
pub type Mind = MindWith<Readers<BOARD_WORDS, CELLS>>;

/// The same with the handheld's room.
pub type DeviceMind = MindWith<Readers<DEVICE_WORDS>>;

impl Default for Mind {
    fn default() -> Mind {
        Mind::new()
    }
}

impl Mind {
    /// A mind at rest. All its bytes are zero, so that it costs no flash.
    pub const fn new() -> Mind {
        MindWith::with(Readers::IDLE)
    }
}

impl DeviceMind {
    /// A mind at rest on the handheld.
    pub const fn on_the_handheld() -> DeviceMind {
        MindWith::with(Readers::IDLE)
    }
}

impl<R> MindWith<R> {
    /// A mind at rest with a reader of one's own.
    pub const fn with(reader: R) -> MindWith<R> {
        MindWith {
            taken: None,
            has_room: false,
            reader,
        }
    }
}

impl<R: Reader> MindWith<R> {
    /// Works off about `nodes` positions of what the session wishes to know, and tells it what came of that. Returns what is to be
    /// done then; `None` if there was nothing to think about.
    #[must_use = "a sound that is not played is lost"]
    pub fn work(&mut self, session: &mut Session<'_>, table: &mut Table<'_>, nodes: u32) -> Option<Effects> {
        // Without a wish, what was begun is kept: a page may lie over the problem for a while only.
        let ticket = session.wish()?;
        if self.taken != Some(ticket) {
            self.taken = Some(ticket);
            self.take_up(session);
            table.clear();
        }
        let news = if self.has_room {
            self.reader.step(table, nodes)
        } else {
            News::TooLarge
        };
        Some(session.on(Event::Thought(Thought { ticket, news })))
    }

    /// Forgets what it is at, so that it begins anew: its table was lent to somebody else.
    pub(super) fn forget(&mut self) {
        self.taken = None;
    }

    /// Begins with what is wished.
    // A job is large, and must not be on the stack while the reader works.
    #[inline(never)]
    fn take_up(&mut self, session: &mut Session<'_>) {
        // By reference: moved, it would lie on the stack twice.
        let job = session.job();
        self.has_room = job.as_ref().is_some_and(|job| self.reader.start(job));
    }
}
