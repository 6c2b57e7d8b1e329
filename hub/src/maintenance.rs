//! Background job that applies maintenance mode: it closes all connections, and the upgrade refuses new ones.
//!
//! Every node polls the flag: it must hold also where events are lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use background::Job;
use store::{Store, flags};

use crate::protocol::close;
use crate::registry::Registry;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Maintenance mode on this node.
#[derive(Debug)]
pub(crate) struct Maintenance {
    store: Arc<Store>,
    registry: Arc<Registry>,
    is_on: AtomicBool,
}

impl Maintenance {
    pub(crate) fn new(store: Arc<Store>, registry: Arc<Registry>) -> Self {
        Self { store, registry, is_on: AtomicBool::default() }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    pub(crate) fn job(self: &Arc<Self>) -> Job {
        Job::new("maintenance", POLL_INTERVAL, self, |maintenance| async move { maintenance.apply().await })
    }

    async fn apply(&self) -> store::Result<()> {
        // A database error leaves the mode as it is.
        let is_on = flags::is_on(&self.store, flags::MAINTENANCE).await?;
        self.is_on.store(is_on, Ordering::Relaxed);
        if is_on {
            // At every run: a connection may have opened between the query and the store.
            self.registry.connections().iter().for_each(|connection| connection.queue.close(close::MAINTENANCE));
        }
        Ok(())
    }
}
