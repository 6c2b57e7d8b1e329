//! Background job that applies maintenance mode: it closes all connections, and the upgrade refuses new ones.
//!
//! The command line turns maintenance on and shares no bus with a stand-alone server, so every node polls the flag.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use background::Job;
use store::flags;

use crate::hub::Hub;
use crate::protocol::close;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) fn job(hub: &Arc<Hub>) -> Job {
    Job::new("maintenance", POLL_INTERVAL, hub, |hub| async move { apply(&hub).await })
}

async fn apply(hub: &Hub) -> store::Result<()> {
    // A database error leaves the mode as it is.
    let is_on = flags::is_on(&hub.store, flags::MAINTENANCE).await?;
    hub.maintenance.store(is_on, Ordering::Relaxed);
    if is_on {
        // At every run: a connection may have opened between the query and the store.
        hub.registry.connections().iter().for_each(|connection| connection.queue.close(close::MAINTENANCE));
    }
    Ok(())
}
