//! Static facts about life and death: what can be said without playing a move.
//!
//! Every rule here is a theorem. Opinions belong to the ordering of moves.

mod benson;
mod eyes;
mod forever;

pub use benson::{safe_stones, unconditionally_alive};
pub use forever::{Forever, alive_for_good};

pub use eyes::{
    EyeSpace, Prospects, dame, eyes, holds_two_eyes, lacks_room, prospects, stays_eyeless, territory,
};
