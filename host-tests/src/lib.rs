//! What the tests share: second implementations that are slow and obviously right, and small helpers.

pub mod naive;
pub mod oracle;
