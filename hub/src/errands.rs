//! What is asked of the database on behalf of sockets, for many of them at once.

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use store::reads::{self, Unread};
use store::{ChannelId, PersonId, channels};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::Hub;
use crate::frame::encode;
use crate::news::end_ended_sessions;
use crate::outlet::Outlet;
use crate::protocol::ServerFrame;
use crate::wire;

/// Over how long everybody is brought up to date after a loss, so that they do not all call at once.
const SPREAD: Duration = Duration::from_secs(5);

/// Wait this long before asking a database again that did not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// Errands that may wait; more become one [`Errand::Everything`].
const WAITING: usize = 16_384;

/// Something to find out.
#[derive(Debug)]
pub(crate) enum Errand {
    /// A channel has new messages: count for those who wait for it.
    Count(ChannelId),
    /// A person has seen something of a channel: tell their sockets the count.
    CountFor(PersonId, ChannelId),
    /// A person's channels changed.
    Channels(PersonId),
    /// Anything may have happened.
    Everything,
}

/// The way to the task that runs them.
#[derive(Debug)]
pub(crate) struct Errands {
    queue: mpsc::Sender<Errand>,
    dropped: bool,
}

impl Errands {
    /// Starts the tasks; they end when this value is dropped.
    pub(crate) fn start(hub: &Arc<Hub>) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        // One that waits is enough: it begins after whatever was lost until then.
        let (everybody, wanted) = mpsc::channel(1);
        tokio::spawn(run(Arc::downgrade(hub), waiting, everybody));
        tokio::spawn(refresh_everybody(Arc::downgrade(hub), wanted));
        Self { queue, dropped: false }
    }

    /// Adds one and never waits.
    pub(crate) fn add(&mut self, errand: Errand) {
        self.dropped |= self.queue.try_send(errand).is_err();
    }

    /// Makes good for errands that found no place.
    pub(crate) fn add_what_was_dropped(&mut self) {
        if std::mem::take(&mut self.dropped) {
            self.add(Errand::Everything);
        }
    }
}

/// Takes all errands that wait and asks the database once for all of them; what comes meanwhile waits for the next round.
async fn run(hub: Weak<Hub>, mut waiting: mpsc::Receiver<Errand>, everybody: mpsc::Sender<()>) {
    let mut errands = Vec::new();
    while waiting.recv_many(&mut errands, 1024).await > 0 {
        let Some(hub) = hub.upgrade() else { return };
        let (mut count, mut count_for, mut changed) = (HashSet::new(), HashSet::new(), HashSet::new());
        for errand in errands.drain(..) {
            match errand {
                Errand::Count(channel) => drop(count.insert(channel)),
                Errand::CountFor(person, channel) => drop(count_for.insert((person, channel))),
                Errand::Channels(person) => drop(changed.insert(person)),
                // If one waits already, that one will do.
                Errand::Everything => drop(everybody.try_send(())),
            }
        }
        for person in changed {
            let hub = hub.clone();
            tokio::spawn(async move { refresh(&hub, person).await });
        }
        tell_counts(&hub, &count, &count_for).await;
    }
}

async fn tell_counts(hub: &Hub, count: &HashSet<ChannelId>, count_for: &HashSet<(PersonId, ChannelId)>) {
    let mut people: HashSet<PersonId> = count.iter().flat_map(|channel| hub.registry.waiting_for(*channel)).collect();
    people.extend(count_for.iter().map(|(person, _)| *person).filter(|p| !hub.registry.sockets_of(*p).is_empty()));
    let channels: HashSet<ChannelId> = count.iter().copied().chain(count_for.iter().map(|(_, c)| *c)).collect();
    if people.is_empty() {
        return;
    }
    let (channels, people): (Vec<_>, Vec<_>) = (channels.into_iter().collect(), people.into_iter().collect());
    let counts = match reads::unread_among(&hub.store, &channels, &people).await {
        Ok(counts) => counts,
        // The next message or the next look at the list tells the count again.
        Err(error) => return tracing::warn!(%error, "unread counts could not be read"),
    };
    for (person, counts) in counts {
        for socket in hub.registry.sockets_of(person) {
            // An open channel is read as it flows; only the person's own reading elsewhere changes its count.
            let news: Vec<&Unread> = counts
                .iter()
                .filter(|u| count_for.contains(&(person, u.channel_id)) || !socket.has_open(u.channel_id))
                .collect();
            if !news.is_empty() {
                socket.tell_counts(encode(&wire::unread(news)));
            }
        }
    }
}

/// Brings the sockets of a person up to date with their memberships and tells them to look.
async fn refresh(hub: &Hub, person: PersonId) {
    if hub.registry.sockets_of(person).is_empty() {
        return;
    }
    let (active, look) = loop {
        let look = hub.registry.next_look();
        match channels::of_person(&hub.store, person).await {
            Ok(memberships) => break (active_of(&memberships), look),
            // Somebody may have been taken out of a channel: this must not be forgotten.
            Err(error) => tracing::warn!(%error, "channels could not be read"),
        }
        sleep(AGAIN).await;
    };
    for socket in hub.registry.sockets_of(person) {
        for channel in hub.registry.set_channels(&socket, &active, look) {
            hub.rooms.leave(channel, socket.id).await;
        }
        socket.answer(&ServerFrame::Reload {});
    }
}

/// The channels in which a person hears what is said now.
fn active_of(memberships: &[channels::Membership]) -> Vec<ChannelId> {
    let active = memberships.iter().filter(|m| m.status == channels::Status::Active);
    active.map(|m| m.channel_id).collect()
}

/// Brings everybody up to date each time it is wanted.
async fn refresh_everybody(hub: Weak<Hub>, mut wanted: mpsc::Receiver<()>) {
    while wanted.recv().await.is_some() {
        let Some(hub) = hub.upgrade() else { return };
        end_ended_sessions(&hub).await;
        let people = hub.registry.people();
        let pause = SPREAD / u32::try_from(people.len().max(1)).unwrap_or(u32::MAX);
        for person in people {
            refresh(&hub, person).await;
            for socket in hub.registry.sockets_of(person) {
                if let Err(error) = tell_all_counts(&hub, &socket, person).await {
                    tracing::warn!(%error, "unread counts could not be read");
                }
            }
            sleep(pause).await;
        }
    }
}

/// Tells a socket all counts of its person, and never older ones after newer ones.
pub(crate) async fn tell_all_counts(hub: &Hub, outlet: &Outlet, person: PersonId) -> store::Result<()> {
    loop {
        let before = outlet.counts_told();
        let counts = reads::unread_of(&hub.store, person).await?;
        if outlet.tell_counts_since(before, encode(&wire::unread(&counts))) {
            return Ok(());
        }
    }
}
