//! Another text for a message, and reactions to one.

use store::messages::{self, Changed, NotChanged};
use store::{ChannelId, MessageId, PersonId};

use super::{Outcome, Problem, check_length, may_speak};
use crate::protocol::ErrorCode;
use crate::session::Conversation;
use crate::wire;

/// Bytes that are looked at to find out whether they are an emoji: the longest one has fewer.
const EMOJI_BYTES: usize = 64;

pub(super) async fn edit(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    message: MessageId,
    body: &str,
) -> Outcome {
    check_length(conversation, body)?;
    if body.trim().is_empty() {
        return Err(Problem::new(ErrorCode::MessageEmpty));
    }
    // What was asked is answered; another question is another message.
    if conversation.hub.kinds.is_assistant(&conversation.hub.store, channel).await? {
        return Err(Problem::new(ErrorCode::BadFrame));
    }
    may_speak(conversation, me, channel).await?;
    let outcome = messages::edit(&conversation.hub.store, channel, me, message, body).await?;
    answer(conversation, me, outcome).await
}

pub(super) async fn react(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    message: MessageId,
    emoji: &str,
    on: bool,
) -> Outcome {
    // The form with all its marks: what looks alike counts as one.
    let emoji = Some(emoji).filter(|emoji| emoji.len() <= EMOJI_BYTES).and_then(emojis::get);
    let emoji = emoji.ok_or(Problem::new(ErrorCode::ReactionInvalid))?;
    may_speak(conversation, me, channel).await?;
    let outcome = messages::react(&conversation.hub.store, channel, me, message, emoji.as_str(), on).await?;
    answer(conversation, me, outcome).await
}

async fn answer(conversation: &Conversation, me: PersonId, outcome: Result<Changed, NotChanged>) -> Outcome {
    let (hub, outlet) = (&conversation.hub, conversation.outlet.clone());
    match outcome {
        // It may have been told before, or not: it is said again.
        Ok(Changed { message, repeated: true }) => {
            outlet.send(wire::message_changed(&hub.store, &message, message.sender_id == me));
            Ok(())
        }
        Ok(Changed { message, repeated: false }) => {
            hub.rooms.confirm_change(outlet, message).await;
            Ok(())
        }
        Err(refusal) => Err(Problem::new(match refusal {
            NotChanged::ChannelUnknown => ErrorCode::ChannelUnknown,
            NotChanged::NotAMember => ErrorCode::NotAMember,
            NotChanged::NotActive => ErrorCode::NotActiveMember,
            NotChanged::MessageUnknown => ErrorCode::MessageUnknown,
            NotChanged::TooLate => ErrorCode::EditTooLate,
            NotChanged::Blocked => ErrorCode::Blocked,
            NotChanged::ReactionsOff => ErrorCode::ReactionsOff,
            NotChanged::ReactionsFull => ErrorCode::ReactionsFull,
        })),
    }
}
