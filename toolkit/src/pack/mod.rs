//! Packs made from files.
//!
//! * [`Collection`] is what becomes of the files that somebody named: `twins` finds what is there twice, `prove` asks the solver about
//!   the rest on all threads, `open` the prover for what is too open for it, `close` makes a problem for the handheld of that, `bind` a book of replies where it is too slow, with what `slow` reads for it, `opinion` holds each file's own answer against the proof, `sense` asks whether a proof makes sense, `again` looks twice where these differ, `trying` keeps what is known of a problem on the way,
//!   `report` says all of it, `page` with pictures, `list` for programs. `journal` holds proofs as lines, so that work that was stopped goes on where it was.
//! * [`assemble()`] makes a pack of what is left, and [`uf2`] a file that puts it into a slot of the handheld's flash.
//! * [`difference`] tells two editions of a pack apart.
//! * [`manifest`] lists packs that are made together, as the built-in ones are, and [`edition`] makes these.

mod again;
mod ask;
mod assemble;
mod bind;
mod close;
mod collection;
pub mod difference;
pub mod edition;
mod item;
mod journal;
mod list;
pub mod manifest;
mod open;
mod opinion;
mod page;
mod prove;
mod report;
mod sense;
mod slow;
mod trying;
mod twins;
pub mod uf2;
mod word;

pub use assemble::{Origins, Trust, assemble, number_of};
pub use collection::Collection;
pub use item::{Fate, Item, Sense};
pub use journal::Journal;
pub use list::list;
pub use opinion::Opinion;
pub use page::page;
pub use prove::{
    Handheld, LAST_NODES, NODES, OPEN_NODES, PATIENT_NODES, SLOTS, TOGETHER_NODES, Watch, Workers,
    answerable, effort,
};
pub use report::{Group, Reason, Report, Tally, report};
pub use twins::portrait;
pub use word::BookWord;
