//! The wire format of `/ws/chat/` as types; `docs/PROTOCOL.md` describes it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod assistant;
mod call;
mod client;
pub mod close;
mod errors;
mod message;
mod millis;
mod noticed_kind;
mod server;

pub use assistant::{WireAssistant, WireHelpline};
pub use call::{RecordingReason, RecordingState, WireConsent, WireParticipant, WirePeer, WireRecording};
pub use client::{ClientCommand, ClientFrame, CommandName};
pub use errors::ErrorCode;
pub use message::{Delivery, LinkPreview, SentAttachment, WireAttachment, WireMessage, WireQuote, WireReaction};
pub use noticed_kind::NoticedKind;
pub use server::ServerFrame;

/// The unread messages of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnreadCount {
    /// Unread messages of other people.
    pub count: i64,
    /// Details.
    pub data: UnreadData,
}

/// Details of unread messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnreadData {
    /// Whether an unread message mentions the person.
    pub is_tagged: bool,
}

/// The command that requested a page.
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
