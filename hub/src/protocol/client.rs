//! What clients say.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ChannelId, MessageId};
use utoipa::ToSchema;

use super::SentAttachment;

/// A frame from a client: who speaks, and a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClientFrame {
    /// The bearer token.
    pub token: String,
    /// For people who read a log; never trusted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub nickname: String,
    /// What to do.
    #[serde(flatten)]
    pub command: ClientCommand,
}

/// What a client may ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum ClientCommand {
    /// Opens a channel in this socket.
    Join {
        /// Which.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The newest message the client has; what came after it is sent first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        after_msg_id: Option<MessageId>,
        /// The newest change the client knows of; what changed since is sent first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        after_change: Option<i64>,
    },
    /// Closes a channel in this socket.
    Leave {
        /// Which.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Sends a message.
    Send {
        /// Where to.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// The text; may be empty if something is attached.
        #[serde(default)]
        message: String,
        /// At most one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<SentAttachment>,
        /// The first link of the text, if the message is to show what it leads to.
        #[serde(default, alias = "linkPreview", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        link_preview: Option<String>,
        /// The client's own name for it, 1 to 64 characters.
        #[serde(alias = "tempId")]
        temp_id: String,
        /// The message of the same channel that this one answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        reply_to: Option<MessageId>,
    },
    /// Gives one's own message another text, up to five minutes after it was sent.
    Edit {
        /// In which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// Which message.
        msg_id: MessageId,
        /// The new text.
        message: String,
        /// Echoed if it is refused.
        #[serde(default, alias = "tempId", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
    },
    /// Reacts to a message, or takes it back.
    React {
        /// In which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// To which message.
        msg_id: MessageId,
        /// One emoji.
        emoji: String,
        /// False takes it back.
        on: bool,
        /// Echoed if it is refused.
        #[serde(default, alias = "tempId", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
    },
    /// Asks for the newest page.
    FetchMessages {
        /// Of which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Asks for a page by number, or for one that holds a message or the first one of a time.
    GetRoomChatMessages {
        /// Of which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// 1 is the newest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        page_number: Option<i64>,
        /// Wins over the number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        message_id: Option<MessageId>,
        /// The first message at or after this time, or the newest one if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        date: Option<DateTime<Utc>>,
        /// A message by its number; beyond the ends it means the message at that end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        seq: Option<i64>,
        /// The newest `seq` when page 1 was read. If it is not named, the socket remembers it, and a message that is asked
        /// for stands in the middle of its page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        anchor: Option<i64>,
    },
    /// Asks for all unread counts.
    UnreadMessage,
    /// Moves the read position forward.
    MessageSeen {
        /// In which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// Up to here, or to the newest message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        msg_id: Option<MessageId>,
    },
    /// Says that the person is typing.
    Typing {
        /// In which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
    },
    /// Asks the assistant for another try.
    AssistantRetry {
        /// In which channel.
        #[serde(alias = "channelId", alias = "channel_id")]
        channel: ChannelId,
        /// Its apology.
        msg_id: MessageId,
    },
    /// Takes a call that rings, or declines it: the person's other devices stop ringing.
    CallAnswer {
        /// Which.
        room: String,
        /// False declines it.
        accept: bool,
    },
    /// Enters a built-in call with this tab, or comes back to it.
    CallJoin {
        /// Which.
        room: String,
        /// The tab's own name in it: 1 to 64 letters, digits, `-` and `_`, at random.
        peer: String,
    },
    /// Tells another tab of a built-in call how to reach this one.
    CallSignal {
        /// Which call.
        room: String,
        /// Which tab.
        to_peer: String,
        /// `{"description": …}` or `{"candidate": …}`, at most 64 KiB.
        #[schema(value_type = Object)]
        data: Value,
    },
    /// Leaves a built-in call.
    CallLeave {
        /// Which.
        room: String,
        /// The name of the tab in it.
        peer: String,
    },
    /// Tells what this tab sends in a built-in call.
    CallState {
        /// Which call.
        room: String,
        /// The name of the tab in it.
        peer: String,
        /// Whether it sends sound.
        microphone: bool,
        /// Whether it sends a picture.
        camera: bool,
        /// Whether it shows the screen.
        screen: bool,
    },
}
