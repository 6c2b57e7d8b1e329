//! A message on the wire, and what a client sends with one.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::{ChannelId, MessageId, PersonId};
use utoipa::ToSchema;

use super::WireAssistant;
use super::millis::{self, optional as optional_millis};

/// A file as a client sends it: `data` in base64, or the `url` of one that the server has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SentAttachment {
    /// The file's name.
    pub name: String,
    /// What the client takes it for; the content decides.
    #[serde(default, rename = "type")]
    pub media_type: String,
    /// The content in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub data: Option<String>,
    /// The address of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
}

/// A message on the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireMessage {
    /// Its id.
    pub msg_id: MessageId,
    /// The sender's name for it, told to the sender alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub temp_id: Option<String>,
    /// Its number in the channel.
    pub seq: i64,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Who wrote it.
    pub user_id: PersonId,
    /// The text.
    pub message: String,
    /// When it was committed.
    #[serde(with = "millis")]
    pub created_on: DateTime<Utc>,
    /// `sent`.
    pub status: Delivery,
    /// JSON text of a list of [`WireAttachment`].
    pub attachments: String,
    /// What the first link of the text leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link_preview: Option<LinkPreview>,
    /// Whether staff sent it to everybody.
    pub is_broadcast_message: bool,
    /// The number of its last change: of two states of a message the one with the higher number counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub changed: i64,
    /// When its text last became another one.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_millis")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    /// What it answers, as it read at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reply_to: Option<WireQuote>,
    /// Who reacted with what, the oldest reaction first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub reactions: Vec<WireReaction>,
    /// What it is, if the assistant wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assistant: Option<WireAssistant>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// A web page in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkPreview {
    /// Its title.
    pub title: String,
    /// What it is about; may be empty.
    pub description: String,
    /// The address of its picture, on this server.
    #[schema(required)]
    pub image: Option<String>,
    /// Where it is.
    pub url: String,
}

/// A message inside its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireQuote {
    /// The message.
    pub msg_id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// Who wrote it.
    pub user_id: PersonId,
    /// The beginning of its text, in one line.
    pub text: String,
    /// The name of the file that came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub attachment_name: Option<String>,
}

/// What people reacted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireReaction {
    /// One emoji.
    pub emoji: String,
    /// How many people.
    pub count: i64,
    /// Who, the first ones first, at most a hundred.
    pub user_ids: Vec<PersonId>,
}

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// It is stored.
    Sent,
}

/// An attachment inside a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireAttachment {
    /// Names the file.
    pub id: String,
    /// Its name.
    pub attachment_name: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Bytes; 0 where they are not known.
    pub size: i64,
    /// Pixels of a picture, or the proportion of a page, from left to right.
    #[schema(required)]
    pub width: Option<i64>,
    /// From top to bottom.
    #[schema(required)]
    pub height: Option<i64>,
    /// Where it is for the next ten minutes.
    pub presigned_url: String,
    /// A small picture of it, if there is one.
    #[schema(required)]
    pub thumbnail_presigned_url: Option<String>,
}
