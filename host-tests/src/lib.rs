//! What the tests share: second implementations that are slow and obviously right, and small helpers.

#[cfg(feature = "host")]
pub mod books;
pub mod diagram;
pub mod enclosed;
pub mod fake_packs;
pub mod fixtures;
pub mod flash;
pub mod games;
pub mod golden;
pub mod handheld;
#[cfg(feature = "host")]
pub mod hostile;
pub mod in_game;
pub mod naive;
pub mod oracle;
pub mod packs;
pub mod pictures;
pub mod proofs;
pub mod random;
pub mod scramble;
pub mod solving;
