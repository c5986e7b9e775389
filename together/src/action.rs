//! What happens in a game, as it is kept.

use serde::{Deserialize, Serialize};

use crate::decide::Decision;
use crate::proposal::Proposal;
use crate::setup::Setup;

/// A member's number, never given twice in a game.
pub type MemberId = u32;

/// What kind of member somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Somebody at a page or a terminal.
    Person,
    /// A program or a handheld.
    Engine,
}

/// What members are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// A move.
    Proposals,
    /// A vote.
    Votes,
    /// Playouts: the server's own work.
    Playouts,
}

/// How a request to a member ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// With this.
    Move(Proposal),
    /// Not in time.
    Late,
    /// With something that cannot be used, and why.
    Faulty(String),
}

/// Something that happened. The names are those of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a list of fields whose names say it")]
pub enum Action {
    /// A game began.
    Start { setup: Setup },
    /// A member came, or came back.
    Join {
        member: MemberId,
        name: String,
        role: Role,
        back: bool,
    },
    /// A member went.
    Leave {
        member: MemberId,
        name: String,
        why: String,
    },
    /// The team was asked for something, until a time in milliseconds since the game began.
    Request { round: u32, what: Asked, until: u64 },
    /// What became of the request to a member.
    Answer {
        round: u32,
        member: MemberId,
        name: String,
        answer: Given,
    },
    /// What became of the request for a member's vote.
    Vote {
        round: u32,
        member: MemberId,
        name: String,
        vote: Given,
    },
    /// What the team decided, and why.
    Decision { round: u32, decision: Decision },
    /// A move on the board, of either side.
    Move {
        number: u32,
        black: bool,
        #[serde(rename = "move")]
        what: Proposal,
    },
    /// Somebody said something.
    Chat { name: String, text: String },
    /// The game is over: the result as in SGF, and why.
    End { result: String, why: String },
}

impl Action {
    /// What kind of action it is, in one word.
    pub const fn kind(&self) -> &'static str {
        match self {
            Action::Start { .. } => "start",
            Action::Join { .. } => "join",
            Action::Leave { .. } => "leave",
            Action::Request { .. } => "request",
            Action::Answer { .. } => "answer",
            Action::Vote { .. } => "vote",
            Action::Decision { .. } => "decision",
            Action::Move { .. } => "move",
            Action::Chat { .. } => "chat",
            Action::End { .. } => "end",
        }
    }

    /// All kinds.
    pub const KINDS: [&'static str; 10] = [
        "start", "join", "leave", "request", "answer", "vote", "decision", "move", "chat", "end",
    ];

    /// Who did it, if it was a member.
    pub fn name(&self) -> Option<&str> {
        match self {
            Action::Join { name, .. }
            | Action::Leave { name, .. }
            | Action::Answer { name, .. }
            | Action::Vote { name, .. }
            | Action::Chat { name, .. } => Some(name),
            _ => None,
        }
    }
}
