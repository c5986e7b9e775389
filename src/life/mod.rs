//! Static facts about life and death: what can be said without playing a move.
//!
//! Every rule here is a theorem, or it is not here. Opinions live with the ordering of moves.

mod benson;
mod eyes;

pub use benson::unconditionally_alive;
pub use eyes::{EyeSpace, dame, eyes, holds_two_eyes, lacks_room, lives, safe_stones, territory};
