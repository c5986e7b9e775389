//! The solver at the session's service: it takes up what is wished, slice by slice, and drops what is not wished any more.

use super::thought::{News, Thought, Ticket};
use super::{Event, Session};
use crate::search::Table;
use crate::tsumego::{Progress, Thinker};

/// What the solver is at.
#[derive(Debug, Default)]
pub struct Mind {
    work: Option<(Ticket, Thinker)>,
}

impl Mind {
    /// A mind at rest.
    pub const fn new() -> Mind {
        Mind { work: None }
    }

    /// Works off about `nodes` positions of whatever the session wishes, and tells it what came of that. False if there is
    /// nothing to do.
    pub fn work(&mut self, session: &mut Session<'_>, table: &mut Table<'_>, nodes: u32) -> bool {
        let Some(ticket) = session.wish() else {
            self.work = None;
            return false;
        };
        if self.work.as_ref().is_none_or(|(taken, _)| *taken != ticket) {
            self.work = session
                .job()
                .and_then(|job| Thinker::new(&job.task()))
                .map(|thinker| (ticket, thinker));
            table.clear();
        }
        let news = match &mut self.work {
            None => News::TooLarge,
            Some((_, thinker)) => match thinker.step(table, nodes) {
                Progress::More => News::Working(thinker.nodes()),
                Progress::Solved(solution) => News::Solved(solution),
                Progress::Unknown => News::Unknown {
                    guess: thinker.guess(),
                    so_far: thinker.so_far(),
                },
            },
        };
        session.on(Event::Thought(Thought { ticket, news }));
        true
    }
}
