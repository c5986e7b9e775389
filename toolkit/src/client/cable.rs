//! One end of the cable: questions go out, answers come in.

use std::cell::{RefCell, RefMut};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{Reply, Request};

use super::trouble::Trouble;

/// How long a handheld may take to answer: a sector is erased in less.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How often a question is asked.
const TRIES: usize = 3;

/// One end of a cable. It outlives the talks over it, so that a late answer to one is not taken for an answer to the next.
#[derive(Clone, Default)]
pub struct Cable(Rc<RefCell<State>>);

#[derive(Default)]
pub(super) struct State {
    collector: Collector,
    /// The tag of the last question.
    tag: u8,
    /// The time, as far as it was told.
    pub(super) now: Duration,
    /// When the answer should be there.
    pub(super) end: Duration,
    /// Bytes that came and were not looked at yet.
    pub(super) heard: Vec<u8>,
    /// Bytes that are to be sent.
    pub(super) said: Vec<u8>,
}

impl Cable {
    /// A cable that nothing was said over yet.
    pub fn new() -> Cable {
        Cable::default()
    }

    pub(super) fn state(&self) -> RefMut<'_, State> {
        self.0.borrow_mut()
    }

    /// Asks, again if need be, and makes something of the answer.
    pub(super) async fn ask<T>(
        &self,
        request: &Request<'_>,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        self.ask_within(PATIENCE, request, answer).await
    }

    /// The same, with other patience for each try.
    pub(super) async fn ask_within<T>(
        &self,
        patience: Duration,
        request: &Request<'_>,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        for _ in 0..TRIES {
            let tag = self.send(request)?;
            match self.receive(tag, patience, &answer).await {
                Err(Trouble::Silent) => {}
                other => return other,
            }
        }
        Err(Trouble::Silent)
    }

    /// Asks for something that is only to be done.
    pub(super) async fn tell(&self, request: &Request<'_>) -> Result<(), Trouble> {
        self.ask(request, |reply| (*reply == Reply::Done).then_some(()))
            .await
    }

    /// Sends a request, and returns the tag that its answer will have.
    pub(super) fn send(&self, request: &Request<'_>) -> Result<u8, Trouble> {
        let mut state = self.state();
        let mut frame = [0; MAX_FRAME];
        state.tag = state.tag.wrapping_add(1);
        let length = write(state.tag, request, &mut frame).ok_or(Trouble::Confused)?;
        state.said.extend(&frame[..length]);
        Ok(state.tag)
    }

    /// Waits for the answer with this tag; others are passed over. The time counts from when all is sent.
    pub(super) async fn receive<T>(
        &self,
        tag: u8,
        patience: Duration,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        poll_fn(|_| {
            if self.state().said.is_empty() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
        let end = self.state().now + patience;
        poll_fn(|_| self.state().look(tag, end, &answer)).await
    }
}

impl State {
    /// The answer with this tag, if it is there or will never be.
    fn look<T>(
        &mut self,
        tag: u8,
        end: Duration,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Poll<Result<T, Trouble>> {
        loop {
            let (taken, is_complete) = self.collector.take(&self.heard);
            self.heard.drain(..taken);
            if !is_complete {
                break;
            }
            match self.collector.heard::<Reply<'_>>() {
                Some((theirs, Some(Reply::No(refusal)))) if theirs == tag => {
                    return Poll::Ready(Err(Trouble::Refused(refusal)));
                }
                Some((theirs, reply)) if theirs == tag => {
                    return Poll::Ready(reply.and_then(|reply| answer(&reply)).ok_or(Trouble::Confused));
                }
                _ => {}
            }
        }
        if self.now >= end {
            return Poll::Ready(Err(Trouble::Silent));
        }
        self.end = end;
        Poll::Pending
    }
}
