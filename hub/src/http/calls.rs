//! Video calls, and the consent to their recording.

use ::web::{Caller, Error, Result};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::calls::{self, CONSENT_VERSION, Call, Provider};
use store::channels::Kind;
use store::messages::{Draft, NotAppended};
use store::people::Person;
use store::{CallId, ChannelId, PersonId};
use utoipa::{IntoParams, ToSchema};

use crate::calls::authorize::AccessDenied;
use crate::calls::ice::IceServer;
use crate::hub::Hub;
use crate::protocol::{RecordingReason, RecordingState, WireConsent, WireParticipant};

/// Characters of a language code.
const LANGUAGE_CHARS: usize = 16;

/// A call, as the caller sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallResponse {
    /// The name of the room at the conference server and in socket frames.
    room: String,
    room_id: CallId,
    channel: ChannelId,
    /// The token for the conference server; null in built-in calls, and before the person answered about recording.
    #[schema(required)]
    token: Option<String>,
    provider: Provider,
    /// The address of the conference server; null in built-in calls.
    #[schema(required)]
    domain: Option<String>,
    /// The ICE servers of built-in calls.
    ice_servers: Vec<IceServer>,
    call_in_progress: bool,
    /// Whether the channel is a group; in a direct channel, the call ends when one of the two leaves.
    is_group: bool,
    /// The person's last answer about recording; null before the first one.
    #[schema(required)]
    consent: Option<bool>,
    /// The person's newest answer about recording in any call, to preselect; null before the first one.
    #[schema(required)]
    last_consent: Option<bool>,
    /// The version of the consent text.
    consent_version: String,
    recording: CallRecording,
    /// The participants in the order of joining.
    participants: Vec<CallParticipant>,
    /// The people who accepted, or answered about recording.
    accepted: Vec<PersonId>,
    /// The people who declined.
    declined: Vec<PersonId>,
    /// The person who started the call.
    #[schema(required)]
    started_by: Option<PersonId>,
    started_at: DateTime<Utc>,
    /// When it stops ringing; null for a call that was entered through an earlier invitation.
    #[schema(required)]
    rings_until: Option<DateTime<Utc>>,
    /// When the invitation stops leading into the room.
    open_until: DateTime<Utc>,
    /// The latest end of the call.
    expires_at: DateTime<Utc>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
}

/// The state of the recording, and the answers of the participants.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallRecording {
    state: RecordingState,
    reason: RecordingReason,
    consents: Vec<CallConsent>,
}

/// The answer of a participant about recording.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallConsent {
    #[schema(required)]
    user_id: Option<PersonId>,
    name: String,
    #[schema(required)]
    consent: Option<bool>,
}

