//! Ratings of the summaries of calls.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ChannelId, PersonId, RecordingId, Store, meetings};
use utoipa::{IntoParams, ToSchema};
use web::{Caller, Error, Result, not_found};

/// The heading of the card. Clients translate it.
const TITLE: &str = "How was the summary of your call?";

/// The rating of the summary of a call.
#[derive(Deserialize, ToSchema)]
pub(super) struct RateMeetingRequest {
    #[serde(alias = "meetingRecordingId")]
    meeting_recording_id: RecordingId,
    /// The caller; another person is refused.
    #[serde(alias = "userId")]
    user_id: Option<PersonId>,
    /// 1 to 5, or null to skip.
    #[serde(default, alias = "meetingRating")]
    #[schema(value_type = Option<i64>)]
    meeting_rating: Value,
}

/// The stored rating.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeetingRatingResponse {
    meeting_recording_id: RecordingId,
    #[schema(required)]
    rating: Option<i64>,
}

/// Rates the summary of a call. A rating can be changed; skipping does not remove one.
#[web::operation(
    operation_id = "meeting_summary_rating",
    request_body = RateMeetingRequest,
    responses(
        (status = 200, description = "Stored.", body = MeetingRatingResponse),
        (status = 403, description = "`forbidden`: `user_id` is another person"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`meeting_not_ready`: the call has no summary"),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn rate(
    store: Data<Store>,
    caller: Caller,
    body: Json<RateMeetingRequest>,
) -> Result<Json<MeetingRatingResponse>> {
    require_caller(body.user_id, caller.person)?;
    let rating = match &body.meeting_rating {
        Value::Null => None,
        value => Some(value.as_i64().filter(|rating| (1..=5).contains(rating)).ok_or_else(|| {
            Error::invalid("This rating cannot be kept.").field("meeting_rating", "Please answer from 1 to 5.")
        })?),
    };
    let recording = body.meeting_recording_id;
    match meetings::rate(&store, recording, caller.person, rating).await? {
        Some(rating) => Ok(Json(MeetingRatingResponse { meeting_recording_id: recording, rating })),
        None if meetings::of_person(&store, recording, caller.person).await?.is_none() => Err(not_found()),
        None => {
            let sentence = "There are no notes of this call to rate.";
            Err(Error::new(StatusCode::CONFLICT, "meeting_not_ready", sentence))
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MeetingRatingQuery {
    /// The caller; another person is refused.
    #[serde(alias = "userId")]
    user_id: Option<PersonId>,
}

/// The call to rate, if there is one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeetingRatingStatusResponse {
    /// Whether there is a call to rate; if not, the other fields are null.
    meeting_rating_status: bool,
    #[schema(required)]
    meeting_recording_id: Option<RecordingId>,
    /// The start of the call.
    #[schema(required)]
    meeting_date_time: Option<DateTime<Utc>>,
    #[schema(required)]
    meeting_rating_title: Option<&'static str>,
    /// The channel of the call, which shows the card.
    #[schema(required)]
    channel_id: Option<ChannelId>,
}

/// Returns the newest call with a summary that the person has neither rated nor skipped.
#[web::operation(
    operation_id = "meeting_summary_rating_status",
    params(MeetingRatingQuery),
    responses(
        (status = 200, description = "For two weeks after the summary is ready, once per person.", body = MeetingRatingStatusResponse),
        (status = 403, description = "`forbidden`: `user_id` is another person"),
        (status = 422, description = "`invalid`: `user_id` is not an id")
    )
)]
pub(super) async fn status(
    store: Data<Store>,
    caller: Caller,
    query: Option<Query<MeetingRatingQuery>>,
) -> Result<Json<MeetingRatingStatusResponse>> {
    let query = query.ok_or_else(|| Error::invalid("This is not a person.").field("user_id", "Not an id."))?;
    require_caller(query.user_id, caller.person)?;
    let meeting = meetings::to_rate(&store, caller.person).await?;
    Ok(Json(MeetingRatingStatusResponse {
        meeting_rating_status: meeting.is_some(),
        meeting_rating_title: meeting.as_ref().map(|_| TITLE),
        meeting_recording_id: meeting.as_ref().map(|meeting| meeting.id),
        meeting_date_time: meeting.as_ref().map(|meeting| meeting.started_at),
        channel_id: meeting.as_ref().map(|meeting| meeting.channel_id),
    }))
}

/// Refuses a request in the name of another person.
fn require_caller(named: Option<PersonId>, caller: PersonId) -> Result<()> {
    match named {
        Some(person) if person != caller => {
            Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "You can do this only for yourself."))
        }
        _ => Ok(()),
    }
}
