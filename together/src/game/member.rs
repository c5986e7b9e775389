//! Who belongs to a team.

use crate::action::{MemberId, Role};

/// A member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The number.
    pub id: MemberId,
    /// The name, unlike all others of this team.
    pub name: String,
    /// A person or a program.
    pub role: Role,
    /// Joined and not gone.
    pub is_here: bool,
    /// Missed the last request, and was not heard of since.
    pub is_away: bool,
    /// Why they went, if they did.
    pub why: String,
}

impl Member {
    pub(super) const fn new(id: MemberId, name: String, role: Role) -> Member {
        Member {
            id,
            name,
            role,
            is_here: true,
            is_away: false,
            why: String::new(),
        }
    }
}
