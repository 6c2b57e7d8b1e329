//! `/ws/chat/`: upgrades requests to connections.

use std::sync::Arc;

use ::web::{Error, Origins, Result, Upgrade, not_a_handshake, not_found};
use actix_http::ws::verify_handshake;
use actix_web::http::header::HeaderMap;
use actix_web::http::{StatusCode, Uri};
use actix_web::{HttpRequest, HttpResponse, rt};

use crate::hub::Hub;
use crate::transport;

const PATH: &str = "/ws/chat";

/// Opens the chat connection. Each text frame is one JSON object: a `ClientFrame` or a `ServerFrame`. Every client frame
/// carries the bearer token; the address never does.
///
/// Input also accepts `channel_id` and `channelId` for `channel`, and `tempId` for `temp_id`.
#[web::operation(
    operation_id = "socket",
    responses(
        (status = 101, description = "The connection is open."),
        (status = 400, description = "`malformed`: not a WebSocket handshake"),
        (status = 426, description = "`malformed`: not version 13, which `Sec-WebSocket-Version` names"),
        (status = 403, description = "`foreign_origin`")
    )
)]
pub(crate) async fn no_upgrade(request: HttpRequest) -> Result<HttpResponse> {
    // A valid handshake is handled by `open` before routing.
    Err(verify_handshake(request.head()).map_or_else(|error| not_a_handshake(&error), |()| Error::unavailable()))
}

/// Accepts or refuses an upgrade.
pub(crate) async fn open(hub: Arc<Hub>, origins: &Origins, upgrade: Upgrade) {
    let head = upgrade.request.head();
    let done = match check(&hub, origins, &head.uri, head.headers()) {
        Ok(()) => upgrade.accept().await.map(|accepted| {
            if let Some(socket) = accepted {
                // A separate task: the task of the request is larger.
                rt::spawn(hub.connections.track_future(transport::run(hub.clone(), socket)));
            }
        }),
        Err(error) => upgrade.refuse(&error).await,
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a client disconnected during the upgrade");
    }
}

fn check(hub: &Hub, origins: &Origins, uri: &Uri, headers: &HeaderMap) -> Result<()> {
    if uri.path().strip_suffix('/').unwrap_or(uri.path()) != PATH {
        return Err(not_found());
    }
    if !origins.allow(headers) {
        let sentence = "This page may not open a chat connection.";
        return Err(Error::new(StatusCode::FORBIDDEN, "foreign_origin", sentence));
    }
    if hub.is_draining() {
        return Err(Error::unavailable());
    }
    if hub.maintenance.is_on() {
        return Err(Error::under_maintenance());
    }
    Ok(())
}
