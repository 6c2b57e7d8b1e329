//! What a person may ask for over the socket, a file each.

use store::calls::Media;
use store::channels::{self, Membership, Status};
use store::tokens::Bearer;
use store::{ChannelId, PersonId};
use traces::{Context, Span};

use crate::protocol::{ClientCommand, ErrorCode};
use crate::session::Conversation;
use crate::{errands, quiet};

mod assistant_retry;
mod attachment;
pub(crate) mod call;
mod change;
mod fetch;
mod join;
pub(crate) mod seen;
mod send;
mod typing;

/// Why a command was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) code: ErrorCode,
    pub(crate) retry_after_ms: Option<u64>,
}

pub(crate) type Outcome<T = ()> = Result<T, Problem>;

impl Problem {
    pub(crate) fn new(code: ErrorCode) -> Self {
        Self { code, retry_after_ms: None }
    }
}

impl From<store::Error> for Problem {
    fn from(error: store::Error) -> Self {
        tracing::error!(%error, "a command failed");
        Self::new(ErrorCode::Unavailable)
    }
}

/// Does what a person asks for, or says why not.
pub(crate) async fn run(conversation: &mut Conversation, bearer: Bearer, command: ClientCommand) -> Outcome {
    let mut span = Span::request(name(&command), None);
    let outcome = carry_out(conversation, bearer.person, command, span.context()).await;
    if let Err(problem) = &outcome {
        span.set("refused", problem.code.sentence());
    }
    outcome
}

async fn carry_out(
    conversation: &mut Conversation,
    me: PersonId,
    command: ClientCommand,
    trace: Option<Context>,
) -> Outcome {
    match command {
        ClientCommand::Join { channel, after_msg_id, after_change } => {
            join::join(conversation, me, channel, after_msg_id, after_change).await
        }
        ClientCommand::Leave { channel } => {
            join::leave(conversation, channel).await;
            Ok(())
        }
        ClientCommand::Send { channel, message, attachments, link_preview, temp_id, reply_to } => {
            let said = send::Said { body: message, attachments, link_preview, temp_id, reply_to, trace };
            send::send(conversation, me, channel, said).await
        }
        ClientCommand::Edit { channel, msg_id, message, .. } => {
            change::edit(conversation, me, channel, msg_id, &message).await
        }
        ClientCommand::React { channel, msg_id, emoji, on, .. } => {
            change::react(conversation, me, channel, msg_id, &emoji, on).await
        }
        ClientCommand::FetchMessages { channel } => fetch::newest(conversation, me, channel).await,
        ClientCommand::GetRoomChatMessages { channel, page_number, message_id, seq, date, anchor } => {
            let place = match (message_id, date, seq, page_number) {
                (Some(id), ..) => fetch::Place::Message(id),
                (_, Some(date), ..) => fetch::Place::Date(date),
                (_, _, Some(seq), _) => fetch::Place::Seq(seq),
                (.., Some(number)) if number >= 1 => fetch::Place::Page(number),
                _ => return Err(Problem::new(ErrorCode::BadFrame)),
            };
            fetch::page(conversation, me, channel, place, anchor).await
        }
        ClientCommand::UnreadMessage => {
            seen::flush_all(conversation).await;
            Ok(errands::tell_all_counts(&conversation.hub, &conversation.outlet, me).await?)
        }
        ClientCommand::MessageSeen { channel, msg_id } => seen::seen(conversation, me, channel, msg_id).await,
        ClientCommand::Typing { channel } => {
            typing::typing(conversation, me, channel);
            Ok(())
        }
        ClientCommand::AssistantRetry { channel, msg_id } => {
            assistant_retry::retry(conversation, me, channel, msg_id).await
        }
        ClientCommand::CallAnswer { room, accept } => call::answer(conversation, me, &room, accept).await,
        ClientCommand::CallJoin { room, peer } => call::join(conversation, me, room, peer).await,
        ClientCommand::CallSignal { room, to_peer, data } => call::signal(conversation, &room, to_peer, data),
        ClientCommand::CallLeave { room, peer } => call::leave(conversation, me, room, peer).await,
        ClientCommand::CallState { room, peer, microphone, camera, screen } => {
            call::tell(conversation, room, peer, Media { microphone, camera, screen }).await
        }
    }
}

/// What a command is called in traces, which is what it is called on the wire.
fn name(command: &ClientCommand) -> &'static str {
    match command {
        ClientCommand::Join { .. } => "join",
        ClientCommand::Leave { .. } => "leave",
        ClientCommand::Send { .. } => "send",
        ClientCommand::Edit { .. } => "edit",
        ClientCommand::React { .. } => "react",
        ClientCommand::FetchMessages { .. } => "fetch_messages",
        ClientCommand::GetRoomChatMessages { .. } => "get_room_chat_messages",
        ClientCommand::UnreadMessage => "unread_message",
        ClientCommand::MessageSeen { .. } => "message_seen",
        ClientCommand::Typing { .. } => "typing",
        ClientCommand::AssistantRetry { .. } => "assistant_retry",
        ClientCommand::CallAnswer { .. } => "call_answer",
        ClientCommand::CallJoin { .. } => "call_join",
        ClientCommand::CallSignal { .. } => "call_signal",
        ClientCommand::CallLeave { .. } => "call_leave",
        ClientCommand::CallState { .. } => "call_state",
    }
}

/// Whether the person may say something in a channel at this moment, as far as that can be told without looking at it.
async fn may_speak(conversation: &Conversation, me: PersonId, channel: ChannelId) -> Outcome {
    let hub = &conversation.hub;
    if let Err(wait) = hub.registry.take_send(me) {
        return Err(Problem { code: ErrorCode::RateLimited, retry_after_ms: Some(wait) });
    }
    if let Some(until) = quiet::sending_refused_until(hub, channel, me).await? {
        let wait = (until - hub.store.clock.now()).num_milliseconds();
        return Err(Problem { code: ErrorCode::Blackout, retry_after_ms: u64::try_from(wait).ok() });
    }
    Ok(())
}

/// A text that is not longer than anybody may say.
fn check_length(conversation: &Conversation, body: &str) -> Outcome {
    if body.chars().count() > conversation.hub.limits.message_chars {
        return Err(Problem::new(ErrorCode::MessageTooLong));
    }
    Ok(())
}

/// How the person belongs to a channel they may read. A stranger does not learn that it exists.
async fn readable(conversation: &Conversation, me: PersonId, channel: ChannelId) -> Outcome<Membership> {
    let membership = channels::membership(&conversation.hub.store, channel, me).await?;
    let membership = membership.ok_or(Problem::new(ErrorCode::ChannelUnknown))?;
    check_readable(&membership)?;
    Ok(membership)
}

fn check_readable(membership: &Membership) -> Outcome {
    match membership.status {
        Status::Absent => Err(Problem::new(ErrorCode::NotAMember)),
        Status::Active | Status::Inactive => Ok(()),
    }
}
