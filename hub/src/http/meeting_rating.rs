//! What a person thinks of the notes of a call, and which call to ask them about.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ChannelId, PersonId, RecordingId, Store, meetings};
use utoipa::{IntoParams, ToSchema};

use super::member::only_for_oneself;

/// The heading of the card. Clients that speak another language translate it.
const TITLE: &str = "How was the summary of your call?";

/// What a person thinks of the notes of a call.
#[derive(Deserialize, ToSchema)]
pub(super) struct MeetingRating {
    #[serde(alias = "meetingRecordingId")]
    meeting_recording_id: RecordingId,
    /// The asker; checked against the token where it is named.
    #[serde(alias = "userId")]
    user_id: Option<PersonId>,
    /// 1 to 5, or null for a person who would rather not say.
    #[serde(default, alias = "meetingRating")]
    #[schema(value_type = Option<i64>)]
    meeting_rating: Value,
}

/// What holds now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeetingRated {
    meeting_recording_id: RecordingId,
    #[schema(required)]
    rating: Option<i64>,
}

/// Takes what the person thinks of the notes of a call. It may be changed; skipping never takes an answer back.
#[utoipa::path(
    post,
    path = "/api/v2/chat/meeting-summary-rating/",
    operation_id = "meeting_summary_rating",
    tag = "Chat",
    request_body = MeetingRating,
    responses(
        (status = 200, description = "Kept.", body = MeetingRated),
        (status = 403, description = "`forbidden`: `user_id` is somebody else", body = ErrorBody),
        (status = 404, description = "`not_found`", body = ErrorBody),
        (status = 409, description = "`meeting_not_ready`: there are no notes to judge", body = ErrorBody),
        (status = 422, description = "`invalid`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn rate(store: Data<Store>, me: SignedIn, body: Json<MeetingRating>) -> Result<Json<MeetingRated>> {
    only_for_oneself(body.user_id, me.person)?;
    let rating = match &body.meeting_rating {
        Value::Null => None,
        value => Some(value.as_i64().filter(|rating| (1..=5).contains(rating)).ok_or_else(|| {
            Error::invalid("This rating cannot be kept.").field("meeting_rating", "Please answer from 1 to 5.")
        })?),
    };
    let recording = body.meeting_recording_id;
    match meetings::rate(&store, recording, me.person, rating).await? {
        Some(rating) => Ok(Json(MeetingRated { meeting_recording_id: recording, rating })),
        None if meetings::of_person(&store, recording, me.person).await?.is_none() => Err(not_found()),
        None => {
            let sentence = "There are no notes of this call to rate.";
            Err(Error::new(StatusCode::CONFLICT, "meeting_not_ready", sentence))
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Whose {
    /// The asker; checked against the token where it is named.
    #[serde(alias = "userId")]
    user_id: Option<PersonId>,
}

/// The call to ask about, if there is one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeetingRatingCard {
    /// Whether to ask; everything else is null if not.
    meeting_rating_status: bool,
    #[schema(required)]
    meeting_recording_id: Option<RecordingId>,
    /// When the call began.
    #[schema(required)]
    meeting_date_time: Option<DateTime<Utc>>,
    #[schema(required)]
    meeting_rating_title: Option<&'static str>,
    /// Where it was, and where the question belongs.
    #[schema(required)]
    channel_id: Option<ChannelId>,
}

/// The newest call whose notes are ready and which the person has neither rated nor skipped.
#[utoipa::path(
    get,
    path = "/api/v2/video/meeting-summary-rating-status/",
    operation_id = "meeting_summary_rating_status",
    tag = "Video",
    params(Whose),
    responses(
        (status = 200, description = "On from when the notes are ready, for two weeks, once per person.", body = MeetingRatingCard),
        (status = 403, description = "`forbidden`: `user_id` is somebody else", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn status(
    store: Data<Store>,
    me: SignedIn,
    whose: Option<Query<Whose>>,
) -> Result<Json<MeetingRatingCard>> {
    let whose = whose.ok_or_else(|| Error::invalid("This is not a person.").field("user_id", "Not an id."))?;
    only_for_oneself(whose.user_id, me.person)?;
    let meeting = meetings::to_rate(&store, me.person).await?;
    Ok(Json(MeetingRatingCard {
        meeting_rating_status: meeting.is_some(),
        meeting_rating_title: meeting.as_ref().map(|_| TITLE),
        meeting_recording_id: meeting.as_ref().map(|meeting| meeting.id),
        meeting_date_time: meeting.as_ref().map(|meeting| meeting.started_at),
        channel_id: meeting.as_ref().map(|meeting| meeting.channel_id),
    }))
}
