//! Reads of rows by key that wait for each other: what is asked for during a read is read together after it.
//!
//! Alone, a read costs what it costs without a group. Under load, one statement serves many requests. A row is never older than the
//! request for it.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::Result;

/// The most keys of one statement.
const MAX_KEYS: usize = 32;

type Rows<K, V> = Pin<Box<dyn Future<Output = Result<HashMap<K, V>>> + Send>>;

/// Reads rows by key.
pub(crate) struct GroupedReads<K, V> {
    read: Box<dyn Fn(Vec<K>) -> Rows<K, V> + Send + Sync>,
    /// Who waits for the read that is under way; None while there is none.
    waiting: Mutex<Option<Vec<Waiting<K, V>>>>,
}

struct Waiting<K, V> {
    key: K,
    answer: oneshot::Sender<Option<V>>,
}

impl<K, V> GroupedReads<K, V>
where
    K: Copy + Eq + Hash + Send + 'static,
    V: Clone + Send + 'static,
{
    /// `read` gets 1 to 32 keys, always a power of two, so that few statements are prepared; a key may repeat.
    pub(crate) fn new<R>(read: impl Fn(Vec<K>) -> R + Send + Sync + 'static) -> Arc<Self>
    where
        R: Future<Output = Result<HashMap<K, V>>> + Send + 'static,
    {
        Arc::new(Self { read: Box::new(move |keys| Box::pin(read(keys))), waiting: Mutex::default() })
    }

    /// Returns the row of a key as it was after this call.
    pub(crate) async fn get(self: &Arc<Self>, key: K) -> Result<Option<V>> {
        let Some(answer) = self.wait(key) else {
            let turn = Turn { reads: self.clone(), is_over: false };
            let row = self.alone(key).await;
            turn.pass_on();
            return row;
        };
        match answer.await {
            Ok(row) => Ok(row),
            // The read of the group failed, or its request was given up.
            Err(_) => self.alone(key).await,
        }
    }

    async fn alone(&self, key: K) -> Result<Option<V>> {
        Ok((self.read)(vec![key]).await?.remove(&key))
    }

    /// Waits for the read that is under way; None if there is none, and the caller reads now.
    fn wait(&self, key: K) -> Option<oneshot::Receiver<Option<V>>> {
        let mut waiting = self.lock();
        let Some(group) = &mut *waiting else {
            *waiting = Some(Vec::new());
            return None;
        };
        let (answer, receipt) = oneshot::channel();
        group.push(Waiting { key, answer });
        Some(receipt)
    }
}

impl<K, V> GroupedReads<K, V> {
    fn lock(&self) -> MutexGuard<'_, Option<Vec<Waiting<K, V>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to read. Where it ends early, with a request that was given up, those who wait read by themselves.
struct Turn<K, V> {
    reads: Arc<GroupedReads<K, V>>,
    is_over: bool,
}

impl<K, V> Turn<K, V>
where
    K: Copy + Eq + Hash + Send + 'static,
    V: Clone + Send + 'static,
{
    /// Reads for those who wait, in a task of its own: the request that had the turn has its row.
    fn pass_on(mut self) {
        if let Some(group) = self.next_group() {
            tokio::spawn(self.read_for(group));
        }
    }

    async fn read_for(mut self, mut group: Vec<Waiting<K, V>>) {
        loop {
            while !group.is_empty() {
                let part = group.split_off(group.len().saturating_sub(MAX_KEYS));
                let rows = (self.reads.read)(padded(&part)).await;
                // A failure drops the senders.
                let Ok(rows) = rows else { continue };
                for Waiting { key, answer } in part {
                    // The request may have been given up.
                    let _ = answer.send(rows.get(&key).cloned());
                }
            }
            match self.next_group() {
                Some(next) => group = next,
                None => return,
            }
        }
    }

    /// Returns those who wait; ends the turn if nobody does.
    fn next_group(&mut self) -> Option<Vec<Waiting<K, V>>> {
        let mut waiting = self.reads.lock();
        let group = waiting.as_mut().map(std::mem::take).unwrap_or_default();
        if group.is_empty() {
            *waiting = None;
            self.is_over = true;
            return None;
        }
        Some(group)
    }
}

impl<K, V> Drop for Turn<K, V> {
    fn drop(&mut self) {
        if !self.is_over {
            *self.reads.lock() = None;
        }
    }
}

/// Returns the keys of a group, the last one repeated up to a power of two.
fn padded<K: Copy, V>(group: &[Waiting<K, V>]) -> Vec<K> {
    let mut keys: Vec<K> = group.iter().map(|waiting| waiting.key).collect();
    let last = keys[keys.len() - 1];
    keys.resize(keys.len().next_power_of_two(), last);
    keys
}

impl<K, V> fmt::Debug for GroupedReads<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GroupedReads").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::{Notify, Semaphore};

    use super::*;
    use crate::Error;

    /// Rows that equal their keys, except for odd ones, which do not exist. Each read waits for a permit.
    struct Table {
        reads: Arc<GroupedReads<u32, u32>>,
        permits: Arc<Semaphore>,
        groups: Arc<Mutex<Vec<Vec<u32>>>>,
        begun: Arc<Notify>,
        failures: Arc<AtomicUsize>,
    }

    impl Table {
        fn new() -> Self {
            let (permits, groups, begun) = (Arc::new(Semaphore::new(0)), Arc::default(), Arc::new(Notify::new()));
            let failures = Arc::new(AtomicUsize::new(0));
            let shared = (permits.clone(), Arc::clone(&groups), begun.clone(), failures.clone());
            let reads = GroupedReads::new(move |keys: Vec<u32>| {
                let (permits, groups, begun, failures): (_, Arc<Mutex<Vec<Vec<u32>>>>, _, _) = shared.clone();
                async move {
                    groups.lock().unwrap().push(keys.clone());
                    Notify::notify_one(&begun);
                    Semaphore::acquire(&permits).await.unwrap().forget();
                    if failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
                        return Err(Error::Overloaded);
                    }
                    Ok(keys.into_iter().filter(|key| key % 2 == 0).map(|key| (key, key)).collect())
                }
            });
            Self { reads, permits, groups, begun, failures }
        }

        /// Asks for rows, each call in a task, and waits until they are queued behind the read that is under way.
        async fn ask(&self, keys: impl IntoIterator<Item = u32>) -> Vec<tokio::task::JoinHandle<Result<Option<u32>>>> {
            let mut calls = Vec::new();
            for key in keys {
                let reads = self.reads.clone();
                calls.push(tokio::spawn(async move { reads.get(key).await }));
                tokio::task::yield_now().await;
            }
            calls
        }
    }

    async fn rows(calls: Vec<tokio::task::JoinHandle<Result<Option<u32>>>>) -> Vec<Option<u32>> {
        let mut rows = Vec::new();
        for call in calls {
            rows.push(call.await.unwrap().unwrap());
        }
        rows
    }

    #[tokio::test]
    async fn what_waits_is_read_together() {
        let table = Table::new();
        let calls = table.ask([2, 4, 5, 4]).await;
        table.permits.add_permits(2);
        assert_eq!(rows(calls).await, [Some(2), Some(4), None, Some(4)]);
        assert_eq!(*table.groups.lock().unwrap(), [vec![2], vec![4, 5, 4, 4]]);
        table.permits.add_permits(1);
        assert_eq!(rows(table.ask([8]).await).await, [Some(8)]);
    }

    #[tokio::test]
    async fn large_groups_are_read_in_parts() {
        let table = Table::new();
        let calls = table.ask(0..101).await;
        table.permits.add_permits(1000);
        let expected: Vec<_> = (0..101).map(|key| (key % 2 == 0).then_some(key)).collect();
        assert_eq!(rows(calls).await, expected);
        let sizes: Vec<_> = table.groups.lock().unwrap().iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 32, 32, 32, 4]);
    }

    #[tokio::test]
    async fn given_up_read_leaves_the_others_their_rows() {
        let table = Table::new();
        let mut calls = table.ask([2, 4, 6]).await;
        calls.remove(0).abort();
        table.permits.add_permits(100);
        assert_eq!(rows(calls).await, [Some(4), Some(6)]);
        assert_eq!(rows(table.ask([8, 10]).await).await, [Some(8), Some(10)]);
    }

    #[tokio::test]
    async fn failed_group_is_read_one_by_one() {
        let table = Table::new();
        let calls = table.ask([2, 4, 6]).await;
        table.permits.add_permits(1);
        table.begun.notified().await;
        while table.groups.lock().unwrap().len() < 2 {
            tokio::task::yield_now().await;
        }
        table.failures.store(1, Ordering::SeqCst);
        table.permits.add_permits(100);
        assert_eq!(rows(calls).await, [Some(2), Some(4), Some(6)]);
        table.failures.store(1, Ordering::SeqCst);
        assert!(table.reads.get(2).await.is_err());
        assert_eq!(table.reads.get(2).await.unwrap(), Some(2));
    }
}
