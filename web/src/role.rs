//! Roles as the API spells them.

use serde::Serialize;
use store::people;
use utoipa::ToSchema;

/// The role of a person in the programme.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub enum Role {
    /// An adult who supports mentees.
    Mentor,
    /// A young person.
    Mentee,
    /// A member of the team that runs the programme.
    Staff,
}

impl From<people::Role> for Role {
    fn from(role: people::Role) -> Self {
        match role {
            people::Role::Mentor => Self::Mentor,
            people::Role::Mentee => Self::Mentee,
            people::Role::Staff => Self::Staff,
        }
    }
}
