//! Pauses that the mentor of a mentorship enters.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use store::people::Role;
use store::staff::Actor;
use store::{MentorshipId, PauseId, Store, mentorship};
use utoipa::ToSchema;
use web::{Error, Result, not_found};

use crate::learning::learner::Learner;

/// The longest pause that a mentor enters, in days. Staff enter longer ones.
const LONGEST: u16 = 92;

/// How far ahead a pause can begin.
const DAYS_AHEAD: u64 = 366;

/// A time without mentoring.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MentorshipPause)]
pub(super) struct WirePause {
    id: PauseId,
    starts_on: NaiveDate,
    /// The last day.
    ends_on: NaiveDate,
}

/// A pause to enter.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PauseRequest {
    /// Today or later.
    #[serde(alias = "starts_on")]
    starts_on: NaiveDate,
    /// The last day.
    #[serde(alias = "ends_on")]
    ends_on: NaiveDate,
}

impl WirePause {
    pub(super) fn new(id: PauseId, pause: Pause) -> Self {
        Self { id, starts_on: pause.starts_on, ends_on: pause.ends_on() }
    }
}

impl PauseRequest {
    fn check(&self, today: NaiveDate) -> Result<Pause> {
        let problem =
            |field: &'static str, sentence: String| Err(Error::invalid(sentence.clone()).field(field, sentence));
        if self.starts_on < today {
            return problem("startsOn", "A pause cannot begin in the past.".to_owned());
        }
        if self.starts_on > today + Days::new(DAYS_AHEAD) {
            return problem("startsOn", "A pause begins within a year.".to_owned());
        }
        let days = u16::try_from((self.ends_on - self.starts_on).num_days() + 1).unwrap_or_default();
        if days == 0 {
            return problem("endsOn", "A pause cannot end before it begins.".to_owned());
        }
        if days > LONGEST {
            return problem(
                "endsOn",
                format!("A pause lasts up to {LONGEST} days. Ask your programme team for a longer one."),
            );
        }
        Ok(Pause { starts_on: self.starts_on, days })
    }
}

/// Pauses a mentorship: its deadlines move, and no streak ends. Only its mentor can.
#[web::operation(
    operation_id = "pause_mentorship",
    params(("id" = String, Path, description = "The mentorship.")),
    request_body = PauseRequest,
    responses(
        (status = 201, description = "The pause.", body = WirePause),
        (status = 403, description = "`mentor_only`"),
        (status = 404, description = "`not_found`: not an active mentorship of this person"),
        (status = 409, description = "`pause_overlaps`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn create(
    store: Data<Store>,
    learner: Learner,
    id: Path<String>,
    request: Json<PauseRequest>,
) -> Result<HttpResponse> {
    let id = of_mentor(&store, &learner, &id).await?;
    let pause = request.check(learner.today)?;
    match pauses::pause(&store, &Actor::Person(learner.id), id, pause).await? {
        PauseOutcome::Paused(id) => Ok(HttpResponse::Created().json(WirePause::new(id, pause))),
        PauseOutcome::NotActive => Err(not_found()),
        PauseOutcome::Overlaps(_) => {
            let sentence = "There is already a pause at that time.";
            Err(Error::new(StatusCode::CONFLICT, "pause_overlaps", sentence))
        }
        refused @ PauseOutcome::WrongLength => Err(Error::invalid(refused.to_string())),
    }
}

/// Takes the last pause back, as long as it is not over.
#[web::operation(
    operation_id = "take_pause_back",
    params(
        ("id" = String, Path, description = "The mentorship."),
        ("pause" = String, Path, description = "The pause.")
    ),
    responses(
        (status = 204, description = "The deadlines are as before."),
        (status = 403, description = "`mentor_only`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`pause_fixed`: it is over, or not the one that was entered last")
    )
)]
pub(super) async fn take_back(
    store: Data<Store>,
    learner: Learner,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    let id = of_mentor(&store, &learner, &path.0).await?;
    let pause: PauseId = path.1.parse().map_err(|_| not_found())?;
    if pauses::take_back(&store, &Actor::Person(learner.id), id, pause, learner.today).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    let sentence = "This pause can no longer be taken back.";
    Err(Error::new(StatusCode::CONFLICT, "pause_fixed", sentence))
}

/// Returns the id of an active mentorship that the learner leads.
pub(super) async fn of_mentor(store: &Store, learner: &Learner, id: &str) -> Result<MentorshipId> {
    let id: MentorshipId = id.parse().map_err(|_| not_found())?;
    let found = mentorship::with_members(store, id).await?.filter(|found| found.mentorship.ended_at.is_none());
    let members = found.ok_or_else(not_found)?.members;
    let own = members.iter().find(|member| member.person_id == learner.id && member.left_at.is_none());
    if own.ok_or_else(not_found)?.role != Role::Mentor {
        return Err(Error::new(StatusCode::FORBIDDEN, "mentor_only", "Only the mentor can do this."));
    }
    Ok(id)
}
