//! What the trainer does: events in, effects out, one owner of state. It draws nothing and reads no clock.
//!
//! * [`keys`] makes strokes out of buttons that go down and up.
//! * [`picture`] is what there is to see, as plain data, for `view` to draw.
//! * [`still`] is the picture of a problem that nobody plays.

pub mod keys;
pub mod picture;
pub mod still;
