//! `api/v2/video/room/…`: calls, and what people say about being recorded.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::calls::{self, CONSENT_VERSION, Call, Provider};
use store::messages::{Draft, NotAppended};
use store::people::Person;
use store::{CallId, ChannelId, PersonId};
use utoipa::{IntoParams, ToSchema};

use crate::Hub;
use crate::calls::admit::{self, Barred};
use crate::calls::ice::IceServer;
use crate::calls::{invited, view};
use crate::protocol::{RecordingReason, RecordingState, WireConsent, WireParticipant};

/// Languages are named in no more characters.
const LANGUAGE_CHARS: usize = 16;

/// A call as one of its people sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallRoom {
    /// What it is called towards the conference server and in the socket's frames.
    room: String,
    room_id: CallId,
    channel: ChannelId,
    /// What the conference server asks for; null in built-in calls, and until the asker answered about recording.
    #[schema(required)]
    token: Option<String>,
    provider: Provider,
    /// The conference server's address; null in built-in calls.
    #[schema(required)]
    domain: Option<String>,
    /// How browsers find a way to each other in built-in calls.
    ice_servers: Vec<IceServer>,
    call_in_progress: bool,
    /// What the asker last said about being recorded; null before they said anything.
    #[schema(required)]
    consent: Option<bool>,
    /// The text that people are asked with.
    consent_version: String,
    recording: CallRecording,
    /// Who is in it, who came first before the others.
    participants: Vec<CallParticipant>,
    /// Who declined it.
    declined: Vec<PersonId>,
    /// Who called.
    #[schema(required)]
    started_by: Option<PersonId>,
    started_at: DateTime<Utc>,
    /// When it is over at the latest.
    expires_at: DateTime<Utc>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
}

/// Whether a call is recorded, and who of those in it said what.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallRecording {
    state: RecordingState,
    reason: RecordingReason,
    consents: Vec<CallConsent>,
}

/// What somebody in a call said about being recorded.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallConsent {
    #[schema(required)]
    user_id: Option<PersonId>,
    name: String,
    #[schema(required)]
    consent: Option<bool>,
}

/// Somebody in a call; without an id if nobody knows them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallParticipant {
    #[schema(required)]
    user_id: Option<PersonId>,
    name: String,
    joined_at: DateTime<Utc>,
    /// Whether they can record: the first of those who are there does.
    is_moderator: bool,
}

