//! Starts of sessions, completed steps, bookmarks and feedback.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::Store;
use store::content::session_progress::{self, Refusal};
use store::learning::{self, DoneOffline, StepOutcome};
use store::mentorship::sessions;
use utoipa::ToSchema;
use web::{Caller, Error, Result, not_found};

use super::detail::{self, Detail, Feedback};
use super::learner::Learner;
use super::own_sessions::OwnSession;

/// Characters of a review.
const REVIEW_CHARS: usize = 2_000;

/// A session.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SessionRequest {
    pub(crate) session: String,
}

/// A step of a session.
#[derive(Deserialize, ToSchema)]
pub(super) struct StepRequest {
    session: String,
    step: String,
    /// When it was done, if that was without a network.
    at: Option<DateTime<Utc>>,
    /// When it was sent, by the same clock.
    #[serde(rename = "sentAt", alias = "sent_at")]
    sent_at: Option<DateTime<Utc>>,
}

/// A bookmark.
#[derive(Deserialize, ToSchema)]
pub(super) struct BookmarkRequest {
    session: String,
    /// Whether it is wanted; without it, it is toggled.
    bookmarked: Option<bool>,
}

/// What the person thinks of a session.
#[derive(Deserialize, ToSchema)]
pub(super) struct FeedbackRequest {
    session: String,
    /// From 0 to 5.
    rating: i64,
    /// At most 2,000 characters.
    #[serde(default)]
    review: String,
}

/// The progress in a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProgressResponse {
    /// As in the session.
    session_status: &'static str,
    duration_completed: u32,
    completed_steps: Vec<String>,
}

/// Whether a session is bookmarked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookmarkResponse {
    is_bookmarked: bool,
}

/// When something was done without a network, according to the device of a caller.
pub(super) fn done_offline(
    caller: &Caller,
    at: Option<DateTime<Utc>>,
    sent_at: Option<DateTime<Utc>>,
) -> Option<DoneOffline> {
    at.map(|at| DoneOffline { login_session: caller.login_session, at, sent_at })
}

/// Begins a session. Beginning it again changes nothing.
#[web::operation(
    operation_id = "start_session",
    request_body = SessionRequest,
    responses(
        (status = 200, description = "The session.", body = Detail),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn start(store: Data<Store>, learner: Learner, request: Json<SessionRequest>) -> Result<Json<Detail>> {
    Ok(Json(begin(&store, &learner, &request.session).await?))
}

/// Begins a session, unless it was begun, and returns it.
pub(crate) async fn begin(store: &Store, learner: &Learner, id: &str) -> Result<Detail> {
    let own = OwnSession::find(store, learner, id).await?;
    if own.progress.is_some() {
        return Detail::new(store, learner, &own).await;
    }
    if own.shared.is_none() {
        learning::start(store, learner.id, id, &own.session).await?;
    } else if !sessions::start(store, learner.id, id, &own.session).await? {
        return Err(not_found());
    }
    detail::of(store, learner, id).await
}

/// Completes a step. The last one completes the session; completing it again changes nothing.
#[web::operation(
    operation_id = "complete_step",
    request_body = StepRequest,
    responses(
        (status = 200, description = "The progress.", body = ProgressResponse),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_started`, `step_order`, `quiz_missing`")
    )
)]
pub(super) async fn complete_step(
    store: Data<Store>,
    learner: Learner,
    caller: Caller,
    request: Json<StepRequest>,
) -> Result<Json<ProgressResponse>> {
    let own = OwnSession::find(&store, &learner, &request.session).await?;
    let session = &own.session.definition;
    let step = session.steps.iter().find(|step| step.key == request.step).ok_or_else(not_found)?;
    let offline = done_offline(&caller, request.at, request.sent_at);
    match learning::complete_step(&store, learner.id, &request.session, session, step, offline).await? {
        StepOutcome::Complete => {}
        StepOutcome::NotStarted => return Err(not_started()),
        StepOutcome::Refused(Refusal::StepOrder) => return Err(step_order()),
        StepOutcome::Refused(Refusal::QuizMissing) => return Err(quiz_missing()),
    }
    let own = OwnSession::find(&store, &learner, &request.session).await?;
    let steps = own.session.definition.steps.iter().map(|step| &step.key);
    Ok(Json(ProgressResponse {
        session_status: own.status().wire(),
        duration_completed: session_progress::durations(&own.session.definition, &own.done).completed,
        completed_steps: steps.filter(|step| own.done.steps.contains(*step)).cloned().collect(),
    }))
}

/// Sets, removes or toggles a bookmark.
#[web::operation(
    operation_id = "bookmark_session",
    request_body = BookmarkRequest,
    responses(
        (status = 200, description = "The bookmark.", body = BookmarkResponse),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn bookmark(
    store: Data<Store>,
    learner: Learner,
    request: Json<BookmarkRequest>,
) -> Result<Json<BookmarkResponse>> {
    OwnSession::find(&store, &learner, &request.session).await?;
    let is_bookmarked = learning::set_bookmark(&store, learner.id, &request.session, request.bookmarked).await?;
    Ok(Json(BookmarkResponse { is_bookmarked }))
}

/// Stores what the person thinks of a completed session, in place of what they said before.
#[web::operation(
    operation_id = "session_feedback",
    request_body = FeedbackRequest,
    responses(
        (status = 200, description = "As stored.", body = Feedback),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_completed`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn feedback(
    store: Data<Store>,
    learner: Learner,
    request: Json<FeedbackRequest>,
) -> Result<Json<Feedback>> {
    let FeedbackRequest { session, rating, review } = request.into_inner();
    let review = review.trim().replace("\r\n", "\n");
    if !(0..=5).contains(&rating) {
        let sentence = "Please choose 0 to 5 stars.";
        return Err(Error::invalid(sentence).field("rating", sentence));
    }
    if review.chars().count() > REVIEW_CHARS {
        let sentence = "Please use 2,000 characters at most.";
        return Err(Error::invalid(sentence).field("review", sentence));
    }
    if review.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        let sentence = "Please use letters, digits and signs only.";
        return Err(Error::invalid(sentence).field("review", sentence));
    }
    let review = text_fold::clean_text(&review).into_owned();
    OwnSession::find(&store, &learner, &session).await?;
    if !learning::set_feedback(&store, learner.id, &session, rating, &review).await? {
        let sentence = "Please complete the session first.";
        return Err(Error::new(StatusCode::CONFLICT, "not_completed", sentence));
    }
    Ok(Json(Feedback { rating, review }))
}

pub(crate) fn not_started() -> Error {
    Error::new(StatusCode::CONFLICT, "not_started", "Please start the session first.")
}

pub(super) fn step_order() -> Error {
    Error::new(StatusCode::CONFLICT, "step_order", "Please complete the steps before this one first.")
}

pub(crate) fn quiz_missing() -> Error {
    Error::new(StatusCode::CONFLICT, "quiz_missing", "Please take the quiz before moving forward")
}
