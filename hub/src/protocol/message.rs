//! Messages and their attachments on the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::{ChannelId, MessageId, PersonId};
use utoipa::ToSchema;

use super::WireAssistant;
use super::millis::{self, optional as optional_millis};

/// A file from a client: `data` in base64, or the `url` of an uploaded file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SentAttachment {
    /// The file name.
    pub name: String,
    /// The media type according to the client; the server checks the content.
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
    /// The client's name for the message; only in frames to the sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub temp_id: Option<String>,
    /// The number in the channel.
    pub seq: i64,
    /// Its channel.
    pub channel_id: ChannelId,
    /// The sender.
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
    /// The preview of the first link in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link_preview: Option<LinkPreview>,
    /// Whether it is an announcement by staff.
    pub is_broadcast_message: bool,
    /// The number of the last change; the state with the higher number is the newer one.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub changed: i64,
    /// When the text was last edited.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_millis")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    /// When its sender deleted it; text, files, preview, quote and reactions are gone then.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_millis")]
    #[schema(nullable = false)]
    pub deleted_on: Option<DateTime<Utc>>,
    /// The answered message, as it read when the answer was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reply_to: Option<WireQuote>,
    /// The reactions, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub reactions: Vec<WireReaction>,
    /// Details of a message of the assistant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assistant: Option<WireAssistant>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// The preview of a web page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkPreview {
    /// Its title.
    pub title: String,
    /// The description; may be empty.
    pub description: String,
    /// The address of the picture on this server.
    #[schema(required)]
    pub image: Option<String>,
    /// The address of the page.
    pub url: String,
}

/// A quoted message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireQuote {
    /// The message.
    pub msg_id: MessageId,
    /// The number in the channel.
    pub seq: i64,
    /// The sender.
    pub user_id: PersonId,
    /// The beginning of its text, in one line.
    pub text: String,
    /// The name of the file that came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub attachment_name: Option<String>,
    /// Whether it was deleted; text and name are empty then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub deleted: bool,
}

/// A reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireReaction {
    /// One emoji.
    pub emoji: String,
    /// The number of people.
    pub count: i64,
    /// The people, the earliest first, at most a hundred.
    pub user_ids: Vec<PersonId>,
}

/// The delivery state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// It is stored.
    Sent,
}

/// An attachment inside a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireAttachment {
    /// The id of the file.
    pub id: String,
    /// Its name.
    pub attachment_name: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Bytes; 0 if unknown.
    pub size: i64,
    /// The width in pixels, or the relative width of a page.
    #[schema(required)]
    pub width: Option<i64>,
    /// The height in the same unit.
    #[schema(required)]
    pub height: Option<i64>,
    /// The signed address, valid for ten minutes.
    pub presigned_url: String,
    /// The signed address of the thumbnail.
    #[schema(required)]
    pub thumbnail_presigned_url: Option<String>,
}
