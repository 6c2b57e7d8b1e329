//! A concurrent map with a capacity.

use std::borrow::Borrow;
use std::hash::Hash;

use dashmap::DashMap;

/// One entry in so many is evicted from a full cache, so that inserts rarely scan the map.
const EVICTED_SHARE: usize = 8;

/// Caches values that are cheap to clone. A full cache evicts arbitrary entries; the others stay.
#[derive(Debug)]
pub struct BoundedCache<K: Eq + Hash, V> {
    entries: DashMap<K, V>,
    capacity: usize,
}

impl<K: Eq + Hash, V: Clone> BoundedCache<K, V> {
    /// Creates an empty cache.
    pub fn new(capacity: usize) -> Self {
        Self { entries: DashMap::new(), capacity }
    }

    /// Returns the cached value.
    pub fn get<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.entries.get(key).map(|value| value.clone())
    }

    /// Removes a value.
    pub fn remove(&self, key: &K) {
        self.entries.remove(key);
    }

    /// Removes all values.
    pub fn clear(&self) {
        self.entries.clear();
    }

    /// Sets a value. Concurrent inserts may exceed the capacity by one entry each.
    pub fn insert(&self, key: K, value: V) {
        if self.entries.len() >= self.capacity {
            let mut seen = 0;
            self.entries.retain(|_, _| {
                seen += 1;
                seen % EVICTED_SHARE != 0
            });
        }
        self.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_cache_evicts_only_a_share() {
        let cache = BoundedCache::new(800);
        (0..800).for_each(|key| cache.insert(key, key));
        cache.insert(800, 800);
        assert_eq!(cache.get(&800), Some(800));
        assert_eq!((0..800).filter(|key| cache.get(key).is_some()).count(), 700);
    }
}
