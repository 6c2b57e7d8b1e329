//! Messages that people save for themselves.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::saved::{self, Outcome, PAGE, SavedMessage};
use store::{ChannelId, MessageId, PersonId, Store, chat_access};
use utoipa::{IntoParams, ToSchema};
use web::{Caller, Error, Member, Result, not_found};

use super::snippet::Snippet;

/// Pages that can be requested; more than a person can fill.
const MAX_PAGE: i64 = saved::MAX_SAVED / PAGE + 1;

/// Which page to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SavedMessagesQuery {
    /// From 1.
    #[serde(default)]
    page: Option<i64>,
}

/// A page of saved messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedMessagesResponse {
    /// The last saved first.
    messages: Vec<Saved>,
    has_next_page: bool,
}

/// A saved message; its text may be shortened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedMessage)]
struct Saved {
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
    saved_on: DateTime<Utc>,
}

/// Lists the saved messages that the person may still read.
#[web::operation(
    operation_id = "saved_messages",
    params(SavedMessagesQuery),
    responses((status = 200, description = "30 a page.", body = SavedMessagesResponse))
)]
pub(super) async fn list(
    store: Data<Store>,
    caller: Caller,
    query: Query<SavedMessagesQuery>,
) -> Result<Json<SavedMessagesResponse>> {
    let page = query.page.unwrap_or(1).clamp(1, MAX_PAGE);
    let access = chat_access::of_person(&store, caller.person).await?;
    let mut found = saved::of_person(&store, caller.person, access, page).await?;
    let has_next_page = i64::try_from(found.len()).is_ok_and(|count| count > PAGE);
    found.truncate(usize::try_from(PAGE).unwrap_or_default());
    Ok(Json(SavedMessagesResponse { messages: found.into_iter().map(Saved::from).collect(), has_next_page }))
}

/// Lists the ids of the saved messages of one channel.
#[web::operation(
    operation_id = "saved_in_channel",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    responses((status = 200, description = "At most 500.", body = Vec<MessageId>))
)]
pub(super) async fn in_channel(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
) -> Result<Json<Vec<MessageId>>> {
    Ok(Json(saved::in_channel(&store, membership.channel_id, caller.person).await?))
}

/// Saves a message for the person.
#[web::operation(
    operation_id = "save_message",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("message" = MessageId, Path, description = "The message.")
    ),
    responses(
        (status = 204, description = "Saved, now or before."),
        (status = 404, description = "`channel_unknown`, `not_found`"),
        (status = 409, description = "`saved_full`: 500 messages are saved")
    )
)]
pub(super) async fn add(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    let message = path.1.parse().map_err(|_| not_found())?;
    let head = membership.readable_head();
    match saved::add(&store, membership.channel_id, caller.person, message, head).await? {
        Outcome::Saved => Ok(HttpResponse::NoContent().finish()),
        Outcome::MessageUnknown => Err(not_found()),
        Outcome::Full => {
            let sentence = "You have saved 500 messages. Remove one to save another.";
            Err(Error::new(StatusCode::CONFLICT, "saved_full", sentence))
        }
    }
}

/// Removes a message from the saved ones.
#[web::operation(
    operation_id = "unsave_message",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("message" = MessageId, Path, description = "The message.")
    ),
    responses(
        (status = 204, description = "Removed, now or before."),
        (status = 404, description = "`channel_unknown`, `not_found`")
    )
)]
pub(super) async fn remove(
    store: Data<Store>,
    caller: Caller,
    _member: Member,
    path: Path<(String, String)>,
) -> Result<HttpResponse> {
    let message = path.1.parse().map_err(|_| not_found())?;
    saved::remove(&store, caller.person, message).await?;
    Ok(HttpResponse::NoContent().finish())
}

impl From<SavedMessage> for Saved {
    fn from(message: SavedMessage) -> Self {
        let Snippet { text, is_private } = Snippet::new(message.sender_id, &message.temp_id, message.body);
        Self {
            msg_id: message.message_id,
            channel_id: message.channel_id,
            seq: message.seq,
            user_id: message.sender_id,
            user_full_name: format!("{} {}", message.first_name, message.last_name).trim().to_owned(),
            text,
            is_private,
            attachment_name: message.attachments.first().map(|file| file.name.clone()),
            created_on: message.created_at,
            saved_on: message.saved_at,
        }
    }
}
