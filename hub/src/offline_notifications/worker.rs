//! Background task that publishes the presence of this node's people and queues push notifications for absent ones.
//!
//! One task does both, in this order, for everything that gathered since the last pass: a flood of messages or connections
//! costs one query, and no message waits for it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{NodeId, PersonId, offline_notifications, presence};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::OfflineNotifications;

/// How often this node renews its lease; well within [`presence::LEASE`].
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// The pause between two passes. A push may be this late, and a busy channel is queried once per pass.
const PASS_INTERVAL: Duration = Duration::from_millis(250);

/// The query for channels with new messages reads all their members: 10 to 20 ms for 10,000. The pause after it is this many
/// times its duration, so that the query uses at most a fiftieth of the time.
const PAUSE_PER_QUERY: u32 = 50;

/// The longest pause after that query. It bounds the delay of a push, also if the query is slower than 20 ms.
const MAX_QUERY_PAUSE: Duration = Duration::from_secs(1);

impl OfflineNotifications {
    /// Runs a pass after changes and at every heartbeat.
    pub(crate) async fn run(self: Arc<Self>) {
        let node = self.store.clock.id();
        let mut heartbeats = interval(HEARTBEAT_INTERVAL);
        heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut next_query = Instant::now();
        loop {
            let is_heartbeat = tokio::select! {
                _ = heartbeats.tick() => true,
                () = self.wake.notified() => false,
            };
            // Presence is retried after the next heartbeat; a push may be lost.
            if let Err(error) = self.run_pass(node, is_heartbeat, &mut next_query).await {
                tracing::warn!(%error, "cannot notify people who are offline");
            }
            sleep(PASS_INTERVAL).await;
        }
    }

    async fn run_pass(&self, node: NodeId, is_heartbeat: bool, next_query: &mut Instant) -> store::Result<()> {
        if is_heartbeat {
            presence::heartbeat(&self.store, node).await?;
        }
        let changed = self.drain_people();
        let is_online = |person: &PersonId| self.registry.is_online(*person);
        let (online, offline): (Vec<_>, Vec<_>) = changed.iter().map(|(person, _)| *person).partition(is_online);
        if let Err(error) = presence::changed(&self.store, node, &online, &offline).await {
            // Presence must converge.
            self.put_back(changed);
            return Err(error);
        }
        let offline: HashSet<_> = offline.into_iter().collect();
        let silent = changed.into_iter().filter(|(person, _)| offline.contains(person));
        let silent: Vec<_> = silent.filter_map(|(person, since)| Some((person, since?))).collect();
        offline_notifications::notify_missed(&self.store, &silent).await?;
        let started_at = Instant::now();
        if started_at < *next_query {
            // Another pass after the pause.
            self.wake.notify_one();
            return Ok(());
        }
        let result = offline_notifications::notify_offline_members(&self.store, &self.drain_channels()).await;
        *next_query = Instant::now() + (started_at.elapsed() * PAUSE_PER_QUERY).min(MAX_QUERY_PAUSE);
        result
    }
}
