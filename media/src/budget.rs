//! One budget for the memory of all decoders of this process: uploads, profile pictures, answers and previews.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Memory for decoded pictures: one of the largest, or a dozen photos of phones.
pub(crate) static DECODED: Budget = Budget::new(480 * 1024 * 1024);

/// Bytes that are handed out in the order in which they were asked for: small pictures do not keep a large one waiting.
#[derive(Debug)]
pub(crate) struct Budget {
    total: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    used: u64,
    next_ticket: u64,
    now_serving: u64,
}

/// Bytes of a budget; given back when dropped.
#[derive(Debug)]
pub(crate) struct Reservation<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl Budget {
    const fn new(total: u64) -> Self {
        let state = State { used: 0, next_ticket: 0, now_serving: 0 };
        Self { total, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Blocks until this much is free. More than all counts as all.
    pub(crate) fn reserve(&self, bytes: u64) -> Reservation<'_> {
        let bytes = bytes.min(self.total);
        let mut state = self.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        while state.now_serving != ticket || state.used + bytes > self.total {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.now_serving += 1;
        state.used += bytes;
        drop(state);
        self.changed.notify_all();
        Reservation { budget: self, bytes }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.budget.lock().used -= self.bytes;
        self.budget.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    #[test]
    fn concurrent_reservations_fit_the_budget() {
        let (budget, used, most) = (Budget::new(10), AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for bytes in [1, 3, 4, 7, 10, 99].repeat(4) {
                let (budget, used, most) = (&budget, &used, &most);
                scope.spawn(move || {
                    for _ in 0..200 {
                        let reserved = budget.reserve(bytes);
                        most.fetch_max(
                            used.fetch_add(reserved.bytes, Ordering::SeqCst) + reserved.bytes,
                            Ordering::SeqCst,
                        );
                        thread::yield_now();
                        used.fetch_sub(reserved.bytes, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!((most.into_inner(), budget.lock().used), (10, 0));
    }
}
