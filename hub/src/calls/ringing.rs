//! The calls that ring at this moment, for whoever comes meanwhile: a page that is opened because of the ringing, perhaps
//! by a push, must hear it too. A hint, like all news: a node that began a moment ago knows of none.

use chrono::{DateTime, Utc};
use dashmap::DashMap;
use store::{ChannelId, PersonId};

use crate::frame::{Frame, encode};
use crate::protocol::ServerFrame;

/// A call that rings.
#[derive(Debug)]
struct Ring {
    frame: Frame,
    channel: ChannelId,
    /// For whom it rings still.
    people: Vec<PersonId>,
    until: DateTime<Utc>,
}

/// All of them, by room.
#[derive(Debug, Default)]
pub(crate) struct Ringing(DashMap<String, Ring>);

impl Ringing {
    /// A call rings from now on.
    pub(crate) fn begins(
        &self,
        room: &str,
        frame: &ServerFrame,
        channel: ChannelId,
        people: &[PersonId],
        until: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        self.0.retain(|_, ring| ring.until > now);
        let ring = Ring { frame: encode(frame), channel, people: people.to_vec(), until };
        self.0.insert(room.to_owned(), ring);
    }

    /// A person took it or declined it.
    pub(crate) fn answered(&self, room: &str, person: PersonId) {
        if let Some(mut ring) = self.0.get_mut(room) {
            ring.people.retain(|one| *one != person);
        }
    }

    /// It is over.
    pub(crate) fn ended(&self, room: &str) {
        self.0.remove(room);
    }

    /// What is to be heard by a person who comes now, of the channels in which they are active.
    pub(crate) fn heard_by(&self, person: PersonId, active: &[ChannelId], now: DateTime<Utc>) -> Vec<Frame> {
        let is_for = |ring: &Ring| ring.until > now && ring.people.contains(&person) && active.contains(&ring.channel);
        self.0.iter().filter(|ring| is_for(ring)).map(|ring| ring.frame.clone()).collect()
    }
}
