//! `POST api/v2/chat/search-chat-message/`: the person's messages with some words in them.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::search::{self, Hit};
use store::{ChannelId, MessageId, PersonId, Store};
use utoipa::ToSchema;

use crate::Hub;

/// Characters of a query.
const QUERY_CHARS: usize = 200;

/// What to search for.
#[derive(Deserialize, ToSchema)]
pub(super) struct SearchQuery {
    /// Words; all of them must be in a message, as they are or as a piece of a longer one. At most 200 characters.
    #[serde(alias = "searchText")]
    search_text: String,
    /// From 1.
    #[serde(default = "first", alias = "pageNumber")]
    #[schema(required = false)]
    page_number: i64,
}

fn first() -> i64 {
    1
}

/// A page of messages, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundMessages {
    /// Whether there is another page.
    has_next_page: bool,
    /// At most 20.
    messages: Vec<FoundMessage>,
}

/// A message that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundMessage {
    message_id: MessageId,
    channel_id: ChannelId,
    seq: i64,
    /// With mentions as `@[Name](user_id)`.
    text: String,
    created_on: DateTime<Utc>,
    user: FoundAuthor,
}

/// Who wrote it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundAuthor {
    user_id: PersonId,
    first_name: String,
    last_name: String,
    /// Names the person in the form of an address, which it is not: addresses of others are never told.
    user_email_id: String,
}

impl From<Hit> for FoundMessage {
    fn from(hit: Hit) -> Self {
        Self {
            message_id: hit.message_id,
            channel_id: hit.channel_id,
            seq: hit.seq,
            text: hit.body,
            created_on: hit.created_at,
            user: FoundAuthor {
                user_id: hit.sender_id,
                first_name: hit.first_name,
                last_name: hit.last_name,
                user_email_id: format!("{}@people.invalid", hit.sender_id),
            },
        }
    }
}

/// The messages of the person's own conversations with these words in them, whatever their case and accents.
#[utoipa::path(
    post,
    path = "/api/v2/chat/search-chat-message/",
    operation_id = "search_messages",
    tag = "Chat",
    request_body = SearchQuery,
    responses(
        (status = 200, description = "20 a page, newest first.", body = FoundMessages),
        (status = 422, description = "`invalid`: no words, too many, or no page.", body = ErrorBody),
        (status = 429, description = "`rate_limited`.", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn messages(
    store: Data<Store>,
    hub: Data<Hub>,
    me: SignedIn,
    query: Json<SearchQuery>,
) -> Result<Json<FoundMessages>> {
    let text = query.search_text.trim();
    if text.is_empty() || text.chars().count() > QUERY_CHARS {
        return Err(Error::invalid("This cannot be searched for.")
            .field("searchText", format!("Between 1 and {QUERY_CHARS} characters, please.")));
    }
    if query.page_number < 1 {
        return Err(Error::invalid("There is no such page.").field("pageNumber", "Pages count from 1."));
    }
    hub.searches.take(me.person)?;
    let found = search::messages(&store, me.person, text, query.page_number).await?;
    Ok(Json(FoundMessages {
        has_next_page: found.has_next,
        messages: found.hits.into_iter().map(FoundMessage::from).collect(),
    }))
}
