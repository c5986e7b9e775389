//! Why something is not done.

use std::fmt;

use shikatsu::play::Refused;

/// Why something is not done. It prints as a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such member, or they have gone.
    NoMember,
    /// A name has to have something that can be seen.
    NoName,
    /// So has what somebody says.
    NoText,
    /// The team is full.
    Full,
    /// Nothing of the kind is asked for now.
    NotNow,
    /// It was for a request that has ended.
    TooLate,
    /// Each has one proposal and one vote.
    Twice,
    /// The rules forbid the move.
    Illegal(Refused),
    /// There is nothing of the kind to vote for.
    NoChoice,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NoMember => "not a member of this team",
            Refusal::NoName => "a name needs a letter that can be seen",
            Refusal::NoText => "there is nothing to say",
            Refusal::Full => "the team is full",
            Refusal::NotNow => "not now",
            Refusal::TooLate => "too late: the next request is under way",
            Refusal::Twice => "each has one proposal and one vote",
            Refusal::Illegal(Refused::Taken) => "illegal move: a stone stands there",
            Refusal::Illegal(Refused::Suicide) => "illegal move: the stone would have no liberty",
            Refusal::Illegal(Refused::Ko) => "illegal move: the ko must not be retaken at once",
            Refusal::Illegal(Refused::Superko) => "illegal move: the position was there before",
            Refusal::Illegal(Refused::Outside) => "illegal move: there is no such point",
            Refusal::Illegal(Refused::Full) => "the record of this game is full",
            Refusal::NoChoice => "that is not among the proposals",
        })
    }
}

impl std::error::Error for Refusal {}
