//! Playouts from an empty board, in the handheld's memory.

use crate::board::Color;
use crate::play::{DEVICE_CELLS, DEVICE_MOVES, Kifu, Search};
use crate::search::Slot;

/// The boards that are measured, by their lines.
pub const BOARDS: [u8; 3] = [5, 9, 13];
/// Playouts on each.
pub const PLAYOUTS: u32 = 100;

/// Plays [`PLAYOUTS`] playouts on a board of `size` lines. Returns a signature: if it is equal on two machines, they played the very same.
pub fn play_out(size: u8, search: &mut Search<DEVICE_CELLS>, slots: &mut [Slot]) -> u64 {
    let mut kifu = Kifu::<DEVICE_CELLS, DEVICE_MOVES>::new();
    kifu.restart(size);
    search.begin(&kifu, Color::Black, 1, slots);
    search.step(slots, PLAYOUTS);
    let mut signature = 0xcbf2_9ce4_8422_2325;
    search.each_first(slots, |_, visits, wins| {
        for number in [visits, wins] {
            signature = (signature ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3);
        }
    });
    signature
}
