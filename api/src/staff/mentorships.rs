//! The mentorships within the scope of the caller.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::mentorship::overview::{self, ListedMentorship};
use store::mentorship::{EndReason, Kind};
use store::{MentorshipId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff};

use super::StaffProgramme;
use crate::list_export::{Column, ExportParams, ExportedRow, code, count, export, text, time};

/// A mentorship as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffMentorship {
    id: MentorshipId,
    /// A mentor with several mentees.
    is_group: bool,
    /// Of a group; empty for a pair.
    name: String,
    /// Full names, with commas.
    mentors: String,
    /// Full names, with commas.
    mentees: String,
    programme: StaffProgramme,
    started_at: DateTime<Utc>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Why it ended; null while it goes on, and if that was not recorded.
    #[schema(required)]
    end_reason: Option<EndReason>,
    /// When a mentor last wrote, was in a call or finished a session.
    #[schema(required)]
    mentors_contact_at: Option<DateTime<Utc>>,
    /// The same of a mentee.
    #[schema(required)]
    mentees_contact_at: Option<DateTime<Utc>>,
    /// Whether it goes on, and both sides have been silent for longer than the rhythm of the programme allows. Pauses do not count.
    is_silent: bool,
    /// Sessions that all members have completed.
    completed_sessions: i64,
    total_sessions: i64,
    /// The last day on which the next session is on time.
    #[schema(required)]
    due_on: Option<NaiveDate>,
}

/// Lists mentorships. Filters: `state` (active, ended), `reason` (why it ended, or not_recorded), `contact` (silent for longer than the programme allows, one_sided), `learning` (recent:
/// a session completed within 28 days), `kind` (pair, group), `programme` and `person` (ids). Sorts: `startedAt`, `lastContact`,
/// `silentSide`, `name`.
#[web::operation(
    operation_id = "staff_mentorships",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffMentorship>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffMentorship>>> {
    Ok(Json(Page::of(overview::page(&store, &staff.0.scope, &query.0).await?)))
}

/// Returns the mentorships of the list, with the same filters, as a table. Audited.
#[web::operation(
    operation_id = "export_staff_mentorships",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format, filter or sort")
    )
)]
pub(super) async fn table(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    let scope = &staff.0.scope;
    export(&store, &staff.0, query, async |request| overview::page(&store, scope, request).await).await
}

impl From<ListedMentorship> for StaffMentorship {
    fn from(row: ListedMentorship) -> Self {
        Self {
            id: row.id,
            is_group: row.kind == Kind::Group,
            name: row.name,
            mentors: row.mentors,
            mentees: row.mentees,
            programme: StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name },
            started_at: row.started_at,
            ended_at: row.ended_at,
            end_reason: row.end_reason,
            mentors_contact_at: row.mentors_contact_at,
            mentees_contact_at: row.mentees_contact_at,
            is_silent: row.is_silent,
            completed_sessions: row.completed_sessions,
            total_sessions: row.total_sessions,
            due_on: row.due_on,
        }
    }
}

/// The reason in files: empty while the mentorship goes on.
fn end_reason(row: &ListedMentorship) -> &'static str {
    let ended = if row.ended_at.is_some() { "not_recorded" } else { "" };
    row.end_reason.map_or(ended, EndReason::name)
}

impl ExportedRow for ListedMentorship {
    const LIST: &str = "mentorships";
    const SORT: &str = "startedAt";
    const COLUMNS: &[Column<Self>] = &[
        ("id", |row| code(row.id)),
        ("group", |row| text(&row.name)),
        ("mentors", |row| text(&row.mentors)),
        ("mentees", |row| text(&row.mentees)),
        ("programme", |row| text(&row.programme_name)),
        ("began", |row| time(row.started_at)),
        ("ended", |row| time(row.ended_at)),
        ("reason", |row| text(end_reason(row))),
        ("mentors last in contact", |row| time(row.mentors_contact_at)),
        ("mentees last in contact", |row| time(row.mentees_contact_at)),
        ("silent", |row| text(if row.is_silent { "yes" } else { "no" })),
        ("sessions completed", |row| count(row.completed_sessions)),
        ("sessions", |row| count(row.total_sessions)),
        ("next due", |row| row.due_on.into()),
    ];
}
