//! Background job that tells the connections of this node when a blackout begins, changes or ends. Every node computes it
//! from the programmes; no event is needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use background::Job;
use store::ProgrammeId;

use crate::connection_handle::ConnectionHandle;
use crate::frame::encode;
use crate::hub::Hub;
use crate::programme_cache::Blackout;
use crate::protocol::ServerFrame;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The blackouts of the programmes.
type Blackouts = HashMap<ProgrammeId, Blackout>;

pub(crate) fn job(hub: &Arc<Hub>) -> Job {
    let known = Arc::new(Mutex::new(Blackouts::new()));
    Job::new("blackouts", POLL_INTERVAL, hub, move |hub| {
        let known = known.clone();
        async move {
            let current = hub.programmes.blackouts(&hub.store).await?;
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            announce(&hub, &known, &current);
            *known = current;
            Ok(())
        }
    })
}

fn announce(hub: &Hub, known: &Blackouts, current: &Blackouts) {
    let changed = current.iter().filter(|(id, blackout)| known.get(id).copied().unwrap_or_default() != **blackout);
    let frames: Vec<_> = changed.map(|(id, blackout)| encode(&frame(*id, blackout))).collect();
    if frames.is_empty() {
        return;
    }
    for connection in hub.registry.connections() {
        frames.iter().for_each(|frame| connection.queue.send(frame.clone()));
    }
}

/// Sends a new connection the blackouts that are on: its client may have missed their beginning.
pub(crate) async fn greet(hub: &Hub, connection: &ConnectionHandle) {
    let Ok(current) = hub.programmes.blackouts(&hub.store).await else { return };
    for (id, blackout) in current.iter().filter(|(_, blackout)| blackout.active) {
        connection.queue.send_frame(&frame(*id, blackout));
    }
}

fn frame(program: ProgrammeId, blackout: &Blackout) -> ServerFrame {
    let Blackout { active, until, refuses_sending } = *blackout;
    ServerFrame::BlackoutChanged { program, active, until, refuses_sending }
}
