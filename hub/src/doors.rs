//! Maintenance: while it lasts nobody gets in, and whoever is in has to leave.
//!
//! The switch is turned by a command, which shares no bus with a server that stands alone. So every node looks, once a
//! second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use store::switches;
use tokio::time::{MissedTickBehavior, interval};

use crate::Hub;
use crate::protocol::close;

const LOOK: Duration = Duration::from_secs(1);

/// Whether this node lets people in.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    are_closed: AtomicBool,
}

impl Doors {
    pub(crate) fn are_closed(&self) -> bool {
        self.are_closed.load(Ordering::Relaxed)
    }
}

/// Looks at the switch until the hub ends.
pub(crate) fn start(hub: &Arc<Hub>) {
    let hub = Arc::downgrade(hub);
    tokio::spawn(async move {
        let mut ticks = interval(LOOK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(hub) = hub.upgrade() else { return };
            // A database that does not answer closes no doors: chat has its own ways with that.
            let Ok(are_closed) = switches::is_on(&hub.store, switches::MAINTENANCE).await else { continue };
            hub.doors.are_closed.store(are_closed, Ordering::Relaxed);
            if are_closed {
                // Each time: one may have slipped in between the look and the closing.
                let people = hub.registry.people().into_iter();
                people
                    .flat_map(|person| hub.registry.sockets_of(person))
                    .for_each(|socket| socket.end(close::MAINTENANCE));
            }
        }
    });
}
