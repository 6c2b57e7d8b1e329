//! Pauses of a mentorship, as staff enter them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use store::mentorship::pauses::{self, LONGEST_PAUSE, Pause, PauseOutcome};
use store::{MentorshipId, PauseId, ProgrammeId, Store, programmes};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::mentorship::{NO_SUCH_MENTORSHIP, find};

/// How far ahead a pause can begin, in days.
const DAYS_AHEAD: u64 = 366;

/// A time without mentoring.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPause {
    id: PauseId,
    starts_on: NaiveDate,
    /// The last day.
    ends_on: NaiveDate,
    /// Whether it was entered last and is not over.
    may_take_back: bool,
}

/// A pause to enter.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPauseRequest {
    /// A day of the mentorship, at most a year from today.
    starts_on: NaiveDate,
    /// The last day: today or later, within 366 days.
    ends_on: NaiveDate,
}

/// The pause that was entered.
#[derive(Serialize, ToSchema)]
pub(super) struct PausedResponse {
    id: PauseId,
}

impl StaffPause {
    /// Of all pauses of a mentorship; `today` of one that goes on. Ids are in the order of their creation.
    pub(super) fn all(pauses: &[(PauseId, Pause)], today: Option<NaiveDate>) -> Vec<Self> {
        let last = pauses.iter().map(|(id, _)| *id).max();
        let wire = |(id, pause): &(PauseId, Pause)| Self {
            id: *id,
            starts_on: pause.starts_on,
            ends_on: pause.ends_on(),
            may_take_back: Some(*id) == last && today.is_some_and(|today| pause.ends_on() >= today),
        };
        pauses.iter().map(wire).collect()
    }
}

impl StaffPauseRequest {
    /// One that is over could not be taken back.
    fn check(&self, first_day: NaiveDate, today: NaiveDate) -> Result<Pause> {
        let problem =
            |field: &'static str, sentence: String| Err(Error::invalid(sentence.clone()).field(field, sentence));
        if !(first_day..=today + Days::new(DAYS_AHEAD)).contains(&self.starts_on) {
            let sentence = "A pause begins on a day of the mentorship, within a year from today.";
            return problem("startsOn", sentence.to_owned());
        }
        let days = (self.ends_on - self.starts_on).num_days() + 1;
        match u16::try_from(days) {
            Ok(days @ 1..=LONGEST_PAUSE) if self.ends_on >= today => Ok(Pause { starts_on: self.starts_on, days }),
            _ if self.ends_on < today => problem("endsOn", "A pause ends today or later.".to_owned()),
            _ if days < 1 => problem("endsOn", "A pause cannot end before it begins.".to_owned()),
            _ => problem("endsOn", format!("A pause lasts up to {LONGEST_PAUSE} days.")),
        }
    }
}

async fn zone_of(store: &Store, programme: ProgrammeId) -> Result<Tz> {
    Ok(programmes::by_id(store, programme).await?.map_or(Tz::UTC, |programme| programme.tz()))
}

/// Pauses a mentorship: its deadlines move, no streak ends, and it does not count as silent. Its members are notified.
#[web::operation(
    operation_id = "pause_staff_mentorship",
    params(("mentorship" = MentorshipId, Path, description = "The mentorship.")),
    request_body = StaffPauseRequest,
    responses(
        (status = 201, body = PausedResponse),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`pause_overlaps`: it has a pause at that time; `mentorship_ended`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn create(
    store: Data<Store>,
    staff: Staff,
    mentorship: Option<Path<MentorshipId>>,
    body: Json<StaffPauseRequest>,
) -> Result<HttpResponse> {
    let listed = find(&store, &staff, mentorship).await?.listed;
    let (id, zone) = (listed.id, zone_of(&store, listed.programme_id).await?);
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let pause = body.check(day(listed.started_at), day(store.clock.now()))?;
    match pauses::pause(&store, &staff.actor(), id, pause).await? {
        PauseOutcome::Paused(id) => Ok(HttpResponse::Created().json(PausedResponse { id })),
        PauseOutcome::NotActive => {
            Err(Error::new(StatusCode::CONFLICT, "mentorship_ended", "This mentorship has already ended."))
        }
        PauseOutcome::Overlaps(_) => {
            let sentence = "There is already a pause at that time.";
            Err(Error::new(StatusCode::CONFLICT, "pause_overlaps", sentence))
        }
        refused @ PauseOutcome::WrongLength => Err(Error::invalid(refused.to_string())),
    }
}

/// Takes the last pause back, as long as it is not over. Its members are notified.
#[web::operation(
    operation_id = "take_staff_pause_back",
    params(
        ("mentorship" = MentorshipId, Path, description = "The mentorship."),
        ("pause" = PauseId, Path, description = "The pause.")
    ),
    responses(
        (status = 204, description = "The deadlines are as before."),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`pause_fixed`: it is over, or not the one that was entered last")
    )
)]
pub(super) async fn take_back(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(MentorshipId, PauseId)>>,
) -> Result<HttpResponse> {
    let (mentorship, pause) = path.ok_or_else(not_found)?.into_inner();
    let listed = find(&store, &staff, Some(Path::from(mentorship))).await?.listed;
    let zone = zone_of(&store, listed.programme_id).await?;
    let today = store.clock.now().with_timezone(&zone).date_naive();
    if pauses::take_back(&store, &staff.actor(), listed.id, pause, today).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    let sentence = "This pause can no longer be taken back.";
    Err(Error::new(StatusCode::CONFLICT, "pause_fixed", sentence))
}
