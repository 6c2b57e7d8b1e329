//! The school year of a programme: closing it, who continues, opening the next one, and the archive.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::mentorship::Kind;
use store::school_year::{self, Closing, Decisions, Progress, WaitKind, Year, YearRefusal};
use store::staff::Permission;
use store::{MentorshipId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Access, Error, Policy, Result, Route, Staff, not_found, route};

use super::StaffProgramme;

mod people;

const NO_SUCH_PROGRAMME: &str = "`not_found`: no such programme of the caller";

pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageProgramme));
    vec![
        route!(GET, "/api/staff/school-year/people/", staff(), people::list),
        route!(GET, "/api/staff/programmes/{programme}/year/", staff(), show),
        route!(GET, "/api/staff/programmes/{programme}/year/closing/", staff(), preview),
        route!(POST, "/api/staff/programmes/{programme}/year/closing/", staff(), close),
        route!(POST, "/api/staff/programmes/{programme}/year/closing/retry/", staff(), retry),
        route!(POST, "/api/staff/programmes/{programme}/year/people/", staff(), people::roll_over),
        route!(POST, "/api/staff/programmes/{programme}/year/opening/", staff(), open),
        route!(POST, "/api/staff/programmes/{programme}/archive/", staff(), archive),
        route!(DELETE, "/api/staff/programmes/{programme}/archive/", staff(), reopen),
    ]
}

/// The year of a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProgrammeYearResponse {
    programme: StaffProgramme,
    time_zone: String,
    /// Null unless the programme is archived.
    #[schema(required)]
    archived_at: Option<DateTime<Utc>>,
    /// Null while the year is open.
    #[schema(required)]
    closed_at: Option<DateTime<Utc>>,
    /// A name; null for the command line, and after an erasure.
    #[schema(required)]
    closed_by: Option<String>,
    /// When the next year begins; null until staff have said.
    #[schema(required)]
    opens_at: Option<DateTime<Utc>>,
    endings: YearEndings,
    /// Those that did not end, 50 at most.
    failed: Vec<FailedYearEnding>,
    decisions: YearDecisions,
    /// People who still get the mail that the year begins.
    to_welcome: i64,
    /// What keeps the programme from being archived now; empty for nothing.
    waiting: Vec<ArchiveWait>,
}

/// The mentorships that went on when the year was closed.
#[derive(Serialize, ToSchema)]
pub(super) struct YearEndings {
    /// They still end.
    waiting: i64,
    ended: i64,
    /// They did not end, although it was tried several times.
    failed: i64,
    /// Staff let them go on.
    kept: i64,
}

/// A mentorship that did not end.
#[derive(Serialize, ToSchema)]
pub(super) struct FailedYearEnding {
    id: MentorshipId,
    /// The name of its group, or those of its members.
    name: String,
}

/// What staff decided about people.
#[derive(Serialize, ToSchema)]
pub(super) struct YearDecisions {
    /// They continue, also without a decision.
    continues: i64,
    /// Those of them who come first in the next round.
    first: i64,
    /// They left with this year.
    leaves: i64,
}

/// Something that keeps a programme from being archived.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveWait {
    kind: WaitKind,
    count: i64,
}

/// What closing the year would do.
#[derive(Serialize, ToSchema)]
pub(super) struct YearClosingResponse {
    /// How many mentorships go on.
    mentorships: i64,
    /// The first 2,000 of them.
    running: Vec<YearMentorship>,
    /// Surveys at the end of a mentorship.
    surveys: Vec<YearExitSurvey>,
    /// Open applications, which stay.
    applications: i64,
    /// Open invitations, which stay.
    invitations: i64,
    /// Open matches, which end.
    matches: i64,
}

/// A mentorship that goes on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct YearMentorship {
    id: MentorshipId,
    kind: Kind,
    /// The name of the group, or those of the members.
    name: String,
    started_at: DateTime<Utc>,
}

/// A survey at the end, with those whom it would ask.
#[derive(Serialize, ToSchema)]
pub(super) struct YearExitSurvey {
    survey: String,
    mentors: i64,
    mentees: i64,
}

/// The year to close.
#[derive(Deserialize, ToSchema)]
pub(super) struct CloseYearRequest {
    /// Mentorships that go on.
    keep: Vec<MentorshipId>,
}

/// Endings that are tried again.
#[derive(Serialize, ToSchema)]
pub(super) struct RetryEndingsResponse {
    mentorships: u64,
}

/// When the next year begins.
#[derive(Deserialize, ToSchema)]
pub(super) struct OpenYearRequest {
    /// A day from tomorrow on, at 8 o'clock in the zone of the programme; null for now.
    #[schema(required)]
    on: Option<NaiveDate>,
}

/// Returns the year of a programme.
#[web::operation(
    operation_id = "programme_year",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses((status = 200, body = ProgrammeYearResponse), (status = 404, description = NO_SUCH_PROGRAMME))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
) -> Result<Json<ProgrammeYearResponse>> {
    let id = reached(&staff, programme)?;
    let year = school_year::year(&store, id).await?.ok_or_else(not_found)?;
    let waiting = school_year::waiting(&store, id).await?;
    Ok(Json(ProgrammeYearResponse::new(year, waiting)))
}

/// Returns what closing the year would do. Nothing changes.
#[web::operation(
    operation_id = "preview_year_closing",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses((status = 200, body = YearClosingResponse), (status = 404, description = NO_SUCH_PROGRAMME))
)]
pub(super) async fn preview(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
) -> Result<Json<YearClosingResponse>> {
    let id = reached(&staff, programme)?;
    Ok(Json(school_year::preview(&store, id).await?.ok_or_else(not_found)?.into()))
}

