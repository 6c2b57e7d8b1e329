//! Many who want the same at the same moment wait for one who gets it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

type UnderWay<K, V> = Mutex<HashMap<K, Arc<OnceCell<V>>>>;

/// What is being fetched, by name.
#[derive(Debug)]
pub struct Flights<K, V> {
    under_way: UnderWay<K, V>,
}

impl<K, V> Default for Flights<K, V> {
    fn default() -> Self {
        Self { under_way: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Flights<K, V> {
    /// The answer of the one fetch of this name that is under way, or of a new one. If who fetches goes away, one of those
    /// who wait goes on.
    pub async fn share(&self, name: K, fetch: impl Future<Output = V>) -> V {
        let flight = self.lock().entry(name.clone()).or_default().clone();
        let landing = Landing { flights: self, name, flight };
        landing.flight.get_or_init(|| fetch).await.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<K, Arc<OnceCell<V>>>> {
        // Nothing can be half done in a map of pointers.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets a flight when it has landed or nobody waits for it any more.
struct Landing<'f, K: Clone + Eq + Hash, V: Clone> {
    flights: &'f Flights<K, V>,
    name: K,
    flight: Arc<OnceCell<V>>,
}

impl<K: Clone + Eq + Hash, V: Clone> Drop for Landing<'_, K, V> {
    fn drop(&mut self) {
        let mut under_way = self.flights.lock();
        let is_ours = under_way.get(&self.name).is_some_and(|flight| Arc::ptr_eq(flight, &self.flight));
        // Two: the map's and this one.
        if is_ours && (self.flight.initialized() || Arc::strong_count(&self.flight) == 2) {
            under_way.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Barrier;

    #[tokio::test]
    async fn one_fetches_for_all_and_later_ones_fetch_again() {
        let (flights, fetches, all_are_here) = (Flights::default(), AtomicUsize::new(0), Barrier::new(2));
        let fetch = async || {
            let number = fetches.fetch_add(1, Ordering::SeqCst);
            all_are_here.wait().await;
            number
        };
        let late = async {
            let waits = flights.share("a", fetch());
            tokio::pin!(waits);
            tokio::select! {
                biased;
                _ = &mut waits => panic!("nobody has fetched yet"),
                _ = all_are_here.wait() => {}
            }
            waits.await
        };
        let (first, second) = tokio::join!(flights.share("a", fetch()), late);
        assert_eq!((first, second), (0, 0));
        assert_eq!(flights.share("a", async { 7 }).await, 7);
        assert!(flights.lock().is_empty());
    }

    #[tokio::test]
    async fn who_waits_goes_on_when_who_fetches_goes_away() {
        let flights: Flights<&str, i32> = Flights::default();
        let mut gone = Box::pin(flights.share("a", std::future::pending()));
        let waits = flights.share("a", async { 1 });
        assert!(futures_poll(&mut gone).await.is_none());
        drop(gone);
        assert_eq!(waits.await, 1);
        assert!(flights.lock().is_empty());
    }

    /// One look at a future.
    async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        tokio::select! {
            biased;
            value = future => Some(value),
            () = std::future::ready(()) => None,
        }
    }
}
