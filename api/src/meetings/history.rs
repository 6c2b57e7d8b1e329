//! The recorded calls of a channel, and their summaries and transcripts.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::meetings::{self, State, Text};
use store::{ChannelId, RecordingId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{Caller, Error, Member, Result, SignatureQuery, not_found};

/// A page of recorded calls, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeetingHistoryResponse {
    chat_meeting_history: Vec<Meeting>,
    /// Whether there are older ones.
    has_next_page: bool,
}

/// A recorded call. The addresses of its texts expire after ten minutes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Meeting {
    meeting_recording_id: RecordingId,
    /// The start of the call.
    meeting_datetime: DateTime<Utc>,
    /// The end of the call, if it is known.
    #[schema(required)]
    meeting_ended: Option<DateTime<Utc>>,
    state: State,
    /// Why there are no texts, in state `failed`.
    #[schema(required)]
    failure: Option<String>,
    #[schema(required)]
    summary_text_file_url: Option<String>,
    #[schema(required)]
    transcription_text_file_url: Option<String>,
    /// The rating of the caller, from 1 to 5.
    #[schema(required)]
    rating: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MeetingHistoryQuery {
    /// From 1, the newest and the default.
    #[serde(alias = "pageNumber")]
    page_number: Option<u32>,
}

/// Lists the recorded calls of a channel, newest first, 30 per page.
#[web::operation(
    operation_id = "channel_history",
    params(("channel" = ChannelId, Path, description = "The channel."), MeetingHistoryQuery),
    responses(
        (status = 200, description = "Inactive members see the calls of the time when they were active.", body = MeetingHistoryResponse),
        (status = 422, description = "`invalid`: not a page number")
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
    page: Option<Query<MeetingHistoryQuery>>,
) -> Result<Json<MeetingHistoryResponse>> {
    let number = page.map(|page| page.page_number.unwrap_or(1)).filter(|number| *number > 0);
    let number = number.ok_or_else(|| Error::invalid("There is no such page.").field("page_number", "From 1 on."))?;
    let (found, has_next_page) = meetings::history(&store, membership.channel_id, caller.person, number).await?;
    let chat_meeting_history = found.into_iter().map(|meeting| response(&store, meeting)).collect();
    Ok(Json(MeetingHistoryResponse { chat_meeting_history, has_next_page }))
}

fn response(store: &Store, meeting: meetings::Meeting) -> Meeting {
    let address = |text, exists: bool| exists.then(|| meetings::link(store, meeting.id, text));
    Meeting {
        summary_text_file_url: address(Text::Summary, meeting.has_summary),
        transcription_text_file_url: address(Text::Transcript, meeting.has_transcript),
        meeting_recording_id: meeting.id,
        meeting_datetime: meeting.started_at,
        meeting_ended: meeting.ended_at,
        state: meeting.state,
        failure: meeting.failure,
        rating: meeting.rating,
    }
}

/// Returns a summary or a transcript. Addresses expire after ten minutes.
#[web::operation(
    operation_id = "meeting_text",
    params(
        ("id" = RecordingId, Path, description = "The recording."),
        ("text" = Text, Path, description = "Summary or transcript."),
        SignatureQuery
    ),
    responses(
        (status = 200, description = "Plain text, as a download."),
        (status = 404, description = "`not_found`: no such text, or an expired address")
    )
)]
pub(super) async fn text(
    store: Data<Store>,
    id: Option<Path<(RecordingId, Text)>>,
    signature: Option<Query<SignatureQuery>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signature)) = (id, signature) else { return Err(not_found()) };
    let (recording, text) = id.into_inner();
    let found = meetings::open(&store, recording, text, signature.expires, &signature.signature).await?;
    let (started_at, body) = found.ok_or_else(not_found)?;
    let name = format!("{}-{}.txt", text.name(), started_at.format("%Y-%m-%d"));
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header(header::ContentDisposition::attachment(name))
        // Browsers must neither run it nor guess another type.
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // Purged texts must not stay in browser caches.
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body))
}
