//! What the tests share: second implementations that are slow and obviously right, and small helpers.

pub mod diagram;
pub mod enclosed;
pub mod games;
pub mod naive;
pub mod oracle;
pub mod random;
pub mod solving;
