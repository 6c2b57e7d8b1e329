//! Which sockets there are, whose they are, and which of them wait for which channel.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use dashmap::DashMap;
use store::tokens::Bearer;
use store::{ChannelId, PersonId, SessionId};

use crate::limits::{Bucket, Rate};
use crate::outlet::Outlet;
use crate::protocol::close;

/// All sockets of this node.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    people: DashMap<PersonId, Person>,
    /// Sockets of members that do not have the channel open: they hear of it by unread counts.
    waiting: DashMap<ChannelId, Vec<Arc<Outlet>>>,
    next_id: AtomicU64,
    looks: AtomicU64,
    draining: AtomicBool,
}

#[derive(Debug)]
struct Person {
    sockets: Vec<Arc<Outlet>>,
    sends: Bucket,
}

impl Registry {
    pub(crate) fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Numbers a look at the memberships in the database; take it before looking.
    pub(crate) fn next_look(&self) -> u64 {
        self.looks.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Adds a socket of a person. False if they have `most` already.
    pub(crate) fn bind(&self, outlet: &Arc<Outlet>, bearer: Bearer, most: usize, rate: Rate) -> bool {
        let mut person = self
            .people
            .entry(bearer.person)
            .or_insert_with(|| Person { sockets: Vec::new(), sends: Bucket::full(rate, Instant::now()) });
        if person.sockets.len() >= most {
            return false;
        }
        outlet.set_bearer(bearer);
        person.sockets.push(outlet.clone());
        metrics::gauge!("hub_sockets").increment(1);
        true
    }

    /// Forgets a socket. Gives back the channels it had open.
    pub(crate) fn release(&self, outlet: &Arc<Outlet>) -> Vec<ChannelId> {
        let Some(person) = outlet.person() else { return Vec::new() };
        if let Some(mut entry) = self.people.get_mut(&person) {
            entry.sockets.retain(|socket| socket.id != outlet.id);
        }
        metrics::gauge!("hub_sockets").decrement(1);
        let mut channels = outlet.channels();
        outlet.set_gone();
        for channel in channels.keys() {
            self.stop_waiting(*channel, outlet);
        }
        channels.drain().filter_map(|(channel, is_open)| is_open.then_some(channel)).collect()
    }

    /// Tells which channels the person of this socket is an active member of, as of a look at the database. Gives back
    /// those that the socket has open and must leave.
    pub(crate) fn set_channels(&self, outlet: &Arc<Outlet>, active: &[ChannelId], look: u64) -> Vec<ChannelId> {
        let mut channels = outlet.channels();
        // Of two looks that overtake each other, the later one counts: each change is followed by a look.
        if outlet.is_gone() || !outlet.supersedes(look) {
            return Vec::new();
        }
        let gone: Vec<_> = channels.keys().filter(|known| !active.contains(known)).copied().collect();
        let mut to_leave = Vec::new();
        for channel in gone {
            self.stop_waiting(channel, outlet);
            if channels.remove(&channel) == Some(true) {
                to_leave.push(channel);
            }
        }
        for channel in active {
            channels.entry(*channel).or_insert_with(|| {
                self.waiting.entry(*channel).or_default().push(outlet.clone());
                false
            });
        }
        to_leave
    }

    /// The socket opened the channel.
    pub(crate) fn opened(&self, outlet: &Arc<Outlet>, channel: ChannelId) {
        let mut channels = outlet.channels();
        if channels.insert(channel, true) != Some(true) {
            self.stop_waiting(channel, outlet);
        }
    }

    /// The socket closed the channel. False if it was not open.
    pub(crate) fn closed(&self, outlet: &Arc<Outlet>, channel: ChannelId) -> bool {
        let mut channels = outlet.channels();
        let was_open = channels.get(&channel) == Some(&true);
        if was_open {
            channels.insert(channel, false);
            self.waiting.entry(channel).or_default().push(outlet.clone());
        }
        was_open
    }

    /// The person may not hear the channel any more. False if it was not open.
    pub(crate) fn expelled(&self, outlet: &Arc<Outlet>, channel: ChannelId) -> bool {
        let was_open = outlet.channels().remove(&channel) == Some(true);
        self.stop_waiting(channel, outlet);
        was_open
    }

    fn stop_waiting(&self, channel: ChannelId, outlet: &Outlet) {
        if let dashmap::Entry::Occupied(mut entry) = self.waiting.entry(channel) {
            entry.get_mut().retain(|socket| socket.id != outlet.id);
            if entry.get().is_empty() {
                entry.remove();
            }
        }
    }

    /// Whether anybody here hears of the channel by unread counts.
    pub(crate) fn is_waited_for(&self, channel: ChannelId) -> bool {
        self.waiting.contains_key(&channel)
    }

    /// Who hears of the channel by unread counts.
    pub(crate) fn waiting_for(&self, channel: ChannelId) -> Vec<PersonId> {
        let Some(sockets) = self.waiting.get(&channel) else { return Vec::new() };
        let mut people: Vec<_> = sockets.iter().filter_map(|socket| socket.person()).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The sockets of a person.
    pub(crate) fn sockets_of(&self, person: PersonId) -> Vec<Arc<Outlet>> {
        self.people.get(&person).map(|entry| entry.sockets.clone()).unwrap_or_default()
    }

    /// Everybody who is here.
    pub(crate) fn people(&self) -> Vec<PersonId> {
        self.people.iter().filter(|entry| !entry.sockets.is_empty()).map(|entry| *entry.key()).collect()
    }

    /// Takes one send from the person's allowance, or says after how many milliseconds there is one.
    pub(crate) fn take_send(&self, person: PersonId) -> Result<(), u64> {
        match self.people.get_mut(&person) {
            Some(mut entry) => entry.sends.take(Instant::now()),
            None => Ok(()),
        }
    }

    /// Closes the sockets of these sessions of a person.
    pub(crate) fn end_sessions(&self, person: PersonId, sessions: &[SessionId]) {
        for socket in self.sockets_of(person) {
            if socket.session().is_some_and(|session| sessions.contains(&session)) {
                socket.end(close::SIGNED_OUT);
            }
        }
    }

    /// Bytes that wait for readers, of all sockets and of the slowest one.
    pub(crate) fn queued_bytes(&self) -> (usize, usize) {
        let all = self.people.iter().map(|person| {
            let each = person.sockets.iter().map(|socket| socket.queued_bytes());
            each.fold((0, 0), |(sum, most), bytes| (sum + bytes, most.max(bytes)))
        });
        all.fold((0, 0), |(sum, most), (more, worst)| (sum + more, most.max(worst)))
    }

    /// Forgets people who left and have their full allowance back.
    pub(crate) fn prune(&self) {
        let now = Instant::now();
        self.people.retain(|_, person| !person.sockets.is_empty() || !person.sends.is_full(now));
    }

    pub(crate) fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}
