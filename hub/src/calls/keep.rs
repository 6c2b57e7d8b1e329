//! Looks after the calls of this node: tells what changed, vouches for the tabs that are here, and lets time do its work.

use std::collections::HashSet;
use std::sync::Weak;
use std::time::Duration;

use store::calls::{self, End};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::{Task, tell};
use crate::Hub;
use crate::protocol::ServerFrame;

/// Runs until the hub is gone. One task: of two looks at a call, the later one is told last.
pub(super) async fn run(hub: Weak<Hub>, mut waiting: mpsc::Receiver<Task>, every: Duration) {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut tasks = Vec::new();
    loop {
        tasks.clear();
        let is_tick = tokio::select! {
            taken = waiting.recv_many(&mut tasks, 256) => if taken == 0 { return } else { false },
            _ = ticks.tick() => true,
        };
        let Some(hub) = hub.upgrade() else { return };
        let tasks: HashSet<Task> = tasks.iter().copied().collect();
        for task in &tasks {
            if let Task::Changed(call) = task
                && let Err(error) = tell::tell_change(&hub, *call).await
            {
                tracing::warn!(%error, "a call could not be looked at");
            }
        }
        if is_tick && let Err(error) = vouch(&hub).await {
            tracing::warn!(%error, "nobody could be vouched for in calls");
        }
        if (is_tick || tasks.contains(&Task::Look))
            && let Err(error) = calls::sweep(&hub.store).await
        {
            tracing::warn!(%error, "calls could not be looked after");
        }
    }
}

/// Says for everybody in a call who is connected here that they are.
async fn vouch(hub: &Hub) -> store::Result<()> {
    for peer in calls::keep_alive(&hub.store, &hub.calls.seats.all()).await? {
        // Its call ended, or it was put out, and the news was lost on the way.
        if let (Some(outlet), Some(call)) = (hub.calls.seats.leave(&peer), calls::by_id(&hub.store, peer.call).await?) {
            let reason = if call.ended_at.is_some() { End::EverybodyLeft } else { End::Moved };
            outlet.answer(&ServerFrame::CallEnded { room: call.room, channel_id: call.channel_id, reason });
        }
    }
    let here: Vec<_> = calls::hinted(&hub.store)
        .await?
        .into_iter()
        .filter(|(_, person)| !hub.registry.sockets_of(*person).is_empty())
        .map(|(peer, _)| peer)
        .collect();
    calls::keep_alive(&hub.store, &here).await?;
    // What was told of the others may have been lost.
    for call in hub.calls.seats.calls() {
        let participants = calls::participants(&hub.store, call).await?;
        hub.calls.seats.introduce(call, &participants);
    }
    Ok(())
}
