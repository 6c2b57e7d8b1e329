//! `api/v2/chat/{channel}/channel-history/`: the recorded calls of a conversation, and the texts made of them.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::meetings::{self, Meeting, State, Text};
use store::{ChannelId, RecordingId, Store};
use utoipa::{IntoParams, ToSchema};

use super::files::Signed;
use super::member::member_of;

/// A page of recorded calls, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChannelHistory {
    chat_meeting_history: Vec<ChatMeeting>,
    /// Whether there are older ones.
    has_next_page: bool,
}

/// A recorded call. The addresses of its texts work for ten minutes: ask again for new ones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatMeeting {
    meeting_recording_id: RecordingId,
    /// When the call began.
    meeting_datetime: DateTime<Utc>,
    /// When it ended, if that is known.
    #[schema(required)]
    meeting_ended: Option<DateTime<Utc>>,
    state: State,
    /// Why there is nothing to read, in state `failed`.
    #[schema(required)]
    failure: Option<String>,
    #[schema(required)]
    summary_text_file_url: Option<String>,
    #[schema(required)]
    transcription_text_file_url: Option<String>,
    /// What the asker thinks of it, from 1 to 5.
    #[schema(required)]
    rating: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PageOf {
    /// 1 is the newest and what is meant without a number.
    #[serde(alias = "pageNumber")]
    page_number: Option<u32>,
}

/// The recorded calls of a conversation, newest first, 30 on a page.
#[utoipa::path(
    get,
    path = "/api/v2/chat/{channel}/channel-history/",
    operation_id = "channel_history",
    tag = "Chat",
    params(("channel" = ChannelId, Path, description = "The conversation."), PageOf),
    responses(
        (status = 200, description = "Inactive members see the calls of their time.", body = ChannelHistory),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        (status = 422, description = "`invalid`: not a page number", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn history(
    store: Data<Store>,
    me: SignedIn,
    channel: Option<Path<ChannelId>>,
    page: Option<Query<PageOf>>,
) -> Result<Json<ChannelHistory>> {
    let membership = member_of(&store, channel, me.person).await?;
    let number = page.map(|page| page.page_number.unwrap_or(1)).filter(|number| *number > 0);
    let number = number.ok_or_else(|| Error::invalid("There is no such page.").field("page_number", "From 1 on."))?;
    let (found, has_next_page) = meetings::history(&store, membership.channel_id, me.person, number).await?;
    let chat_meeting_history = found.into_iter().map(|meeting| told(&store, meeting)).collect();
    Ok(Json(ChannelHistory { chat_meeting_history, has_next_page }))
}

fn told(store: &Store, meeting: Meeting) -> ChatMeeting {
    let link = |text, is_there: bool| is_there.then(|| meetings::link(store, meeting.id, text));
    ChatMeeting {
        summary_text_file_url: link(Text::Summary, meeting.has_summary),
        transcription_text_file_url: link(Text::Transcript, meeting.has_transcript),
        meeting_recording_id: meeting.id,
        meeting_datetime: meeting.started_at,
        meeting_ended: meeting.ended_at,
        state: meeting.state,
        failure: meeting.failure,
        rating: meeting.rating,
    }
}

/// A summary or a transcript, for whoever was given its address less than ten minutes ago.
#[utoipa::path(
    get,
    path = "/api/v2/chat/meetings/{id}/{text}/",
    operation_id = "meeting_text",
    tag = "Chat",
    params(
        ("id" = RecordingId, Path, description = "The recording."),
        ("text" = Text, Path, description = "Which of its texts."),
        Signed
    ),
    responses(
        (status = 200, description = "Plain text, to be kept as a file."),
        (status = 404, description = "`not_found`: no such text, or its address is too old", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn text(
    store: Data<Store>,
    which: Option<Path<(RecordingId, Text)>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let (Some(which), Some(signed)) = (which, signed) else { return Err(not_found()) };
    let (recording, text) = which.into_inner();
    let found = meetings::open(&store, recording, text, signed.expires, &signed.signature).await?;
    let (started_at, body) = found.ok_or_else(not_found)?;
    let name = format!("{}-{}.txt", text.name(), started_at.format("%Y-%m-%d"));
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header(header::ContentDisposition::attachment(name))
        // Whatever was said in the call, it runs nothing and is taken for nothing else.
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // What is purged must not live on in a browser.
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body))
}
