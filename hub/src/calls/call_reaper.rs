//! Background task that notifies people of changed calls, renews the peers of this node and ends expired calls.

use std::collections::HashSet;
use std::sync::Weak;
use std::time::Duration;

use store::calls::{self, End};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::event_handler;
use super::service::Job;
use crate::hub::Hub;
use crate::protocol::ServerFrame;

/// Jobs taken from the queue at once.
const BATCH: usize = 256;

/// Runs until the hub is dropped. A single task keeps notifications about one call in order.
pub(crate) async fn run(hub: Weak<Hub>, mut queue: mpsc::Receiver<Job>, sweep_interval: Duration) {
    let mut ticks = interval(sweep_interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut jobs = Vec::new();
    loop {
        jobs.clear();
        let is_tick = tokio::select! {
            received = queue.recv_many(&mut jobs, BATCH) => if received == 0 { return } else { false },
            _ = ticks.tick() => true,
        };
        let Some(hub) = hub.upgrade() else { return };
        let jobs: HashSet<Job> = jobs.iter().copied().collect();
        for job in &jobs {
            if let Job::NotifyChange(call) = job
                && let Err(error) = event_handler::notify_change(&hub, *call).await
            {
                tracing::warn!(%error, "cannot notify people of a changed call");
            }
        }
        if is_tick && let Err(error) = renew_peers(&hub).await {
            tracing::warn!(%error, "cannot renew the peers of calls");
        }
        if (is_tick || jobs.contains(&Job::Sweep))
            && let Err(error) = calls::sweep(&hub.store).await
        {
            tracing::warn!(%error, "cannot sweep calls");
        }
    }
}

/// Renews everyone who is in a call and connected to this node.
async fn renew_peers(hub: &Hub) -> store::Result<()> {
    let peers = &hub.calls.peers;
    for peer in peers.renew(&hub.store).await? {
        // The call ended or the peer was removed, and the event was lost.
        if let (Some(connection), Some(call)) = (peers.remove(&peer), calls::by_id(&hub.store, peer.call).await?) {
            let reason = if call.ended_at.is_some() { End::EverybodyLeft } else { End::Moved };
            let ended = ServerFrame::CallEnded {
                call_id: call.id,
                room: call.room,
                channel_id: call.channel_id,
                reason,
                by_user_id: None,
            };
            connection.queue.send_frame(&ended);
        }
    }
    let conference_pages = calls::reported_by_pages(&hub.store).await?.into_iter();
    let connected: Vec<_> =
        conference_pages.filter(|(_, person)| hub.registry.is_online(*person)).map(|(peer, _)| peer).collect();
    calls::keep_alive(&hub.store, &connected).await?;
    // Events about other peers may have been lost.
    for call in peers.calls() {
        let participants = calls::participants(&hub.store, call).await?;
        peers.send_peers(call, &participants);
    }
    Ok(())
}
