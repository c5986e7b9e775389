//! The fields of what is kept, one by one.
//!
//! What is written to flash is read for ever, so each thing lists its fields once, in the order in which they were added, and both the
//! writer and the reader go through that list. **A new field goes to the end of its list**, and the version of the pages grows by one
//! (`store::pages`). A page from before it ends sooner, and the field keeps the value that a new player has.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Goes through fields: it writes them, or fills them.
pub trait Fields {
    /// A plain value.
    fn field<T: Serialize + DeserializeOwned>(&mut self, value: &mut T);

    /// One of a list that may grow, by its place there. A place that is not known leaves the value alone.
    fn choice<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]);

    /// Fields that end by themselves, so that they may grow too.
    fn group(&mut self, fields: &mut impl Kept);
}

/// Something that is kept, with its fields.
pub trait Kept: Clone + Default {
    /// Shows every field, in the order in which they were added.
    fn fields(&mut self, to: &mut impl Fields);
}
