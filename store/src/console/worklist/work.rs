//! What waits of a kind.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{Kind, List};

/// What waits of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The kind.
    pub kind: Kind,
    /// The list with all of it.
    pub list: List,
    /// The filters of that list, by name.
    pub filters: Vec<(&'static str, String)>,
    /// The order of that list in which they come first, if it is not its own.
    pub sort: Option<&'static str>,
    /// The length of that list.
    pub count: i64,
    /// Those who wait longest, or whose time ends first; none of jobs, which have no name.
    pub first: Vec<Item>,
}

/// A row of a list that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The person, mentorship, case or run.
    pub id: Uuid,
    /// A person's name, that of a group or programme, or the names of the mentors of a pair; empty after an erasure.
    pub name: String,
    /// The names of the mentees of a mentorship.
    pub with: Option<String>,
    /// The programme's name.
    pub programme: Option<String>,
    /// Since when it waits.
    pub since: DateTime<Utc>,
    /// Until when the act is on time.
    pub due: Option<DateTime<Utc>>,
    /// The last day on which it is, where a day of the programme counts.
    pub due_on: Option<NaiveDate>,
    /// When staff last wrote to the mentor whose vetting is missing or ends, or to a member of a silent mentorship, in the last 30 days.
    pub written_at: Option<DateTime<Utc>>,
}

impl Item {
    pub(super) fn new(id: Uuid, name: String, programme: Option<String>, since: DateTime<Utc>) -> Self {
        Self { id, name, with: None, programme, since, due: None, due_on: None, written_at: None }
    }
}
