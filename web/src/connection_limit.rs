//! How many connections one network address may hold, so that one machine cannot take all open files of a node.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::network::network_of;
use crate::{Bucket, Rate};

/// Warnings in the log, whatever the number of refused connections.
const WARNINGS: Rate = Rate::per_minute(1);

/// Counts the connections of each network address.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    by_network: HashMap<IpAddr, usize>,
    warnings: Bucket,
}

/// One connection that counts towards the limit of its network address until it is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    network: IpAddr,
}

impl ConnectionLimit {
    /// A limit of so many connections per network address.
    pub(crate) fn new(most: usize) -> Self {
        let warnings = Bucket::full(WARNINGS, Instant::now());
        Self { most, open: Mutex::new(Open { by_network: HashMap::new(), warnings }) }
    }

    /// Counts a connection, or returns None if its network address has too many.
    pub(crate) fn acquire(self: &Arc<Self>, peer: IpAddr) -> Option<ConnectionPermit> {
        let network = network_of(peer);
        let mut open = self.lock();
        let count = open.by_network.entry(network).or_default();
        if *count < self.most {
            *count += 1;
            return Some(ConnectionPermit { limit: self.clone(), network });
        }
        if open.warnings.take(Instant::now()).is_ok() {
            tracing::warn!(%network, most = self.most, "refused a connection: limits.connections_per_address");
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.lock();
        if let Some(count) = open.by_network.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_connections_make_room_for_others() {
        let limit = Arc::new(ConnectionLimit::new(2));
        let (school, home) = ("192.0.2.7".parse().unwrap(), "192.0.2.8".parse().unwrap());
        let first = limit.acquire(school).unwrap();
        let _second = limit.acquire(school).unwrap();
        assert!(limit.acquire(school).is_none());
        drop(limit.acquire(home).unwrap());
        drop(first);
        assert!(limit.acquire(school).is_some());
        assert_eq!(limit.lock().by_network.len(), 1, "no entry without a connection");
    }

    #[test]
    fn ipv6_network_shares_its_limit() {
        let limit = Arc::new(ConnectionLimit::new(1));
        let _first = limit.acquire("2001:db8:1:2:aaaa::1".parse().unwrap()).unwrap();
        assert!(limit.acquire("2001:db8:1:2:bbbb::9".parse().unwrap()).is_none());
        assert!(limit.acquire("2001:db8:1:3::1".parse().unwrap()).is_some());
    }
}
