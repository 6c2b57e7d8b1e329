//! Events that a page reports about its own tab in a call.

use ::web::{Caller, Error, Result};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::PersonId;
use store::calls::{self, Call, Provider};
use utoipa::ToSchema;

use super::calls::{call_for, live_call_for};
use crate::hub::Hub;

/// Characters of the names of events and tabs.
const NAME_CHARS: usize = 64;

/// An event in a page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallEventRequest {
    /// `joined`, `left`, `ended`, `accepted`, `declined`; other events are only logged.
    event: String,
    /// The participant id of this tab at the conference server; required for `joined` and `left`.
    #[serde(default, alias = "jitsi_participant_id")]
    #[schema(nullable = false)]
    jitsi_participant_id: Option<String>,
    /// The time in the page; only logged.
    #[serde(default)]
    #[schema(nullable = false)]
    timestamp: Option<String>,
}

/// Reports an event in a page. Events of the conference server and of sockets take precedence.
#[web::operation(
    operation_id = "report_call_event",
    params(("id" = String, Path, description = "The call's `room` or `roomId`.")),
    request_body = CallEventRequest,
    responses(
        (status = 204, description = "Handled."),
        (status = 403, description = "`not_active_member`, `blackout`, `video_off`, `blocked`; `forbidden` for the tab of another person"),
        (status = 404, description = "`call_unknown`"),
        (status = 409, description = "`call_over`; `consent_first` for `joined` before an answer about recording"),
        (status = 422, description = "`invalid`: not a valid event or tab")
    )
)]
pub(super) async fn receive(
    hub: Data<Hub>,
    caller: Caller,
    id: Path<String>,
    body: Json<CallEventRequest>,
) -> Result<HttpResponse> {
    let tab = body.jitsi_participant_id.as_deref();
    validate(&body.event, tab)?;
    match (&*body.event, tab) {
        ("joined", tab) => joined(&hub, caller.person, &id, tab).await?,
        ("accepted" | "declined", _) => {
            let (call, _) = live_call_for(&hub, caller.person, &id).await?;
            calls::answer(&hub.store, &call, caller.person, body.event == "accepted").await?;
        }
        (event, tab) => {
            let (call, _) = call_for(&hub, caller.person, &id).await?;
            left(&hub, caller.person, &call, event, tab).await?;
        }
    }
    let (event, timestamp) = (&body.event, body.timestamp.as_deref().filter(|text| text.len() <= NAME_CHARS));
    tracing::info!(room = %*id, person = %caller.person, event, tab, timestamp, "call");
    Ok(HttpResponse::NoContent().finish())
}

fn validate(event: &str, tab: Option<&str>) -> Result<()> {
    let is_name = |text: &str| (1..=NAME_CHARS).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic());
    if !is_name(event) {
        return Err(Error::invalid("This is not a valid event.").field("event", "1 to 64 letters and digits."));
    }
    if !tab.is_none_or(is_name) {
        return Err(
            Error::invalid("This is not a valid tab.").field("jitsi_participant_id", "1 to 64 letters and digits.")
        );
    }
    Ok(())
}

async fn joined(hub: &Hub, me: PersonId, id: &str, tab: Option<&str>) -> Result<()> {
    let (call, _) = live_call_for(hub, me, id).await?;
    if calls::consent_of(&hub.store, call.id, me).await?.is_none() {
        let sentence = crate::protocol::ErrorCode::ConsentFirst.sentence();
        return Err(Error::new(StatusCode::CONFLICT, "consent_first", sentence));
    }
    // In built-in calls the socket identifies the tab.
    if call.provider == Provider::Builtin {
        return Ok(());
    }
    let tab = tab.ok_or_else(|| {
        Error::invalid("The tab is missing.")
            .field("jitsi_participant_id", "The participant id at the conference server.")
    })?;
    if !calls::report_presence(&hub.store, &call, me, tab).await? {
        return Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "You can report this only about yourself."));
    }
    Ok(())
}

async fn left(hub: &Hub, me: PersonId, call: &Call, event: &str, tab: Option<&str>) -> Result<()> {
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
