//! Proofs that key stones are captured, live or stand, and a checker that needs no trust in whoever wrote them.
//!
//! A proof is a graph: for the winner one move, for the loser every move that matters, and at the ends facts that can be seen. [`check`] replays it on a board of its own
//! and searches nothing. `docs/formats.md` has the files, and why an accepted proof is one.

#![forbid(unsafe_code)]

pub mod binary;
pub mod board;
mod check;
pub mod death;
mod form;
pub mod life;
mod order;
pub mod points;
mod replay;
pub mod text;
mod zone;

pub use check::{CheckError, Checked, check};
pub use form::{Claim, Color, Endless, Goal, MAX_NODES, Node, Number, Position, Proof, Step};
pub use order::ordered;
pub use points::{Point, Points};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 256 << 20;

/// Why a file cannot be read as a proof: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError(pub(crate) String);

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// Whether these bytes look like a proof of any version.
pub fn is_proof(bytes: &[u8]) -> bool {
    bytes.starts_with(&binary::MAGIC[..binary::MAGIC.len() - 1]) || bytes.starts_with(b"shikatsu proof")
}

/// Reads a proof, from text or from bytes.
pub fn read(bytes: &[u8]) -> Result<Proof, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError(format!("a proof has at most {} MiB", MAX_BYTES >> 20)));
    }
    if bytes.starts_with(&binary::MAGIC[..1]) {
        return binary::read(bytes);
    }
    match str::from_utf8(bytes) {
        Ok(text) => text::read(text),
        Err(error) => Err(ReadError(format!(
            "byte {}: this is no text",
            error.valid_up_to()
        ))),
    }
}
