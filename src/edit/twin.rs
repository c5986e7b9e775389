//! The same problem twice: turned, mirrored, or with the colours exchanged.

use crate::board::{Setup, Symmetry};
use crate::problem::Problem;

/// Whether two problems are the same. Most are told apart by a few counts.
pub fn is_twin(one: &Problem, other: &Problem) -> bool {
    let one = one.setup();
    let other = if other.to_move() == one.to_move {
        other.setup()
    } else {
        other.swapped().setup()
    };
    counts(&one) == counts(&other) && Symmetry::all().any(|symmetry| other.turned(symmetry) == one)
}

fn counts(setup: &Setup) -> [usize; 5] {
    let Setup {
        black,
        white,
        outside,
        key,
        ..
    } = setup;
    [
        setup.size.into(),
        black.len(),
        white.len(),
        outside.len(),
        key.len(),
    ]
}
