//! Another try after an apology of the assistant.

use store::{ChannelId, MessageId, PersonId, assistant};

use super::{Outcome, Problem, readable};
use crate::protocol::ErrorCode;
use crate::session::Conversation;

pub(super) async fn retry(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    apology: MessageId,
) -> Outcome {
    let hub = &conversation.hub;
    readable(conversation, me, channel).await?;
    if !hub.offers_assistant(me).await? {
        return Err(Problem::new(ErrorCode::ChannelUnknown));
    }
    if let Err(wait) = hub.registry.take_send(me) {
        return Err(Problem { code: ErrorCode::RateLimited, retry_after_ms: Some(wait) });
    }
    if !assistant::retry(&hub.store, channel, me, apology).await? {
        return Err(Problem::new(ErrorCode::BadFrame));
    }
    hub.ask_assistant(channel);
    Ok(())
}
