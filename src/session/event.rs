//! What happens to the trainer, and what the world has to do then.

use super::keys::{Button, Stroke};
use super::picture::Target;
use super::thought::Thought;
use crate::edit::Step;
use crate::pack::library::NotKept;

/// Something happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A button went down.
    Down(Button),
    /// A button came up.
    Up(Button),
    /// A button was struck or held, where it cannot be known when it comes up.
    Stroke(Stroke),
    /// Something on the screen was pointed at.
    Touch(Target),
    /// Time went by, in milliseconds.
    Tick(u16),
    /// The reader has something to say.
    Thought(Thought),
    /// There are other packs than before.
    Library,
    /// Row Go is wanted.
    RowGo,
    /// A whole game of Go is wanted.
    PlayGo,
    /// A step of the editor, by somebody who can say it.
    Edit(Step),
    /// What was made is not kept, and why.
    NotKept(NotKept),
    /// How full the battery is, in percent.
    Battery(u8),
    /// Another problem is wanted, so many places further on in its pack.
    Step(i8),
    /// What lives for good is to be seen, or not any more.
    Life,
    /// The help is wanted.
    Help,
}

/// What the world has to do besides drawing and thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Something to hear.
    pub sound: Option<Sound>,
    /// The pack with this number is to be deleted. When that is done, [`Event::Library`] is expected.
    pub delete: Option<u32>,
}

/// Something to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A stone on wood.
    Stone,
    /// Solved.
    Right,
    /// That was not it.
    Wrong,
    /// That cannot be.
    No,
}
