//! `assistant_retry`: another attempt after an apology of the assistant.

use store::{ChannelId, MessageId, PersonId, assistant};

use super::checks::readable;
use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::protocol::ErrorCode;

pub(super) async fn retry(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    apology: MessageId,
) -> CommandResult {
    let hub = &state.hub;
    readable(state, me, channel).await?;
    if !hub.may_use_assistant(me).await? {
        return Err(CommandError::new(ErrorCode::ChannelUnknown));
    }
    hub.registry.count_send(me).map_err(CommandError::rate_limited)?;
    if !assistant::retry(&hub.store, channel, me, apology).await? {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    hub.ask_assistant(channel);
    Ok(())
}
