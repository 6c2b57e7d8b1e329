//! Windows as staff see them in lists, and the people of a window.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WindowKind;
use super::audience::takes_part;
use crate::db::query_as;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::role::Role;
use crate::staff::Scope;
use crate::{MentorshipId, PersonId, ProgrammeId, Result, Store, SurveyWindowId};

/// How far a window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[schema(as = SurveyWindowState)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum WindowState {
    /// It opens later.
    Planned,
    /// People are asked.
    Open,
    /// Its last day has passed.
    Closed,
    /// Staff stopped it.
    Stopped,
}

/// A window in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedWindow {
    /// Its id.
    pub id: SurveyWindowId,
    /// The survey.
    pub survey_key: String,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// The programme's time zone.
    pub time_zone: String,
    /// Whether mentors are asked.
    pub asks_mentors: bool,
    /// Whether mentees are asked.
    pub asks_mentees: bool,
    /// Those of a cohort only: its name.
    pub cohort: Option<String>,
    /// What opens it.
    pub kind: WindowKind,
    /// When it opens, or when staff created it.
    pub opens_at: DateTime<Utc>,
    /// The last day of a window between two days.
    pub closes_on: Option<NaiveDate>,
    /// The week of the mentorship.
    pub week: Option<i64>,
    /// The weeks that people have to answer.
    pub open_weeks: Option<i64>,
    /// Days from the question to each reminder, such as `7,14`.
    pub remind_after: String,
    /// How far it is.
    pub state: WindowState,
    /// People who were asked.
    pub asked: i64,
    /// Those of them who have begun and not sent it.
    pub begun: i64,
    /// Those of them who have sent it.
    pub sent: i64,
    /// Those of them who have not sent it and still can.
    pub reachable: i64,
    /// The name of the person who created it; empty once they are erased, None for the command line.
    pub created_by: Option<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When staff last had everyone reminded.
    pub reminded_at: Option<DateTime<Utc>>,
    /// Counts its changes.
    pub revision: i64,
}

/// SQL: how many people of the window `w` who still belong to its programme there are with this condition.
macro_rules! counted {
    ($($condition:expr),*) => {
        concat!(
            "(SELECT COUNT(*) FROM survey_invites i JOIN people p ON p.id = i.person_id
              LEFT JOIN survey_progress q ON q.person_id = i.person_id AND q.survey_key = w.survey_key
              WHERE i.window_id = w.id AND p.programme_id = w.programme_id AND p.role <> 'staff' AND ",
            $($condition),*,
            ")"
        )
    };
}

const IS_PLANNED: &str = "(w.stopped_at IS NULL AND w.opens_at > {now})";
const IS_OPEN: &str = "(w.stopped_at IS NULL AND w.opens_at <= {now} AND (w.closes_at IS NULL OR w.closes_at > {now}))";
const IS_CLOSED: &str = "(w.stopped_at IS NULL AND COALESCE(w.closes_at <= {now}, FALSE))";

static WINDOWS: Listing = Listing {
    columns: &[
        "w.id, w.survey_key, w.programme_id, g.key AS programme_key, g.name AS programme_name, g.time_zone, w.asks_mentors,
            w.asks_mentees, (SELECT h.name FROM cohorts h WHERE h.id = w.cohort_id) AS cohort, w.kind, w.opens_at, w.closes_on, w.week, w.open_weeks, w.remind_after, CASE WHEN ",
        IS_PLANNED,
        " THEN 'planned' WHEN ",
        IS_OPEN,
        " THEN 'open' WHEN ",
        IS_CLOSED,
        " THEN 'closed' ELSE 'stopped' END AS state,
            ",
        counted!("TRUE"),
        " AS asked, ",
        counted!("q.person_id IS NOT NULL AND q.completed_at IS NULL"),
        " AS begun, ",
        counted!("q.completed_at IS NOT NULL"),
        " AS sent, ",
        counted!(
            "i.closes_at > {now} AND w.stopped_at IS NULL AND q.completed_at IS NULL
                AND (w.kind = 'exit' OR p.left_programme_at IS NULL) AND ",
            takes_part!("{now}")
        ),
        " AS reachable,
            TRIM(c.first_name || ' ' || c.last_name) AS created_by, w.created_at, w.reminded_at, w.revision",
    ],
    from: "survey_windows w JOIN programmes g ON g.id = w.programme_id LEFT JOIN people c ON c.id = w.created_by",
    condition: "1 = 1",
    programme: "w.programme_id",
    id: "w.id",
    search: "LOWER(w.survey_key) {like}",
    filters: &[
        ("programme", Filter::Id("w.programme_id")),
        (
            "state",
            Filter::Choice(&[
                ("planned", IS_PLANNED),
                ("open", IS_OPEN),
                ("closed", IS_CLOSED),
                ("stopped", "w.stopped_at IS NOT NULL"),
            ]),
        ),
        (
            "kind",
            Filter::Choice(&[
                ("dates", "w.kind = 'dates'"),
                ("week", "w.kind = 'week'"),
                ("exit", "w.kind = 'exit'"),
            ]),
        ),
    ],
    sorts: &[("createdAt", SortKey::Time("w.created_at"))],
    default_sort: "-createdAt",
};

