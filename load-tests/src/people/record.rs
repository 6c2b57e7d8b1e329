//! What one person saw and was promised.

use std::collections::{BTreeMap, HashSet};

use hub::protocol::WireMessage;
use store::MessageId;
use tokio::time::Instant;

/// One confirmation in so many is lost on purpose.
const DROPPED: f64 = 0.05;

/// All of it.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// Confirmed messages: their name and their number.
    pub(crate) confirmed: BTreeMap<String, i64>,
    /// Sent and never confirmed.
    pub(crate) waiting: BTreeMap<String, Waiting>,
    /// The newest number heard.
    pub(crate) last_seq: i64,
    pub(super) last_id: Option<MessageId>,
    pub(crate) heard: u64,
    pub(crate) doubled: u64,
    pub(crate) skipped: u64,
    /// One name, two numbers.
    pub(crate) contradicted: u64,
    pub(crate) refused: BTreeMap<String, u64>,
    /// Ends of connections by their code.
    pub(crate) closes: BTreeMap<u16, u64>,
    pub(crate) dropped_confirmations: u64,
    /// The newest number up to which this person was told to have read, and up to which they said they have.
    pub(super) seen: i64,
    pub(super) said_seen: i64,
    /// Told to have read less than before.
    pub(super) forgotten: u64,
    /// What was told in the end to be unread, and whether a mention is.
    pub(super) unread: Option<(i64, bool)>,
    /// Did not read, and was not cut for it.
    pub(crate) spared: u64,
    pub(super) repeated: HashSet<String>,
}

/// A message that waits to be confirmed.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Without the moment at which it is said.
    pub(super) text: String,
    pub(super) sent_at: Instant,
}

impl Record {
    /// A message is sent again under its name.
    pub(super) fn repeats(&mut self, name: &str) {
        self.repeated.insert(name.to_owned());
    }

    /// Whether a message was sent again by this person.
    pub(super) fn is_answer(&self, message: &WireMessage) -> bool {
        message.temp_id.as_ref().is_some_and(|name| self.repeated.contains(name))
    }

    /// This person is told to have read up to here.
    pub(super) fn note_seen(&mut self, seq: i64) {
        self.seen = self.seen.max(seq);
    }

    /// A message came, in its turn or not. Whether it confirms one that waited.
    pub(super) fn note(&mut self, message: &WireMessage) -> bool {
        self.heard += 1;
        let is_answer = self.is_answer(message);
        match message.seq - self.last_seq {
            1 => (self.last_seq, self.last_id) = (message.seq, Some(message.msg_id)),
            // What was sent twice is answered twice.
            ..=0 => self.doubled += u64::from(!is_answer),
            // An answer that overtakes the news of others says nothing about their order.
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
        if !is_answer && rand::random::<f64>() < DROPPED {
            self.dropped_confirmations += 1;
            return false;
        }
        self.waiting.remove(name);
        self.confirmed.insert(name.clone(), message.seq);
        true
    }
}
