//! Outcomes of programmes for those who pay for them: frozen reports that name no one.
//!
//! A report covers whole school years. `facts` reads, in one transaction, what is known of the people who joined in each of them;
//! `counting` counts it; [`release`] decides what of a count may be published. Only what may be published is stored.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::role::Role;

mod changes;
mod counting;
mod facts;
mod making;
mod overview;
pub mod release;

pub use making::{MadeRefusal, Period, compute_due, make, make_monthly, record_export};
pub use overview::{ListedReport, Report, find, page};
use release::Shown;

/// The month in which school years begin: August.
pub const FIRST_MONTH: u32 = 8;

/// What people are counted for. Each is a subset of the people who joined, except for the invited ones; the order is that of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OutcomeFigure)]
pub enum Figure {
    /// Invited by staff.
    Invited,
    /// Joined: has an account.
    Joined,
    /// Approved, or never had to be.
    Approved,
    /// Was in a mentorship.
    Matched,
    /// Both sides of one of their mentorships were in contact.
    Met,
    /// Finished a session of a mentorship.
    Learned,
    /// Finished all sessions of a mentorship.
    LearnedAll,
    /// Stayed in a mentorship for three months.
    Stayed3,
    /// For six months.
    Stayed6,
    /// For twelve months.
    Stayed12,
    /// Sent a survey.
    Said,
    /// Is in a mentorship.
    Running,
    /// Is in one that is not silent.
    NotSilent,
    /// Is in one with both sides in the rhythm of the programme.
    InRhythm,
    /// Has a badge.
    Badge,
    /// Has a badge in silver or gold.
    Silver,
    /// Has a badge in gold.
    Gold,
    /// Has a mentorship that was over as planned.
    EndedCompleted,
    /// One that ended because a member moved away.
    EndedMovedAway,
    /// Because a member had no time any more.
    EndedNoTime,
    /// Because the members did not fit.
    EndedDidNotFit,
    /// Because they lost contact.
    EndedLostContact,
    /// Because a member left the programme.
    EndedLeftProgramme,
    /// For another reason. The conduct of a member is one of them: outside, it has no number of its own.
    EndedOther,
}

impl Figure {
    /// All figures, in the order of the report.
    pub const ALL: [Self; 24] = [
        Self::Invited,
        Self::Joined,
        Self::Approved,
        Self::Matched,
        Self::Met,
        Self::Learned,
        Self::LearnedAll,
        Self::Stayed3,
        Self::Stayed6,
        Self::Stayed12,
        Self::Said,
        Self::Running,
        Self::NotSilent,
        Self::InRhythm,
        Self::Badge,
        Self::Silver,
        Self::Gold,
        Self::EndedCompleted,
        Self::EndedMovedAway,
        Self::EndedNoTime,
        Self::EndedDidNotFit,
        Self::EndedLostContact,
        Self::EndedLeftProgramme,
        Self::EndedOther,
    ];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Joined => "joined",
            Self::Approved => "approved",
            Self::Matched => "matched",
            Self::Met => "met",
            Self::Learned => "learned",
            Self::LearnedAll => "learned_all",
            Self::Stayed3 => "stayed3",
            Self::Stayed6 => "stayed6",
            Self::Stayed12 => "stayed12",
            Self::Said => "said",
            Self::Running => "running",
            Self::NotSilent => "not_silent",
            Self::InRhythm => "in_rhythm",
            Self::Badge => "badge",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::EndedCompleted => "ended_completed",
            Self::EndedMovedAway => "ended_moved_away",
            Self::EndedNoTime => "ended_no_time",
            Self::EndedDidNotFit => "ended_did_not_fit",
            Self::EndedLostContact => "ended_lost_contact",
            Self::EndedLeftProgramme => "ended_left_programme",
            Self::EndedOther => "ended_other",
        }
    }

    /// Returns the figure whose people contain those of this one. Shares are shares of it.
    pub fn part_of(self) -> Option<Self> {
        match self {
            Self::Invited | Self::Joined => None,
            Self::Approved | Self::Said => Some(Self::Joined),
            Self::Matched => Some(Self::Approved),
            Self::Met | Self::Learned | Self::Stayed3 | Self::Running => Some(Self::Matched),
            Self::EndedCompleted
            | Self::EndedMovedAway
            | Self::EndedNoTime
            | Self::EndedDidNotFit
            | Self::EndedLostContact
            | Self::EndedLeftProgramme
            | Self::EndedOther => Some(Self::Matched),
            Self::LearnedAll | Self::Badge => Some(Self::Learned),
            Self::Stayed6 => Some(Self::Stayed3),
            Self::Stayed12 => Some(Self::Stayed6),
            Self::NotSilent => Some(Self::Running),
            Self::InRhythm => Some(Self::NotSilent),
            Self::Silver => Some(Self::Badge),
            Self::Gold => Some(Self::Silver),
        }
    }
}

/// What may be published.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Mentees and mentors of each school year, the oldest year first.
    pub cohorts: Vec<Cohort>,
}

/// The people of a role who joined in a school year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cohort {
    /// The calendar year in which the school year begins.
    pub year: i32,
    /// Their role.
    pub role: Role,
    /// How many they are.
    pub counts: BTreeMap<Figure, Shown>,
    /// Weeks from joining to the first mentorship: of those who waited least a quarter, a half, and three quarters.
    pub weeks_to_match: Option<[i64; 3]>,
    /// How their answers changed.
    pub changes: Vec<Change>,
}

/// How the answers of the same people to the same question changed from the first survey that asked it to the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The key of the question.
    pub question: String,
    /// Its words by language.
    pub label: BTreeMap<String, String>,
    /// The lowest and the highest number of its scale.
    pub scale: (i64, i64),
    /// How many people answered twice.
    pub answered: Shown,
    /// Those whose last answer was the same or higher.
    pub same_or_higher: Shown,
    /// Those whose last answer was higher.
    pub higher: Shown,
    /// The mean of the first answers, to a tenth.
    pub before: f64,
    /// The mean of the last answers, to a tenth.
    pub after: f64,
}

impl Figures {
    /// Returns the counts of a role over all school years: sums of what is published of each.
    pub fn totals(&self, role: Role) -> BTreeMap<Figure, Shown> {
        let cohorts: Vec<&Cohort> = self.cohorts.iter().filter(|cohort| cohort.role == role).collect();
        let total = |figure| release::sum(cohorts.iter().filter_map(|cohort| cohort.counts.get(&figure).copied()));
        Figure::ALL.into_iter().map(|figure| (figure, total(figure))).collect()
    }
}

/// Returns the calendar year in which the school year of a day begins.
pub fn school_year(day: NaiveDate) -> i32 {
    if day.month() >= FIRST_MONTH { day.year() } else { day.year() - 1 }
}
