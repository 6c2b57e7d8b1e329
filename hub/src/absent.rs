//! People who are not here: who came and went is told to the other processes, and what happens meanwhile to their
//! devices.
//!
//! One task does both, in this order, for all that has gathered since it last looked; so a flood of messages or of people
//! is one question to the database, and nothing on the way of a message waits for it.

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use dashmap::{DashMap, DashSet};
use store::{ChannelId, NodeId, PersonId, presence, push};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::Hub;

/// How often this process says that it lives; well within [`presence::LEASE`].
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Between two rounds: nobody needs a push sooner, and a lively channel is looked at once.
const REST: Duration = Duration::from_millis(250);

/// A look at the channels with news steps through all their members, which takes 10 to 20 ms for 10,000. The next one is so
/// many times as long away, so that looks of up to 20 ms take a fiftieth of the time. After a longer one it is
/// [`LONGEST_REST`] away, which is what a push may be late: of two promises the push's is kept, and looks take what they need.
const REST_PER_LOOK: u32 = 50;
const LONGEST_REST: Duration = Duration::from_secs(1);

/// What is to be told.
#[derive(Debug)]
pub(crate) struct Absent {
    people: DashMap<PersonId, Option<DateTime<Utc>>>,
    channels: DashSet<ChannelId>,
    wake: mpsc::Sender<()>,
}

impl Absent {
    /// The list, and the end at which [`start`] waits.
    pub(crate) fn new() -> (Self, mpsc::Receiver<()>) {
        let (wake, woken) = mpsc::channel(1);
        (Self { people: DashMap::new(), channels: DashSet::new(), wake }, woken)
    }

    /// A person's first socket came.
    pub(crate) fn came(&self, person: PersonId) {
        self.people.entry(person).or_insert(None);
        self.wake();
    }

    /// A person's socket went. If it fell silent before, at `silent_since`, it may have missed what came after.
    pub(crate) fn went(&self, person: PersonId, silent_since: Option<DateTime<Utc>>) {
        self.people.insert(person, silent_since);
        self.wake();
    }

    /// Something new was said.
    pub(crate) fn has_news(&self, channel: ChannelId) {
        self.channels.insert(channel);
        self.wake();
    }

    fn wake(&self) {
        // One that waits is enough: the round begins after this.
        let _ = self.wake.try_send(());
    }

    fn take_people(&self) -> Vec<(PersonId, Option<DateTime<Utc>>)> {
        let people: Vec<_> = self.people.iter().map(|entry| *entry.key()).collect();
        people.into_iter().filter_map(|person| self.people.remove(&person)).collect()
    }

    fn take_channels(&self) -> Vec<ChannelId> {
        let channels: Vec<_> = self.channels.iter().map(|channel| *channel).collect();
        channels.into_iter().filter(|channel| self.channels.remove(channel).is_some()).collect()
    }
}

/// Starts the task. It ends with the hub.
pub(crate) fn start(hub: &Arc<Hub>, woken: mpsc::Receiver<()>) {
    tokio::spawn(run(Arc::downgrade(hub), hub.store.clock.id(), woken));
}

async fn run(hub: Weak<Hub>, node: NodeId, mut woken: mpsc::Receiver<()>) {
    let mut heartbeats = interval(HEARTBEAT);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_look = Instant::now();
    loop {
        let is_heartbeat = tokio::select! {
            _ = heartbeats.tick() => true,
            woken = woken.recv() => match woken {
                Some(()) => false,
                None => return,
            },
        };
        {
            let Some(hub) = hub.upgrade() else { return };
            // What could not be told is told after the next heartbeat, or not at all: a push is a courtesy.
            if let Err(error) = round(&hub, node, is_heartbeat, &mut next_look).await {
                tracing::warn!(%error, "people who are away could not be told");
            }
        }
        sleep(REST).await;
    }
}

async fn round(hub: &Hub, node: NodeId, is_heartbeat: bool, next_look: &mut Instant) -> store::Result<()> {
    if is_heartbeat {
        presence::heartbeat(&hub.store, node).await?;
    }
    let changed = hub.absent.take_people();
    let is_here = |person: &PersonId| !hub.registry.sockets_of(*person).is_empty();
    let (here, gone): (Vec<_>, Vec<_>) = changed.iter().map(|(person, _)| *person).partition(is_here);
    if let Err(error) = presence::changed(&hub.store, node, &here, &gone).await {
        // Who is here must be known in the end, so this is not forgotten.
        for (person, silent_since) in changed {
            hub.absent.people.entry(person).or_insert(silent_since);
        }
        return Err(error);
    }
    let gone: HashSet<_> = gone.into_iter().collect();
    let silent = changed.into_iter().filter(|(person, _)| gone.contains(person));
    let silent: Vec<_> = silent.filter_map(|(person, since)| Some((person, since?))).collect();
    push::tell_of_missed(&hub.store, &silent).await?;
    let began = Instant::now();
    if began < *next_look {
        // Once more, after the rest.
        hub.absent.wake();
        return Ok(());
    }
    let told = push::tell_of_channels(&hub.store, &hub.absent.take_channels()).await;
    *next_look = Instant::now() + (began.elapsed() * REST_PER_LOOK).min(LONGEST_REST);
    told
}

/// When a socket was last heard of that has been silent for so long.
pub(crate) fn silent_since(hub: &Hub, silence: Duration) -> DateTime<Utc> {
    hub.store.clock.now() - TimeDelta::from_std(silence).unwrap_or(TimeDelta::zero())
}
