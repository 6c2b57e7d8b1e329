//! Bursts of large messages.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use hub::protocol::WireMessage;

use super::person::Person;

/// Messages of a burst. With three other senders 4.7 MB: far more than buffers hold between a reader and the hub (kernels, proxy,
/// queue), while reading clients keep up.
const MESSAGES: u32 = 72;

/// Characters of such a message, four bytes each.
const CHARACTERS: usize = 4100;

/// Interval between two of them.
const BURST_INTERVAL_MS: u64 = 50;

/// The same as a Duration.
pub(super) const BURST_INTERVAL: Duration = Duration::from_millis(BURST_INTERVAL_MS);

/// Duration of a burst.
pub(crate) const BURST_TIME: Duration = Duration::from_millis(BURST_INTERVAL_MS * MESSAGES as u64);

/// A running burst.
#[derive(Debug)]
pub(super) struct Burst {
    /// Messages left to send.
    left: u32,
    /// Client id of the last one; received by its sender, it is on its way to all.
    last: Option<String>,
}

impl Person {
    pub(super) fn begin_burst(&mut self) {
        self.end_burst();
        self.shared.speaking.fetch_add(1, Relaxed);
        self.burst = Some(Burst { left: MESSAGES, last: None });
    }

    pub(super) fn end_burst(&mut self) {
        if self.burst.take().is_some() {
            self.shared.speaking.fetch_sub(1, Relaxed);
        }
    }

    pub(super) fn is_in_burst(&self) -> bool {
        self.burst.as_ref().is_some_and(|burst| burst.left > 0)
    }

    /// Returns the additional text of a message if it is part of a burst.
    pub(super) fn next_of_burst(&mut self, name: &str) -> Option<String> {
        let burst = self.burst.as_mut().filter(|burst| burst.left > 0)?;
        burst.left -= 1;
        burst.last = (burst.left == 0).then(|| name.to_owned());
        Some("😀".repeat(CHARACTERS))
    }

    /// Returns whether this message ends the burst.
    pub(super) fn ends_burst(&self, message: &WireMessage) -> bool {
        self.burst.as_ref().is_some_and(|burst| burst.last.is_some() && burst.last == message.temp_id)
    }
}
