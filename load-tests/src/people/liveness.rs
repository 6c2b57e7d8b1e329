//! Liveness check: a client sends and receives.

use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::WireMessage;
use tokio_tungstenite::tungstenite::Error;

use super::person::Person;
use super::socket::Socket;
use crate::protocol::from_letters;

/// State of the current liveness check.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    /// The last executed instruction.
    number: u32,
    since: u64,
    has_heard: bool,
    was_heard: bool,
}

impl Liveness {
    /// Records a received message with its send time, own or of another client. Returns whether it completed the
    /// check.
    fn received(&mut self, sent_at: u64, since: u64, is_own: bool) -> bool {
        if self.since != since {
            *self = Self { number: self.number, since, ..Self::default() };
        }
        if sent_at < since || (self.has_heard && self.was_heard) {
            return false;
        }
        self.was_heard |= is_own;
        self.has_heard |= !is_own;
        self.has_heard && self.was_heard
    }
}

impl Person {
    /// Sends a message, once per instruction.
    pub(super) async fn check_liveness(&mut self, socket: &mut Socket, number: u32) -> Result<(), Error> {
        if self.liveness.number == number {
            return Ok(());
        }
        self.liveness.number = number;
        self.send(socket).await
    }

    pub(super) fn record_liveness(&mut self, message: &WireMessage) {
        let (since, is_own) = (self.shared.liveness_since.load(Relaxed), message.user_id == self.seat.person);
        let Some(sent_at) = sent_at(message) else { return };
        let is_alone = self.friends.is_empty() && is_own && self.liveness.received(sent_at, since, false);
        if self.liveness.received(sent_at, since, is_own) || is_alone {
            self.shared.liveness_passed.fetch_add(1, Relaxed);
        }
    }
}

/// Send time of a message in microseconds since the start.
pub(super) fn sent_at(message: &WireMessage) -> Option<u64> {
    let stamp = message.message.strip_prefix("~~")?.split_once('~')?.0;
    (!stamp.is_empty()).then(|| from_letters(stamp.as_bytes()).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn liveness_needs_sending_and_receiving() {
        let mut liveness = Liveness::default();
        assert!(!liveness.received(9, 10, true) && !liveness.received(9, 10, false), "said before");
        assert!(!liveness.received(10, 10, true) && !liveness.received(11, 10, true), "received no other client");
        assert!(liveness.received(12, 10, false));
        assert!(!liveness.received(13, 10, false) && !liveness.received(14, 10, true), "counted already");
        assert!(!liveness.received(15, 20, true) && !liveness.received(21, 20, false));
        assert!(liveness.received(22, 20, true), "the next time");
    }
}
