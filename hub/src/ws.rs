//! The upgrade: who may open a socket at all.

use ::web::{Error, ErrorBody, Origins, Result, Unavailable};
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};

use crate::frame_guard::FrameLimit;
use crate::{Hub, transport};

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
pub(crate) async fn upgrade(
    request: HttpRequest,
    body: web::Payload,
    hub: web::Data<Hub>,
    origins: web::Data<Origins>,
) -> Result<HttpResponse> {
    if !origins.allow(&request) {
        let sentence = "This page may not open a conversation here.";
        return Err(Error::new(StatusCode::FORBIDDEN, "foreign_origin", sentence));
    }
    if hub.is_draining() {
        return Err(Error::unavailable());
    }
    if hub.doors.are_closed() {
        return Err(Error::under_maintenance());
    }
    let limit = FrameLimit::new(hub.limits.first_frame_bytes);
    let mut guarded = limit.guard(body.into_inner());
    let body = web::Payload::from_request(&request, &mut guarded).await.map_err(|_| Error::unavailable())?;
    let (answer, session, stream) = actix_ws::handle(&request, body).map_err(|error| {
        Error::new(StatusCode::BAD_REQUEST, "malformed", format!("This is not a WebSocket handshake: {error}."))
    })?;
    actix_web::rt::spawn(transport::run(hub.into_inner(), session, stream, limit));
    Ok(answer)
}
