//! Background tasks that read unread counts and memberships from the database on behalf of connections, many with one query.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use store::bus::Topic;
use store::reads::{self, Unread};
use store::{ChannelId, PersonId, Store, channels, login_sessions};
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use crate::connection_handle::ConnectionHandle;
use crate::dto;
use crate::entitlements::Entitlements;
use crate::frame::encode;
use crate::protocol::ServerFrame;
use crate::registry::Registry;
use crate::rooms::Rooms;

/// The time over which everyone is refreshed after a loss: their clients would otherwise all call at once.
const REFRESH_SPREAD: Duration = Duration::from_secs(5);

/// The pause before a failed query is repeated.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Jobs in the queue; an overflow refreshes everyone.
const QUEUE_CAPACITY: usize = 16_384;

/// Jobs processed at once.
const BATCH: usize = 1024;

/// How long an ended login session is checked again: commits take time, and clocks differ.
const LOOK_BACK: chrono::Duration = chrono::Duration::minutes(10);

/// Something to read from the database.
#[derive(Debug)]
pub(crate) enum RefreshJob {
    /// A channel has new messages: send counts to the people who do not have it open.
    Counts(ChannelId),
    /// A person read a channel: send them its count.
    CountOf(PersonId, ChannelId),
    /// The memberships of a person changed.
    Memberships(PersonId),
}

/// Updates connections with unread counts and memberships.
#[derive(Debug)]
pub(crate) struct Refresher {
    store: Arc<Store>,
    registry: Arc<Registry>,
    rooms: Arc<Rooms>,
    entitlements: Arc<Entitlements>,
    queue: mpsc::Sender<RefreshJob>,
    /// Requests a refresh of everyone. One request is enough: the refresh begins after every loss until then.
    everyone: Notify,
    /// Whether the next refresh of everyone makes open pages fetch all topics.
    are_pages_stale: AtomicBool,
}

impl Refresher {
    /// Returns the refresher and its queue of jobs.
    pub(crate) fn new(
        store: Arc<Store>,
        registry: Arc<Registry>,
        rooms: Arc<Rooms>,
        entitlements: Arc<Entitlements>,
    ) -> (Arc<Self>, mpsc::Receiver<RefreshJob>) {
        let (queue, jobs) = mpsc::channel(QUEUE_CAPACITY);
        (
            Arc::new(Self {
                store,
                registry,
                rooms,
                entitlements,
                queue,
                everyone: Notify::new(),
                are_pages_stale: AtomicBool::default(),
            }),
            jobs,
        )
    }

    /// Queues a job without waiting.
    pub(crate) fn add(&self, job: RefreshJob) {
        if self.queue.try_send(job).is_err() {
            self.request_everyone();
        }
    }

    /// Requests a refresh of everyone, after events or jobs were lost.
    pub(crate) fn request_everyone(&self) {
        self.everyone.notify_one();
    }

    /// Requests a refresh of everyone with all that their pages show.
    pub(crate) fn request_everyone_with_pages(&self) {
        self.are_pages_stale.store(true, Ordering::Relaxed);
        self.request_everyone();
    }

