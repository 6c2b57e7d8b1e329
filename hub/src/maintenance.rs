//! Background task that applies maintenance mode: it closes all connections, and the upgrade refuses new ones.
//!
//! The command line turns maintenance on and shares no bus with a stand-alone server, so every node polls the flag.

use std::sync::Weak;
use std::sync::atomic::Ordering;
use std::time::Duration;

use store::flags;
use tokio::time::{MissedTickBehavior, interval};

use crate::hub::Hub;
use crate::protocol::close;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Runs until the hub is dropped.
pub(crate) async fn run(hub: Weak<Hub>) {
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        // A database error leaves the mode as it is.
        let Ok(is_on) = flags::is_on(&hub.store, flags::MAINTENANCE).await else { continue };
        hub.maintenance.store(is_on, Ordering::Relaxed);
        if is_on {
            // At every tick: a connection may have opened between the query and the store.
            hub.registry.connections().iter().for_each(|connection| connection.queue.close(close::MAINTENANCE));
        }
    }
}
