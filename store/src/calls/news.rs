//! What the nodes of an installation tell each other about calls.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::End;
use crate::{CallId, ChannelId, PersonId};

/// Something that happened in or around a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum News {
    /// A call rings.
    Rings {
        /// Its room.
        room: String,
        /// Where.
        channel: ChannelId,
        /// Who calls.
        from: PersonId,
        /// Their name.
        from_name: String,
        /// When it stops ringing.
        expires_at: DateTime<Utc>,
        /// For whom.
        people: Vec<PersonId>,
    },
    /// A person took the call or declined it: their other devices stop ringing.
    Answered {
        /// Its room.
        room: String,
        /// Who.
        person: PersonId,
    },
    /// Who is in the call, or what they said about recording, is no longer what it was: the database knows.
    Changed {
        /// The call.
        call: CallId,
    },
    /// The call is over.
    Ended {
        /// Its room.
        room: String,
        /// Where.
        channel: ChannelId,
        /// Why.
        reason: End,
        /// Whom it concerns.
        people: Vec<PersonId>,
    },
    /// The call is over for one tab.
    PutOut {
        /// The call.
        call: CallId,
        /// Its room.
        room: String,
        /// Where.
        channel: ChannelId,
        /// The tab.
        peer: String,
        /// Whose it is.
        person: PersonId,
        /// Why.
        reason: End,
    },
    /// One tab has something to say to another one of the same call.
    Signal {
        /// The call.
        call: CallId,
        /// To which tab.
        to_peer: String,
        /// From which tab.
        from_peer: String,
        /// What the browsers make of it.
        data: Value,
    },
}
