//! The order of one channel on this node: pure, so that it can be tested against every way a bus may misbehave.

use std::collections::{BTreeMap, VecDeque};

use store::messages::Message;

mod changes;

pub(crate) use changes::Changes;

/// Deliveries kept for sockets that join while messages flow.
const KEPT: usize = 64;

/// Lets messages through in the order of their numbers, each once. What comes too early waits; what is missing must be
/// read from the database and offered like any other.
#[derive(Debug)]
pub(crate) struct Order {
    delivered: i64,
    early: BTreeMap<i64, Message>,
    kept: VecDeque<Message>,
}

impl Order {
    /// Everything up to `delivered` is known to whoever is here.
    pub(crate) fn starting_after(delivered: i64) -> Self {
        Self { delivered, early: BTreeMap::new(), kept: VecDeque::new() }
    }

    /// The number of the last message that went out.
    pub(crate) fn delivered(&self) -> i64 {
        self.delivered
    }

    /// Whether something waits for a message that has not come.
    pub(crate) fn has_gap(&self) -> bool {
        !self.early.is_empty()
    }

    /// Takes messages in any order, any number of times; gives back those whose turn it is.
    pub(crate) fn offer(&mut self, messages: Vec<Message>) -> Vec<Message> {
        for message in messages {
            if message.seq > self.delivered {
                self.early.insert(message.seq, message);
            }
        }
        let mut ready = Vec::new();
        while let Some(message) = self.early.remove(&(self.delivered + 1)) {
            self.delivered += 1;
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back(message.clone());
            ready.push(message);
        }
        ready
    }

    /// What went out after `seq`, oldest first; None if that is too long ago to be kept.
    pub(crate) fn since(&self, seq: i64) -> Option<Vec<Message>> {
        let missing = self.delivered.saturating_sub(seq).max(0);
        let missing = usize::try_from(missing).ok()?;
        (missing <= self.kept.len()).then(|| self.kept.iter().skip(self.kept.len() - missing).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    pub(super) fn message(seq: i64) -> Message {
        Message {
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
            changed: 0,
            reactions: Default::default(),
        }
    }

    proptest! {
        /// The bus loses, repeats and reorders; now and then the database is read from the last delivered on.
        #[test]
        fn each_message_goes_out_once_in_order(
            news in prop::collection::vec(1_i64..40, 0..120),
            repairs in prop::collection::vec(any::<bool>(), 120),
        ) {
            let mut order = Order::starting_after(0);
            let mut out = Vec::new();
            let mut head = 0;
            for (seq, repair) in news.into_iter().zip(repairs) {
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
                    None => prop_assert!(head - seq > i64::try_from(KEPT).unwrap().min(head)),
                }
            }
        }
    }

    #[test]
    fn a_gap_waits_and_closes() {
        let mut order = Order::starting_after(4);
        assert!(order.offer(vec![message(6)]).is_empty() && order.has_gap());
        assert_eq!(order.offer(vec![message(5), message(5)]).len(), 2);
        assert!(!order.has_gap());
        assert_eq!(order.since(9), Some(vec![]), "who knows more than this node has nothing to catch up on");
    }
}
