//! Calls as they are told over the socket.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::PersonId;
use utoipa::ToSchema;

use super::millis;

/// Somebody in a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireParticipant {
    /// Who; null for somebody whom the conference server let in and nobody knows.
    #[schema(required)]
    pub user_id: Option<PersonId>,
    /// Their name; empty for somebody unknown.
    pub name: String,
    /// Since when.
    #[serde(with = "millis")]
    pub joined_at: DateTime<Utc>,
    /// Whether they can record: the first of those who are there does.
    pub is_moderator: bool,
}

/// Whether a call is recorded, and who of those in it said what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireRecording {
    /// Whether it may run.
    pub state: RecordingState,
    /// Why, or why not.
    pub reason: RecordingReason,
    /// Of everybody who is in the call.
    pub consents: Vec<WireConsent>,
}

/// Whether a call may be recorded at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CallRecordingState)]
pub enum RecordingState {
    /// It may not.
    Off,
    /// It may, and a moderator is there who starts it.
    On,
    /// It never is here.
    Unavailable,
}

/// Why a call is recorded or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordingReason {
    /// Everybody who is in it said Yes.
    EverybodyAgreed,
    /// Somebody who is in it said No, or took their Yes back.
    Declined,
    /// Somebody who is in it was not asked yet.
    Unanswered,
    /// Everybody said Yes, and nobody is in it who could start it.
    NoModerator,
    /// Nobody is in it.
    Nobody,
    /// Calls from browser to browser are not recorded.
    Builtin,
    /// This installation does not record.
    NotOffered,
}

/// What somebody in a call said about being recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireConsent {
    /// Who.
    #[schema(required)]
    pub user_id: Option<PersonId>,
    /// Their name.
    pub name: String,
    /// Yes, No, or null for no answer yet.
    #[schema(required)]
    pub consent: Option<bool>,
}

/// Another tab of a built-in call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WirePeer {
    /// Its name in the call.
    pub peer: String,
    /// Whose it is.
    pub user_id: PersonId,
    /// Their name.
    pub name: String,
    /// Whether the reader gives way to it when both make an offer at the same moment.
    pub polite: bool,
    /// Whether it sends sound.
    pub microphone: bool,
    /// Whether it sends a picture.
    pub camera: bool,
    /// Whether it shows its screen.
    pub screen: bool,
}
