//! Server frames.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::bus::Topic;
use store::calls::End;
use store::{CallId, ChannelId, MessageId, PersonId, ProgrammeId};
use utoipa::ToSchema;

use super::{
    ErrorCode, NoticedKind, PageReason, UnreadCount, WireMessage, WireParticipant, WirePeer, WireRecording, millis,
};

/// A frame to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum ServerFrame {
    /// A page of messages, newest first.
    MessagesPayload {
        /// The channel.
        channel: ChannelId,
        /// The command that requested it.
        #[serde(rename = "type")]
        reason: PageReason,
        /// The messages.
        messages: Vec<WireMessage>,
        /// 1 is the newest.
        page_number: i64,
        /// The number of the next older page; null at the beginning of the channel.
        #[schema(required)]
        new_page_number: Option<i64>,
        /// The anchor of the pages.
        anchor: i64,
        /// The selected message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        selected_msg_id: Option<MessageId>,
    },
    /// The channel is open: every message after `last_seq` follows as `new_message`.
    Joined {
        /// The channel.
        channel: ChannelId,
        /// The newest message.
        #[schema(required)]
        last_msg_id: Option<MessageId>,
        /// The `seq` of the newest message; 0 for an empty channel.
        last_seq: i64,
        /// The person's read position.
        last_seen_seq: i64,
        /// Unread messages of other people.
        unread: i64,
        /// The newest change: every later one follows as `message_changed`.
        last_change: i64,
        /// Some changes after `after_change` were left out: fetch the pages again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        changes_left_out: bool,
    },
    /// A message was committed.
    NewMessage(WireMessage),
    /// A message changed; the frame holds its complete state.
    MessageChanged(WireMessage),
    /// All unread counts, or the changed ones.
    UnreadMessage {
        /// By channel.
        unread_messages: BTreeMap<String, UnreadCount>,
    },
    /// A message was deleted in a channel that this connection does not have open; where it is open, `message_changed` says
    /// so.
    MessageDeleted {
        /// The channel.
        channel_id: ChannelId,
        /// The message.
        msg_id: MessageId,
    },
    /// A read position advanced.
    UpdateLastViewedTimestamp {
        /// The channel.
        channel_id: ChannelId,
        /// The person.
        user_id: PersonId,
        /// When it advanced.
        #[serde(with = "millis")]
        last_viewed_timestamp: DateTime<Utc>,
        /// The newest message that the person has read.
        #[schema(required)]
        msg_id: Option<MessageId>,
        /// The `seq` of that message.
        seq: i64,
    },
    /// The person marked messages as unread, on one of their devices.
    MarkedUnread {
        /// The channel.
        channel_id: ChannelId,
        /// The `seq` of the newest message that still counts as seen.
        seq: i64,
        /// The unread messages.
        unread: i64,
    },
    /// The pinned messages of an open channel changed: fetch them again.
    PinsChanged {
        /// The channel.
        channel_id: ChannelId,
    },
    /// The channel list or a membership changed: fetch it again.
    Reload {},
    /// A blackout of a programme began, changed or ended; after sign-in also for each one that is on.
    BlackoutChanged {
        /// The programme, as in the channel list.
        program: ProgrammeId,
        /// Whether it is on.
        active: bool,
        /// When it ends.
        #[schema(required)]
        until: Option<DateTime<Utc>>,
        /// Whether messages between people are refused as well.
        refuses_sending: bool,
    },
    /// What the pages show of these topics changed: fetch it again.
    Changed {
        /// The topics.
        topics: Vec<Topic>,
    },
    /// A person is typing.
    Typing {
        /// The channel.
        channel_id: ChannelId,
        /// The person.
        user_id: PersonId,
    },
    /// The assistant is answering.
    AssistantDelta {
        /// The channel.
        channel_id: ChannelId,
        /// The question.
        reply_to: MessageId,
        /// The answer so far; empty at the beginning.
        text: String,
    },
    /// A message of the person to people signals a crisis: show them the helplines. Goes to the person only.
    CrisisDetected {
        /// The channel.
        channel_id: ChannelId,
        /// The message.
        msg_id: MessageId,
    },
    /// A call rings.
    IncomingCall {
        /// The call; a room can have several, one after the other.
        call_id: CallId,
        /// The room of the call.
        room: String,
        /// The channel.
        channel_id: ChannelId,
        /// The caller.
        from_user_id: PersonId,
        /// The name of the caller.
        from_name: String,
        /// When it stops ringing.
        #[serde(with = "millis")]
        expires_at: DateTime<Utc>,
    },
    /// The person accepted or declined the call on one of their devices: it stops ringing.
    CallAnswered {
        /// The call; a room can have several, one after the other.
        call_id: CallId,
        /// The room of the call.
        room: String,
    },
    /// A call is over, or over for this tab.
    CallEnded {
        /// The call; a room can have several, one after the other.
        call_id: CallId,
        /// The room of the call.
        room: String,
        /// The channel.
        channel_id: ChannelId,
        /// The reason.
        reason: End,
        /// The person who left, with the reason `other_left`.
        #[schema(required)]
        by_user_id: Option<PersonId>,
    },
    /// The participants of a call or their consents changed.
    CallChanged {
        /// The call; a room can have several, one after the other.
        call_id: CallId,
        /// The room of the call.
        room: String,
        /// The channel.
        channel_id: ChannelId,
        /// The participants, the earliest first.
        participants: Vec<WireParticipant>,
        /// Whether the call may be recorded, and the consents.
        recording: WireRecording,
        /// The people who accepted, or answered about recording.
        accepted: Vec<PersonId>,
        /// The people who declined.
        declined: Vec<PersonId>,
    },
    /// The other peers of a built-in call: after `call_join`, and on every change.
    CallPeers {
        /// The room of the call.
        room: String,
        /// All peers except the recipient.
        peers: Vec<WirePeer>,
    },
    /// Signalling data from another peer of a built-in call.
    CallSignal {
        /// The room of the call.
        room: String,
        /// The sender.
        from_peer: String,
        /// `{"description": …}` or `{"candidate": …}`.
        #[schema(value_type = Object)]
        data: Value,
    },
    /// A command was refused.
    Error {
        /// The code, for programs.
        code: ErrorCode,
        /// The sentence, for people.
        message: String,
        /// The channel of the refused command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        channel: Option<ChannelId>,
        /// The room of the refused command.
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
        /// The delay before a retry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        retry_after_ms: Option<u64>,
        /// What a message contains that needs a confirmation.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        kinds: Vec<NoticedKind>,
    },
}
