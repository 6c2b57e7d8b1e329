//! `GET api/v2/chat/unread-message/`: the counts for a page that has no socket yet.

use std::collections::BTreeMap;

use ::web::{NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, reads};
use utoipa::ToSchema;

/// Unread counts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnreadMessages {
    /// By channel.
    unread_messages: BTreeMap<String, ChannelUnread>,
}

/// What a person has not seen of a channel.
#[derive(Serialize, ToSchema)]
struct ChannelUnread {
    /// Messages of others.
    count: i64,
    /// More about them.
    data: ChannelUnreadData,
}

/// More about unread messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChannelUnreadData {
    /// Whether one of them mentions the person.
    is_tagged: bool,
}

/// What the person has not read, for a page that has no socket yet.
#[utoipa::path(
    get,
    path = "/api/v2/chat/unread-message/",
    operation_id = "unread_messages",
    tag = "Chat",
    responses((status = 200, description = "Counts of all channels.", body = UnreadMessages), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn counts(store: Data<Store>, me: SignedIn) -> Result<Json<UnreadMessages>> {
    let unread_messages = reads::unread_of(&store, me.person)
        .await?
        .into_iter()
        .map(|u| {
            (
                u.channel_id.to_string(),
                ChannelUnread { count: u.count, data: ChannelUnreadData { is_tagged: u.is_tagged } },
            )
        })
        .collect();
    Ok(Json(UnreadMessages { unread_messages }))
}
