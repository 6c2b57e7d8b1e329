//! What the worker has not processed yet.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use dashmap::{DashMap, DashSet};
use store::{ChannelId, PersonId, Store};
use tokio::sync::Notify;

use crate::registry::Registry;

/// Collects people whose presence changed and channels with new messages.
#[derive(Debug)]
pub(crate) struct OfflineNotifications {
    pub(super) store: Arc<Store>,
    pub(super) registry: Arc<Registry>,
    people: DashMap<PersonId, Option<DateTime<Utc>>>,
    channels: DashSet<ChannelId>,
    /// Wakes the worker. One wake-up is enough: the next pass begins after it was sent.
    pub(super) wake: Notify,
}

impl OfflineNotifications {
    pub(crate) fn new(store: Arc<Store>, registry: Arc<Registry>) -> Self {
        let (people, channels, wake) = Default::default();
        Self { store, registry, people, channels, wake }
    }

    /// Records that a person connected.
    pub(crate) fn connected(&self, person: PersonId) {
        self.people.entry(person).or_insert(None);
        self.wake.notify_one();
    }

    /// Records that a connection of a person ended. `silent_since` is set if the peer stopped responding: it may have missed
    /// everything sent since.
    pub(crate) fn disconnected(&self, person: PersonId, silent_since: Option<DateTime<Utc>>) {
        self.people.insert(person, silent_since);
        self.wake.notify_one();
    }

    /// Records new messages of a channel.
    pub(crate) fn has_messages(&self, channel: ChannelId) {
        self.channels.insert(channel);
        self.wake.notify_one();
    }

    pub(super) fn drain_people(&self) -> Vec<(PersonId, Option<DateTime<Utc>>)> {
        let people: Vec<_> = self.people.iter().map(|entry| *entry.key()).collect();
        people.into_iter().filter_map(|person| self.people.remove(&person)).collect()
    }

    /// Puts people back who could not be processed; newer changes win.
    pub(super) fn put_back(&self, people: Vec<(PersonId, Option<DateTime<Utc>>)>) {
        for (person, silent_since) in people {
            self.people.entry(person).or_insert(silent_since);
        }
    }

    pub(super) fn drain_channels(&self) -> Vec<ChannelId> {
        let channels: Vec<_> = self.channels.iter().map(|channel| *channel).collect();
        channels.into_iter().filter(|channel| self.channels.remove(channel).is_some()).collect()
    }
}
