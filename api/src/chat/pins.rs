//! Messages that members pin for all members of a channel.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::channels::Membership;
use store::pins::{self, Outcome, PinnedMessage};
use store::{ChannelId, MessageId, PersonId, Store, chat_access};
use utoipa::ToSchema;
use web::{ActiveMember, Caller, Error, Member, Result, not_found};

use super::snippet::Snippet;

/// A pinned message; its text may be shortened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PinnedMessage)]
pub(super) struct Pinned {
    msg_id: MessageId,
    channel_id: ChannelId,
    seq: i64,
    user_id: PersonId,
    user_full_name: String,
    /// Empty if it is private.
    text: String,
    /// Whether lists must not show the text, because others may see the screen: crisis cards.
    is_private: bool,
    /// The name of the first file.
    #[schema(required)]
    attachment_name: Option<String>,
    created_on: DateTime<Utc>,
    pinned_on: DateTime<Utc>,
}

impl Pinned {
    fn new(channel_id: ChannelId, message: PinnedMessage) -> Self {
        let Snippet { text, is_private } = Snippet::new(message.sender_id, &message.temp_id, message.body);
        Self {
            msg_id: message.message_id,
            channel_id,
            seq: message.seq,
            user_id: message.sender_id,
            user_full_name: format!("{} {}", message.first_name, message.last_name).trim().to_owned(),
            text,
            is_private,
            attachment_name: message.attachments.first().map(|file| file.name.clone()),
            created_on: message.created_at,
            pinned_on: message.pinned_at,
        }
    }
}

/// Lists the pinned messages of a channel.
#[web::operation(
    operation_id = "pinned_messages",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    responses((status = 200, description = "The last pinned first, at most 50.", body = Vec<Pinned>))
)]
pub(super) async fn list(store: Data<Store>, Member(membership): Member) -> Result<Json<Vec<Pinned>>> {
    let channel = membership.channel_id;
    let found = pins::of_channel(&store, channel, membership.readable_head()).await?;
    Ok(Json(found.into_iter().map(|message| Pinned::new(channel, message)).collect()))
}

/// Pins a message for all members.
#[web::operation(
    operation_id = "pin_message",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("message" = MessageId, Path, description = "The message.")
    ),
    responses(
        (status = 204, description = "Pinned, now or before."),
        (status = 403, description = "`not_active_member`; `staff_only` in announcements"),
        (status = 404, description = "`channel_unknown`, `not_found`"),
        (status = 409, description = "`pins_full`: 50 messages are pinned")
    )
)]
pub(super) async fn add(
    store: Data<Store>,
    caller: Caller,
    ActiveMember(membership): ActiveMember,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    check_may_pin(&store, caller.person, &membership).await?;
    let message = path.1.parse().map_err(|_| not_found())?;
    match pins::add(&store, membership.channel_id, caller.person, message).await? {
        Outcome::Pinned => Ok(HttpResponse::NoContent().finish()),
        Outcome::MessageUnknown => Err(not_found()),
        Outcome::Full => {
            let sentence = "50 messages are pinned here. Unpin one to pin another.";
            Err(Error::new(StatusCode::CONFLICT, "pins_full", sentence))
        }
    }
}

/// Unpins a message.
#[web::operation(
    operation_id = "unpin_message",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("message" = MessageId, Path, description = "The message.")
    ),
    responses(
        (status = 204, description = "Not pinned, now or before."),
        (status = 403, description = "`not_active_member`; `staff_only` in announcements"),
        (status = 404, description = "`channel_unknown`, `not_found`")
    )
)]
pub(super) async fn remove(
    store: Data<Store>,
    caller: Caller,
    ActiveMember(membership): ActiveMember,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    check_may_pin(&store, caller.person, &membership).await?;
    let message = path.1.parse().map_err(|_| not_found())?;
    pins::remove(&store, membership.channel_id, message).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// In announcements only staff pin.
async fn check_may_pin(store: &Store, person: PersonId, membership: &Membership) -> Result<()> {
    if chat_access::of_person(store, person).await?.is_read_only(membership.kind) {
        return Err(Error::new(StatusCode::FORBIDDEN, "staff_only", "Only staff can pin messages here."));
    }
    Ok(())
}
