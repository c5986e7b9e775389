//! Problems composed by the project: drawn from a seed, proved by the solver, chosen for balance.
//!
//! ```text
//! random ─► shape ─► play ─► walk ─► study ─► story, grade ─► pool ─► choose ─► SGF
//!           outline  moves   looks   proofs   themes, level   a file   twins, balance, names
//! ```

mod grade;
mod looks;
mod play;
mod pool;
mod probe;
mod random;
mod shape;
mod sheet;
mod sight;
mod story;
mod study;
mod walk;

pub use grade::{Grader, Traits};
pub use pool::{Draw, Drawn, Pool, draw};
pub use sheet::sheet;
pub use story::Tag;
pub use study::Lure;
pub use walk::{Dropped, Drops};