/// A participant; without an id if the person is unknown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallParticipant {
    #[schema(required)]
    user_id: Option<PersonId>,
    name: String,
    joined_at: DateTime<Utc>,
    /// Whether the participant can record: the first one can.
    is_moderator: bool,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct StartCallRequest {
    /// The channel.
    #[serde(alias = "channelId", alias = "channel_id")]
    channel: ChannelId,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LiveCallQuery {
    /// The channel.
    #[serde(alias = "channelId", alias = "channel_id")]
    channel: ChannelId,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ConsentRequest {
    consent: bool,
    /// The language of the consent text; by default the language of the person.
    #[schema(nullable = false)]
    language: Option<String>,
    /// Whether to begin a new call in the room if its last call has ended.
    #[serde(default)]
    #[schema(required = false)]
    reopen: bool,
}

/// Starts a call in a channel, or returns its live call. A new call rings for 45 seconds. Its invitation leads into the room
/// for three hours, and calls of that time take place in the same room.
#[web::operation(
    operation_id = "start_call",
    request_body = StartCallRequest,
    responses(
        (status = 200, description = "The live call.", body = CallResponse),
        (status = 201, description = "A new call: it rings, and the channel has an invitation.", body = CallResponse),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`"),
        (status = 404, description = "`channel_unknown`"),
        (status = 409, description = "`no_calls_here`: the assistant's channel, or announcements"),
        (status = 429, description = "`rate_limited`")
    )
)]
pub(super) async fn start(hub: Data<Hub>, caller: Caller, body: Json<StartCallRequest>) -> Result<HttpResponse> {
    let person = hub.calls.authorize_start(caller.person, body.channel).await?;
    let (call, is_new) = calls::start(&hub.store, body.channel, caller.person, hub.calls.provider()).await?;
    // Repeated by the person who started the call, in case the node crashed in between. The message is stored once.
    if call.started_by == Some(caller.person) && call.has_rung() {
        invite(&hub, &call, caller.person).await?;
    }
    if is_new {
        calls::ring(&hub.store, &call, caller.person, person.full_name()).await?;
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(HttpResponse::build(status).json(response(&hub, &call, &person).await?))
}

/// Sends the invitation to the channel.
async fn invite(hub: &Hub, call: &Call, me: PersonId) -> Result<()> {
    let draft = Draft::text(call.channel_id, me, calls::invitation_name(call.id), calls::invitation_text(call));
    match hub.store.writer.append(draft).await {
        Ok(_) => Ok(()),
        Err(NotAppended::Rejected(refusal)) => {
            tracing::info!(?refusal, "an invitation was rejected");
            Err(AccessDenied::NotActive.into())
        }
        Err(NotAppended::Failed(error)) => Err(error.into()),
    }
}

/// Returns the live call of a channel.
#[web::operation(
    operation_id = "live_call",
    params(LiveCallQuery),
    responses(
        (status = 200, body = CallResponse),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`"),
        (status = 404, description = "`channel_unknown`, `no_call`"),
        (status = 409, description = "`no_calls_here`")
    )
)]
pub(super) async fn live(
    hub: Data<Hub>,
    caller: Caller,
    query: Option<Query<LiveCallQuery>>,
) -> Result<Json<CallResponse>> {
    let channel = query.ok_or(AccessDenied::Unknown)?.channel;
    let no_call = || Error::new(StatusCode::NOT_FOUND, "no_call", "There is no call at the moment.");
    let call = calls::live_in(&hub.store, channel).await?;
    let person = match &call {
        Some(call) => hub.calls.authorize_join(caller.person, call).await?,
        None => hub.calls.authorize_start(caller.person, channel).await?,
    };
    Ok(Json(response(&hub, &call.ok_or_else(no_call)?, &person).await?))
}

/// Returns a call, also after its end.
#[web::operation(
    operation_id = "call",
    params(("id" = String, Path, description = "`room` or `roomId` of the call.")),
    responses(
        (status = 200, body = CallResponse),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`"),
        (status = 404, description = "`call_unknown`")
    )
)]
pub(super) async fn show(hub: Data<Hub>, caller: Caller, id: Path<String>) -> Result<Json<CallResponse>> {
    let (call, person) = call_for(&hub, caller.person, &id).await?;
    Ok(Json(response(&hub, &call, &person).await?))
}

/// Answers the question about recording. The newest answer counts, and all are stored. With `reopen`, the answer enters the
/// room of an ended call, in which a new call begins without ringing.
#[web::operation(
    operation_id = "consent_to_recording",
    params(("id" = String, Path, description = "The call's `room` or `roomId`.")),
    request_body = ConsentRequest,
    responses(
        (status = 200, body = CallResponse),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`"),
        (status = 404, description = "`call_unknown`"),
        (status = 409, description = "`call_over`"),
        (status = 410, description = "`link_expired`: with `reopen`, more than three hours after the invitation"),
        (status = 422, description = "`invalid`: not the code of a language")
    )
)]
pub(super) async fn consent(
    hub: Data<Hub>,
    caller: Caller,
    id: Path<String>,
    body: Json<ConsentRequest>,
) -> Result<Json<CallResponse>> {
    let (call, person) = match body.reopen {
        true => reopened_call_for(&hub, caller.person, &id).await?,
        false => live_call_for(&hub, caller.person, &id).await?,
    };
    let language = body.language.as_deref().unwrap_or(&person.language);
    let is_code = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if language.is_empty() || language.len() > LANGUAGE_CHARS || !language.chars().all(is_code) {
        return Err(Error::invalid("This is not the code of a language.").field("language", "Such as en."));
    }
    calls::record_consent(&hub.store, call.id, caller.person, body.consent, language).await?;
    // A person who answers joins the call, so that their devices stop ringing.
    calls::answer(&hub.store, &call, caller.person, true).await?;
    Ok(Json(response(&hub, &call, &person).await?))
}

