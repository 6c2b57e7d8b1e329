//! Unread counts, for pages without an open socket.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, chat_access, reads};
use utoipa::ToSchema;
use web::{Caller, Result};

/// Unread counts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnreadMessagesResponse {
    /// Counts per channel.
    unread_messages: BTreeMap<String, ChannelUnread>,
}

/// The unread messages of a channel.
#[derive(Serialize, ToSchema)]
struct ChannelUnread {
    /// The number of unread messages of others.
    count: i64,
    /// Details.
    data: ChannelUnreadData,
}

/// Details of unread messages.
#[derive(Serialize, ToSchema)]
struct ChannelUnreadData {
    /// Whether one of them mentions the person.
    is_tagged: bool,
    /// The name of `is_tagged` up to 7.2.
    #[serde(rename = "isTagged")]
    #[schema(deprecated)]
    old_name: bool,
}

/// Returns the unread counts of the person, for pages without an open socket.
#[web::operation(
    operation_id = "unread_messages",
    responses((status = 200, description = "Counts per channel.", body = UnreadMessagesResponse))
)]
pub(super) async fn count(store: Data<Store>, caller: Caller) -> Result<Json<UnreadMessagesResponse>> {
    let access = chat_access::of_person(&store, caller.person).await?;
    let unread_messages = reads::unread_of(&store, caller.person, access)
        .await?
        .into_iter()
        .map(|u| {
            (
                u.channel_id.to_string(),
                ChannelUnread {
                    count: u.count,
                    data: ChannelUnreadData { is_tagged: u.is_tagged, old_name: u.is_tagged },
                },
            )
        })
        .collect();
    Ok(Json(UnreadMessagesResponse { unread_messages }))
}
