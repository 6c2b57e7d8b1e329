//! The upgrade: who may open a socket at all.

use std::sync::Arc;

use ::web::{Error, ErrorBody, Origins, Result, Unavailable, Upgrade, not_a_handshake, not_found};
use actix_http::ws::verify_handshake;
use actix_web::http::header::HeaderMap;
use actix_web::http::{StatusCode, Uri};
use actix_web::{HttpRequest, HttpResponse, rt};

use crate::{Hub, transport};

const PATH: &str = "/ws/chat";

/// Opens the socket of chat. From then on text frames go both ways, one JSON object each: a `ClientFrame` or a
/// `ServerFrame`. The first one of the client carries the bearer token; the address never does.
///
/// On input `channel` may be called `channel_id` or `channelId`, and `temp_id` `tempId`.
#[utoipa::path(
    get,
    path = "/ws/chat/",
    operation_id = "socket",
    tag = "Chat",
    responses(
        (status = 101, description = "The socket is open."),
        (status = 400, description = "`malformed`: not a WebSocket handshake", body = ErrorBody),
        (status = 403, description = "`foreign_origin`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn no_upgrade(request: HttpRequest) -> Result<HttpResponse> {
    // Real handshakes never get here: `open` takes them.
    Err(verify_handshake(request.head()).map_or_else(|error| not_a_handshake(&error), |()| Error::unavailable()))
}

/// Takes a request for a socket.
pub(crate) async fn open(hub: Arc<Hub>, origins: &Origins, upgrade: Upgrade) {
    let head = upgrade.request.head();
    let done = match check(&hub, origins, &head.uri, head.headers()) {
        Ok(()) => upgrade.accept().await.map(|accepted| {
            if let Some((stream, read)) = accepted {
                // A task of its own: that of the request is larger.
                rt::spawn(hub.sockets.track_future(transport::run(hub.clone(), stream, read)));
            }
        }),
        Err(error) => upgrade.refuse(&error).await,
    };
    if let Err(error) = done {
        tracing::debug!(%error, "somebody left while a socket was opened");
    }
}

fn check(hub: &Hub, origins: &Origins, uri: &Uri, headers: &HeaderMap) -> Result<()> {
    if uri.path().strip_suffix('/').unwrap_or(uri.path()) != PATH {
        return Err(not_found());
    }
    if !origins.allow(headers) {
        let sentence = "This page may not open a conversation here.";
        return Err(Error::new(StatusCode::FORBIDDEN, "foreign_origin", sentence));
    }
    if hub.is_draining() {
        return Err(Error::unavailable());
    }
    if hub.doors.are_closed() {
        return Err(Error::under_maintenance());
    }
    Ok(())
}
