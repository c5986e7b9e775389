//! The solver at the session's service: it takes up what is wished, slice by slice, and drops what is not wished any more.

use super::thought::{News, Thought, Ticket};
use super::{Effects, Event, Session};
use crate::search::Table;
use crate::tsumego::{BOARD_WORDS, DEVICE_WORDS, Progress, SizedThinker};

/// What the solver is at, for regions of up to `MOST` words.
#[derive(Debug)]
pub struct SizedMind<const MOST: usize> {
    /// The wish that was taken up.
    taken: Option<Ticket>,
    /// It had room for it.
    has_room: bool,
    thinker: SizedThinker<MOST>,
}

/// A mind with room for every region there is.
pub type Mind = SizedMind<BOARD_WORDS>;

/// A mind with the handheld's room.
pub type DeviceMind = SizedMind<DEVICE_WORDS>;

impl<const MOST: usize> Default for SizedMind<MOST> {
    fn default() -> Self {
        SizedMind::new()
    }
}

impl<const MOST: usize> SizedMind<MOST> {
    /// A mind at rest. All its bytes are zero, so that it costs no flash.
    pub const fn new() -> Self {
        SizedMind {
            taken: None,
            has_room: false,
            thinker: SizedThinker::IDLE,
        }
    }

    /// Works off about `nodes` positions of whatever the session wishes, and tells it what came of that. Returns what is to be
    /// done then; `None` if there was nothing to think about.
    #[must_use = "a sound that nobody plays is lost"]
    pub fn work(&mut self, session: &mut Session<'_>, table: &mut Table<'_>, nodes: u32) -> Option<Effects> {
        // Without a wish, what was begun is kept: a page may only lie over the problem for a while.
        let ticket = session.wish()?;
        if self.taken != Some(ticket) {
            self.taken = Some(ticket);
            self.has_room = session.job().is_some_and(|job| self.thinker.start(&job.task()));
            table.clear();
        }
        let thinker = &mut self.thinker;
        let news = match self.has_room.then(|| thinker.step(table, nodes)) {
            None => News::TooLarge,
            Some(Progress::More) => News::Working(thinker.nodes()),
            Some(Progress::Solved(solution)) => News::Solved(solution),
            Some(Progress::Unknown) => News::Unknown {
                guess: thinker.guess(),
            },
        };
        Some(session.on(Event::Thought(Thought { ticket, news })))
    }
}