/// Closes the year: its mentorships end by and by, and none begins. Audited.
#[web::operation(
    operation_id = "close_year",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body = CloseYearRequest,
    responses(
        (status = 204, description = "It is closed; its mentorships end."),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`year_closed`: `current` says by whom and when; `changed_meanwhile`: a mentorship to keep does not go on;
            `programme_archived`")
    )
)]
pub(super) async fn close(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    body: Json<CloseYearRequest>,
) -> Result<HttpResponse> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    school_year::close(&store, &staff.actor(), id, &body.keep).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Has the endings tried again that failed. Audited.
#[web::operation(
    operation_id = "retry_year_endings",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses(
        (status = 200, body = RetryEndingsResponse),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`year_open`")
    )
)]
pub(super) async fn retry(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
) -> Result<Json<RetryEndingsResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    let mentorships = school_year::retry(&store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(Json(RetryEndingsResponse { mentorships }))
}

/// Opens the next year now or on a day. Those who continue get one mail then. Audited.
#[web::operation(
    operation_id = "open_year",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body = OpenYearRequest,
    responses(
        (status = 204, description = "It is open, or opens on that day."),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`year_open`; `mentorships_ending`: those of the year before still end; `programme_archived`"),
        (status = 422, description = "`invalid`: the day")
    )
)]
pub(super) async fn open(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    body: Json<OpenYearRequest>,
) -> Result<HttpResponse> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    school_year::open(&store, &staff.actor(), id, body.on).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Archives a programme in which nothing goes on and nothing waits. Audited.
#[web::operation(
    operation_id = "archive_programme",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses(
        (status = 204, description = "It is archived."),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`programme_archived`: `current` says by whom and when; `programme_waits`: `current` says what waits")
    )
)]
pub(super) async fn archive(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
) -> Result<HttpResponse> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    school_year::archive(&store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Reopens a programme that was archived. Its sign-up stays closed. Audited.
#[web::operation(
    operation_id = "reopen_programme",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses(
        (status = 204, description = "It is reopened."),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`not_archived`")
    )
)]
pub(super) async fn reopen(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
) -> Result<HttpResponse> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    school_year::reopen(&store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

fn reached(staff: &Staff, programme: Option<Path<ProgrammeId>>) -> Result<ProgrammeId> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    if staff.0.scope.includes(Some(id)) { Ok(id) } else { Err(not_found()) }
}

impl ProgrammeYearResponse {
    fn new(year: Year, waiting: Vec<(WaitKind, i64)>) -> Self {
        let Progress { waiting: ending, ended, failed, kept } = year.progress;
        let Decisions { continues, first, leaves } = year.decisions;
        Self {
            programme: StaffProgramme { id: year.programme, key: year.key, title: year.name },
            time_zone: year.time_zone,
            archived_at: year.archived_at,
            closed_at: year.closed_at,
            closed_by: year.closed_by,
            opens_at: year.opens_at,
            endings: YearEndings { waiting: ending, ended, failed, kept },
            failed: year.failed.into_iter().map(|one| FailedYearEnding { id: one.id, name: one.name }).collect(),
            decisions: YearDecisions { continues, first, leaves },
            to_welcome: year.to_welcome,
            waiting: waiting.into_iter().map(|(kind, count)| ArchiveWait { kind, count }).collect(),
        }
    }
}

impl From<Closing> for YearClosingResponse {
    fn from(closing: Closing) -> Self {
        let Closing { mentorships, running, surveys, applications, invitations, matches } = closing;
        let running = running.into_iter().map(|one| YearMentorship {
            id: one.id,
            kind: one.kind,
            name: one.name,
            started_at: one.started_at,
        });
        let surveys = surveys.into_iter().map(|one| YearExitSurvey {
            survey: one.survey,
            mentors: one.mentors,
            mentees: one.mentees,
        });
        Self { mentorships, running: running.collect(), surveys: surveys.collect(), applications, invitations, matches }
    }
}

fn refused(refusal: YearRefusal) -> Error {
    let sentence = refusal.to_string();
    match refusal {
        YearRefusal::NotFound => not_found(),
        YearRefusal::Archived { by, at } => {
            Error::new(StatusCode::CONFLICT, "programme_archived", sentence).current(json!({"by": by, "at": at}))
        }
        YearRefusal::Closed { by, at } => {
            Error::new(StatusCode::CONFLICT, "year_closed", sentence).current(json!({"by": by, "at": at}))
        }
        YearRefusal::NotArchived => Error::new(StatusCode::CONFLICT, "not_archived", sentence),
        YearRefusal::Open => Error::new(StatusCode::CONFLICT, "year_open", sentence),
        YearRefusal::Ending(_) => Error::new(StatusCode::CONFLICT, "mentorships_ending", sentence),
        YearRefusal::NotRunning(_) => Error::new(StatusCode::CONFLICT, "changed_meanwhile", sentence),
        YearRefusal::Waits(waiting) => {
            let waiting: Vec<_> =
                waiting.into_iter().map(|(kind, count)| json!({"kind": kind, "count": count})).collect();
            Error::new(StatusCode::CONFLICT, "programme_waits", sentence).current(json!(waiting))
        }
        YearRefusal::WrongDay => Error::invalid(sentence.clone()).field("on", sentence),
        YearRefusal::TooManyPeople => Error::invalid(sentence.clone()).field("people", sentence),
    }
}
