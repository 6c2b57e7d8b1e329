//! Background task that publishes the presence of this node's people and queues push notifications for absent ones.
//!
//! One task does both, in this order, for everything that gathered since the last round: a flood of messages or connections
//! costs one query, and no message waits for it.

use std::collections::HashSet;
use std::sync::Weak;
use std::time::{Duration, Instant};

use store::{NodeId, PersonId, presence, push};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::hub::Hub;

/// How often this node renews its lease; well within [`presence::LEASE`].
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// The pause between two rounds. A push may be this late, and a busy channel is queried once per round.
const ROUND_INTERVAL: Duration = Duration::from_millis(250);

/// The query for channels with new messages reads all their members: 10 to 20 ms for 10,000. The pause after it is this many
/// times its duration, so that queries of up to 20 ms take a fiftieth of the time. [`MAX_QUERY_PAUSE`] bounds the pause, and
/// with it the delay of a push: a timely push takes precedence over the share of time.
const PAUSE_PER_QUERY: u32 = 50;
const MAX_QUERY_PAUSE: Duration = Duration::from_secs(1);

/// Runs until the hub is dropped.
pub(crate) async fn run(hub: Weak<Hub>, node: NodeId, mut woken: mpsc::Receiver<()>) {
    let mut heartbeats = interval(HEARTBEAT_INTERVAL);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_query = Instant::now();
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
            // Presence is retried after the next heartbeat; a push may be lost.
            if let Err(error) = run_round(&hub, node, is_heartbeat, &mut next_query).await {
                tracing::warn!(%error, "cannot notify people who are offline");
            }
        }
        sleep(ROUND_INTERVAL).await;
    }
}

async fn run_round(hub: &Hub, node: NodeId, is_heartbeat: bool, next_query: &mut Instant) -> store::Result<()> {
    let pending = &hub.offline_notifications;
    if is_heartbeat {
        presence::heartbeat(&hub.store, node).await?;
    }
    let changed = pending.take_people();
    let is_online = |person: &PersonId| hub.registry.is_online(*person);
    let (online, offline): (Vec<_>, Vec<_>) = changed.iter().map(|(person, _)| *person).partition(is_online);
    if let Err(error) = presence::changed(&hub.store, node, &online, &offline).await {
        // Presence must converge.
        pending.put_back(changed);
        return Err(error);
    }
    let offline: HashSet<_> = offline.into_iter().collect();
    let silent = changed.into_iter().filter(|(person, _)| offline.contains(person));
    let silent: Vec<_> = silent.filter_map(|(person, since)| Some((person, since?))).collect();
    push::notify_missed(&hub.store, &silent).await?;
    let started_at = Instant::now();
    if started_at < *next_query {
        // Another round after the pause.
        pending.wake();
        return Ok(());
    }
    let result = push::notify_offline_members(&hub.store, &pending.take_channels()).await;
    *next_query = Instant::now() + (started_at.elapsed() * PAUSE_PER_QUERY).min(MAX_QUERY_PAUSE);
    result
}
