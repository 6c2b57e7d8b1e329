//! `edit`, `delete` and `react`.

use store::bus::Event;
use store::channels::Kind;
use store::messages::{self, Changed, NewText, NotChanged};
use store::{ChannelId, MessageId, PersonId, findings};

use super::checks::{check_length, check_may_change, check_may_send, check_may_write, is_crisis};
use super::detect::judge;
use super::send::publish_to_team;
use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::dto;
use crate::protocol::ErrorCode;

/// More bytes than the longest emoji has; longer text is not looked up.
const MAX_EMOJI_BYTES: usize = 64;

pub(super) async fn edit(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    message: MessageId,
    body: &str,
    confirmed: bool,
) -> CommandResult {
    let body = &*text_fold::clean_text(body);
    check_length(state, body)?;
    if text_fold::is_blank(body) {
        return Err(CommandError::new(ErrorCode::MessageEmpty));
    }
    // The assistant answered the original text; another question is another message.
    if state.hub.channel_kinds.get(channel).await? == Some(Kind::Assistant) {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    let kind = check_may_send(state, me, channel).await?;
    check_may_write(state, me, kind).await?;
    let is_crisis = is_crisis(state, me, kind, body).await?;
    let judged = judge(state, me, channel, kind, body, &[]).await?;
    let store = &state.hub.store;
    let asks_first = !judged.warn.is_empty() && !confirmed && !is_crisis;
    if asks_first && findings::warn_of_edit(store, channel, me, message, body, judged.warn).await? {
        return Err(CommandError::needs_confirmation(judged.warn));
    }
    let text = NewText { body, is_crisis, noticed: judged.tell };
    let result = messages::edit(store, channel, me, message, text).await?;
    if is_crisis && result.is_ok() {
        state.hub.store.bus.publish(vec![Event::CrisisDetected { person: me, channel, message }]);
    }
    if kind == Some(Kind::Team) {
        publish_to_team(&state.hub.store, channel);
    }
    confirm(state, me, result.map_err(code_of)).await
}

pub(super) async fn delete(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    message: MessageId,
) -> CommandResult {
    // The assistant's answer repeats the question.
    if state.hub.channel_kinds.get(channel).await? == Some(Kind::Assistant) {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    let kind = check_may_change(state, me, channel).await?;
    check_may_write(state, me, kind).await?;
    let result = messages::delete(&state.hub.store, channel, me, message).await?;
    if kind == Some(Kind::Team) {
        publish_to_team(&state.hub.store, channel);
    }
    confirm(
        state,
        me,
        result.map_err(|reason| if reason == NotChanged::TooLate { ErrorCode::DeleteTooLate } else { code_of(reason) }),
    )
    .await
}

pub(super) async fn react(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    message: MessageId,
    emoji: &str,
    on: bool,
) -> CommandResult {
    // The fully qualified form: variants that look the same count as one reaction.
    let emoji = Some(emoji).filter(|emoji| emoji.len() <= MAX_EMOJI_BYTES).and_then(emojis::get);
    let emoji = emoji.ok_or(CommandError::new(ErrorCode::ReactionInvalid))?;
    check_may_send(state, me, channel).await?;
    let result = messages::react(&state.hub.store, channel, me, message, emoji.as_str(), on).await?;
    confirm(state, me, result.map_err(code_of)).await
}

async fn confirm(state: &ConnectionState, me: PersonId, result: Result<Changed, ErrorCode>) -> CommandResult {
    let (hub, connection) = (&state.hub, state.handle.clone());
    match result {
        // The first confirmation may have been lost.
        Ok(Changed { message, repeated: true }) => {
            connection.queue.send(dto::message_changed(&hub.store, &message, message.sender_id == me));
            Ok(())
        }
        Ok(Changed { message, repeated: false }) => {
            hub.rooms.confirm_change(connection, message).await;
            Ok(())
        }
        Err(code) => Err(CommandError::new(code)),
    }
}

fn code_of(reason: NotChanged) -> ErrorCode {
    match reason {
        NotChanged::ChannelUnknown => ErrorCode::ChannelUnknown,
        NotChanged::NotAMember => ErrorCode::NotAMember,
        NotChanged::NotActive => ErrorCode::NotActiveMember,
        NotChanged::MessageUnknown => ErrorCode::MessageUnknown,
        NotChanged::TooLate => ErrorCode::EditTooLate,
        NotChanged::OnlyFile => ErrorCode::FileStays,
        NotChanged::Blocked => ErrorCode::Blocked,
        NotChanged::ReactionsOff => ErrorCode::ReactionsOff,
        NotChanged::ReactionsFull => ErrorCode::ReactionsFull,
    }
}
