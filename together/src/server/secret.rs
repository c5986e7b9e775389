//! Words that nobody guesses.

use rand::Rng;

/// 128 bits of chance, in 32 digits.
pub(super) fn secret() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}
