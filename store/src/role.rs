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

/// SQL: a person `p` is a mentee or mentor of their programme. Those whose application is not approved are not in it yet, or not any more,
/// as those who left it; suspended people are.
pub(crate) const MEMBER: &str =
    "p.is_disabled = FALSE AND p.left_programme_at IS NULL AND p.role IN ('mentee', 'mentor')
    AND NOT EXISTS (SELECT 1 FROM applications y WHERE y.person_id = p.id AND y.state <> 'approved')";

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
