//! The error of a socket command.

use chrono::{DateTime, Utc};
use store::ChannelId;

use crate::protocol::{ErrorCode, ServerFrame};

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandError {
    pub(crate) code: ErrorCode,
    pub(crate) retry_after_ms: Option<u64>,
}

/// The frame that an error is about, as the response names it.
#[derive(Debug, Default)]
pub(crate) struct ErrorContext {
    /// The name of the command.
    pub(crate) in_reply_to: Option<String>,
    pub(crate) channel: Option<ChannelId>,
    pub(crate) room: Option<String>,
    /// The client's name for the message: the client keeps a refused text under it.
    pub(crate) temp_id: Option<String>,
}

pub(crate) type CommandResult<T = ()> = Result<T, CommandError>;

impl CommandError {
    pub(crate) fn new(code: ErrorCode) -> Self {
        Self { code, retry_after_ms: None }
    }

    pub(crate) fn rate_limited(retry_after_ms: u64) -> Self {
        Self { code: ErrorCode::RateLimited, retry_after_ms: Some(retry_after_ms) }
    }

    pub(crate) fn blackout(until: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        let retry_after_ms = u64::try_from((until - now).num_milliseconds()).ok();
        Self { code: ErrorCode::Blackout, retry_after_ms }
    }

    pub(crate) fn frame(self, context: ErrorContext) -> ServerFrame {
        let (Self { code, retry_after_ms }, message) = (self, self.code.sentence().to_owned());
        let ErrorContext { in_reply_to, channel, room, temp_id } = context;
        ServerFrame::Error { code, message, channel, room, temp_id, in_reply_to, retry_after_ms }
    }
}

impl From<store::Error> for CommandError {
    fn from(error: store::Error) -> Self {
        tracing::error!(%error, "a command failed");
        Self::new(ErrorCode::Unavailable)
    }
}
