//! Mentorships as staff see them: who is in them, when they were last in contact, and how far they are. Never what they wrote.

use chrono::{DateTime, NaiveDate, Utc};

use super::{EndReason, Kind};
use crate::db::{QueryBuilder, Tx};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey, Values};
use crate::staff::Scope;
use crate::{MentorshipId, ProgrammeId, Store};

/// A mentorship in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedMentorship {
    /// The mentorship.
    pub id: MentorshipId,
    /// Pair or group.
    pub kind: Kind,
    /// The name of a group; empty for a pair.
    pub name: String,
    /// The full names of the mentors, with commas.
    pub mentors: String,
    /// The full names of the mentees, with commas: those of an ended mentorship who stayed to its end.
    pub mentees: String,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why it ended; None of those that ended before reasons were recorded.
    #[sqlx(rename = "end_code")]
    pub end_reason: Option<EndReason>,
    /// When a mentor last wrote, was in a call, finished a session or had a logged meeting.
    pub mentors_contact_at: Option<DateTime<Utc>>,
    /// The same of a mentee.
    pub mentees_contact_at: Option<DateTime<Utc>>,
    /// Whether it goes on, and both sides have been silent for longer than the rhythm of the programme allows. Pauses do not count.
    pub is_silent: bool,
    /// Sessions that all members have completed.
    pub completed_sessions: i64,
    /// Sessions of its curriculum.
    pub total_sessions: i64,
    /// The last day on which the next session is on time.
    pub due_on: Option<NaiveDate>,
}

/// Members who are in the mentorship, or stayed until its end.
macro_rules! present {
    () => {
        " AND (m.left_at IS NULL OR m.left_at = s.ended_at)"
    };
}

/// The names of the members in a role.
macro_rules! names_of {
    ($role:literal) => {
        concat!(
            "COALESCE((SELECT STRING_AGG(TRIM(p.first_name || ' ' || p.last_name), ', ' ORDER BY p.last_name, p.first_name)
                FROM mentorship_members m JOIN people p ON p.id = m.person_id
                WHERE m.mentorship_id = s.id AND m.role = '",
            $role,
            "'",
            present!(),
            "), '')"
        )
    };
}

/// When the sides were last in contact, as far as [`super::contact`] knows. Grouped once for the list: a question for each row and side took
/// ten times as long on PostgreSQL.
macro_rules! contact {
    () => {
        concat!(
            "(SELECT m.mentorship_id, MAX(CASE WHEN m.role = 'mentor' THEN ",
            newest!(),
            " END) AS mentors_at, MAX(CASE WHEN m.role = 'mentee' THEN ",
            newest!(),
            " END) AS mentees_at
                FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id",
            present!(),
            " GROUP BY m.mentorship_id)"
        )
    };
}

/// When a member last wrote or met.
macro_rules! newest {
    () => {
        "CASE WHEN m.wrote_at IS NULL OR m.met_at > m.wrote_at THEN m.met_at ELSE m.wrote_at END"
    };
}

/// When either side was last in contact.
macro_rules! last_contact {
    () => {
        "CASE WHEN t.mentors_at IS NULL OR t.mentees_at > t.mentors_at THEN t.mentees_at ELSE t.mentors_at END"
    };
}

/// Since when a side is silent: the beginning, for one that never was in contact.
macro_rules! since {
    ($side:literal) => {
        concat!("COALESCE(", $side, ", s.started_at)")
    };
}

/// No day of the time in which contact was missed was one of a pause.
macro_rules! no_pause {
    () => {
        "NOT EXISTS (SELECT 1 FROM mentorship_pauses u WHERE u.mentorship_id = s.id AND u.starts_on <= {today}
            AND COALESCE(u.ends_on, u.starts_on) >= {silent_day})"
    };
}

const LAST_CONTACT: &str = concat!("COALESCE(", last_contact!(), ", s.started_at)");
/// When the side was last in contact that has been silent for longer.
const SILENT_SIDE: &str = concat!(
    "CASE WHEN ",
    since!("t.mentors_at"),
    " < ",
    since!("t.mentees_at"),
    " THEN ",
    since!("t.mentors_at"),
    " ELSE ",
    since!("t.mentees_at"),
    " END"
);
/// While the year is closed no one is silent. A new message or call ends a silence before the job has seen whose it is.
const IS_SILENT: &str = concat!(
    "(s.ended_at IS NULL AND g.year_closed_at IS NULL AND c.head_seq <= s.contact_seq AND COALESCE(",
    last_contact!(),
    ", s.started_at) < {silent_since} AND NOT EXISTS (
        SELECT 1 FROM calls k WHERE k.channel_id = s.channel_id AND k.ended_at IS NOT NULL AND NOT k.is_met) AND ",
    no_pause!(),
    ")"
);
const IS_ONE_SIDED: &str = concat!(
    "(s.ended_at IS NULL AND g.year_closed_at IS NULL AND (",
    since!("t.mentors_at"),
    " < {silent_since}) <> (",
    since!("t.mentees_at"),
    " < {silent_since}) AND ",
    no_pause!(),
    ")"
);

const IS_LEARNING: &str = "EXISTS (SELECT 1 FROM mentorship_sessions d
    WHERE d.mentorship_id = s.id AND d.completed_at > {recent_since})";

