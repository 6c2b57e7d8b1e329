//! What is checked of the texts of a conversation, for those who write in it.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::channels::Kind;
use store::detection_rules::Reaction;
use store::{ChannelId, Store, findings};
use utoipa::ToSchema;
use web::{Caller, Member, Result};

/// What a program looks for in the texts of the caller, and what follows.
#[derive(Serialize, ToSchema)]
pub(super) struct TextChecksResponse {
    /// Whether it notices signs of a crisis.
    crisis: bool,
    contact: Reaction,
    secrecy: Reaction,
    abuse: Reaction,
}

/// Returns what is checked of the texts that the caller writes in a channel.
#[web::operation(
    operation_id = "text_checks",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    responses((status = 200, body = TextChecksResponse))
)]
pub(super) async fn show(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
) -> Result<Json<TextChecksResponse>> {
    let rules = findings::rules_for(&store, membership.channel_id, caller.person).await?;
    let reaction = |kind| rules.reaction(kind);
    Ok(Json(TextChecksResponse {
        crisis: membership.kind != Kind::Broadcast,
        contact: reaction(findings::Kind::Contact),
        secrecy: reaction(findings::Kind::Secrecy),
        abuse: reaction(findings::Kind::Abuse),
    }))
}
