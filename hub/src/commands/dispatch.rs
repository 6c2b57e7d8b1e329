//! Runs a command and traces it.

use store::PersonId;
use store::calls::Media;
use store::tokens::Bearer;
use telemetry::{Context, Span};

use super::checks::check_sender;
use super::state::ConnectionState;
use super::{assistant_retry, call, change, fetch, join, seen, send, typing};
use crate::command_error::{CommandError, CommandResult};
use crate::protocol::{ClientCommand, CommandName, ErrorCode};

/// Runs a command of an authenticated person.
pub(crate) async fn run(state: &mut ConnectionState, bearer: Bearer, command: ClientCommand) -> CommandResult {
    let mut span = Span::request(CommandName::from(&command).into(), None);
    let result = dispatch(state, bearer.person, command, span.context()).await;
    if let Err(error) = &result {
        span.set("refused", error.code.sentence());
    }
    result
}

async fn dispatch(
    state: &mut ConnectionState,
    me: PersonId,
    command: ClientCommand,
    trace: Option<Context>,
) -> CommandResult {
    match command {
        ClientCommand::Join { channel, after_msg_id, after_change } => {
            join::join(state, me, channel, after_msg_id, after_change).await
        }
        ClientCommand::Leave { channel } => {
            join::leave(state, channel).await;
            Ok(())
        }
        ClientCommand::Send { channel, from, message, attachments, link_preview, temp_id, reply_to, confirmed } => {
            if let Some(from) = from {
                check_sender(state, me, &from).await?;
            }
            let message =
                send::NewMessage { body: message, attachments, link_preview, temp_id, reply_to, confirmed, trace };
            send::send(state, me, channel, message).await
        }
        ClientCommand::Edit { channel, msg_id, message, confirmed, .. } => {
            change::edit(state, me, channel, msg_id, &message, confirmed).await
        }
        ClientCommand::Delete { channel, msg_id, .. } => change::delete(state, me, channel, msg_id).await,
        ClientCommand::React { channel, msg_id, emoji, on, .. } => {
            change::react(state, me, channel, msg_id, &emoji, on).await
        }
        ClientCommand::FetchMessages { channel } => fetch::newest(state, me, channel).await,
        ClientCommand::GetRoomChatMessages { channel, page_number, message_id, seq, date, anchor } => {
            let position = match (message_id, date, seq, page_number) {
                (Some(id), ..) => fetch::Position::Message(id),
                (_, Some(date), ..) => fetch::Position::Date(date),
                (_, _, Some(seq), _) => fetch::Position::Seq(seq),
                (.., Some(number)) if number >= 1 => fetch::Position::Page(number),
                _ => return Err(CommandError::new(ErrorCode::BadFrame)),
            };
            fetch::page(state, me, channel, position, anchor).await
        }
        ClientCommand::UnreadMessage => {
            seen::flush_all(state).await;
            Ok(state.hub.refresher.send_all_counts(&state.handle, me).await?)
        }
        ClientCommand::MessageSeen { channel, msg_id } => seen::seen(state, me, channel, msg_id).await,
        ClientCommand::MarkUnread { channel, msg_id } => seen::mark_unread(state, me, channel, msg_id).await,
        ClientCommand::Typing { channel } => {
            typing::typing(state, me, channel);
            Ok(())
        }
        ClientCommand::AssistantRetry { channel, msg_id } => assistant_retry::retry(state, me, channel, msg_id).await,
        ClientCommand::CallAnswer { room, accept } => call::answer(state, me, &room, accept).await,
        ClientCommand::CallJoin { room, peer } => call::join(state, me, room, peer).await,
        ClientCommand::CallSignal { room, to_peer, data } => call::signal(state, &room, to_peer, data),
        ClientCommand::CallLeave { room, peer } => call::leave(state, me, &room, &peer).await,
        ClientCommand::CallState { room, peer, microphone, camera, screen } => {
            call::set_media(state, &room, &peer, Media { microphone, camera, screen }).await
        }
    }
}
