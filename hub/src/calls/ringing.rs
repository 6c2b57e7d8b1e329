//! The calls that ring now. A page that opens while a call rings, perhaps by a push, receives the ring as well. Best effort:
//! a node that started a moment ago knows of none.

use chrono::{DateTime, Utc};
use dashmap::DashMap;
use store::{ChannelId, PersonId};

use crate::frame::{Frame, encode};
use crate::protocol::ServerFrame;

/// A ringing call.
#[derive(Debug)]
struct Ring {
    frame: Frame,
    channel: ChannelId,
    /// The people who have not answered.
    people: Vec<PersonId>,
    until: DateTime<Utc>,
}

/// All ringing calls, by the room of the call.
#[derive(Debug, Default)]
pub(crate) struct Ringing(DashMap<String, Ring>);

impl Ringing {
    /// Adds a call that begins to ring.
    pub(crate) fn add(
        &self,
        call_room: &str,
        frame: &ServerFrame,
        channel: ChannelId,
        people: &[PersonId],
        until: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        self.0.retain(|_, ring| ring.until > now);
        let ring = Ring { frame: encode(frame), channel, people: people.to_vec(), until };
        self.0.insert(call_room.to_owned(), ring);
    }

    /// Stops the ringing for a person who accepted or declined.
    pub(crate) fn answered(&self, call_room: &str, person: PersonId) {
        if let Some(mut ring) = self.0.get_mut(call_room) {
            ring.people.retain(|other| *other != person);
        }
    }

    /// Removes a call that ended.
    pub(crate) fn remove(&self, call_room: &str) {
        self.0.remove(call_room);
    }

    /// Returns the rings for a person, in the channels in which they are active.
    pub(crate) fn for_person(&self, person: PersonId, active: &[ChannelId], now: DateTime<Utc>) -> Vec<Frame> {
        let is_for = |ring: &Ring| ring.until > now && ring.people.contains(&person) && active.contains(&ring.channel);
        self.0.iter().filter(|ring| is_for(ring)).map(|ring| ring.frame.clone()).collect()
    }
}
