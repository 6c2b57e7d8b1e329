//! `POST api/v2/video/webhook/`: what the conference server tells of its rooms.

use ::web::{Error, ErrorBody, Result, Unavailable, not_found};
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use store::calls;

use crate::Hub;
use crate::calls::webhook::{self, Event};

/// The header that Jitsi signs its webhooks in.
const SIGNATURE: &str = "x-jaas-signature";

/// Rooms, participants, recordings and transcripts, as the conference server tells of them. Signed with a secret that
/// both know; telling something twice is telling it once.
#[utoipa::path(
    post,
    path = "/api/v2/video/webhook/",
    operation_id = "hear_conference_server",
    tag = "Video",
    request_body(content = String, content_type = "application/json", description = "`{idempotencyKey, eventType, timestamp, fqn, data}`"),
    params(("X-Jaas-Signature" = String, Header, description = "`t=<seconds>,v1=<base64 of HMAC-SHA256 of \"t.body\">`, at most 5 minutes old.")),
    responses(
        (status = 204, description = "It was heard, now or before."),
        (status = 400, description = "`malformed`", body = ErrorBody),
        (status = 401, description = "`signature_wrong`: signed by nobody, for something else, or long ago", body = ErrorBody),
        (status = 403, description = "`forbidden`: who came may not be in the call (any more), and is to be put out", body = ErrorBody),
        (status = 404, description = "`not_found`: there is no conference server", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn hear(hub: Data<Hub>, request: HttpRequest, body: Bytes) -> Result<HttpResponse> {
    let secret = hub.calls.settings.webhook_secret.as_deref().ok_or_else(not_found)?;
    let signature = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !webhook::is_signed(secret, signature, &body, hub.store.clock.now()) {
        return Err(Error::new(StatusCode::UNAUTHORIZED, "signature_wrong", "This is not signed as it should be."));
    }
    let event: Event = serde_json::from_slice(&body).map_err(|_| malformed())?;
    if event.idempotency_key.is_empty() || event.idempotency_key.len() > 200 || ::web::has_nul(&event.idempotency_key) {
        return Err(malformed());
    }
    if !calls::was_told(&hub.store, &event.idempotency_key).await? {
        if !webhook::hear(&hub, &event).await? {
            // Said again to whoever asks again: an answer may be lost.
            return Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "This person may not be in the call."));
        }
        calls::note_told(&hub.store, &event.idempotency_key).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

fn malformed() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "This is no event.")
}
