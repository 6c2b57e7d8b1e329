//! A message as the store keeps it and as nodes send it to each other.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::{AttachmentId, ChannelId, MessageId, PersonId, PreviewPictureId};

/// A message as stored and as sent between nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Its number in the channel, dense from 1.
    pub seq: i64,
    /// The sender.
    pub sender_id: PersonId,
    /// The sender's own id: sending it again stores no second message.
    pub temp_id: String,
    /// The text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// The files sent with it.
    pub attachments: Json<Vec<Attachment>>,
    /// The preview of a link in it.
    #[serde(default)]
    pub link_preview: Option<Json<Preview>>,
    /// Whether staff sent it to all members.
    pub is_broadcast: bool,
    /// When it was committed; never earlier than the previous message.
    pub created_at: DateTime<Utc>,
    /// The message it replies to.
    #[serde(default)]
    pub reply: Option<Json<Quote>>,
    /// When its text last changed.
    #[serde(default)]
    pub edited_at: Option<DateTime<Utc>>,
    /// When its sender deleted it: it is empty since then.
    #[serde(default)]
    pub deleted_at: Option<DateTime<Utc>>,
    /// The number of its last change in its channel; 0 without changes.
    #[serde(default)]
    pub changed: i64,
    /// The reactions, the oldest first.
    #[serde(default)]
    pub reactions: Json<Vec<Reaction>>,
}

/// An attachment as stored in its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// The file name from the sender.
    pub name: String,
    /// Its media type, detected from its content.
    pub media_type: String,
    /// Its size in bytes; 0 if the file is not stored here.
    pub size: i64,
    /// The width in pixels of a picture, or in proportion of a page.
    #[serde(default)]
    pub width: Option<i64>,
    /// The height.
    #[serde(default)]
    pub height: Option<i64>,
    /// Whether it has a thumbnail.
    #[serde(default)]
    pub has_thumbnail: bool,
    /// The hub's id of a provider's GIF, which is shown from there and has neither row nor file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[sqlx(skip)]
    pub gif: Option<String>,
}

/// A link preview as stored in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Its picture.
    pub picture: Option<PreviewPictureId>,
    /// The URL as the person wrote it.
    pub url: String,
}

/// A quoted message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The message.
    pub msg_id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// Its sender.
    pub user_id: PersonId,
    /// The beginning of its text in one line, with mentions as `@Name`.
    pub text: String,
    /// The name of its first file.
    #[serde(default)]
    pub attachment_name: Option<String>,
    /// Whether the message was deleted; text and name are empty then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_deleted: bool,
}

/// An emoji on a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// One emoji.
    pub emoji: String,
    /// How many people.
    pub count: i64,
    /// The first hundred people.
    pub people: Vec<PersonId>,
}
