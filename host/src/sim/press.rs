//! A press of the mouse, wherever it was heard.

/// What was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Left,
    Right,
    WheelUp,
    WheelDown,
}

/// A press, with its place in the window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Press {
    pub(super) kind: Kind,
    pub(super) place: (f32, f32),
}
