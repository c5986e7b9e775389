//! Work on several cores, where there are any: a computer has threads, a page in a browser has none.

/// Whoever does a share of the work. It is given a way to breathe, to be used between two pieces of work: without threads that is the only
/// moment at which anything else happens.
pub type Share<'a> = &'a (dyn Fn(&mut dyn FnMut()) + Sync);

/// Those who work at the same time.
pub trait Threads {
    /// Has the shares done, at most `most` of them at once, and returns when all are. `meanwhile` is called now and then until then, on
    /// the caller's thread, and once at the end.
    fn share(&self, most: usize, share: Share<'_>, meanwhile: &mut dyn FnMut());
}

/// Nobody else: the caller does it all, and sees to other things when it breathes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Alone;

impl Threads for Alone {
    fn share(&self, _most: usize, share: Share<'_>, meanwhile: &mut dyn FnMut()) {
        share(meanwhile);
        meanwhile();
    }
}
