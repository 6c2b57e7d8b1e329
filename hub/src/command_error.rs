//! The error of a socket command.

use chrono::{DateTime, Utc};
use store::ChannelId;

use detection::Kinds;

use crate::protocol::{ErrorCode, NoticedKind, ServerFrame};

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandError {
    pub(crate) code: ErrorCode,
    pub(crate) retry_after_ms: Option<u64>,
    /// What a message contains that needs a confirmation.
    pub(crate) kinds: Kinds,
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
        Self { code, retry_after_ms: None, kinds: Kinds::default() }
    }

    pub(crate) fn rate_limited(retry_after_ms: u64) -> Self {
        Self { retry_after_ms: Some(retry_after_ms), ..Self::new(ErrorCode::RateLimited) }
    }

    pub(crate) fn blackout(until: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        let retry_after_ms = u64::try_from((until - now).num_milliseconds()).ok();
        Self { retry_after_ms, ..Self::new(ErrorCode::Blackout) }
    }

    pub(crate) fn needs_confirmation(kinds: Kinds) -> Self {
        Self { kinds, ..Self::new(ErrorCode::NeedsConfirmation) }
    }

    pub(crate) fn frame(self, context: ErrorContext) -> ServerFrame {
        let (Self { code, retry_after_ms, kinds }, message) = (self, self.code.sentence().to_owned());
        let ErrorContext { in_reply_to, channel, room, temp_id } = context;
        let kinds = kinds.iter().map(NoticedKind::from).collect();
        ServerFrame::Error { code, message, channel, room, temp_id, in_reply_to, retry_after_ms, kinds }
    }
}

impl From<store::Error> for CommandError {
    fn from(error: store::Error) -> Self {
        tracing::error!(%error, "a command failed");
        Self::new(ErrorCode::Unavailable)
    }
}
