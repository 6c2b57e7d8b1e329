//! Order of message changes in one channel on this node. Pure, like the order of messages.

use std::collections::VecDeque;
use std::sync::Arc;

use store::messages::Message;

/// Delivered changes kept for connections that join while messages change.
const HISTORY: usize = 64;

/// Releases changes in the order of their numbers. An early change does not wait: it is read from the database together
/// with the missing ones, where only the last change of each message remains.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The last delivered change.
    delivered: i64,
    /// The highest number received.
    received: i64,
    history: VecDeque<Arc<Message>>,
    /// The history covers every change after this one.
    history_after: i64,
}

impl Changes {
    /// Starts a room whose subscribers have every change up to `delivered`.
    pub(crate) fn starting_after(delivered: i64) -> Self {
        Self { delivered, received: delivered, history: VecDeque::new(), history_after: delivered }
    }

    /// Returns the number of the last delivered change.
    pub(crate) fn delivered(&self) -> i64 {
        self.delivered
    }

    /// Returns whether a received change is not delivered yet.
    pub(crate) fn has_gap(&self) -> bool {
        self.received > self.delivered
    }

    /// Accepts a change from the bus; returns whether it is due. `delivered_seq` is the newest delivered message: a change
    /// of a message that is not delivered yet is not due.
    pub(crate) fn offer(&mut self, message: &Arc<Message>, delivered_seq: i64) -> bool {
        self.received = self.received.max(message.changed);
        let is_next = message.changed == self.delivered + 1 && message.seq <= delivered_seq;
        if is_next {
            self.delivered = message.changed;
            self.remember(message.clone());
        }
        is_next
    }

    /// Accepts a read of the database: all messages whose last change is after [`Changes::delivered`] at the time of the
    /// query and at most `head`, in order. Returns those that are due.
    pub(crate) fn catch_up(&mut self, head: i64, changed: Vec<Arc<Message>>) -> Vec<Arc<Message>> {
        let due: Vec<_> = changed.into_iter().filter(|message| message.changed > self.delivered).collect();
        for message in &due {
            self.remember(message.clone());
        }
        self.delivered = self.delivered.max(head);
        self.received = self.received.max(head);
        due
    }

    /// Returns the changes delivered after this one, oldest first; None if the history does not reach back that far.
    pub(crate) fn since(&self, change: i64) -> Option<Vec<Arc<Message>>> {
        let newer = || self.history.iter().filter(|message| message.changed > change).cloned().collect();
        (change >= self.history_after).then(newer)
    }

    fn remember(&mut self, message: Arc<Message>) {
        if self.history.len() == HISTORY
            && let Some(dropped) = self.history.pop_front()
        {
            self.history_after = dropped.changed;
        }
        self.history.push_back(message);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::message;
    use super::*;
    use proptest::prelude::*;

    /// A database: `seq` of each message to the number of its last change.
    #[derive(Default)]
    struct Database {
        head: i64,
        changed: BTreeMap<i64, i64>,
    }

    impl Database {
        fn change(&mut self, seq: i64) -> Arc<Message> {
            self.head += 1;
            self.changed.insert(seq, self.head);
            changed_message(seq, self.head)
        }

        fn after(&self, change: i64) -> Vec<Arc<Message>> {
            let mut rows: Vec<_> = self.changed.iter().filter(|(_, changed)| **changed > change).collect();
            rows.sort_by_key(|(_, changed)| **changed);
            rows.into_iter().map(|(seq, changed)| changed_message(*seq, *changed)).collect()
        }
    }

    fn changed_message(seq: i64, changed: i64) -> Arc<Message> {
        Arc::new(Message { changed, ..Arc::unwrap_or_clone(message(seq)) })
    }

    /// Applies changes to the state of a client; the higher number wins.
    fn apply(client: &mut BTreeMap<i64, i64>, changes: &[Arc<Message>]) {
        for message in changes {
            let state = client.entry(message.seq).or_default();
            *state = (*state).max(message.changed);
        }
    }

    proptest! {
        /// The bus loses, repeats and reorders changes; some steps read the database; a second client joins midway.
        #[test]
        fn every_client_converges_to_database_state(
            edits in prop::collection::vec(1_i64..8, 1..150),
            received in prop::collection::vec((0_usize..150, any::<bool>()), 0..300),
            joins_at in 0_usize..300,
        ) {
            let mut database = Database::default();
            let mut events = Vec::new();
            let (mut first, mut second, mut has_joined) = (BTreeMap::new(), BTreeMap::new(), false);
            let mut changes = Changes::starting_after(0);
            for (step, (index, repair)) in received.into_iter().enumerate() {
                if let Some(seq) = edits.get(step) {
                    events.push(database.change(*seq));
                }
                if step == joins_at {
                    has_joined = true;
                    // It reads the database first; the room delivers the rest.
                    apply(&mut second, &database.after(0));
                    apply(&mut second, &changes.since(database.head).unwrap_or_default());
                }
                let mut delivered = Vec::new();
                if let Some(event) = events.get(index)
                    && changes.offer(event, 8)
                {
                    delivered.push(event.clone());
                }
                if repair {
                    delivered.extend(changes.catch_up(database.head, database.after(changes.delivered())));
                    prop_assert!(!changes.has_gap());
                }
                prop_assert!(delivered.is_sorted_by_key(|message| message.changed));
                apply(&mut first, &delivered);
                if step >= joins_at {
                    apply(&mut second, &delivered);
                }
                // A client that returns after some change gets every later one, or must read the database.
                let known = i64::try_from(index).unwrap().min(changes.delivered());
                if let Some(missed) = changes.since(known) {
                    let mut returned = BTreeMap::new();
                    apply(&mut returned, &missed);
                    let mut newer = first.iter().filter(|(_, changed)| **changed > known);
                    prop_assert!(newer.all(|(seq, changed)| returned.get(seq) == Some(changed)));
                }
            }
            let rest = changes.catch_up(database.head, database.after(changes.delivered()));
            apply(&mut first, &rest);
            apply(&mut second, &rest);
            prop_assert_eq!(&first, &database.changed);
            if has_joined {
                prop_assert_eq!(&second, &database.changed);
            }
        }
    }

    #[test]
    fn change_of_undelivered_message_is_not_due() {
        let mut changes = Changes::starting_after(3);
        let ahead = changed_message(9, 4);
        assert!(!changes.offer(&ahead, 8) && changes.has_gap());
        assert!(changes.offer(&ahead, 9) && !changes.has_gap());
        assert!(!changes.offer(&ahead, 9), "only once");
    }

    #[test]
    fn history_overflow_requires_database_read() {
        let mut changes = Changes::starting_after(0);
        let capacity = i64::try_from(HISTORY).unwrap();
        for changed in 1..=capacity + 1 {
            assert!(changes.offer(&changed_message(1, changed), 1));
        }
        assert!(changes.since(0).is_none());
        assert_eq!(changes.since(1).unwrap().len(), HISTORY);
    }
}
