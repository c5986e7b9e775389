//! A conversation turned inside out: instead of waiting for bytes it says that it wants some.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::cable::Cable;
use super::trouble::Trouble;

/// What a talk wants next.
#[derive(PartialEq, Eq, Debug)]
pub enum Want<T> {
    /// Send these bytes.
    Send(Vec<u8>),
    /// Hear something, but wait for it no longer than this.
    Listen(Duration),
    /// Nothing: this came of it.
    Done(Result<T, Trouble>),
}

/// A conversation with a handheld, from the first question to what comes of it. To drop it ends it.
pub struct Talk<'a, T> {
    cable: Cable,
    /// What is said. Whenever it has to wait, it is the driver's turn: nobody needs to be woken.
    about: Option<Said<'a, T>>,
}

type Said<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + 'a>>;

impl<'a, T> Talk<'a, T> {
    /// Begins a talk over a cable. What an earlier one left unsaid is forgotten.
    pub fn over<F>(cable: &Cable, about: impl FnOnce(Cable) -> F) -> Talk<'a, T>
    where
        F: Future<Output = Result<T, Trouble>> + 'a,
    {
        cable.state().said.clear();
        Talk {
            cable: cable.clone(),
            about: Some(Box::pin(about(cable.clone()))),
        }
    }

    /// Goes on: `heard` is what came since the last step, `now` the time since the talk began, or since any
    /// other fixed moment. After what came of it there is only silence.
    pub fn step(&mut self, now: Duration, heard: &[u8]) -> Want<T> {
        {
            let mut state = self.cable.state();
            state.now = now;
            state.heard.extend(heard);
        }
        let Some(about) = &mut self.about else {
            return Want::Done(Err(Trouble::Silent));
        };
        if let Poll::Ready(result) = about.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            self.about = None;
            return Want::Done(result);
        }
        let mut state = self.cable.state();
        if state.said.is_empty() {
            Want::Listen(state.end.saturating_sub(now))
        } else {
            Want::Send(std::mem::take(&mut state.said))
        }
    }
}
