//! Whether somebody hears and is heard.

use std::sync::atomic::Ordering::Relaxed;

use hub::protocol::WireMessage;
use tokio_tungstenite::tungstenite::Error;

use super::person::Person;
use super::socket::Socket;

/// What somebody has proved since they were last told to.
#[derive(Debug, Default)]
pub(super) struct Proof {
    /// The order that was obeyed last.
    number: u32,
    since: u64,
    has_heard: bool,
    was_heard: bool,
}

impl Proof {
    /// A message was heard that was said at this time, by this person or by somebody else. Whether that was the last proof that
    /// was wanted.
    fn hears(&mut self, said_at: u64, since: u64, is_own: bool) -> bool {
        if self.since != since {
            *self = Self { number: self.number, since, ..Self::default() };
        }
        if said_at < since || (self.has_heard && self.was_heard) {
            return false;
        }
        self.was_heard |= is_own;
        self.has_heard |= !is_own;
        self.has_heard && self.was_heard
    }
}

impl Person {
    /// Says something, once for each order.
    pub(super) async fn prove(&mut self, socket: &mut Socket, number: u32) -> Result<(), Error> {
        if self.proof.number == number {
            return Ok(());
        }
        self.proof.number = number;
        self.send(socket).await
    }

    pub(super) fn note_proof(&mut self, message: &WireMessage) {
        let (since, is_own) = (self.world.proof_since.load(Relaxed), message.user_id == self.seat.person);
        let Some(said_at) = said_at(message) else { return };
        let is_alone = self.friends.is_empty() && is_own && self.proof.hears(said_at, since, false);
        if self.proof.hears(said_at, since, is_own) || is_alone {
            self.world.proofs.fetch_add(1, Relaxed);
        }
    }
}

/// When something was said, in microseconds since all began.
pub(super) fn said_at(message: &WireMessage) -> Option<u64> {
    message.message.strip_prefix("~~")?.split('~').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_well_who_hears_somebody_and_is_heard_since_then() {
        let mut proof = Proof::default();
        assert!(!proof.hears(9, 10, true) && !proof.hears(9, 10, false), "said before");
        assert!(!proof.hears(10, 10, true) && !proof.hears(11, 10, true), "heard nobody else");
        assert!(proof.hears(12, 10, false));
        assert!(!proof.hears(13, 10, false) && !proof.hears(14, 10, true), "counted already");
        assert!(!proof.hears(15, 20, true) && !proof.hears(21, 20, false));
        assert!(proof.hears(22, 20, true), "the next time");
    }
}
