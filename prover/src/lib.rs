//! Life and death in open positions, proved.
#![forbid(unsafe_code)]

mod deepening;
mod engine;
mod eyes;
mod field;
mod life;
mod numbers;
mod patterns;
mod position;
mod prover;
mod record;
mod search;
mod set;
mod table;
mod zone;

pub use engine::Win;
pub use position::Side;
pub use prover::{Answer, Progress, Prover, Question};
