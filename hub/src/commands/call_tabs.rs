//! The peers of built-in calls that use a connection.

use std::collections::HashMap;
use std::time::Instant;

use ::web::{Bucket, Rate};
use store::calls::Peer;

use crate::command_error::{CommandError, CommandResult};
use crate::limits::whole_milliseconds;

/// The call frames of one connection: connecting to three peers takes some dozens.
const FRAME_RATE: Rate = Rate::per_second(30).burst(300);

/// The peers of one connection, by the room of the call, and its rate of frames.
#[derive(Debug)]
pub(crate) struct CallTabs {
    pub(super) tabs: HashMap<String, Peer>,
    rate: Bucket,
}

impl Default for CallTabs {
    fn default() -> Self {
        Self { tabs: HashMap::new(), rate: Bucket::full(FRAME_RATE, Instant::now()) }
    }
}

impl CallTabs {
    /// Counts one frame towards the rate, or refuses it.
    pub(super) fn count_frame(&mut self) -> CommandResult {
        self.rate.take(Instant::now()).map_err(|wait| CommandError::rate_limited(whole_milliseconds(wait)))
    }
}
