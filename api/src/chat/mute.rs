//! Mutes a channel.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::{ChannelId, Store, channels};
use utoipa::ToSchema;
use web::{Caller, Member, Result};

/// Whether the channel is muted.
#[derive(Deserialize, ToSchema)]
pub(super) struct MuteRequest {
    /// True mutes, false unmutes.
    muted: bool,
}

/// Mutes or unmutes a channel for the person on all devices. Mentions still notify.
#[web::operation(
    operation_id = "mute",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    request_body = MuteRequest,
    responses((status = 204, description = "Stored."))
)]
pub(super) async fn set(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
    body: Json<MuteRequest>,
) -> Result<HttpResponse> {
    channels::set_muted(&store, membership.channel_id, caller.person, body.muted).await?;
    Ok(HttpResponse::NoContent().finish())
}
