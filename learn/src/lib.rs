//! Teaches the solver which moves look natural, and which positions look won (`docs/learning.md`).
//!
//! ```text
//! source ─► lesson ─► model ─► written
//! problems  proofs    weights  a file of the core
//!               cases ─► measure, effort ─► chart
//!
//! source ─► chances ─► a file of the prover
//! ```
#![forbid(unsafe_code)]

pub mod cases;
pub mod chances;
pub mod chart;
pub mod effort;
pub mod file;
pub mod lesson;
pub mod measure;
pub mod model;
pub mod random;
pub mod source;
pub mod written;
