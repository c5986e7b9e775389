//! A position in the making with the steps that led to it.
//!
//! A step is a few bytes and a position a few hundred. So only the first position is kept, and the steps behind it: to take one back is
//! to go the others again. When there are too many, the oldest becomes part of the first position and cannot be taken back any more.

use heapless::Vec;

use super::draft::Draft;
use super::step::{Refused, Step};

/// Steps that can be taken back.
pub const STEPS: usize = 100;

/// A position, and the way to it.
#[derive(Clone, Debug)]
pub struct Workshop {
    first: Draft,
    now: Draft,
    /// Those that were made, and behind them those that were taken back.
    steps: Vec<Step, STEPS>,
    made: usize,
    /// What was kept last, or what it began with.
    kept: u32,
}

impl Workshop {
    /// Begins with a position.
    pub fn new(first: Draft) -> Workshop {
        Workshop {
            first,
            now: first,
            steps: Vec::new(),
            made: 0,
            kept: first.fingerprint(),
        }
    }

    /// The position.
    pub const fn draft(&self) -> &Draft {
        &self.now
    }

    /// Makes a step. What was taken back before is forgotten then.
    pub fn make(&mut self, step: Step) -> Result<(), Refused> {
        let after = self.now.after(step)?;
        self.steps.truncate(self.made);
        if self.steps.is_full() {
            let oldest = self.steps.remove(0);
            // It could be made before, so it can be made again.
            self.first = self.first.after(oldest).unwrap_or(self.first);
        }
        let has_room = self.steps.push(step);
        debug_assert!(has_room.is_ok());
        self.made = self.steps.len();
        self.now = after;
        Ok(())
    }

    /// Takes a step back, and says which; `None` if there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let last = *self.steps.get(self.made.checked_sub(1)?)?;
        self.made -= 1;
        self.now = self.steps[..self.made]
            .iter()
            .fold(self.first, |draft, &step| draft.after(step).unwrap_or(draft));
        Some(last)
    }

    /// Makes a step again that was taken back, and says which; `None` if there is none.
    pub fn redo(&mut self) -> Option<Step> {
        let next = *self.steps.get(self.made)?;
        self.now = self.now.after(next).unwrap_or(self.now);
        self.made += 1;
        Some(next)
    }

    /// Whether there is a step to make again.
    pub fn can_redo(&self) -> bool {
        self.made < self.steps.len()
    }

    /// Whether it differs from what was kept, or from what it began with.
    pub fn is_changed(&self) -> bool {
        self.now.fingerprint() != self.kept
    }

    /// It was kept as it is now.
    pub fn was_kept(&mut self) {
        self.kept = self.now.fingerprint();
    }
}
