//! Client frames.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ChannelId, MessageId};
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::SentAttachment;

/// A frame from a client: a bearer token and a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClientFrame {
    /// The bearer token.
    pub token: String,
    /// For log readers; never trusted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub nickname: String,
    /// The command.
    #[serde(flatten)]
    pub command: ClientCommand,
}

/// A command of a client.
#[derive(Clone, Debug, PartialEq, EnumDiscriminants, Serialize, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
#[strum_discriminants(
    name(CommandName),
    doc = "The name of a command on the wire.",
    derive(EnumString, IntoStaticStr, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum ClientCommand {
    /// Opens a channel in this connection.
    Join {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The newest message the client has; later messages are sent first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        after_msg_id: Option<MessageId>,
        /// The newest change the client has; later changes are sent first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        after_change: Option<i64>,
    },
    /// Closes a channel in this connection.
    Leave {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Sends a message.
    Send {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The address or id of the sender. Optional, because the token names them; another person's is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        from: Option<String>,
        /// The text; may be empty with an attachment.
        #[serde(default, alias = "text")]
        message: String,
        /// At most one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<SentAttachment>,
        /// The first link of the text, if the message shows its preview.
        #[serde(default, alias = "linkPreview", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        link_preview: Option<String>,
        /// The client's name for the message, 1 to 64 characters.
        #[serde(alias = "tempId")]
        temp_id: String,
        /// The message of the same channel that this one answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply_to: Option<MessageId>,
        /// Whether the person sends it after `needs_confirmation`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        confirmed: bool,
    },
    /// Changes the text of an own message, up to five minutes after it was sent.
    Edit {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The message.
        msg_id: MessageId,
        /// The new text.
        #[serde(alias = "text")]
        message: String,
        /// Echoed in an error.
        #[serde(default, alias = "tempId", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
        /// Whether the person saves it after `needs_confirmation`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        confirmed: bool,
    },
    /// Deletes an own message for all members, up to five minutes after it was sent.
    Delete {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The message.
        msg_id: MessageId,
        /// Echoed in an error.
        #[serde(default, alias = "tempId", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
    },
    /// Adds or removes a reaction.
    React {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The message.
        msg_id: MessageId,
        /// One emoji.
        emoji: String,
        /// False removes the reaction.
        on: bool,
        /// Echoed in an error.
        #[serde(default, alias = "tempId", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
    },
    /// Requests the newest page.
    FetchMessages {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Requests a page by number, or the page with a message or a time.
    GetRoomChatMessages {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// 1 is the newest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        page_number: Option<i64>,
        /// Takes precedence over the number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        message_id: Option<MessageId>,
        /// The first message at or after this time, or the newest one if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        date: Option<DateTime<Utc>>,
        /// A message by its `seq`, clamped to the range of the channel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        seq: Option<i64>,
        /// The newest `seq` when page 1 was read. Without it the connection remembers the last one, and a selected message
        /// is in the middle of its page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        anchor: Option<i64>,
    },
    /// Requests all unread counts.
    UnreadMessage,
    /// Moves the read position forward.
    MessageSeen {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The new read position; the newest message by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        msg_id: Option<MessageId>,
    },
    /// Moves the read position back to before a message.
    MarkUnread {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The first message that counts as unread.
        msg_id: MessageId,
    },
    /// Reports that the person is typing.
    Typing {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Requests another attempt of the assistant.
    AssistantRetry {
        /// The channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The apology of the assistant.
        msg_id: MessageId,
    },
    /// Accepts or declines a ringing call; the person's other devices stop ringing.
    CallAnswer {
        /// The call.
        room: String,
        /// False declines it.
        accept: bool,
    },
    /// Joins a built-in call with this tab, or returns to it.
    CallJoin {
        /// The call.
        room: String,
        /// The random name of the tab: 1 to 64 letters, digits, `-` and `_`.
        peer: String,
    },
    /// Sends signalling data to another peer of a built-in call.
    CallSignal {
        /// The call.
        room: String,
        /// The recipient.
        to_peer: String,
        /// `{"description": …}` or `{"candidate": …}`, at most 64 KiB.
        #[schema(value_type = Object)]
        data: Value,
    },
    /// Leaves a built-in call.
    CallLeave {
        /// The call.
        room: String,
        /// The name of the tab.
        peer: String,
    },
    /// Reports which media this tab sends in a built-in call.
    CallState {
        /// The call.
        room: String,
        /// The name of the tab.
        peer: String,
        /// Whether the microphone is on.
        microphone: bool,
        /// Whether the camera is on.
        camera: bool,
        /// Whether the screen is shared.
        screen: bool,
    },
}
