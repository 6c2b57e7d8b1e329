//! Limits of one installation.

use std::time::Duration;

use ::web::Rate;

/// The limits of one installation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a frame after authentication.
    pub frame_bytes: usize,
    /// Bytes of a frame before authentication.
    pub first_frame_bytes: usize,
    /// Characters of a message.
    pub message_chars: usize,
    /// Pings and pongs of a connection, and all its messages before authentication.
    pub control_frames: Rate,
    /// Messages sent by a person.
    pub sends: Rate,
    /// Files uploaded by a person.
    pub uploads: Rate,
    /// Searches by a person.
    pub searches: Rate,
    /// Connections of a person to this node.
    pub connections_per_person: usize,
    /// The send queue of one connection.
    pub queue: QueueLimits,
    /// How long a blocked write may take before the reader counts as too slow.
    pub write_timeout: Duration,
    /// How long a connection may stay unauthenticated.
    pub sign_in_timeout: Duration,
    /// How long a connection may stay open after its token expired.
    pub renewal_timeout: Duration,
    /// The time between two pings.
    pub ping_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame_bytes: 8 * 1024 * 1024,
            first_frame_bytes: 64 * 1024,
            message_chars: 8_000,
            control_frames: Rate::per_second(10).burst(100),
            sends: Rate::per_second(10).burst(20),
            uploads: Rate::per_second(1).burst(20),
            searches: Rate::per_second(2).burst(20),
            connections_per_person: 20,
            queue: QueueLimits { frames: 512, bytes: 4 * 1024 * 1024 },
            write_timeout: Duration::from_secs(8),
            sign_in_timeout: Duration::from_secs(10),
            renewal_timeout: Duration::from_secs(30),
            ping_interval: Duration::from_secs(25),
        }
    }
}

/// The size limits of a send queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// Frames.
    pub frames: usize,
    /// Bytes of all frames.
    pub bytes: usize,
}

/// Milliseconds for `retry_after_ms`, rounded up.
pub(crate) fn whole_milliseconds(wait: Duration) -> u64 {
    wait.as_micros().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
