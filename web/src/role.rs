//! A role as the contract spells it.

use serde::Serialize;
use store::people;
use utoipa::ToSchema;

/// What a person is in the programme.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub enum Role {
    /// An adult who helps.
    Mentor,
    /// A young person.
    Mentee,
    /// Who runs the programme.
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
