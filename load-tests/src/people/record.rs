//! Record of one client: received messages and confirmations.

use std::collections::{BTreeMap, HashSet};

use hub::protocol::WireMessage;
use store::MessageId;
use tokio::time::Instant;

/// One in so many confirmations is ignored on purpose, to provoke a repetition.
const IGNORED_CONFIRMATIONS: f64 = 0.05;

/// The record.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// Confirmed messages: client id and sequence number.
    pub(crate) confirmed: BTreeMap<String, i64>,
    /// Sent and never confirmed.
    pub(crate) waiting: BTreeMap<String, Waiting>,
    /// Highest sequence number received.
    pub(crate) last_seq: i64,
    pub(super) last_id: Option<MessageId>,
    pub(crate) received: u64,
    pub(crate) doubled: u64,
    pub(crate) skipped: u64,
    /// Client ids with two sequence numbers.
    pub(crate) contradicted: u64,
    pub(crate) refused: BTreeMap<String, u64>,
    /// Closed connections by code.
    pub(crate) closes: BTreeMap<u16, u64>,
    pub(crate) dropped_confirmations: u64,
    /// Highest read position that the server reported, and that the client sent.
    pub(super) seen: i64,
    pub(super) said_seen: i64,
    /// Read positions that went backwards.
    pub(super) forgotten: u64,
    /// Final unread count and mention flag reported by the server.
    pub(super) unread: Option<(i64, bool)>,
    /// Slow readers that were not disconnected.
    pub(crate) spared: u64,
    pub(super) repeated: HashSet<String>,
}

/// A message that awaits confirmation.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Without its send time.
    pub(super) text: String,
    pub(super) sent_at: Instant,
}

impl Record {
    /// Repeats a message under its client id.
    pub(super) fn record_repetition(&mut self, name: &str) {
        self.repeated.insert(name.to_owned());
    }

    /// Returns whether this client repeated a message.
    pub(super) fn is_answer(&self, message: &WireMessage) -> bool {
        message.temp_id.as_ref().is_some_and(|name| self.repeated.contains(name))
    }

    /// Records a reported read position.
    pub(super) fn record_read_position(&mut self, seq: i64) {
        self.seen = self.seen.max(seq);
    }

    /// Records a received message, in order or not. Returns whether it confirms a pending one.
    pub(super) fn note(&mut self, message: &WireMessage) -> bool {
        self.received += 1;
        let is_answer = self.is_answer(message);
        match message.seq - self.last_seq {
            1 => (self.last_seq, self.last_id) = (message.seq, Some(message.msg_id)),
            // A repeated send is answered twice.
            ..=0 => self.doubled += u64::from(!is_answer),
            // A confirmation that overtakes other deliveries says nothing about their order.
            _ if is_answer => {}
            missing => {
                self.skipped += u64::try_from(missing - 1).unwrap_or(0);
                (self.last_seq, self.last_id) = (message.seq, Some(message.msg_id));
            }
        }
        let Some(name) = &message.temp_id else { return false };
        if let Some(seq) = self.confirmed.get(name) {
            self.contradicted += u64::from(*seq != message.seq);
            return false;
        }
        if !self.waiting.contains_key(name) {
            return false;
        }
        if !is_answer && rand::random::<f64>() < IGNORED_CONFIRMATIONS {
            self.dropped_confirmations += 1;
            return false;
        }
        self.waiting.remove(name);
        self.confirmed.insert(name.clone(), message.seq);
        true
    }
}
