//! A random number for each stone on each cell; a position's hash is the exclusive or of its stones'.
//!
//! Two different positions share a hash with probability 2⁻⁶⁴: a device that compared a thousand
//! million pairs of positions would err once in some eighteen thousand million such runs. Superko
//! therefore compares hashes and nothing else.

use super::Color;
use super::point::{CELLS, Point};

/// One step of the `splitmix64` generator: advances the state, then mixes it.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; 2]; CELLS] {
    let mut keys = [[0; 2]; CELLS];
    let mut state = 0x0073_6869_6b61_7473; // "shikats"
    let mut cell = 0;
    while cell < CELLS {
        keys[cell] = [next(&mut state), next(&mut state)];
        cell += 1;
    }
    keys
}

static KEYS: [[u64; 2]; CELLS] = keys();

/// The share of a stone of `color` on `point` in a position's hash.
pub(crate) fn key(point: Point, color: Color) -> u64 {
    KEYS[point.index()][color as usize]
}
