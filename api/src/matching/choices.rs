//! What a person decides: choices that are kept, and their confirmation.

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Deserializer, Serialize};
use store::matching::decisions::{self, Choices, Chosen, Submitted, Withdrawn};
use store::matching::{Answers, Choice, Rules, views};
use store::{Store, TrackerId};
use utoipa::ToSchema;
use web::{Error, Result, SignedIn, not_found};

use super::candidate::{self, MatchResponse};
use super::criteria::Reader;
use super::tracker::Viewer;
use crate::content::languages;

/// A choice about a match.
#[derive(Deserialize, ToSchema)]
pub(super) struct ChooseRequest {
    #[serde(rename = "match")]
    tracker: TrackerId,
    /// null clears the choice.
    #[serde(alias = "interestStatus", deserialize_with = "present")]
    #[schema(required)]
    interest_status: Option<Choice>,
}

/// A missing field is a mistake, null is a value.
fn present<'d, D: Deserializer<'d>>(input: D) -> std::result::Result<Option<Choice>, D::Error> {
    Option::deserialize(input)
}

fn closed() -> Error {
    Error::new(
        StatusCode::CONFLICT,
        "match_closed",
        "This match is not open any more. Load the page again to see what happened.",
    )
}

/// Keeps a choice about a match, or clears it. It counts once it is confirmed.
#[web::operation(
    operation_id = "chooseMatch",
    request_body = ChooseRequest,
    responses(
        (status = 200, description = "The match.", body = MatchResponse),
        (status = 404, description = "`not_found`: not a match of this person"),
        (status = 409, description = "`match_closed`: it cannot be decided any more")
    )
)]
pub(super) async fn choose(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<ChooseRequest>,
) -> Result<Json<MatchResponse>> {
    let (person, side) = (signed_in.person.id, signed_in.person.role);
    let tracker = match decisions::choose(&store, person, side, body.tracker, body.interest_status).await? {
        Chosen::Kept(tracker) => tracker,
        Chosen::Closed => return Err(closed()),
        Chosen::Unknown => return Err(not_found()),
    };
    let none = Rules::default();
    let rules = signed_in.settings().map_or(&none, |settings| &settings.matching);
    let now = views::now(&store, &signed_in, rules).await?;
    let language = languages::of(&signed_in, &request);
    let reader = Reader { catalogue: &signed_in.catalogue, rules, language: &language };
    let viewer = Viewer { store: &store, side, hides_names: rules.hides_names, faces: &now.faces };
    let nothing = Answers::default();
    let own = now.answers.get(&person).unwrap_or(&nothing);
    let marks = candidate::marks(&now, side, reader, &rules.groups);
    let mark = marks.get(&tracker.id).and_then(Option::as_ref);
    Ok(Json(candidate::one(&now, viewer, reader, own, &tracker, mark)))
}

/// The choices to confirm.
#[derive(Deserialize, ToSchema)]
pub(super) struct SubmitRequest {
    #[serde(alias = "interestSet")]
    interest_set: Vec<Interest>,
}

/// A choice by the opaque name of the match.
#[derive(Deserialize, ToSchema)]
#[schema(as = MatchInterest)]
struct Interest {
    /// The opaque name from the list.
    email: String,
    #[serde(alias = "interestStatus")]
    interest_status: Choice,
}

/// What became of a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = SubmitMatchesOutcome)]
pub(super) enum SubmitOutcome {
    Submitted,
    MentorUnavailable,
    MenteeUnavailable,
}

/// Confirms the choices of the signed-in person: all of them, or none. A repeated request gets the same answer.
#[web::operation(
    operation_id = "submitMatches",
    request_body = SubmitRequest,
    responses(
        (status = 200, description = "What became of it.", body = SubmitOutcome),
        (status = 404, description = "`not_found`: a choice names no match of this person"),
        (status = 422, description = "`choices_missing`, `too_many`, `group_clash`: nothing was changed")
    )
)]
pub(super) async fn submit(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<SubmitRequest>,
) -> Result<Json<SubmitOutcome>> {
    let arrived_at = store.clock.now();
    let mut set = Choices::new();
    for interest in &body.interest_set {
        set.insert(interest.email.parse().map_err(|_| not_found())?, interest.interest_status);
    }
    let refused = |code, sentence: String| Err(Error::new(StatusCode::UNPROCESSABLE_ENTITY, code, sentence));
    match decisions::submit(&store, &signed_in, &set, arrived_at).await? {
        Submitted::Submitted => Ok(Json(SubmitOutcome::Submitted)),
        Submitted::MentorUnavailable => Ok(Json(SubmitOutcome::MentorUnavailable)),
        Submitted::MenteeUnavailable => Ok(Json(SubmitOutcome::MenteeUnavailable)),
        Submitted::Unknown => Err(not_found()),
        Submitted::ChoicesMissing => refused("choices_missing", "Decide on each match first, then confirm.".to_owned()),
        Submitted::TooMany { free } => {
            let sentence = match free {
                1 => "You have one free place: say Yes to one person.".to_owned(),
                _ => format!("You have {free} free places: say Yes to {free} people at most."),
            };
            refused("too_many", sentence)
        }
        Submitted::GroupClash(criteria) => {
            let criteria = criteria.join(", ");
            refused("group_clash", format!("The people you chose do not fit together ({criteria}): change a choice."))
        }
    }
}

/// A match.
#[derive(Deserialize, ToSchema)]
pub(super) struct MatchRequest {
    #[serde(rename = "match")]
    tracker: TrackerId,
}

/// Notes that the person has seen the congratulation.
#[web::operation(
    operation_id = "congratulationsSeen",
    request_body = MatchRequest,
    responses(
        (status = 204, description = "Noted, perhaps before."),
        (status = 404, description = "`not_found`: not an accepted match of this person")
    )
)]
pub(super) async fn congratulations_seen(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<MatchRequest>,
) -> Result<HttpResponse> {
    let (person, side) = (signed_in.person.id, signed_in.person.role);
    if decisions::congratulations_seen(&store, person, side, body.tracker).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(not_found())
    }
}

/// Takes back a Yes that the mentor has not accepted.
#[web::operation(
    operation_id = "withdrawMatch",
    request_body = MatchRequest,
    responses(
        (status = 204, description = "The Yes is taken back."),
        (status = 404, description = "`not_found`: not a match of this person"),
        (status = 409, description = "`match_closed`: it is over, or accepted")
    )
)]
pub(super) async fn withdraw(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<MatchRequest>,
) -> Result<HttpResponse> {
    match decisions::withdraw(&store, signed_in.person.id, signed_in.person.role, body.tracker).await? {
        Withdrawn::Withdrawn => Ok(HttpResponse::NoContent().finish()),
        Withdrawn::Closed => Err(closed()),
        Withdrawn::Unknown => Err(not_found()),
    }
}
