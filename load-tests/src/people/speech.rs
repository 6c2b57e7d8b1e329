//! A great deal that somebody says at once.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use hub::protocol::WireMessage;

use super::person::Person;

/// What somebody says who speaks up. With three others it is 4.7 MB: far more than may lie between a reader and the hub (kernels,
/// proxy, queue), while those who read take it as it comes.
const MESSAGES: u32 = 72;

/// Characters of such a message, of four bytes each.
const CHARACTERS: usize = 4100;

/// Time between two of them.
const HURRY_MS: u64 = 50;

/// The same.
pub(super) const HURRY: Duration = Duration::from_millis(HURRY_MS);

/// How long all of them take.
pub(crate) const BURST_TIME: Duration = Duration::from_millis(HURRY_MS * MESSAGES as u64);

/// What is being said.
#[derive(Debug)]
pub(super) struct Speech {
    /// Messages still to be said.
    left: u32,
    /// The name of the last one; heard by whoever says it, it is on its way to everybody.
    last: Option<String>,
}

impl Person {
    pub(super) fn begin_speech(&mut self) {
        self.end_speech();
        self.world.speaking.fetch_add(1, Relaxed);
        self.speech = Some(Speech { left: MESSAGES, last: None });
    }

    pub(super) fn end_speech(&mut self) {
        if self.speech.take().is_some() {
            self.world.speaking.fetch_sub(1, Relaxed);
        }
    }

    pub(super) fn is_in_a_hurry(&self) -> bool {
        self.speech.as_ref().is_some_and(|speech| speech.left > 0)
    }

    /// What the message of this name says besides, if it is part of a speech.
    pub(super) fn next_of_speech(&mut self, name: &str) -> Option<String> {
        let speech = self.speech.as_mut().filter(|speech| speech.left > 0)?;
        speech.left -= 1;
        speech.last = (speech.left == 0).then(|| name.to_owned());
        Some("😀".repeat(CHARACTERS))
    }

    /// Whether this is the end of what is being said here.
    pub(super) fn ends_speech(&self, message: &WireMessage) -> bool {
        self.speech.as_ref().is_some_and(|speech| speech.last.is_some() && speech.last == message.temp_id)
    }
}
