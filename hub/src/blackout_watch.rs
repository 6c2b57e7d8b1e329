//! Background job that notifies the connections of this node when a blackout begins, changes or ends. Every node computes it
//! from the programmes; no event is needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use background::Job;
use store::ProgrammeId;

use crate::connection_handle::ConnectionHandle;
use crate::frame::encode;
use crate::programme_cache::{Blackout, ProgrammeCache};
use crate::protocol::ServerFrame;
use crate::registry::Registry;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

type Blackouts = HashMap<ProgrammeId, Blackout>;

pub(crate) fn job(programmes: &Arc<ProgrammeCache>, registry: Arc<Registry>) -> Job {
    let node = Arc::new((registry, Mutex::new(Blackouts::new())));
    Job::new("blackouts", POLL_INTERVAL, programmes, move |programmes| {
        let node = node.clone();
        async move {
            let (registry, known) = &*node;
            let current = programmes.blackouts().await?;
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            announce(registry, &known, &current);
            *known = current;
            Ok(())
        }
    })
}

fn announce(registry: &Registry, known: &Blackouts, current: &Blackouts) {
    let changed = current.iter().filter(|(id, blackout)| known.get(id).copied().unwrap_or_default() != **blackout);
    let frames: Vec<_> = changed.map(|(id, blackout)| encode(&frame(*id, blackout))).collect();
    if frames.is_empty() {
        return;
    }
    for connection in registry.connections() {
        frames.iter().for_each(|frame| connection.queue.send(frame.clone()));
    }
}

/// Sends a new connection the blackouts that are on: its client may have missed their beginning.
pub(crate) async fn send_current(programmes: &ProgrammeCache, connection: &ConnectionHandle) {
    let Ok(current) = programmes.blackouts().await else { return };
    for (id, blackout) in current.iter().filter(|(_, blackout)| blackout.active) {
        connection.queue.send_frame(&frame(*id, blackout));
    }
}

fn frame(program: ProgrammeId, blackout: &Blackout) -> ServerFrame {
    let Blackout { active, until, refuses_sending } = *blackout;
    ServerFrame::BlackoutChanged { program, active, until, refuses_sending }
}
