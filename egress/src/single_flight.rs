//! Request coalescing: concurrent requests for the same key share one execution.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

type Running<K, V> = Mutex<HashMap<K, Arc<OnceCell<V>>>>;

/// Running requests by key.
#[derive(Debug)]
pub struct SingleFlight<K, V> {
    running: Running<K, V>,
}

impl<K, V> Default for SingleFlight<K, V> {
    fn default() -> Self {
        Self { running: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> SingleFlight<K, V> {
    /// Returns the result of the running request for this key, or of a new one. If the executing caller is cancelled, one of the
    /// waiting callers continues.
    pub async fn share(&self, name: K, fetch: impl Future<Output = V>) -> V {
        let cell = self.lock().entry(name.clone()).or_default().clone();
        let lease = Lease { single_flight: self, name, cell };
        lease.cell.get_or_init(|| fetch).await.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<K, Arc<OnceCell<V>>>> {
        // A map of pointers is never in an inconsistent state.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes an entry once it is complete or has no waiting callers.
struct Lease<'f, K: Clone + Eq + Hash, V: Clone> {
    single_flight: &'f SingleFlight<K, V>,
    name: K,
    cell: Arc<OnceCell<V>>,
}

impl<K: Clone + Eq + Hash, V: Clone> Drop for Lease<'_, K, V> {
    fn drop(&mut self) {
        let mut running = self.single_flight.lock();
        let is_ours = running.get(&self.name).is_some_and(|cell| Arc::ptr_eq(cell, &self.cell));
        // Two references: the map's and this one.
        if is_ours && (self.cell.initialized() || Arc::strong_count(&self.cell) == 2) {
            running.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Barrier;

    #[tokio::test]
    async fn concurrent_callers_share_one_fetch() {
        let (single_flight, fetches, all_are_here) = (SingleFlight::default(), AtomicUsize::new(0), Barrier::new(2));
        let fetch = async || {
            let number = fetches.fetch_add(1, Ordering::SeqCst);
            all_are_here.wait().await;
            number
        };
        let late = async {
            let waits = single_flight.share("a", fetch());
            tokio::pin!(waits);
            tokio::select! {
                biased;
                _ = &mut waits => panic!("no fetch has completed yet"),
                _ = all_are_here.wait() => {}
            }
            waits.await
        };
        let (first, second) = tokio::join!(single_flight.share("a", fetch()), late);
        assert_eq!((first, second), (0, 0));
        assert_eq!(single_flight.share("a", async { 7 }).await, 7);
        assert!(single_flight.lock().is_empty());
    }

    #[tokio::test]
    async fn waiting_caller_continues_after_cancellation() {
        let single_flight: SingleFlight<&str, i32> = SingleFlight::default();
        let mut gone = Box::pin(single_flight.share("a", std::future::pending()));
        let waits = single_flight.share("a", async { 1 });
        assert!(futures_poll(&mut gone).await.is_none());
        drop(gone);
        assert_eq!(waits.await, 1);
        assert!(single_flight.lock().is_empty());
    }

    /// Polls a future once.
    async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        tokio::select! {
            biased;
            value = future => Some(value),
            () = std::future::ready(()) => None,
        }
    }
}
