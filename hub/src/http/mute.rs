//! `POST api/v2/chat/{channel}/mute/`: whether a channel makes noise.

use ::web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::{ChannelId, Store, channels};
use utoipa::ToSchema;

use super::member::member_of;

/// Whether a channel is to be silent.
#[derive(Deserialize, ToSchema)]
pub(super) struct Mute {
    /// True for silence.
    muted: bool,
}

/// Makes a channel silent for the person on all their devices, or loud again. Mentions are told all the same.
#[utoipa::path(
    post,
    path = "/api/v2/chat/{channel}/mute/",
    operation_id = "mute",
    tag = "Chat",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    request_body = Mute,
    responses(
        (status = 204, description = "So it is."),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn set(
    store: Data<Store>,
    me: SignedIn,
    channel: Option<Path<ChannelId>>,
    body: Json<Mute>,
) -> Result<HttpResponse> {
    let channel = member_of(&store, channel, me.person).await?.channel_id;
    channels::set_muted(&store, channel, me.person, body.muted).await?;
    Ok(HttpResponse::NoContent().finish())
}
