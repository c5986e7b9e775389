//! Life and death, proved: in open positions by zones, and in closed regions by proof numbers.
//!
//! [`Solver`] says of a problem whether the key stones live or die, whatever ko threats there are, and judges every first move. [`Prover`] answers
//! single questions: does this side win, from the start or after this move? Both work in slices of nodes and read no clock, so whoever calls them
//! can stop at any time. What they say is proved, never guessed: with each win comes the [zone](Win::zone) it rests on, and a proof for
//! `shikatsu-proof`, whose checker shares no code with the search.
//!
//! ```text
//!   set ← field ← position ← zone, life, death, eyes ← search ← deepening, follow, numbers, chase ← engine ← prover ← solver
//!                 table, patterns, style, policy, closed ↗                                  record ↗
//! ```
//!
//! Outcomes that hang on a ko are not told apart by these: they stay unknown, and so does seki. [`Closed`] tells all of them, where the region is closed: no
//! legal move is left out without a reason, so what fails is proved as well as what is won. It writes no proofs. `docs/solver.md` has the reasons why all this
//! is right.
#![forbid(unsafe_code)]

mod chase;
mod closed;
mod death;
mod deepening;
mod engine;
mod eyes;
mod field;
mod follow;
mod life;
mod looks;
mod numbers;
mod patterns;
mod policy;
mod position;
mod prover;
mod record;
mod search;
mod set;
mod solver;
mod strikes;
mod style;
mod table;
mod weights;
mod zone;

pub use closed::chance;
pub use closed::{Closed, Judgement};
pub use policy::{Lesson, WEIGHT_COUNT};
pub use position::Side;
pub use prover::{Answer, Progress, Prover, Question};
pub use solver::{Finding, Share, Solver};
pub use style::Style;
pub use zone::Win;
