//! What becomes of cases: a fixed list, so that closed cases can be filtered and counted.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What became of a case. If several apply, the most serious one counts; the note has the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = CaseOutcome)]
pub enum Outcome {
    /// Nothing that gives cause for concern.
    NoConcern,
    /// Staff talked to the people.
    TalkedTo,
    /// Help was arranged: counselling, the family, a helpline.
    HelpArranged,
    /// The person was warned.
    Warned,
    /// The contact of two people, or a mentorship, ended.
    ContactEnded,
    /// The person was suspended.
    Suspended,
    /// The person left the programme.
    LeftProgramme,
    /// The police or social services have it.
    Authorities,
    /// Another one, in the note.
    Other,
}

impl Outcome {
    /// All outcomes, in the order of lists.
    pub const ALL: [Self; 9] = [
        Self::NoConcern,
        Self::TalkedTo,
        Self::HelpArranged,
        Self::Warned,
        Self::ContactEnded,
        Self::Suspended,
        Self::LeftProgramme,
        Self::Authorities,
        Self::Other,
    ];

    /// Whether it says nothing without a note.
    pub fn needs_note(self) -> bool {
        self == Self::Other
    }
}
