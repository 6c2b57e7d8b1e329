//! What staff do with an announcement: write it, send it, correct it, take it back.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use store::announcements::{self, Among, Audience, Content, Refusal, Texts};
use store::people::Role;
use store::{AnnouncementId, CohortId, ProgrammeId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result, Staff, not_found};

use super::announcements::NO_SUCH_ANNOUNCEMENT;

const CHANGED: &str = "`changed_meanwhile`: it is not any more as the caller saw it";

/// An announcement to begin.
#[derive(Deserialize, ToSchema)]
pub(super) struct BeginAnnouncementRequest {
    /// The page's own id of it: asked again, there is one.
    id: AnnouncementId,
    programme: ProgrammeId,
}

/// Begins a draft.
#[web::operation(
    operation_id = "begin_announcement",
    request_body = BeginAnnouncementRequest,
    responses(
        (status = 204, description = "There is a draft with this id."),
        (status = 404, description = "`not_found`: no such programme of the caller")
    )
)]
pub(super) async fn begin(
    store: Data<Store>,
    staff: Staff,
    body: Json<BeginAnnouncementRequest>,
) -> Result<HttpResponse> {
    match announcements::create(&store, &staff.0, body.id, body.programme).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(not_found()),
    }
}

/// The content of a draft.
#[derive(Deserialize, ToSchema)]
pub(super) struct SaveAnnouncementRequest {
    /// The one that the page shows.
    revision: i64,
    programme: ProgrammeId,
    /// By code of language; titles of at most 120 and texts of at most 4,000 characters, which may be missing.
    #[schema(value_type = std::collections::HashMap<String, announcements::Text>)]
    texts: Texts,
    /// Mentees, mentors, or both.
    roles: Vec<Role>,
    among: Among,
    /// Those of a cohort of the programme only.
    #[serde(default)]
    cohort: Option<CohortId>,
    push: bool,
    mail: bool,
}

/// The revision of what is stored now.
#[derive(Serialize, ToSchema)]
pub(super) struct RevisionResponse {
    revision: i64,
}

/// Keeps the content of a draft.
#[web::operation(
    operation_id = "save_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    request_body = SaveAnnouncementRequest,
    responses(
        (status = 200, body = RevisionResponse),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = CHANGED),
        (status = 422, description = "`invalid` with `fields`, such as `texts.de.title`")
    )
)]
pub(super) async fn save(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    body: Json<SaveAnnouncementRequest>,
) -> Result<Json<RevisionResponse>> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    let SaveAnnouncementRequest { revision, programme, texts, roles, among, cohort, push: by_push, mail: by_mail } =
        body.into_inner();
    if roles.iter().any(|role| !matches!(role, Role::Mentee | Role::Mentor)) {
        let sentence = "An announcement is for mentees, mentors, or both.";
        return Err(Error::invalid(sentence).field("roles", sentence));
    }
    let (mentees, mentors) = (roles.contains(&Role::Mentee), roles.contains(&Role::Mentor));
    let content =
        Content { texts, audience: Audience { programme, mentees, mentors, among, cohort }, by_push, by_mail };
    let revision = announcements::save(&store, &staff.0, id, revision, &content).await?.map_err(refused)?;
    Ok(Json(RevisionResponse { revision }))
}

/// Which state of an announcement the caller saw.
#[derive(Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RevisionRequest {
    /// The one that the page shows.
    revision: i64,
}

/// Deletes a draft.
#[web::operation(
    operation_id = "discard_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement."), RevisionRequest),
    responses(
        (status = 204, description = "Deleted."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = CHANGED)
    )
)]
pub(super) async fn discard(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    query: Query<RevisionRequest>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    done(announcements::discard(&store, &staff.0, id, query.revision).await?)
}

/// When to send it.
#[derive(Deserialize, ToSchema)]
pub(super) struct SendAnnouncementRequest {
    /// The one that the page shows.
    revision: i64,
    /// A time in the zone of the programme, at most a year ahead; null for now.
    at: Option<NaiveDateTime>,
}

/// Sends a draft, now or at a time.
#[web::operation(
    operation_id = "send_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    request_body = SendAnnouncementRequest,
    responses(
        (status = 204, description = "Sent or scheduled, now or before."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = "`changed_meanwhile`: it is not any more as the caller saw it; `too_many_announcements`: three with push or mail on that day"),
        (status = 422, description = "`invalid` with `fields`: what is missing, or `at`")
    )
)]
pub(super) async fn send(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    body: Json<SendAnnouncementRequest>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    done(announcements::send(&store, &staff.actor(), id, body.revision, body.at).await?)
}

/// Makes a scheduled announcement a draft again.
#[web::operation(
    operation_id = "unschedule_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement."), RevisionRequest),
    responses(
        (status = 204, description = "It is a draft, and is not sent."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = CHANGED)
    )
)]
pub(super) async fn unschedule(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    query: Query<RevisionRequest>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    done(announcements::unschedule(&store, &staff.actor(), id, query.revision).await?)
}

/// Other texts of an announcement that was sent.
#[derive(Deserialize, ToSchema)]
pub(super) struct CorrectAnnouncementRequest {
    /// The one that the page shows.
    revision: i64,
    /// By code of language, each with title and text.
    #[schema(value_type = std::collections::HashMap<String, announcements::Text>)]
    texts: Texts,
}

/// Corrects the texts of an announcement that was sent. No one is notified again.
#[web::operation(
    operation_id = "correct_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    request_body = CorrectAnnouncementRequest,
    responses(
        (status = 204, description = "Members read the new texts, marked as edited."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = CHANGED),
        (status = 422, description = "`invalid` with `fields`")
    )
)]
pub(super) async fn correct(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    body: Json<CorrectAnnouncementRequest>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    done(announcements::correct(&store, &staff.actor(), id, body.revision, &body.texts).await?)
}

/// Takes an announcement back that was sent. Members see it nowhere any more.
#[web::operation(
    operation_id = "take_announcement_back",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    request_body = RevisionRequest,
    responses(
        (status = 204, description = "Taken back, now or before. Mails that were sent stay."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 409, description = CHANGED)
    )
)]
pub(super) async fn take_back(
    store: Data<Store>,
    staff: Staff,
    announcement: Option<Path<AnnouncementId>>,
    body: Json<RevisionRequest>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    done(announcements::take_back(&store, &staff.actor(), id, body.revision).await?)
}

fn done(outcome: std::result::Result<(), Refusal>) -> Result<HttpResponse> {
    outcome.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

fn refused(refusal: Refusal) -> Error {
    let sentence = refusal.to_string();
    match refusal {
        Refusal::NotFound => not_found(),
        Refusal::Changed => Error::new(StatusCode::CONFLICT, "changed_meanwhile", sentence),
        Refusal::TooMany => Error::new(StatusCode::CONFLICT, "too_many_announcements", sentence),
        Refusal::WrongTime(_) => Error::invalid(sentence.clone()).field("at", sentence),
        Refusal::Invalid(problems) => {
            let error = Error::invalid(sentence);
            problems.into_iter().fold(error, |error, problem| error.field(problem.field(), problem.to_string()))
        }
    }
}