#[derive(Deserialize, ToSchema)]
#[schema(as = CallWanted)]
pub(super) struct Wanted {
    /// Where to call.
    #[serde(alias = "channelId", alias = "channel_id")]
    channel: ChannelId,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct In {
    /// The conversation.
    #[serde(alias = "channelId", alias = "channel_id")]
    channel: ChannelId,
}

#[derive(Deserialize, ToSchema)]
#[schema(as = ConsentGiven)]
pub(super) struct Given {
    consent: bool,
    /// In which language the question was shown; the person's own if it is not said.
    #[schema(nullable = false)]
    language: Option<String>,
}

/// Calls the others of a conversation, or gives the call that goes on there. A new call rings for three quarters of a
/// minute, and its invitation can be followed for three hours.
#[utoipa::path(
    post,
    path = "/api/v2/video/room/",
    operation_id = "start_call",
    tag = "Video",
    request_body = Wanted,
    responses(
        (status = 200, description = "The call that goes on here.", body = CallRoom),
        (status = 201, description = "A new call: its invitation is in the conversation, and it rings.", body = CallRoom),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`", body = ErrorBody),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        (status = 409, description = "`no_calls_here`: the assistant's channel, or announcements", body = ErrorBody),
        (status = 429, description = "`rate_limited`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn start(hub: Data<Hub>, me: SignedIn, wanted: Json<Wanted>) -> Result<HttpResponse> {
    hub.calls.starts.take(me.person)?;
    let person = admit::to_channel(&hub, me.person, wanted.channel).await?;
    let (call, is_new) = calls::start(&hub.store, wanted.channel, me.person, hub.calls.provider()).await?;
    // Said again by whoever began the call, should the node have died in between: it is one message all the same.
    if call.started_by == Some(me.person) {
        invite(&hub, &call, me.person).await?;
    }
    if is_new {
        calls::ring(&hub.store, &call, me.person, person.full_name()).await?;
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(HttpResponse::build(status).json(told(&hub, &call, &person).await?))
}

/// The message that can be followed into the call.
async fn invite(hub: &Hub, call: &Call, me: PersonId) -> Result<()> {
    let body = serde_json::json!({ "room": call.room }).to_string();
    let draft = Draft::text(call.channel_id, me, calls::invitation_name(call.id), body);
    match hub.store.writer.append(draft).await {
        Ok(_) => Ok(()),
        Err(NotAppended::Refused(refusal)) => {
            tracing::info!(?refusal, "an invitation came too late");
            Err(Barred::NotActive.into())
        }
        Err(NotAppended::Failed(error)) => Err(error.into()),
    }
}

/// The call that goes on in a conversation.
#[utoipa::path(
    get,
    path = "/api/v2/video/room/",
    operation_id = "live_call",
    tag = "Video",
    params(In),
    responses(
        (status = 200, body = CallRoom),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`", body = ErrorBody),
        (status = 404, description = "`channel_unknown`, `no_call`", body = ErrorBody),
        (status = 409, description = "`no_calls_here`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn live(hub: Data<Hub>, me: SignedIn, place: Option<Query<In>>) -> Result<Json<CallRoom>> {
    let channel = place.ok_or(Barred::Unknown)?.channel;
    let no_call = || Error::new(StatusCode::NOT_FOUND, "no_call", "Nobody calls here at the moment.");
    let call = calls::live_in(&hub.store, channel).await?;
    let person = match &call {
        Some(call) => admit::to_call(&hub, me.person, call).await?,
        None => admit::to_channel(&hub, me.person, channel).await?,
    };
    Ok(Json(told(&hub, &call.ok_or_else(no_call)?, &person).await?))
}

/// One call, also after its end.
#[utoipa::path(
    get,
    path = "/api/v2/video/room/{id}/",
    operation_id = "call",
    tag = "Video",
    params(("id" = String, Path, description = "Its `room` or its `roomId`.")),
    responses(
        (status = 200, body = CallRoom),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`", body = ErrorBody),
        (status = 404, description = "`call_unknown`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn show(hub: Data<Hub>, me: SignedIn, id: Path<String>) -> Result<Json<CallRoom>> {
    let (call, person) = call_for(&hub, me.person, &id).await?;
    Ok(Json(told(&hub, &call, &person).await?))
}

/// Answers whether one may be recorded. It may be answered again: the newest answer counts, and all are kept.
#[utoipa::path(
    post,
    path = "/api/v2/video/room/{id}/consent/",
    operation_id = "consent_to_recording",
    tag = "Video",
    params(("id" = String, Path, description = "The call's `room` or `roomId`.")),
    request_body = Given,
    responses(
        (status = 200, body = CallRoom),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`", body = ErrorBody),
        (status = 404, description = "`call_unknown`", body = ErrorBody),
        (status = 409, description = "`call_over`", body = ErrorBody),
        (status = 422, description = "`invalid`: not the code of a language", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn consent(
    hub: Data<Hub>,
    me: SignedIn,
    id: Path<String>,
    given: Json<Given>,
) -> Result<Json<CallRoom>> {
    let (call, person) = live_call_for(&hub, me.person, &id).await?;
    let language = given.language.as_deref().unwrap_or(&person.language);
    let is_code = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if language.is_empty() || language.len() > LANGUAGE_CHARS || !language.chars().all(is_code) {
        return Err(Error::invalid("This is not the code of a language.").field("language", "Such as en."));
    }
    calls::say(&hub.store, call.id, me.person, given.consent, language).await?;
    // Whoever answers goes in, whichever way they came: it rings for them no longer.
    calls::answer(&hub.store, &call, me.person, true).await?;
    Ok(Json(told(&hub, &call, &person).await?))
}

/// A call by one of its names, for whoever may be in it.
pub(super) async fn call_for(hub: &Hub, me: PersonId, id: &str) -> Result<(Call, Person)> {
    let unknown = || Error::new(StatusCode::NOT_FOUND, "call_unknown", "There is no such call.");
    let call = match id.parse() {
        Ok(id) => calls::by_id(&hub.store, id).await?,
        Err(_) => calls::by_room(&hub.store, id).await?,
    };
    let call = call.ok_or_else(unknown)?;
    match admit::to_call(hub, me, &call).await {
        Ok(person) => Ok((call, person)),
        Err(Barred::Unknown) => Err(unknown()),
        Err(barred) => Err(barred.into()),
    }
}

/// The same while it goes on.
pub(super) async fn live_call_for(hub: &Hub, me: PersonId, id: &str) -> Result<(Call, Person)> {
    let (call, person) = call_for(hub, me, id).await?;
    if !call.is_live(hub.store.clock.now()) {
        return Err(Error::new(StatusCode::CONFLICT, "call_over", "This call is over."));
    }
    Ok((call, person))
}

async fn told(hub: &Hub, call: &Call, me: &Person) -> Result<CallRoom> {
    let view = view::of(hub, call).await?;
    let consent = calls::consent_of(&hub.store, call.id, me.id).await?;
    let is_live = call.is_live(hub.store.clock.now());
    let is_builtin = call.provider == Provider::Builtin;
    let ice = &hub.calls.settings.ice;
    Ok(CallRoom {
        room: call.room.clone(),
        room_id: call.id,
        channel: call.channel_id,
        token: invited::token(hub, call, me, consent).await?,
        provider: call.provider,
        domain: (!is_builtin).then(|| hub.calls.settings.jitsi.as_ref().map(|jitsi| jitsi.url.clone())).flatten(),
        ice_servers: if is_builtin && is_live { ice.servers(me.id, call.expires_at) } else { Vec::new() },
        call_in_progress: is_live,
        consent,
        consent_version: CONSENT_VERSION.to_owned(),
        recording: CallRecording {
            state: view.recording.state,
            reason: view.recording.reason,
            consents: view.recording.consents.into_iter().map(CallConsent::from).collect(),
        },
        participants: view.participants.into_iter().map(CallParticipant::from).collect(),
        declined: view.declined,
        started_by: call.started_by,
        started_at: call.started_at,
        expires_at: call.expires_at,
        ended_at: call.ended_at.or((!is_live).then_some(call.expires_at)),
    })
}

impl From<WireParticipant> for CallParticipant {
    fn from(wire: WireParticipant) -> Self {
        let WireParticipant { user_id, name, joined_at, is_moderator } = wire;
        Self { user_id, name, joined_at, is_moderator }
    }
}

impl From<WireConsent> for CallConsent {
    fn from(wire: WireConsent) -> Self {
        Self { user_id: wire.user_id, name: wire.name, consent: wire.consent }
    }
}
