//! What can go wrong while one talks to a handheld.

use std::fmt;

use shikatsu::link::PROTOCOL;
use shikatsu::store::Refusal;

/// Why there is no answer, or not the one that was hoped for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It says nothing.
    Silent,
    /// It says something else than it was asked.
    Confused,
    /// It speaks another protocol.
    Stranger(u8),
    /// It says no.
    Refused(Refusal),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Silent => f.write_str("the handheld does not answer"),
            Trouble::Confused => f.write_str(
                "the handheld's answer makes no sense to this program; its firmware may be newer, so update the program",
            ),
            Trouble::Stranger(theirs) => write!(
                f,
                "the handheld speaks version {theirs} of the protocol and this program version {PROTOCOL}: bring the older one up to date"
            ),
            Trouble::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}
