//! The error of a socket command.

use chrono::{DateTime, Utc};

use crate::protocol::ErrorCode;

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandError {
    pub(crate) code: ErrorCode,
    pub(crate) retry_after_ms: Option<u64>,
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
}

impl From<store::Error> for CommandError {
    fn from(error: store::Error) -> Self {
        tracing::error!(%error, "a command failed");
        Self::new(ErrorCode::Unavailable)
    }
}
