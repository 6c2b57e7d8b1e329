//! Why mentorships end: a fixed list, so that endings can be counted, and a note for staff.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a mentorship ended. Only staff read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = MentorshipEndReason)]
pub enum EndReason {
    /// Its time was over, as planned.
    Completed,
    /// A member moved away or left the school.
    MovedAway,
    /// A member has no time any more.
    NoTime,
    /// The members did not fit.
    DidNotFit,
    /// The members lost contact.
    LostContact,
    /// A member left the programme.
    LeftProgramme,
    /// The conduct of a member, or the safety of one.
    Conduct,
    /// Another one, in the note.
    Other,
}

impl EndReason {
    /// All reasons, in the order of lists.
    pub const ALL: [Self; 8] = [
        Self::Completed,
        Self::MovedAway,
        Self::NoTime,
        Self::DidNotFit,
        Self::LostContact,
        Self::LeftProgramme,
        Self::Conduct,
        Self::Other,
    ];

    /// Returns the word of rows, files and commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::MovedAway => "moved_away",
            Self::NoTime => "no_time",
            Self::DidNotFit => "did_not_fit",
            Self::LostContact => "lost_contact",
            Self::LeftProgramme => "left_programme",
            Self::Conduct => "conduct",
            Self::Other => "other",
        }
    }

    /// Returns this reason with no note.
    pub fn alone(self) -> Ending<'static> {
        Ending { reason: self, note: "", does_mentor_stop: false }
    }
}

/// The reason of an end, with a note for staff that may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending<'a> {
    /// The reason.
    pub reason: EndReason,
    /// The note.
    pub note: &'a str,
    /// Whether the mentor leaves the matching, too.
    pub does_mentor_stop: bool,
}
