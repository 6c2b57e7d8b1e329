//! The sessions of mentorships.

use actix_web::web::{Data, Json, Path, Query};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use store::mentorship::sessions::{self, VisitOutcome};
use store::{MentorshipId, Store, mentorship};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result, not_found};

use crate::learning::card::Card;
use crate::learning::detail::{self, Detail};
use crate::learning::in_mentorship;
use crate::learning::learner::Learner;
use crate::learning::own_sessions::OwnSession;
use crate::learning::progress::{SessionRequest, begin, not_started, quiz_missing};

/// Which sessions. A flag counts when it is present, with or without a value.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SessionsQuery {
    /// Of one mentorship; without it of all active ones.
    mentorship: Option<String>,
    /// Those that the person has not begun.
    #[param(value_type = Option<String>)]
    not_started: Option<IgnoredAny>,
    /// The bookmarked ones.
    #[param(value_type = Option<String>)]
    bookmark: Option<IgnoredAny>,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// Which begun sessions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OwnSessionsQuery {
    /// Of one mentorship; without it of all active ones.
    mentorship: Option<String>,
    /// `true`: those that the person has not completed.
    #[serde(default, alias = "ongoingSession")]
    ongoing_session: bool,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// A step that the person opens.
#[derive(Deserialize, ToSchema)]
pub(super) struct VisitRequest {
    session: String,
    step: String,
}

/// The steps that the person opened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct VisitResponse {
    /// The step that was opened last.
    last_step_id: String,
}

/// Lists the sessions of the person's mentorships.
#[web::operation(
    operation_id = "mentorship_sessions",
    params(SessionsQuery),
    responses(
        (status = 200, description = "In the order of the curriculum.", body = Vec<Card>),
        (status = 404, description = "`not_found`: not an active mentorship of this person")
    )
)]
pub(super) async fn list(store: Data<Store>, learner: Learner, query: Query<SessionsQuery>) -> Result<Json<Vec<Card>>> {
    let is_wanted = |own: &OwnSession| {
        (query.not_started.is_none() || own.progress.is_none()) && (query.bookmark.is_none() || own.is_bookmarked)
    };
    cards(&store, &learner, query.mentorship.as_deref(), is_wanted).await
}

/// Lists the sessions of mentorships that the person has begun.
#[web::operation(
    operation_id = "own_mentorship_sessions",
    params(OwnSessionsQuery),
    responses(
        (status = 200, description = "In the order of the curriculum.", body = Vec<Card>),
        (status = 404, description = "`not_found`: not an active mentorship of this person")
    )
)]
pub(super) async fn list_own(
    store: Data<Store>,
    learner: Learner,
    query: Query<OwnSessionsQuery>,
) -> Result<Json<Vec<Card>>> {
    let is_wanted = |own: &OwnSession| own.progress.is_some() && (!query.ongoing_session || own.is_ongoing());
    cards(&store, &learner, query.mentorship.as_deref(), is_wanted).await
}

async fn cards(
    store: &Store,
    learner: &Learner,
    mentorship: Option<&str>,
    is_wanted: impl Fn(&OwnSession) -> bool,
) -> Result<Json<Vec<Card>>> {
    let mentorships: Vec<MentorshipId> = match mentorship {
        Some(id) => vec![id.parse().map_err(|_| not_found())?],
        None => mentorship::of_person(store, learner.id).await?.into_iter().map(|one| one.id).collect(),
    };
    let mut cards = Vec::new();
    for mentorship in mentorships {
        let sessions = in_mentorship::of_mentorship(store, learner, mentorship).await?;
        let wanted = sessions.iter().filter(|own| is_wanted(own));
        cards.extend(wanted.map(|own| Card::new(own, &learner.catalogue, &learner.language, None)));
    }
    Ok(Json(cards))
}

/// Returns a session of a mentorship.
#[web::operation(
    operation_id = "mentorship_session",
    params(("id" = String, Path, description = "The session.")),
    responses(
        (status = 200, description = "In the version that a member began. Tips for mentors only for mentors.", body = Detail),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn show(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<Detail>> {
    Ok(Json(detail::of(&store, &learner, only_of_mentorship(&id)?).await?))
}

/// Returns a session of a mentorship that the person has begun.
#[web::operation(
    operation_id = "own_mentorship_session",
    params(("id" = String, Path, description = "The session.")),
    responses(
        (status = 200, description = "As `sessions/{id}/`.", body = Detail),
        (status = 404, description = "`not_found`: not begun")
    )
)]
pub(super) async fn show_own(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<Detail>> {
    Ok(Json(detail::of_own(&store, &learner, only_of_mentorship(&id)?).await?))
}

/// Begins a session of a mentorship. Beginning it again changes nothing.
#[web::operation(
    operation_id = "init_session",
    request_body = SessionRequest,
    responses(
        (status = 200, description = "The session, in the version of the first member who began it.", body = Detail),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn init(store: Data<Store>, learner: Learner, request: Json<SessionRequest>) -> Result<Json<Detail>> {
    Ok(Json(begin(&store, &learner, only_of_mentorship(&request.session)?).await?))
}

/// Records that the person opens a step: the others see it, and the session goes on there.
#[web::operation(
    operation_id = "visit_step",
    request_body = VisitRequest,
    responses(
        (status = 200, description = "It is recorded.", body = VisitResponse),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_started`; `quiz_missing`: of an earlier step")
    )
)]
pub(super) async fn visit(
    store: Data<Store>,
    learner: Learner,
    request: Json<VisitRequest>,
) -> Result<Json<VisitResponse>> {
    let VisitRequest { session, step } = request.into_inner();
    let own = OwnSession::find(&store, &learner, only_of_mentorship(&session)?).await?;
    let definition = &own.session.definition;
    let step = definition.steps.iter().find(|known| known.key == step).ok_or_else(not_found)?;
    match sessions::visit(&store, learner.id, &session, definition, step).await? {
        VisitOutcome::Recorded => Ok(Json(VisitResponse { last_step_id: step.key.clone() })),
        VisitOutcome::NotStarted => Err(not_started()),
        VisitOutcome::QuizMissing => Err(quiz_missing()),
    }
}

/// Sessions of the learning hub have addresses of their own.
fn only_of_mentorship(id: &str) -> Result<&str, Error> {
    if sessions::is_of_mentorship(id) { Ok(id) } else { Err(not_found()) }
}