/// Returns a call by `room` or `roomId`, if the person may join it.
pub(super) async fn call_for(hub: &Hub, me: PersonId, id: &str) -> Result<(Call, Person)> {
    let unknown = || Error::new(StatusCode::NOT_FOUND, "call_unknown", "There is no such call.");
    let call = match id.parse() {
        Ok(id) => calls::by_id(&hub.store, id).await?,
        Err(_) => calls::by_room(&hub.store, id).await?,
    };
    let call = call.ok_or_else(unknown)?;
    match hub.calls.authorize_join(me, &call).await {
        Ok(person) => Ok((call, person)),
        Err(AccessDenied::Unknown) => Err(unknown()),
        Err(denied) => Err(denied.into()),
    }
}

/// Returns a live call by `room` or `roomId`, if the person may join it.
pub(super) async fn live_call_for(hub: &Hub, me: PersonId, id: &str) -> Result<(Call, Person)> {
    let (call, person) = call_for(hub, me, id).await?;
    if !call.is_live(hub.store.clock.now()) {
        return Err(Error::new(StatusCode::CONFLICT, "call_over", "This call is over."));
    }
    Ok((call, person))
}

/// Returns a live call in the same way; begins a new one in the room of an ended call.
async fn reopened_call_for(hub: &Hub, me: PersonId, id: &str) -> Result<(Call, Person)> {
    let (call, person) = call_for(hub, me, id).await?;
    let now = hub.store.clock.now();
    if call.is_live(now) {
        return Ok((call, person));
    }
    if call.open_until() <= now {
        return Err(Error::new(StatusCode::GONE, "link_expired", "This invitation has expired."));
    }
    Ok((calls::reopen(&hub.store, &call, me, hub.calls.provider()).await?, person))
}

async fn response(hub: &Hub, call: &Call, me: &Person) -> Result<CallResponse> {
    let view = hub.calls.view(call).await?;
    let consent = calls::consent_of(&hub.store, call.id, me.id).await?;
    let is_live = call.is_live(hub.store.clock.now());
    let is_builtin = call.provider == Provider::Builtin;
    let ice = &hub.calls.settings.ice;
    Ok(CallResponse {
        room: call.room.clone(),
        room_id: call.id,
        channel: call.channel_id,
        token: hub.calls.conference_token(call, me, consent).await?,
        provider: call.provider,
        domain: (!is_builtin).then(|| hub.calls.settings.jitsi.as_ref().map(|jitsi| jitsi.url.clone())).flatten(),
        ice_servers: if is_builtin && is_live { ice.servers(me.id, call.expires_at) } else { Vec::new() },
        call_in_progress: is_live,
        is_group: call.kind == Kind::Group,
        consent,
        last_consent: calls::last_consent_of(&hub.store, me.id).await?,
        consent_version: CONSENT_VERSION.to_owned(),
        recording: CallRecording {
            state: view.recording.state,
            reason: view.recording.reason,
            consents: view.recording.consents.into_iter().map(CallConsent::from).collect(),
        },
        participants: view.participants.into_iter().map(CallParticipant::from).collect(),
        accepted: view.accepted,
        declined: view.declined,
        started_by: call.started_by,
        started_at: call.started_at,
        rings_until: call.has_rung().then(|| call.rings_until()),
        open_until: call.open_until(),
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
