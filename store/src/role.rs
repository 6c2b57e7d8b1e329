//! The role of a person.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The role of a person in a programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[schema(as = PersonRole)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Role {
    /// An adult who helps.
    Mentor,
    /// A young person.
    Mentee,
    /// A member of staff, who runs the programme.
    Staff,
}

impl Role {
    /// Returns the capitalised name of the specification.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mentor => "Mentor",
            Self::Mentee => "Mentee",
            Self::Staff => "Staff",
        }
    }

    /// Whether the role moderates calls on a conference server: adults do.
    pub fn moderates(self) -> bool {
        self != Self::Mentee
    }
}

/// How far an application is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ApplicationState {
    /// Staff decide.
    Open,
    /// The person takes part.
    Approved,
    /// The account is erased soon.
    Declined,
    /// The person does not want to take part any more: the account is erased soon.
    Withdrawn,
}
