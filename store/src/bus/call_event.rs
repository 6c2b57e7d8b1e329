//! Events of calls on the bus.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{CallId, ChannelId, PersonId};

/// An event of a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum CallEvent {
    /// A call rings.
    Rings {
        /// The call.
        call: CallId,
        /// Its call room.
        room: String,
        /// Its channel.
        channel: ChannelId,
        /// The person who calls.
        from: PersonId,
        /// Their name.
        from_name: String,
        /// When it stops ringing.
        expires_at: DateTime<Utc>,
        /// The people it rings for.
        people: Vec<PersonId>,
    },
    /// A person accepted or declined the call: their other devices stop ringing.
    Answered {
        /// The call.
        call: CallId,
        /// Its call room.
        room: String,
        /// The person.
        person: PersonId,
    },
    /// Participants or consents changed; the database has them.
    Changed {
        /// The call.
        call: CallId,
    },
    /// The call ended.
    Ended {
        /// The call.
        call: CallId,
        /// Its call room.
        room: String,
        /// Its channel.
        channel: ChannelId,
        /// The reason.
        reason: End,
        /// The person who left, if that ended it.
        by: Option<PersonId>,
        /// The people it concerns.
        people: Vec<PersonId>,
    },
    /// The call ended for one tab.
    PutOut {
        /// The call.
        call: CallId,
        /// Its call room.
        room: String,
        /// Its channel.
        channel: ChannelId,
        /// The tab.
        peer: String,
        /// The person of the tab.
        person: PersonId,
        /// The reason.
        reason: End,
    },
    /// A signalling message from one tab to another tab of the same call.
    Signal {
        /// The call.
        call: CallId,
        /// The receiving tab.
        to_peer: String,
        /// The sending tab.
        from_peer: String,
        /// The content, for the browsers only.
        data: Value,
    },
}

/// Why a call ended, or ended for one tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CallEnd)]
pub enum End {
    /// All participants left.
    EverybodyLeft,
    /// One of two people left.
    OtherLeft,
    /// A call of a direct channel was not answered.
    NoAnswer,
    /// The call reached its maximum length.
    Expired,
    /// The conference server closed the call room.
    Closed,
    /// For one tab: the person continues in another tab.
    Moved,
    /// For one person: they are no longer an active member.
    NotActiveMember,
}
