//! What the simulator says to the players.

/// What the simulator last had to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Whether it says why something was not done.
    pub refusal: bool,
    /// A sentence or two.
    pub text: String,
}

impl Message {
    pub(super) fn said(text: impl Into<String>) -> Message {
        Message {
            refusal: false,
            text: text.into(),
        }
    }

    pub(super) fn refused(text: impl Into<String>) -> Message {
        Message {
            refusal: true,
            text: text.into(),
        }
    }
}
