//! Background task that notifies people of changed calls, renews the peers of this node and ends expired calls.

use std::collections::HashSet;
use std::sync::Arc;

use store::calls::{self, Call, End};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::service::{CallService, Job};
use crate::protocol::ServerFrame;

/// Jobs processed at once.
const BATCH: usize = 256;

impl CallService {
    /// Processes jobs, and sweeps at every interval. A single task keeps notifications about one call in order.
    pub(crate) async fn run_reaper(self: Arc<Self>, mut queue: mpsc::Receiver<Job>) {
        let mut ticks = interval(self.settings.sweep_interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut jobs = Vec::new();
        loop {
            jobs.clear();
            let is_tick = tokio::select! {
                _ = queue.recv_many(&mut jobs, BATCH) => false,
                _ = ticks.tick() => true,
            };
            let jobs: HashSet<Job> = jobs.iter().copied().collect();
            for job in &jobs {
                if let Job::NotifyChange(call) = job
                    && let Err(error) = self.send_change(*call).await
                {
                    tracing::warn!(%error, "cannot notify people of a changed call");
                }
            }
            if is_tick && let Err(error) = self.renew_peers().await {
                tracing::warn!(%error, "cannot renew the peers of calls");
            }
            if (is_tick || jobs.contains(&Job::Sweep))
                && let Err(error) = calls::sweep(&self.store).await
            {
                tracing::warn!(%error, "cannot sweep calls");
            }
        }
    }

    /// Renews everyone who is in a call and connected to this node.
    async fn renew_peers(&self) -> store::Result<()> {
        for peer in self.peers.renew(&self.store).await? {
            // The call ended or the peer was removed, and the event was lost.
            if let (Some(connection), Some(call)) =
                (self.peers.remove(&peer), calls::by_id(&self.store, peer.call).await?)
            {
                let reason = if call.ended_at.is_some() { End::EverybodyLeft } else { End::Moved };
                let Call { id: call_id, room, channel_id, .. } = call;
                let ended = ServerFrame::CallEnded { call_id, room, channel_id, reason, by_user_id: None };
                connection.queue.send_frame(&ended);
            }
        }
        let conference_pages = calls::reported_by_pages(&self.store).await?.into_iter();
        let connected: Vec<_> =
            conference_pages.filter(|(_, person)| self.registry.is_online(*person)).map(|(peer, _)| peer).collect();
        calls::keep_alive(&self.store, &connected).await?;
        // Events about other peers may have been lost.
        for call in self.peers.calls() {
            let participants = calls::participants(&self.store, call).await?;
            self.peers.send_peers(call, &participants);
        }
        Ok(())
    }
}
