//! Background tasks that read unread counts and memberships from the database on behalf of connections, many with one query.

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use store::reads::{self, Unread};
use store::{ChannelId, PersonId, channels, login_sessions};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::connection_handle::ConnectionHandle;
use crate::dto;
use crate::frame::encode;
use crate::hub::Hub;
use crate::protocol::ServerFrame;

/// The time over which everyone is refreshed after a loss: their clients would otherwise all call at once.
const REFRESH_SPREAD: Duration = Duration::from_secs(5);

/// The pause before a failed query is repeated.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Jobs in the queue; an overflow becomes one [`RefreshJob::Everyone`].
const QUEUE_CAPACITY: usize = 16_384;

/// Jobs taken from the queue at once.
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
    /// Events were lost: refresh everyone.
    Everyone,
}

/// The queue of refresh jobs.
#[derive(Debug)]
pub(crate) struct RefreshJobs {
    queue: mpsc::Sender<RefreshJob>,
    has_dropped: bool,
}

impl RefreshJobs {
    /// Starts the tasks; they end when this value is dropped.
    pub(crate) fn start(hub: &Arc<Hub>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE_CAPACITY);
        // One request is enough: the refresh begins after every loss until then.
        let (everyone, requests) = mpsc::channel(1);
        tokio::spawn(run(Arc::downgrade(hub), jobs, everyone));
        tokio::spawn(refresh_everyone(Arc::downgrade(hub), requests));
        Self { queue, has_dropped: false }
    }

    /// Queues a job without waiting.
    pub(crate) fn add(&mut self, job: RefreshJob) {
        self.has_dropped |= self.queue.try_send(job).is_err();
    }

    /// Replaces jobs that did not fit into the queue.
    pub(crate) fn replace_dropped(&mut self) {
        if std::mem::take(&mut self.has_dropped) {
            self.add(RefreshJob::Everyone);
        }
    }
}

/// Takes all queued jobs and reads the database once for all of them; jobs that arrive meanwhile wait for the next round.
async fn run(hub: Weak<Hub>, mut queue: mpsc::Receiver<RefreshJob>, everyone: mpsc::Sender<()>) {
    let mut jobs = Vec::new();
    while queue.recv_many(&mut jobs, BATCH).await > 0 {
        let Some(hub) = hub.upgrade() else { return };
        let (mut counts, mut counts_of, mut memberships) = (HashSet::new(), HashSet::new(), HashSet::new());
        for job in jobs.drain(..) {
            match job {
                RefreshJob::Counts(channel) => drop(counts.insert(channel)),
                RefreshJob::CountOf(person, channel) => drop(counts_of.insert((person, channel))),
                RefreshJob::Memberships(person) => drop(memberships.insert(person)),
                // A queued request covers this one.
                RefreshJob::Everyone => drop(everyone.try_send(())),
            }
        }
        for person in memberships {
            let hub = hub.clone();
            tokio::spawn(async move { refresh_memberships(&hub, person).await });
        }
        send_counts(&hub, &counts, &counts_of).await;
    }
}

async fn send_counts(hub: &Hub, counts: &HashSet<ChannelId>, counts_of: &HashSet<(PersonId, ChannelId)>) {
    let mut people: HashSet<PersonId> =
        counts.iter().flat_map(|channel| hub.registry.background_members(*channel)).collect();
    people.extend(counts_of.iter().map(|(person, _)| *person).filter(|person| hub.registry.is_online(*person)));
    let channels: HashSet<ChannelId> = counts.iter().copied().chain(counts_of.iter().map(|(_, c)| *c)).collect();
    if people.is_empty() {
        return;
    }
    let (channels, people): (Vec<_>, Vec<_>) = (channels.into_iter().collect(), people.into_iter().collect());
    let unread = match reads::unread_among(&hub.store, &channels, &people).await {
        Ok(unread) => unread,
        // The next message or the next page load corrects the count.
        Err(error) => return tracing::warn!(%error, "cannot read unread counts"),
    };
    for (person, unread) in unread {
        for connection in hub.registry.connections_of(person) {
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
async fn refresh_memberships(hub: &Hub, person: PersonId) {
    if !hub.registry.is_online(person) {
        return;
    }
    let (active, version) = loop {
        let version = hub.registry.next_membership_version();
        match active_channels(hub, person).await {
            Ok(active) => break (active, version),
            // Retried until it succeeds: the person may have been removed from a channel.
            Err(error) => tracing::warn!(%error, "cannot read memberships"),
        }
        sleep(RETRY_INTERVAL).await;
    };
    for connection in hub.registry.connections_of(person) {
        for channel in hub.registry.set_channels(&connection, &active, version) {
            hub.rooms.unsubscribe(channel, connection.id).await;
        }
        connection.queue.send_frame(&ServerFrame::Reload {});
    }
}

/// Returns the channels whose new messages the person receives.
async fn active_channels(hub: &Hub, person: PersonId) -> store::Result<Vec<ChannelId>> {
    let access = hub.chat_access(person).await?;
    let memberships = channels::of_person(&hub.store, person).await?;
    let active = memberships
        .iter()
        .filter(|membership| membership.status == channels::Status::Active && access.allows(membership.kind));
    Ok(active.map(|membership| membership.channel_id).collect())
}

async fn refresh_everyone(hub: Weak<Hub>, mut requests: mpsc::Receiver<()>) {
    while requests.recv().await.is_some() {
        let Some(hub) = hub.upgrade() else { return };
        close_ended_login_sessions(&hub).await;
        let people = hub.registry.online_people();
        let pause = REFRESH_SPREAD / u32::try_from(people.len().max(1)).unwrap_or(u32::MAX);
        for person in people {
            refresh_memberships(&hub, person).await;
            for connection in hub.registry.connections_of(person) {
                if let Err(error) = send_all_counts(&hub, &connection, person).await {
                    tracing::warn!(%error, "cannot read unread counts");
                }
            }
            sleep(pause).await;
        }
    }
}

/// Sends a connection all counts of its person, never older ones after newer ones.
pub(crate) async fn send_all_counts(hub: &Hub, connection: &ConnectionHandle, person: PersonId) -> store::Result<()> {
    loop {
        let version = connection.counts_version();
        let counts = reads::unread_of(&hub.store, person, hub.chat_access(person).await?).await?;
        if connection.send_counts_since(version, encode(&dto::unread(&counts))) {
            return Ok(());
        }
    }
}

/// Closes the connections of login sessions that ended.
pub(crate) async fn close_ended_login_sessions(hub: &Hub) {
    match login_sessions::ended_since(&hub.store, hub.store.clock.now() - LOOK_BACK).await {
        Ok(ended) => ended.iter().for_each(|(person, session)| hub.registry.close_login_sessions(*person, &[*session])),
        Err(error) => tracing::warn!(%error, "cannot read ended login sessions"),
    }
}
