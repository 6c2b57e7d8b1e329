//! `POST api/v2/video/room/{id}/event/`: what a page says of its part in a call. A hint, and only about oneself.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::PersonId;
use store::calls::{self, Call, Provider};
use utoipa::ToSchema;

use super::calls::{call_for, live_call_for};
use crate::Hub;

/// Names of events and of tabs have no more characters.
const NAME_CHARS: usize = 64;

/// Something that happened in a page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CallHint)]
pub(super) struct Hint {
    /// `joined`, `left`, `ended`, `accepted`, `declined`; others are only logged.
    event: String,
    /// What the conference server calls this tab; needed for `joined` and `left`.
    #[serde(default, alias = "jitsi_participant_id")]
    #[schema(nullable = false)]
    jitsi_participant_id: Option<String>,
    /// When, as the page's clock has it; only logged.
    #[serde(default)]
    #[schema(nullable = false)]
    timestamp: Option<String>,
}

/// Tells what happened in a page. The conference server and the sockets of built-in calls are believed first.
#[utoipa::path(
    post,
    path = "/api/v2/video/room/{id}/event/",
    operation_id = "tell_of_call",
    tag = "Video",
    params(("id" = String, Path, description = "The call's `room` or `roomId`.")),
    request_body = Hint,
    responses(
        (status = 204, description = "It was heard."),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`; `forbidden` for the tab of somebody else", body = ErrorBody),
        (status = 404, description = "`call_unknown`", body = ErrorBody),
        (status = 409, description = "`call_over`; `consent_first` for `joined` before an answer about recording", body = ErrorBody),
        (status = 422, description = "`invalid`: no such event or tab can be", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn tell(hub: Data<Hub>, me: SignedIn, id: Path<String>, hint: Json<Hint>) -> Result<HttpResponse> {
    let tab = hint.jitsi_participant_id.as_deref();
    check(&hint.event, tab)?;
    match (&*hint.event, tab) {
        ("joined", tab) => joined(&hub, me.person, &id, tab).await?,
        ("accepted" | "declined", _) => {
            let (call, _) = live_call_for(&hub, me.person, &id).await?;
            calls::answer(&hub.store, &call, me.person, hint.event == "accepted").await?;
        }
        (event, tab) => {
            let (call, _) = call_for(&hub, me.person, &id).await?;
            gone(&hub, me.person, &call, event, tab).await?;
        }
    }
    let (event, timestamp) = (&hint.event, hint.timestamp.as_deref().filter(|text| text.len() <= NAME_CHARS));
    tracing::info!(room = %*id, person = %me.person, event, tab, timestamp, "call");
    Ok(HttpResponse::NoContent().finish())
}

fn check(event: &str, tab: Option<&str>) -> Result<()> {
    let is_name = |text: &str| (1..=NAME_CHARS).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic());
    if !is_name(event) {
        return Err(Error::invalid("This is no event.").field("event", "1 to 64 letters and digits."));
    }
    if !tab.is_none_or(is_name) {
        return Err(Error::invalid("This is no tab.").field("jitsi_participant_id", "1 to 64 letters and digits."));
    }
    Ok(())
}

async fn joined(hub: &Hub, me: PersonId, id: &str, tab: Option<&str>) -> Result<()> {
    let (call, _) = live_call_for(hub, me, id).await?;
    if calls::consent_of(&hub.store, call.id, me).await?.is_none() {
        let sentence = crate::protocol::ErrorCode::ConsentFirst.sentence();
        return Err(Error::new(StatusCode::CONFLICT, "consent_first", sentence));
    }
    // The tabs of built-in calls are known by their sockets.
    if call.provider == Provider::Builtin {
        return Ok(());
    }
    let tab = tab.ok_or_else(|| {
        Error::invalid("Which tab is it?").field("jitsi_participant_id", "What the conference server calls it.")
    })?;
    if !calls::vouch(&hub.store, &call, me, tab).await? {
        return Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "You can say this only of yourself."));
    }
    Ok(())
}

async fn gone(hub: &Hub, me: PersonId, call: &Call, event: &str, tab: Option<&str>) -> Result<()> {
    if !matches!(event, "left" | "ended") {
        return Ok(());
    }
    if let Some(tab) = tab {
        calls::leave(&hub.store, call.id, me, tab).await?;
    }
    if event == "ended" {
        calls::hang_up(&hub.store, call, me).await?;
    }
    Ok(())
}