static MENTORSHIPS: Listing = Listing {
    columns: &[
        "s.id, s.kind, s.name, s.programme_id, g.key AS programme_key, g.name AS programme_name, s.started_at, s.ended_at, s.end_code, ",
        names_of!("mentor"),
        " AS mentors, ",
        names_of!("mentee"),
        " AS mentees, t.mentors_at AS mentors_contact_at, t.mentees_at AS mentees_contact_at, ",
        IS_SILENT,
        " AS is_silent,
            (SELECT COUNT(d.completed_at) FROM mentorship_sessions d WHERE d.mentorship_id = s.id) AS completed_sessions,
            (SELECT COUNT(*) FROM mentorship_sessions d WHERE d.mentorship_id = s.id) AS total_sessions,
            (SELECT MIN(d.due_on) FROM mentorship_sessions d WHERE d.mentorship_id = s.id AND d.completed_at IS NULL
                AND s.ended_at IS NULL) AS due_on",
    ],
    from: concat!(
        "mentorships s JOIN programmes g ON g.id = s.programme_id JOIN channels c ON c.id = s.channel_id LEFT JOIN ",
        contact!(),
        " t ON t.mentorship_id = s.id"
    ),
    condition: "TRUE",
    programme: "s.programme_id",
    id: "s.id",
    search: concat!(
        "(COALESCE(s.folded_name, LOWER(s.name)) {like} OR s.id IN (
            SELECT m.mentorship_id FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id",
        present!(),
        " JOIN people p ON p.id = m.person_id
            WHERE COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name)) {like}))"
    ),
    filters: &[
        ("state", Filter::Choice(&[("active", "s.ended_at IS NULL"), ("ended", "s.ended_at IS NOT NULL")])),
        (
            "reason",
            Filter::Choice(&[
                ("completed", "s.end_code = 'completed'"),
                ("moved_away", "s.end_code = 'moved_away'"),
                ("no_time", "s.end_code = 'no_time'"),
                ("did_not_fit", "s.end_code = 'did_not_fit'"),
                ("lost_contact", "s.end_code = 'lost_contact'"),
                ("left_programme", "s.end_code = 'left_programme'"),
                ("conduct", "s.end_code = 'conduct'"),
                ("other", "s.end_code = 'other'"),
                ("not_recorded", "(s.ended_at IS NOT NULL AND s.end_code IS NULL)"),
            ]),
        ),
        ("contact", Filter::Choice(&[("silent", IS_SILENT), ("one_sided", IS_ONE_SIDED)])),
        ("learning", Filter::Choice(&[("recent", IS_LEARNING)])),
        ("kind", Filter::Choice(&[("pair", "s.kind = '1to1'"), ("group", "s.kind = '1toM'")])),
        ("programme", Filter::Id("s.programme_id")),
        (
            "cohort",
            Filter::IdWhere(concat!(
                "EXISTS (SELECT 1 FROM mentorship_members m JOIN people p ON p.id = m.person_id",
                present!(),
                " WHERE m.mentorship_id = s.id AND m.role = 'mentee' AND p.programme_id = s.programme_id AND p.cohort_id = ?)"
            )),
        ),
        (
            "person",
            Filter::IdWhere(
                "EXISTS (SELECT 1 FROM mentorship_members m WHERE m.mentorship_id = s.id AND m.person_id = ?)",
            ),
        ),
    ],
    sorts: &[
        ("startedAt", SortKey::Time("s.started_at")),
        ("lastContact", SortKey::Time(LAST_CONTACT)),
        ("silentSide", SortKey::Time(SILENT_SIDE)),
        (
            "name",
            SortKey::Text(concat!("LOWER(CASE WHEN s.name <> '' THEN s.name ELSE ", names_of!("mentor"), " END)")),
        ),
    ],
    default_sort: "-startedAt",
};

/// Returns a page of the mentorships within a scope, those that began last first by default.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedMentorship>, ListError> {
    MENTORSHIPS.page(store, scope, None, request).await
}

/// A mentorship with what only its page shows.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct MentorshipRecord {
    /// As in the list.
    #[sqlx(flatten)]
    pub listed: ListedMentorship,
    /// The note of staff about its end.
    #[sqlx(rename = "end_reason")]
    pub end_note: Option<String>,
}

/// Returns a mentorship within a scope.
pub async fn find(store: &Store, scope: &Scope, id: MentorshipId) -> crate::Result<Option<MentorshipRecord>> {
    MENTORSHIPS.find(store, scope, None, ", s.end_reason", id.0).await
}

/// Whether a mentorship that goes on keeps the rhythm of its programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Rhythm {
    pub(crate) id: MentorshipId,
    /// Both sides are silent, as in the list.
    pub(crate) is_silent: bool,
    /// One side is silent, as in the filter of the list.
    pub(crate) is_one_sided: bool,
}

/// Returns the mentorships of a programme that go on, by the rules of the list.
pub(crate) async fn rhythms(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> crate::Result<Vec<Rhythm>> {
    let values = Values::of(store, None);
    let mut query = QueryBuilder::new("SELECT s.id, ");
    values.push(&mut query, IS_SILENT);
    query.push(" AS is_silent, ");
    values.push(&mut query, IS_ONE_SIDED);
    query.push(" AS is_one_sided FROM ").push(MENTORSHIPS.from).push(" WHERE s.ended_at IS NULL AND s.programme_id = ");
    query.push_bind(programme);
    query.build_query_as().fetch_all(tx).await
}
