//! The routes of events.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use store::calendar::{self, DeleteOutcome, Event, MAX_EVENTS, WriteOutcome};
use store::{EventId, Store};
use web::{Error, Result, not_found};

use super::event::EventResponse;
use super::event_request::EventRequest;
use super::membership::Membership;
use crate::learning::own_sessions::OwnSession;

/// Lists the events of a mentorship.
#[web::operation(
    operation_id = "calendar_events",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "By time.", body = Vec<EventResponse>),
        (status = 404, description = "`not_found`: not an active mentorship of this person")
    )
)]
pub(super) async fn list(store: Data<Store>, membership: Membership) -> Result<Json<Vec<EventResponse>>> {
    let sessions = membership.sessions(&store).await?;
    let events = calendar::events(&store, membership.mentorship.id, membership.learner.id).await?;
    Ok(Json(events.into_iter().map(|event| response(event, &membership, &sessions)).collect()))
}

/// Creates an event. All members can change and delete it. The same `requestId` again answers the same event.
#[web::operation(
    operation_id = "create_calendar_event",
    params(("id" = String, Path, description = "The mentorship.")),
    request_body = EventRequest,
    responses(
        (status = 201, description = "As stored.", body = EventResponse),
        (status = 403, description = "`contact_closed`: the member may not write to the others now"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`calendar_full`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn create(
    store: Data<Store>,
    membership: Membership,
    request: Json<EventRequest>,
) -> Result<HttpResponse> {
    let sessions = membership.sessions(&store).await?;
    let (mentorship, author) = (membership.mentorship.id, membership.learner.id);
    let request_id = request.request_id()?;
    // A repeated request is answered even if the time of its event is over now.
    let known = match request_id {
        Some(id) => calendar::of_request(&store, mentorship, author, id).await?,
        None => None,
    };
    let outcome = match known {
        Some(event) => WriteOutcome::Written(event),
        None => {
            let draft = request.check(&store, &membership, &sessions, None)?;
            calendar::create(&store, mentorship, author, request_id, &draft).await?
        }
    };
    let event = written(outcome, &membership, &sessions)?;
    Ok(HttpResponse::Created().json(event))
}

/// Changes an event.
#[web::operation(
    operation_id = "change_calendar_event",
    params(
        ("id" = String, Path, description = "The mentorship."),
        ("event" = String, Path, description = "The event.")
    ),
    request_body = EventRequest,
    responses(
        (status = 200, description = "As stored.", body = EventResponse),
        (status = 403, description = "`contact_closed`: the member may not write to the others now"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`event_changed`: it is not as `updatedOn` says any more; `current` is the event now"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn change(
    store: Data<Store>,
    membership: Membership,
    path: Path<(String, String)>,
    request: Json<EventRequest>,
) -> Result<Json<EventResponse>> {
    let (mentorship, id) = (membership.mentorship.id, event_id(&path)?);
    let sessions = membership.sessions(&store).await?;
    let events = calendar::events(&store, mentorship, membership.learner.id).await?;
    let current = events.iter().find(|event| event.id == id).ok_or_else(not_found)?;
    let draft = request.check(&store, &membership, &sessions, Some(current))?;
    let outcome = calendar::update(&store, mentorship, membership.learner.id, id, request.updated_on, &draft).await?;
    Ok(Json(written(outcome, &membership, &sessions)?))
}

/// Deletes an event.
#[web::operation(
    operation_id = "delete_calendar_event",
    params(
        ("id" = String, Path, description = "The mentorship."),
        ("event" = String, Path, description = "The event.")
    ),
    responses(
        (status = 204, description = "It is deleted."),
        (status = 403, description = "`contact_closed`: the member may not write to the others now"),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn delete(
    store: Data<Store>,
    membership: Membership,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    match calendar::delete(&store, membership.mentorship.id, membership.learner.id, event_id(&path)?).await? {
        DeleteOutcome::Deleted => Ok(HttpResponse::NoContent().finish()),
        DeleteOutcome::Missing => Err(not_found()),
        DeleteOutcome::ContactClosed => Err(contact_closed()),
    }
}

fn contact_closed() -> Error {
    let sentence = "Your calendar is paused at the moment. Please ask your programme team.";
    Error::new(StatusCode::FORBIDDEN, "contact_closed", sentence)
}

fn event_id(path: &(String, String)) -> Result<EventId> {
    path.1.parse().map_err(|_| not_found())
}

fn response(event: Event, membership: &Membership, sessions: &[OwnSession]) -> EventResponse {
    EventResponse::new(event, &membership.mentorship, sessions, &membership.learner.language)
}

fn written(outcome: WriteOutcome, membership: &Membership, sessions: &[OwnSession]) -> Result<EventResponse> {
    match outcome {
        WriteOutcome::Written(event) => Ok(response(event, membership, sessions)),
        WriteOutcome::Missing => Err(not_found()),
        WriteOutcome::ContactClosed => Err(contact_closed()),
        WriteOutcome::Conflict(event) => {
            let sentence = "Someone else has changed this event. Please look at it again.";
            let current = serde_json::to_value(response(event, membership, sessions)).unwrap_or_default();
            Err(Error::new(StatusCode::CONFLICT, "event_changed", sentence).current(current))
        }
        WriteOutcome::Full => {
            let sentence = format!("A calendar holds up to {MAX_EVENTS} events. Please delete old ones.");
            Err(Error::new(StatusCode::CONFLICT, "calendar_full", sentence))
        }
    }
}