/// Returns a page of the windows within a scope, the newest first by default.
pub async fn page(
    store: &Store,
    scope: &Scope,
    request: &ListRequest,
) -> std::result::Result<Page<ListedWindow>, ListError> {
    WINDOWS.page(store, scope, None, request).await
}

/// Returns one window within a scope.
pub async fn find(store: &Store, scope: &Scope, id: SurveyWindowId) -> Result<Option<ListedWindow>> {
    WINDOWS.find(store, scope, None, "", id.0).await
}

/// People of one role who were asked.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AskedOfRole {
    /// The role.
    pub role: Role,
    /// Those who were asked.
    pub asked: i64,
    /// Those who have begun and not sent it.
    pub begun: i64,
    /// Those who have sent it.
    pub sent: i64,
}

/// Counts the people of a window by their role.
pub async fn by_role(store: &Store, id: SurveyWindowId) -> Result<Vec<AskedOfRole>> {
    query_as(
        "SELECT p.role, COUNT(*) AS asked, COUNT(CASE WHEN q.completed_at IS NULL THEN q.person_id END) AS begun,
             COUNT(q.completed_at) AS sent
         FROM survey_invites i JOIN survey_windows w ON w.id = i.window_id JOIN people p ON p.id = i.person_id
         LEFT JOIN survey_progress q ON q.person_id = i.person_id AND q.survey_key = w.survey_key
         WHERE i.window_id = $1 AND p.programme_id = w.programme_id AND p.role <> 'staff' GROUP BY p.role ORDER BY p.role DESC",
    )
    .bind(id)
    .fetch_all(&store.db)
    .await
}

/// How far a person is who was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[schema(as = AskedState)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum AskedState {
    /// They can begin.
    NotBegun,
    /// They have begun, and can finish.
    Begun,
    /// They have sent the survey.
    Sent,
    /// They have not begun before it closed.
    Closed,
}

/// A person who was asked.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AskedPerson {
    /// The person.
    pub person_id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The mentorship that reached the week or ended.
    pub mentorship_id: Option<MentorshipId>,
    /// When they were asked.
    pub asked_at: DateTime<Utc>,
    /// The last day on which they can begin.
    pub closes_on: NaiveDate,
    /// How far they are.
    pub state: AskedState,
    /// When they were last reminded.
    pub reminded_at: Option<DateTime<Utc>>,
    /// When they sent the survey.
    pub sent_at: Option<DateTime<Utc>>,
}

const HAS_SENT: &str = "q.completed_at IS NOT NULL";
const HAS_BEGUN: &str = "(q.person_id IS NOT NULL AND q.completed_at IS NULL)";
const MAY_BEGIN: &str = "(q.person_id IS NULL AND w.stopped_at IS NULL AND i.closes_at > {now})";
const IS_TOO_LATE: &str = "(q.person_id IS NULL AND (w.stopped_at IS NOT NULL OR i.closes_at <= {now}))";

static ASKED: Listing = Listing {
    columns: &[
        "i.person_id, p.first_name, p.last_name, p.role, i.mentorship_id, i.asked_at, i.closes_on, CASE WHEN ",
        HAS_SENT,
        " THEN 'sent' WHEN ",
        HAS_BEGUN,
        " THEN 'begun' WHEN ",
        MAY_BEGIN,
        " THEN 'not_begun' ELSE 'closed' END AS state, i.reminded_at, q.completed_at AS sent_at",
    ],
    from: "survey_invites i JOIN survey_windows w ON w.id = i.window_id JOIN people p ON p.id = i.person_id
        LEFT JOIN survey_progress q ON q.person_id = i.person_id AND q.survey_key = w.survey_key",
    // Those who went to another programme or joined the staff are not asked any more.
    condition: "p.programme_id = w.programme_id AND p.role <> 'staff'",
    programme: "w.programme_id",
    id: "i.person_id",
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name || ' ' || p.email)) {like}",
    filters: &[
        ("window", Filter::Id("i.window_id")),
        ("role", Filter::Choice(&[("mentor", "p.role = 'mentor'"), ("mentee", "p.role = 'mentee'")])),
        (
            "state",
            Filter::Choice(&[
                ("sent", HAS_SENT),
                ("begun", HAS_BEGUN),
                ("not_begun", MAY_BEGIN),
                ("closed", IS_TOO_LATE),
            ]),
        ),
    ],
    sorts: &[
        ("name", SortKey::Text("LOWER(p.last_name || ' ' || p.first_name)")),
        ("askedAt", SortKey::Time("i.asked_at")),
    ],
    default_sort: "name",
};

/// Returns a page of the people of a window within a scope.
pub async fn people(
    store: &Store,
    scope: &Scope,
    id: SurveyWindowId,
    mut request: ListRequest,
) -> std::result::Result<Page<AskedPerson>, ListError> {
    request.filters.insert("window".to_owned(), vec![id.to_string()]);
    ASKED.page(store, scope, None, &request).await
}
