//! What the hub says.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::calls::End;
use store::{ChannelId, MessageId, PersonId};
use utoipa::ToSchema;

use super::{ErrorCode, PageReason, UnreadCount, WireMessage, WireParticipant, WirePeer, WireRecording, millis};

/// A frame to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum ServerFrame {
    /// A page of messages, newest first.
    MessagesPayload {
        /// Of which channel.
        channel: ChannelId,
        /// What asked for it.
        #[serde(rename = "type")]
        reason: PageReason,
        /// The messages.
        messages: Vec<WireMessage>,
        /// 1 is the newest.
        page_number: i64,
        /// The next older page; none at the beginning of the channel.
        #[schema(required)]
        new_page_number: Option<i64>,
        /// What the pages are cut against.
        anchor: i64,
        /// The message that was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        selected_msg_id: Option<MessageId>,
    },
    /// The channel is open: everything after `last_seq` comes as `new_message`.
    Joined {
        /// Which.
        channel: ChannelId,
        /// Its newest message.
        #[schema(required)]
        last_msg_id: Option<MessageId>,
        /// Its number; 0 if there is none.
        last_seq: i64,
        /// The person's read position.
        last_seen_seq: i64,
        /// Messages of others after it.
        unread: i64,
        /// The newest change of a message: every later one comes as `message_changed`.
        last_change: i64,
        /// More changed after `after_change` than was sent: fetch the pages again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        changes_left_out: bool,
    },
    /// A message was committed.
    NewMessage(WireMessage),
    /// A message is no longer what it was: this is all of it.
    MessageChanged(WireMessage),
    /// Unread counts: all of them, or those that changed.
    UnreadMessage {
        /// By channel.
        unread_messages: BTreeMap<String, UnreadCount>,
    },
    /// Somebody's read position moved.
    UpdateLastViewedTimestamp {
        /// In which channel.
        channel_id: ChannelId,
        /// Whose.
        user_id: PersonId,
        /// When.
        #[serde(with = "millis")]
        last_viewed_timestamp: DateTime<Utc>,
        /// The newest message they have seen.
        #[schema(required)]
        msg_id: Option<MessageId>,
        /// Its number.
        seq: i64,
    },
    /// The channel list or a membership changed: fetch it again.
    Reload {},
    /// Somebody is typing.
    Typing {
        /// In which channel.
        channel_id: ChannelId,
        /// Who.
        user_id: PersonId,
    },
    /// The assistant is at work on an answer.
    AssistantDelta {
        /// In which channel.
        channel_id: ChannelId,
        /// What was asked.
        reply_to: MessageId,
        /// The whole answer as far as it has come; empty at the beginning.
        text: String,
    },
    /// A call rings.
    IncomingCall {
        /// Its room.
        room: String,
        /// In which channel.
        channel_id: ChannelId,
        /// Who calls.
        from_user_id: PersonId,
        /// Their name.
        from_name: String,
        /// When it stops ringing.
        #[serde(with = "millis")]
        expires_at: DateTime<Utc>,
    },
    /// The person took the call or declined it on one of their devices: it rings no more.
    CallAnswered {
        /// Its room.
        room: String,
    },
    /// A call is over, or over for this tab.
    CallEnded {
        /// Its room.
        room: String,
        /// In which channel.
        channel_id: ChannelId,
        /// Why.
        reason: End,
    },
    /// Who is in a call, or what they said about recording, is no longer what it was.
    CallChanged {
        /// Its room.
        room: String,
        /// In which channel.
        channel_id: ChannelId,
        /// Who is in it, who came first before the others.
        participants: Vec<WireParticipant>,
        /// Whether it may be recorded, and who said what.
        recording: WireRecording,
        /// Who declined it.
        declined: Vec<PersonId>,
    },
    /// The other tabs of a built-in call: in answer to `call_join`, and on every change.
    CallPeers {
        /// Its room.
        room: String,
        /// All but the one that reads this.
        peers: Vec<WirePeer>,
    },
    /// Another tab of a built-in call tells how to reach it.
    CallSignal {
        /// Its room.
        room: String,
        /// Which tab.
        from_peer: String,
        /// `{"description": …}` or `{"candidate": …}`.
        #[schema(value_type = Object)]
        data: Value,
    },
    /// Something could not be done.
    Error {
        /// For programs.
        code: ErrorCode,
        /// For people.
        message: String,
        /// The channel that the refused command named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        channel: Option<ChannelId>,
        /// The room that it named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        room: Option<String>,
        /// The message that was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        temp_id: Option<String>,
        /// The command that was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        in_reply_to: Option<String>,
        /// When trying again makes sense.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        retry_after_ms: Option<u64>,
    },
}
