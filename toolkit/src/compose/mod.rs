//! Problems composed by the project: drawn from a seed, proved by the solver, chosen for balance.
//!
//! ```text
//! random ─► shape ─► play ─► walk ─► study ─► story, grade ─► pool ─► choose ─► SGF
//!           outline  moves   looks   proofs   themes, level   a file   twins, balance, names
//! ```
//! `tidy` replaces what looks worst of a collection; `loosen`, `open` and `choose_open` make problems with a way out.

mod certify;
mod choose;
mod choose_open;
mod grade;
mod kin;
mod looks;
mod loosen;
mod open;
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
mod tidy;
mod untidy;
mod vary;
mod walk;
mod words;

pub use certify::{is_plain, is_proved_twice, refuted};
pub use choose::{Chosen, Wanted, choose};
pub use choose_open::{ChosenOpen, choose_open};
pub use grade::{Grader, Snare, Traits};
pub use kin::{family, likeness};
pub use plot::bars;
pub use pool::{Draw, Drawn, Pool, draw, join, looks_like_pool};
pub use report::{Chart, charts};
pub use sheet::{sample, sheet};
pub use story::Tag;
pub use study::Lure;
pub use tidy::{Tidied, tidy};
pub use untidy::untidiness;
pub use walk::{Dropped, Drops};
