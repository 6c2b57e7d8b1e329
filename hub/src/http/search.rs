//! Searches the messages of a person.

use ::web::{Caller, Error, Result};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use store::attachments::Attachment;
use store::blackout::start_of_day;
use store::search::{self, Filter, Has, Hit};
use store::{ChannelId, MessageId, PersonId, Store};
use utoipa::ToSchema;

use crate::hub::Hub;

/// Characters of a query.
const QUERY_CHARS: usize = 200;

/// Values of one filter.
const VALUES: usize = 20;

/// A search. All filters must match; of several values of one filter, any.
#[derive(Deserialize, ToSchema)]
pub(super) struct SearchMessagesRequest {
    /// Words that a message must all contain, also inside longer words. At most 200 characters; may be empty beside a
    /// filter.
    #[serde(alias = "searchText")]
    search_text: String,
    /// The senders, at most 20.
    #[serde(default, alias = "fromUserIds")]
    #[schema(required = false)]
    from_user_ids: Vec<PersonId>,
    /// The channels, at most 20. Others than the person's own match nothing.
    #[serde(default, alias = "inChannelIds")]
    #[schema(required = false)]
    in_channel_ids: Vec<ChannelId>,
    /// What the message contains.
    #[serde(default)]
    #[schema(required = false)]
    has: Vec<Has>,
    /// Messages of earlier days, as `2026-03-31`.
    before: Option<String>,
    /// Messages of later days.
    after: Option<String>,
    /// IANA name of the zone in which these days begin; UTC without it.
    #[serde(alias = "timeZone")]
    time_zone: Option<String>,
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
pub(super) struct SearchMessagesResponse {
    /// Whether there is another page.
    has_next_page: bool,
    /// At most 20.
    messages: Vec<FoundMessage>,
}

/// A message in the results.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundMessage {
    message_id: MessageId,
    channel_id: ChannelId,
    seq: i64,
    /// With mentions as `@[Name](user_id)`.
    text: String,
    /// Its files.
    attachments: Vec<FoundAttachment>,
    created_on: DateTime<Utc>,
    user: FoundAuthor,
}

/// A file of a message in the results.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundAttachment {
    name: String,
    media_type: String,
}

impl From<Attachment> for FoundAttachment {
    fn from(attachment: Attachment) -> Self {
        Self { name: attachment.name, media_type: attachment.media_type }
    }
}

/// The sender of a message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundAuthor {
    user_id: PersonId,
    first_name: String,
    last_name: String,
    /// An id in the form of an e-mail address. Real addresses of others are private.
    user_email_id: String,
}

impl From<Hit> for FoundMessage {
    fn from(hit: Hit) -> Self {
        Self {
            message_id: hit.message_id,
            channel_id: hit.channel_id,
            seq: hit.seq,
            text: hit.body,
            attachments: hit.attachments.0.into_iter().map(Into::into).collect(),
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

/// Searches the channels of the person, without regard to case and accents.
#[web::operation(
    operation_id = "search_messages",
    request_body = SearchMessagesRequest,
    responses(
        (status = 200, description = "20 per page, newest first.", body = SearchMessagesResponse),
        (status = 422, description = "`invalid`: neither words nor a filter, too many, no page, or a wrong date."),
        (status = 429, description = "`rate_limited`.")
    )
)]
pub(super) async fn messages(
    store: Data<Store>,
    hub: Data<Hub>,
    caller: Caller,
    body: Json<SearchMessagesRequest>,
) -> Result<Json<SearchMessagesResponse>> {
    let filter = body.filter()?;
    let text = body.search_text.trim();
    if (text.is_empty() && filter.is_empty()) || text.chars().count() > QUERY_CHARS {
        return Err(Error::invalid("This search is not valid.")
            .field("searchText", format!("Between 1 and {QUERY_CHARS} characters, please.")));
    }
    if body.page_number < 1 {
        return Err(Error::invalid("There is no such page.").field("pageNumber", "Pages count from 1."));
    }
    let access = hub.entitlements.chat_access(caller.person).await?;
    let found = search::messages(&store, caller.person, access, text, &filter, body.page_number).await?;
    let messages = found.hits.into_iter().map(FoundMessage::from).collect();
    Ok(Json(SearchMessagesResponse { has_next_page: found.has_next, messages }))
}

impl SearchMessagesRequest {
    /// Returns the filter, or an error that names the wrong field.
    fn filter(&self) -> Result<Filter> {
        for (field, count) in [("fromUserIds", self.from_user_ids.len()), ("inChannelIds", self.in_channel_ids.len())] {
            if count > VALUES {
                return Err(
                    Error::invalid("This search is not valid.").field(field, format!("At most {VALUES}, please."))
                );
            }
        }
        let zone = match self.time_zone.as_deref() {
            None => Tz::UTC,
            Some(name) => name.parse().map_err(|_| {
                Error::invalid("This time zone is not known.").field("timeZone", "An IANA name, please.")
            })?,
        };
        let mut has = self.has.clone();
        has.dedup();
        has.truncate(VALUES);
        let after = day(self.after.as_deref(), "after")?.and_then(|day| day.checked_add_days(Days::new(1)));
        Ok(Filter {
            from: self.from_user_ids.clone(),
            channels: self.in_channel_ids.clone(),
            has,
            since: after.map(|day| start_of_day(day, zone)),
            until: day(self.before.as_deref(), "before")?.map(|day| start_of_day(day, zone)),
        })
    }
}

/// Reads a day. The next day must have a year of four digits, too.
fn day(text: Option<&str>, field: &'static str) -> Result<Option<NaiveDate>> {
    let Some(text) = text else { return Ok(None) };
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .ok()
        .filter(|day| text.len() == "2026-03-31".len() && (1..=9998).contains(&day.year()));
    day.map(Some)
        .ok_or_else(|| Error::invalid("This is not a date.").field(field, "A day in the form 2026-03-31, please."))
}
