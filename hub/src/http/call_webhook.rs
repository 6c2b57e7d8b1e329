//! Events of the conference server.

use ::web::{Error, Result, not_found};
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use store::calls;

use crate::calls::webhook::{self, Event};
use crate::hub::Hub;

/// The header with the signature of Jitsi.
const SIGNATURE: &str = "x-jaas-signature";

/// Receives events about rooms, participants, recordings and transcripts. Signed with a shared secret. Repeated events have no
/// further effect.
#[web::operation(
    operation_id = "conference_webhook",
    request_body(content = String, content_type = "application/json", description = "`{idempotencyKey, eventType, timestamp, fqn, data}`"),
    params(
        ("X-Jaas-Signature" = String, Header, description = "`t=<seconds>,v1=<base64 of HMAC-SHA256 of \"t.body\">`, at most 5 minutes old.")
    ),
    responses(
        (status = 204, description = "Handled, now or before."),
        (status = 400, description = "`malformed`"),
        (status = 401, description = "`signature_wrong`: missing, wrong or too old"),
        (status = 403, description = "`forbidden`: the participant may not be in the call and must be removed"),
        (status = 404, description = "`not_found`: no conference server is configured")
    )
)]
pub(super) async fn receive(hub: Data<Hub>, request: HttpRequest, body: Bytes) -> Result<HttpResponse> {
    let secret = hub.calls.settings.webhook_secret.as_deref().ok_or_else(not_found)?;
    let signature = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !webhook::is_signed(secret, signature, &body, hub.store.clock.now()) {
        return Err(Error::new(StatusCode::UNAUTHORIZED, "signature_wrong", "The signature is not valid."));
    }
    let event: Event = serde_json::from_slice(&body).map_err(|_| malformed())?;
    if event.idempotency_key.is_empty() || event.idempotency_key.len() > 200 || ::web::has_nul(&event.idempotency_key) {
        return Err(malformed());
    }
    if !calls::is_webhook_handled(&hub.store, &event.idempotency_key).await? {
        if !hub.calls.handle_webhook(&event).await? {
            // Not recorded, so that a repeated event gets the same answer.
            return Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "This person may not be in the call."));
        }
        calls::record_webhook(&hub.store, &event.idempotency_key).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

fn malformed() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "This is not a valid event.")
}