    /// Reads the database once for all queued jobs; jobs that arrive meanwhile are in the next batch.
    pub(crate) async fn run(self: Arc<Self>, mut queue: mpsc::Receiver<RefreshJob>) {
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, BATCH).await > 0 {
            let (mut counts, mut counts_of, mut memberships) = (HashSet::new(), HashSet::new(), HashSet::new());
            for job in jobs.drain(..) {
                match job {
                    RefreshJob::Counts(channel) => drop(counts.insert(channel)),
                    RefreshJob::CountOf(person, channel) => drop(counts_of.insert((person, channel))),
                    RefreshJob::Memberships(person) => drop(memberships.insert(person)),
                }
            }
            for person in memberships {
                let refresher = self.clone();
                tokio::spawn(async move { refresher.refresh_memberships(person).await });
            }
            self.send_counts(&counts, &counts_of).await;
        }
    }

    async fn send_counts(&self, counts: &HashSet<ChannelId>, counts_of: &HashSet<(PersonId, ChannelId)>) {
        let registry = &self.registry;
        let mut people: HashSet<PersonId> =
            counts.iter().flat_map(|channel| registry.background_members(*channel)).collect();
        people.extend(counts_of.iter().map(|(person, _)| *person).filter(|person| registry.is_online(*person)));
        let channels: HashSet<ChannelId> = counts.iter().copied().chain(counts_of.iter().map(|(_, c)| *c)).collect();
        if people.is_empty() {
            return;
        }
        let (channels, people): (Vec<_>, Vec<_>) = (channels.into_iter().collect(), people.into_iter().collect());
        let unread = match reads::unread_among(&self.store, &channels, &people).await {
            Ok(unread) => unread,
            // The next message or the next page load corrects the count.
            Err(error) => return tracing::warn!(%error, "cannot read unread counts"),
        };
        for (person, unread) in unread {
            for connection in registry.connections_of(person) {
                // The client counts an open channel; only reading on another device changes that count here.
                let changed: Vec<&Unread> = unread
                    .iter()
                    .filter(|u| counts_of.contains(&(person, u.channel_id)) || !connection.has_open(u.channel_id))
                    .collect();
                if !changed.is_empty() {
                    connection.send_counts(encode(&dto::unread(changed)));
                }
            }
        }
    }

    /// Updates the connections of a person with their memberships and makes the clients reload them.
    async fn refresh_memberships(&self, person: PersonId) {
        if !self.registry.is_online(person) {
            return;
        }
        let (active, version) = loop {
            let version = self.registry.next_membership_version();
            match self.active_channels(person).await {
                Ok(active) => break (active, version),
                // Retried until it succeeds: the person may have been removed from a channel.
                Err(error) => tracing::warn!(%error, "cannot read memberships"),
            }
            sleep(RETRY_INTERVAL).await;
        };
        for connection in self.registry.connections_of(person) {
            for channel in self.registry.set_channels(&connection, &active, version) {
                self.rooms.unsubscribe(channel, connection.id).await;
            }
            connection.queue.send_frame(&ServerFrame::Reload {});
        }
    }

    /// Returns the channels whose new messages the person receives.
    async fn active_channels(&self, person: PersonId) -> store::Result<Vec<ChannelId>> {
        let access = self.entitlements.chat_access(person).await?;
        let memberships = channels::of_person(&self.store, person).await?;
        let active = memberships
            .iter()
            .filter(|membership| membership.status == channels::Status::Active && access.allows(membership.kind));
        Ok(active.map(|membership| membership.channel_id).collect())
    }

    /// Refreshes everyone at each request.
    pub(crate) async fn refresh_everyone(self: Arc<Self>) {
        loop {
            self.everyone.notified().await;
            self.close_ended_login_sessions().await;
            let people = self.registry.online_people();
            let are_pages_stale = self.are_pages_stale.swap(false, Ordering::Relaxed);
            let changed = are_pages_stale.then(|| encode(&ServerFrame::Changed { topics: Topic::ALL.to_vec() }));
            let pause = REFRESH_SPREAD / u32::try_from(people.len().max(1)).unwrap_or(u32::MAX);
            for person in people {
                self.refresh_memberships(person).await;
                if let Some(changed) = &changed {
                    self.registry.send(&[person], changed);
                }
                for connection in self.registry.connections_of(person) {
                    if let Err(error) = self.send_all_counts(&connection, person).await {
                        tracing::warn!(%error, "cannot read unread counts");
                    }
                }
                sleep(pause).await;
            }
        }
    }

    /// Sends a connection all counts of its person, never older ones after newer ones.
    pub(crate) async fn send_all_counts(&self, connection: &ConnectionHandle, person: PersonId) -> store::Result<()> {
        loop {
            let version = connection.counts_version();
            let access = self.entitlements.chat_access(person).await?;
            let counts = reads::unread_of(&self.store, person, access).await?;
            if connection.send_counts_since(version, encode(&dto::unread(&counts))) {
                return Ok(());
            }
        }
    }

    /// Closes the connections of login sessions that ended.
    pub(crate) async fn close_ended_login_sessions(&self) {
        match login_sessions::ended_since(&self.store, self.store.clock.now() - LOOK_BACK).await {
            Ok(ended) => {
                ended.iter().for_each(|(person, session)| self.registry.close_login_sessions(*person, &[*session]));
            }
            Err(error) => tracing::warn!(%error, "cannot read ended login sessions"),
        }
    }
}
