//! Background job that renews the peers of this node and ends expired calls, and the task that notifies people of changed
//! calls.

use std::collections::HashSet;
use std::sync::{Arc, Weak};

use background::Job;
use store::CallId;
use store::calls::{self, End};
use tokio::sync::mpsc;

use super::event_handler;
use super::service::Notice;
use crate::hub::Hub;
use crate::protocol::ServerFrame;

/// Notices taken from the queue at once.
const BATCH: usize = 256;

/// Notifies until the hub is dropped. A single task keeps notifications about one call in order.
pub(crate) async fn notify(hub: Weak<Hub>, mut queue: mpsc::Receiver<Notice>) {
    let mut notices = Vec::new();
    while queue.recv_many(&mut notices, BATCH).await > 0 {
        let Some(hub) = hub.upgrade() else { return };
        for notice in notices.drain(..).collect::<HashSet<_>>() {
            let result = match notice {
                Notice::Changed(call) => event_handler::notify_change(&hub, call).await,
                Notice::Peers(call) => send_peers(&hub, call).await,
            };
            if let Err(error) = result {
                tracing::warn!(%error, "cannot notify people of a changed call");
            }
        }
    }
}

async fn send_peers(hub: &Hub, call: CallId) -> store::Result<()> {
    hub.calls.peers.send_peers(call, &calls::participants(&hub.store, call).await?);
    Ok(())
}

/// Runs at every interval, and when a membership may have changed. The renewal comes first: after an outage of the database,
/// everyone would have left.
pub(crate) fn job(hub: &Arc<Hub>) -> Job {
    let run = |hub: Arc<Hub>| async move {
        renew_peers(&hub).await?;
        calls::sweep(&hub.store).await
    };
    Job::new("calls", hub.calls.settings.sweep_interval, hub, run).woken_by(hub.calls.sweep_due.clone())
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
    peers.calls().into_iter().for_each(|call| hub.calls.notify_peers(call));
    Ok(())
}
