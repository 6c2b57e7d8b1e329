//! Background job that renews the peers of this node and ends expired calls, and the task that notifies people of changed
//! calls.

use std::collections::HashSet;
use std::sync::Arc;

use background::Job;
use chrono::Duration;
use store::CallId;
use store::calls::{self, Call, End};
use tokio::sync::mpsc;

use super::service::{CallService, Notice};
use crate::protocol::ServerFrame;

/// How long the event about a departure may take. It names the reason and the person; the rows do not.
const EVENT_TIMEOUT: Duration = Duration::seconds(5);

/// Notices taken from the queue at once.
const BATCH: usize = 256;

impl CallService {
    /// Sends the queued notices. A single task keeps those about one call in order.
    pub(crate) async fn run_notices(self: Arc<Self>, mut queue: mpsc::Receiver<Notice>) {
        let mut notices = Vec::new();
        while queue.recv_many(&mut notices, BATCH).await > 0 {
            for notice in notices.drain(..).collect::<HashSet<_>>() {
                let result = match notice {
                    Notice::Changed(call) => self.send_change(call).await,
                    Notice::Peers(call) => self.send_peers(call).await,
                };
                if let Err(error) = result {
                    tracing::warn!(%error, "cannot notify people of a changed call");
                }
            }
        }
    }

    async fn send_peers(&self, call: CallId) -> store::Result<()> {
        self.peers.send_peers(call, &calls::participants(&self.store, call).await?);
        Ok(())
    }

    /// Returns the job that runs at every interval, and when a membership may have changed. The renewal comes first: after an
    /// outage of the database, everyone would have left.
    pub(crate) fn reaper_job(self: &Arc<Self>) -> Job {
        let run = |service: Arc<Self>| async move {
            service.renew_peers().await?;
            calls::sweep(&service.store).await
        };
        Job::new("calls", self.settings.sweep_interval, self, run).woken_by(self.sweep_due.clone())
    }

    /// Renews everyone who is in a call and connected to this node.
    async fn renew_peers(&self) -> store::Result<()> {
        for peer in self.peers.renew(&self.store).await? {
            let latest = self.store.clock.now() - EVENT_TIMEOUT;
            if calls::left_at(&self.store, &peer).await?.is_some_and(|left_at| left_at > latest) {
                continue;
            }
            // The call ended or the peer was removed, and the event was lost.
            if let (Some(connection), Some(call)) =
                (self.peers.remove(&peer), calls::by_id(&self.store, peer.call).await?)
            {
                let reason = match call.ended_at {
                    Some(at) if at >= call.expires_at => End::Expired,
                    Some(_) => End::EverybodyLeft,
                    None => End::Moved,
                };
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
        self.peers.calls().into_iter().for_each(|call| self.notify_peers(call));
        Ok(())
    }
}
