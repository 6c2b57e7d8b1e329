//! The whole wire format of `/ws/chat/`: what `docs/PROTOCOL.md` says, as types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod assistant;
mod call;
mod client;
pub mod close;
mod errors;
mod message;
mod millis;
mod server;

pub use assistant::{WireAssistant, WireHelpline};
pub use call::{RecordingReason, RecordingState, WireConsent, WireParticipant, WirePeer, WireRecording};
pub use client::{ClientCommand, ClientFrame};
pub use errors::ErrorCode;
pub use message::{Delivery, LinkPreview, SentAttachment, WireAttachment, WireMessage, WireQuote, WireReaction};
pub use server::ServerFrame;

/// What a person has not seen of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnreadCount {
    /// Messages of others.
    pub count: i64,
    /// More about them.
    pub data: UnreadData,
}

/// More about unread messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnreadData {
    /// Whether one of them mentions the person.
    pub is_tagged: bool,
}

/// What asked for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageReason {
    /// `fetch_messages`.
    FetchMessages,
    /// `get_room_chat_messages`.
    GetRoomChatMessages,
    /// `join` with `after_msg_id`.
    Missed,
}
