//! Calls on the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::PersonId;
use utoipa::ToSchema;

use super::millis;

/// A participant of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireParticipant {
    /// The person; null for a guest of the conference server without an account.
    #[schema(required)]
    pub user_id: Option<PersonId>,
    /// The name; empty for a guest without an account.
    pub name: String,
    /// When they joined.
    #[serde(with = "millis")]
    pub joined_at: DateTime<Utc>,
    /// Whether they can record: the first moderator in the call does.
    pub is_moderator: bool,
}

/// Whether a call is recorded, and the consent of its participants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireRecording {
    /// Whether the call may be recorded.
    pub state: RecordingState,
    /// The reason.
    pub reason: RecordingReason,
    /// The consent of each participant.
    pub consents: Vec<WireConsent>,
}

/// Whether a call may be recorded now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CallRecordingState)]
pub enum RecordingState {
    /// It may not be recorded.
    Off,
    /// It may be recorded, and a moderator is present who starts it.
    On,
    /// Recording is not possible.
    Unavailable,
}

/// Why a call is recorded or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordingReason {
    /// Every participant agreed.
    EverybodyAgreed,
    /// A participant declined or withdrew their consent.
    Declined,
    /// A participant has not answered yet.
    Unanswered,
    /// Every participant agreed, but no moderator is present to start the recording.
    NoModerator,
    /// The call has no participants.
    Nobody,
    /// Peer-to-peer calls are not recorded.
    Builtin,
    /// This installation does not record.
    NotOffered,
}

/// The consent of a participant to being recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireConsent {
    /// The person; null for a guest without an account.
    #[schema(required)]
    pub user_id: Option<PersonId>,
    /// The name.
    pub name: String,
    /// Yes, No, or null for no answer yet.
    #[schema(required)]
    pub consent: Option<bool>,
}

/// Another peer of a built-in call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WirePeer {
    /// The name of the peer.
    pub peer: String,
    /// The person.
    pub user_id: PersonId,
    /// The name of the person.
    pub name: String,
    /// Whether the recipient is the polite side of perfect negotiation with this peer.
    pub polite: bool,
    /// Whether the microphone is on.
    pub microphone: bool,
    /// Whether the camera is on.
    pub camera: bool,
    /// Whether the screen is shared.
    pub screen: bool,
}
