//! All that is wrong with one problem.

use std::fmt;

/// One fault or more, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults<E> {
    first: E,
    more: Vec<E>,
}

impl<E> Faults<E> {
    /// The faults that were found; `None` if there are none.
    pub fn of(found: Vec<E>) -> Option<Faults<E>> {
        let mut found = found.into_iter();
        Some(Faults {
            first: found.next()?,
            more: found.collect(),
        })
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// Each of them as something else.
    pub fn map<F>(self, mut change: impl FnMut(E) -> F) -> Faults<F> {
        Faults {
            first: change(self.first),
            more: self.more.into_iter().map(change).collect(),
        }
    }
}

impl<E> From<E> for Faults<E> {
    fn from(only: E) -> Faults<E> {
        Faults {
            first: only,
            more: Vec::new(),
        }
    }
}

/// The first, and how many more there are.
impl<E: fmt::Display> fmt::Display for Faults<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        match self.more.len() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more fault: 'shikatsu check' lists all)"),
            more => write!(f, " (and {more} more faults: 'shikatsu check' lists all)"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Faults<E> {}
