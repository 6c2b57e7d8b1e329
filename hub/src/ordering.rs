//! Message order of one channel on this node. Pure: property tests cover every kind of loss and reordering on the bus.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use store::messages::Message;

mod changes;

pub(crate) use changes::Changes;

/// Delivered messages kept for connections that join while messages flow.
const HISTORY: usize = 64;

/// Releases messages in the order of `seq`, each once. Early messages wait; missing ones must be read from the database
/// and offered like the others.
#[derive(Debug)]
pub(crate) struct Order {
    delivered: i64,
    early: BTreeMap<i64, Arc<Message>>,
    history: VecDeque<Arc<Message>>,
}

impl Order {
    /// Starts a room whose subscribers have every message up to `delivered`.
    pub(crate) fn starting_after(delivered: i64) -> Self {
        Self { delivered, early: BTreeMap::new(), history: VecDeque::new() }
    }

    /// Returns the `seq` of the last delivered message.
    pub(crate) fn delivered(&self) -> i64 {
        self.delivered
    }

    /// Returns whether an early message waits for a missing one.
    pub(crate) fn has_gap(&self) -> bool {
        !self.early.is_empty()
    }

    /// Accepts messages in any order, any number of times; returns those that are due.
    pub(crate) fn offer(&mut self, messages: Vec<Arc<Message>>) -> Vec<Arc<Message>> {
        for message in messages {
            if message.seq > self.delivered {
                self.early.insert(message.seq, message);
            }
        }
        let mut ready = Vec::new();
        while let Some(message) = self.early.remove(&(self.delivered + 1)) {
            self.delivered += 1;
            if self.history.len() == HISTORY {
                self.history.pop_front();
            }
            self.history.push_back(message.clone());
            ready.push(message);
        }
        ready
    }

    /// Returns the messages delivered after `seq`, oldest first; None if the history does not reach back that far.
    pub(crate) fn since(&self, seq: i64) -> Option<Vec<Arc<Message>>> {
        let missing = self.delivered.saturating_sub(seq).max(0);
        let missing = usize::try_from(missing).ok()?;
        (missing <= self.history.len())
            .then(|| self.history.iter().skip(self.history.len() - missing).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    pub(super) fn message(seq: i64) -> Arc<Message> {
        Arc::new(Message {
            id: Uuid::from_u128(seq.unsigned_abs().into()).into(),
            channel_id: Uuid::nil().into(),
            seq,
            sender_id: Uuid::nil().into(),
            temp_id: seq.to_string(),
            body: String::new(),
            attachments: store::messages::no_attachments(),
            link_preview: None,
            is_broadcast: false,
            created_at: chrono::DateTime::UNIX_EPOCH,
            reply: None,
            edited_at: None,
            deleted_at: None,
            changed: 0,
            reactions: Default::default(),
        })
    }

    proptest! {
        /// The bus loses, repeats and reorders messages; some steps read the missing ones from the database.
        #[test]
        fn order_delivers_each_message_once_in_sequence(
            received in prop::collection::vec(1_i64..40, 0..120),
            repairs in prop::collection::vec(any::<bool>(), 120),
        ) {
            let mut order = Order::starting_after(0);
            let mut out = Vec::new();
            let mut head = 0;
            for (seq, repair) in received.into_iter().zip(repairs) {
                head = head.max(seq);
                out.extend(order.offer(vec![message(seq)]));
                if repair {
                    out.extend(order.offer((order.delivered() + 1..=head).map(message).collect()));
                    prop_assert!(!order.has_gap());
                }
            }
            out.extend(order.offer((order.delivered() + 1..=head).map(message).collect()));
            prop_assert_eq!(out.iter().map(|m| m.seq).collect::<Vec<_>>(), (1..=head).collect::<Vec<_>>());
            for seq in 0..=head {
                match order.since(seq) {
                    Some(missed) => prop_assert_eq!(
                        missed.iter().map(|m| m.seq).collect::<Vec<_>>(),
                        (seq + 1..=head).collect::<Vec<_>>()
                    ),
                    None => prop_assert!(head - seq > i64::try_from(HISTORY).unwrap().min(head)),
                }
            }
        }
    }

    #[test]
    fn order_with_gap_waits_for_missing_message() {
        let mut order = Order::starting_after(4);
        assert!(order.offer(vec![message(6)]).is_empty() && order.has_gap());
        assert_eq!(order.offer(vec![message(5), message(5)]).len(), 2);
        assert!(!order.has_gap());
        assert_eq!(order.since(9), Some(vec![]), "a subscriber ahead of this node has nothing to catch up on");
    }
}
