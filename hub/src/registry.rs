//! The connections of this node: by person, and by the channels whose unread counts they receive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use ::web::{Bucket, Rate};
use dashmap::DashMap;
use store::tokens::Bearer;
use store::{ChannelId, LoginSessionId, PersonId};

use crate::connection_handle::ConnectionHandle;
use crate::frame::Frame;
use crate::limits::whole_milliseconds;
use crate::protocol::close;

/// All connections of this node.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    people: DashMap<PersonId, OnlinePerson>,
    /// By channel: connections of active members that do not have it open. They receive unread counts.
    background: DashMap<ChannelId, Vec<Arc<ConnectionHandle>>>,
    last_id: AtomicU64,
    last_membership_version: AtomicU64,
    is_draining: AtomicBool,
}

#[derive(Debug)]
struct OnlinePerson {
    connections: Vec<Arc<ConnectionHandle>>,
    sends: Bucket,
}

impl Registry {
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns a new version for memberships that are read from the database after this call.
    pub(crate) fn next_membership_version(&self) -> u64 {
        self.last_membership_version.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Registers a connection of a person. Returns false if the person has `max` connections already.
    pub(crate) fn register(
        &self,
        connection: &Arc<ConnectionHandle>,
        bearer: Bearer,
        max: usize,
        send_rate: Rate,
    ) -> bool {
        let mut person = self.people.entry(bearer.person).or_insert_with(|| OnlinePerson {
            connections: Vec::new(),
            sends: Bucket::full(send_rate, Instant::now()),
        });
        if person.connections.len() >= max {
            return false;
        }
        connection.set_bearer(bearer);
        person.connections.push(connection.clone());
        metrics::gauge!("hub_sockets").increment(1);
        true
    }

    /// Removes a connection. Returns the channels that it had open.
    pub(crate) fn unregister(&self, connection: &Arc<ConnectionHandle>) -> Vec<ChannelId> {
        let Some(person) = connection.person() else { return Vec::new() };
        if let Some(mut entry) = self.people.get_mut(&person) {
            entry.connections.retain(|other| other.id != connection.id);
        }
        metrics::gauge!("hub_sockets").decrement(1);
        let mut channels = connection.channels();
        connection.set_unregistered();
        for channel in channels.keys() {
            self.remove_background(*channel, connection);
        }
        channels.drain().filter_map(|(channel, is_open)| is_open.then_some(channel)).collect()
    }

    /// Sets the active channels of the connection's person, as read from the database under this version. Returns the open
    /// channels that the connection must leave.
    pub(crate) fn set_channels(
        &self,
        connection: &Arc<ConnectionHandle>,
        active: &[ChannelId],
        version: u64,
    ) -> Vec<ChannelId> {
        let mut channels = connection.channels();
        // Reads may finish out of order. The latest one is complete: every change of a membership is followed by a read.
        if connection.is_unregistered() || !connection.advance_membership_version(version) {
            return Vec::new();
        }
        let removed: Vec<_> = channels.keys().filter(|known| !active.contains(known)).copied().collect();
        let mut to_leave = Vec::new();
        for channel in removed {
            self.remove_background(channel, connection);
            if channels.remove(&channel) == Some(true) {
                to_leave.push(channel);
            }
        }
        for channel in active {
            channels.entry(*channel).or_insert_with(|| {
                self.background.entry(*channel).or_default().push(connection.clone());
                false
            });
        }
        to_leave
    }

    /// Records that the connection opened the channel.
    pub(crate) fn channel_opened(&self, connection: &Arc<ConnectionHandle>, channel: ChannelId) {
        let mut channels = connection.channels();
        if channels.insert(channel, true) != Some(true) {
            self.remove_background(channel, connection);
        }
    }

    /// Records that the connection closed the channel. Returns false if it was not open.
    pub(crate) fn channel_closed(&self, connection: &Arc<ConnectionHandle>, channel: ChannelId) -> bool {
        let mut channels = connection.channels();
        let was_open = channels.get(&channel) == Some(&true);
        if was_open {
            channels.insert(channel, false);
            self.background.entry(channel).or_default().push(connection.clone());
        }
        was_open
    }

    /// Removes a channel that the person is no longer an active member of. Returns false if it was not open.
    pub(crate) fn channel_removed(&self, connection: &Arc<ConnectionHandle>, channel: ChannelId) -> bool {
        let was_open = connection.channels().remove(&channel) == Some(true);
        self.remove_background(channel, connection);
        was_open
    }

    fn remove_background(&self, channel: ChannelId, connection: &ConnectionHandle) {
        if let dashmap::Entry::Occupied(mut entry) = self.background.entry(channel) {
            entry.get_mut().retain(|other| other.id != connection.id);
            if entry.get().is_empty() {
                entry.remove();
            }
        }
    }

    /// Returns whether a connection here receives unread counts of the channel.
    pub(crate) fn has_background_members(&self, channel: ChannelId) -> bool {
        self.background.contains_key(&channel)
    }

    /// Returns the people whose connections here receive unread counts of the channel.
    pub(crate) fn background_members(&self, channel: ChannelId) -> Vec<PersonId> {
        let Some(connections) = self.background.get(&channel) else { return Vec::new() };
        let mut people: Vec<_> = connections.iter().filter_map(|connection| connection.person()).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Returns the connections of a person.
    pub(crate) fn connections_of(&self, person: PersonId) -> Vec<Arc<ConnectionHandle>> {
        self.people.get(&person).map(|entry| entry.connections.clone()).unwrap_or_default()
    }

    /// Sends a frame to all connections of these people.
    pub(crate) fn send(&self, people: &[PersonId], frame: &Frame) {
        for person in people {
            self.connections_of(*person).iter().for_each(|connection| connection.queue.send(frame.clone()));
        }
    }

    /// Returns whether a person has a connection to this node.
    pub(crate) fn is_online(&self, person: PersonId) -> bool {
        self.people.get(&person).is_some_and(|entry| !entry.connections.is_empty())
    }

    /// Returns the people with a connection to this node.
    pub(crate) fn online_people(&self) -> Vec<PersonId> {
        self.people.iter().filter(|entry| !entry.connections.is_empty()).map(|entry| *entry.key()).collect()
    }

    /// Returns all authenticated connections.
    pub(crate) fn connections(&self) -> Vec<Arc<ConnectionHandle>> {
        self.people.iter().flat_map(|entry| entry.connections.clone()).collect()
    }

    /// Counts one send towards the person's rate, or returns the milliseconds until the next one is allowed.
    pub(crate) fn count_send(&self, person: PersonId) -> Result<(), u64> {
        match self.people.get_mut(&person) {
            Some(mut entry) => entry.sends.take(Instant::now()).map_err(whole_milliseconds),
            None => Ok(()),
        }
    }

    /// Closes the connections of these login sessions.
    pub(crate) fn close_login_sessions(&self, person: PersonId, login_sessions: &[LoginSessionId]) {
        for connection in self.connections_of(person) {
            if connection.login_session().is_some_and(|session| login_sessions.contains(&session)) {
                connection.queue.close(close::SIGNED_OUT);
            }
        }
    }

    /// Returns the queued bytes of all connections and of the one with the most.
    pub(crate) fn queued_bytes(&self) -> (usize, usize) {
        let per_person = self.people.iter().map(|person| {
            let bytes = person.connections.iter().map(|connection| connection.queue.queued_bytes());
            bytes.fold((0, 0), |(sum, max), bytes| (sum + bytes, max.max(bytes)))
        });
        per_person.fold((0, 0), |(sum, max), (bytes, person_max)| (sum + bytes, max.max(person_max)))
    }

    /// Drops people without a connection whose send allowance is full again.
    pub(crate) fn prune(&self) {
        let now = Instant::now();
        self.people.retain(|_, person| !person.connections.is_empty() || !person.sends.is_full(now));
    }

    pub(crate) fn start_draining(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }
}
