//! Problems composed by the project: drawn from a seed, proved by the solver, chosen for balance.
//!
//! ```text
//! random ─► shape ─► play ─► walk ─► study ─► story, grade ─► pool ─► choose ─► SGF
//!           outline  moves   looks   proofs   themes, level   a file   twins, balance, names
//! ```

mod choose;
mod grade;
mod kin;
mod looks;
mod play;
mod plot;
mod pool;
mod probe;
mod random;
mod report;
mod shape;
mod sheet;
mod sight;
mod story;
mod study;
mod vary;
mod walk;
mod words;

pub use choose::{Chosen, Wanted, choose};
pub use grade::{Grader, Snare, Traits};
pub use kin::likeness;
pub use plot::bars;
pub use pool::{Draw, Drawn, Pool, draw, join, looks_like_pool};
pub use report::{Chart, charts};
pub use sheet::{sample, sheet};
pub use story::Tag;
pub use study::Lure;
pub use walk::{Dropped, Drops};
