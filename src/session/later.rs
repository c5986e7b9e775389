//! A value that is made when it is first changed, and is all zeros until then: a static with it takes memory, but no flash.

use core::ops::{Deref, DerefMut};

/// What such a value is at first.
pub(super) trait AtFirst: Clone + 'static {
    /// It, to be looked at.
    const AT_FIRST: &'static Self;
}

/// The value. Its first variant is zero, which `Option` does not promise.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Later<T> {
    AtFirst,
    Changed(T),
}

impl<T: AtFirst> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Later::AtFirst => T::AT_FIRST,
            Later::Changed(value) => value,
        }
    }
}

impl<T: AtFirst> Later<T> {
    /// Makes the value. Once, so it is not worth the room at every change.
    #[cold]
    #[inline(never)]
    fn make(&mut self) {
        *self = Later::Changed(T::AT_FIRST.clone());
    }
}

impl<T: AtFirst> DerefMut for Later<T> {
    fn deref_mut(&mut self) -> &mut T {
        if matches!(self, Later::AtFirst) {
            self.make();
        }
        match self {
            Later::Changed(value) => value,
            Later::AtFirst => unreachable!("it was just made"),
        }
    }
}
