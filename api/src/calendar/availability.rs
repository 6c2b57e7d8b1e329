//! When people have time for calls.

use actix_web::web::{Data, Json};
use chrono::{DateTime, NaiveTime, Timelike, Utc, Weekday};
use serde::{Deserialize, Serialize};
use store::calendar::{self, Availability, MAX_WINDOWS, Window};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result};

use super::membership::Membership;
use crate::learning::learner::Learner;

/// The text of the end of a day, which no clock shows.
const MIDNIGHT: &str = "24:00";

/// When the person has time, every week.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Availability)]
pub(super) struct AvailabilityBody {
    /// The zone of the times. Before a person enters them: that of their settings, else of the programme.
    #[serde(alias = "time_zone")]
    time_zone: String,
    windows: Vec<WindowBody>,
}

/// A time of the week.
#[derive(Deserialize, Serialize, ToSchema)]
#[schema(as = AvailabilityWindow)]
struct WindowBody {
    /// 1 is Monday, 7 is Sunday.
    weekday: u8,
    /// "17:00"
    from: String,
    /// "20:00", later than `from`; "24:00" is the end of the day.
    until: String,
}

/// Times at which all members can talk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FreeTimes {
    /// Up to three, for a call of an hour.
    times: Vec<DateTime<Utc>>,
    /// The members who have not entered when they have time.
    missing: Vec<PersonId>,
}

/// Finds times at which all members of a mentorship can talk, at the earliest tomorrow.
#[web::operation(
    operation_id = "free_times",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "None if a member is missing, or if they have no time in common.", body = FreeTimes),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn free_times(store: Data<Store>, membership: Membership) -> Result<Json<FreeTimes>> {
    let Membership { mentorship, learner, mut people } = membership;
    // The first one's days are the days of the suggestions.
    people.sort_by_key(|person| *person != learner.id);
    let all = calendar::availability_of(&store, &people, learner.id, learner.time_zone).await?;
    let events = calendar::events(&store, mentorship.id, learner.id).await?;
    let taken: Vec<_> = events.iter().flat_map(calendar::Event::occurrences).collect();
    let missing = all.iter().filter(|one| one.windows.is_empty()).map(|one| one.person).collect();
    Ok(Json(FreeTimes { times: calendar::free_times(&all, &taken, store.clock.now()), missing }))
}

/// Shows when the person has time.
#[web::operation(
    operation_id = "availability",
    responses((status = 200, description = "In the order of the week.", body = AvailabilityBody))
)]
pub(super) async fn show(store: Data<Store>, learner: Learner) -> Result<Json<AvailabilityBody>> {
    Ok(Json(stored(&store, &learner).await?))
}

/// Changes when the person has time.
#[web::operation(
    operation_id = "change_availability",
    request_body = AvailabilityBody,
    responses(
        (status = 200, description = "As stored.", body = AvailabilityBody),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn change(
    store: Data<Store>,
    learner: Learner,
    body: Json<AvailabilityBody>,
) -> Result<Json<AvailabilityBody>> {
    let zone = body.time_zone.parse().map_err(|_| {
        let sentence = "This is no time zone.";
        Error::invalid(sentence).field("timeZone", sentence)
    })?;
    let invalid = |sentence: &str| Error::invalid(sentence).field("windows", sentence);
    let windows: Option<Vec<Window>> = body.windows.iter().map(WindowBody::parse).collect();
    let mut windows = windows.ok_or_else(|| invalid("Each time needs a day, a beginning, and a later end."))?;
    if windows.len() > MAX_WINDOWS {
        return Err(invalid("Please enter up to 21 times."));
    }
    windows.sort_by_key(|window| (window.weekday.number_from_monday(), window.from));
    if windows.windows(2).any(|pair| pair[0].weekday == pair[1].weekday && pair[1].from < pair[0].until) {
        return Err(invalid("Times of a day must not overlap."));
    }
    calendar::set_availability(&store, learner.id, zone, &windows).await?;
    Ok(Json(stored(&store, &learner).await?))
}

async fn stored(store: &Store, learner: &Learner) -> Result<AvailabilityBody> {
    let own = calendar::availability_of(store, &[learner.id], learner.id, learner.time_zone).await?;
    let Availability { zone, windows, .. } = own.into_iter().next().ok_or_else(Error::not_signed_in)?;
    Ok(AvailabilityBody { time_zone: zone.name().to_owned(), windows: windows.iter().map(WindowBody::of).collect() })
}

impl WindowBody {
    fn parse(&self) -> Option<Window> {
        let minute = |text: &str| match text {
            MIDNIGHT => Some(1440),
            text => Some(NaiveTime::parse_from_str(text, "%H:%M").ok()?.num_seconds_from_midnight() / 60),
        };
        let weekday = Weekday::try_from(self.weekday.checked_sub(1)?).ok()?;
        let (from, until) = (minute(&self.from)?, minute(&self.until)?);
        (from < until).then_some(Window { weekday, from, until })
    }

    fn of(window: &Window) -> Self {
        let text = |minute: u32| format!("{:02}:{:02}", minute / 60, minute % 60);
        let weekday = u8::try_from(window.weekday.number_from_monday()).unwrap_or_default();
        Self { weekday, from: text(window.from), until: text(window.until) }
    }
}
