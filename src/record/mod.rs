//! What is kept: how the player got on with every problem, and how they like it. Plain data, and who keeps it.
//!
//! ```text
//! record ← pack ← session          record ← store ← link          record ← the computer's progress file
//! ```
//!
//! * [`Record`] is what became of a problem, which [`ProblemId`] names wherever it stands.
//! * [`Profile`] is the player, with the [`Settings`].
//! * [`Keeper`] remembers them, and the game of Go that is not finished. How is its own business.
//! * [`Kept`] lists the fields of what is written to flash; how to add one is said there.
//!
//! Nothing here is drawn, and nothing here decides anything: what a setting does is said in `session`, how a page of flash looks in
//! `store`.

mod fields;
mod game;
mod id;
mod keeper;
mod name;
mod profile;
mod sets;
mod settings;
mod tried;

pub use fields::{Fields, Kept};
pub use game::{GAME, take_game};
pub use id::ProblemId;
pub use keeper::Keeper;
pub use name::{Name, cut};
pub use profile::{FIRST_RATING, HISTORY, KEPT, Profile, SET};
pub use sets::{OWN_SETS, SetName, SetNumber};
pub use settings::{Mode, RowSide, Settings, ThemeName};
pub use tried::{Done, Record};
