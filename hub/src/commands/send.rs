//! `send`: checks a message and appends it. The writer stores it together with others; the bus delivers it.

use std::sync::Arc;

use store::attachments::Attachment;
use store::bus::Event;
use store::channels::{Kind, Membership, Status};
use store::messages::{Draft, NotAppended, Rejection};
use store::{ChannelId, MessageId, PersonId, Store, findings, team};

use super::attachment;
use super::checks::{check_length, check_may_send, check_may_write, is_crisis, readable};
use super::detect::judge;
use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult, ErrorContext};
use crate::dto;
use crate::protocol::{ErrorCode, SentAttachment};
use crate::{gifs, previews};

const MAX_TEMP_ID_CHARS: usize = 64;

/// A message from a client.
pub(super) struct NewMessage {
    pub(super) body: String,
    pub(super) attachments: Vec<SentAttachment>,
    /// The link whose preview the message shows.
    pub(super) link_preview: Option<String>,
    pub(super) temp_id: String,
    /// The message that this one answers.
    pub(super) reply_to: Option<MessageId>,
    /// Whether the person sends it after a warning.
    pub(super) confirmed: bool,
    /// The trace of the command.
    pub(super) trace: Option<telemetry::Context>,
}

pub(super) async fn send(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    NewMessage { body, attachments, link_preview, temp_id, reply_to, confirmed, trace }: NewMessage,
) -> CommandResult {
    let hub = &state.hub;
    let is_valid_temp_id = (1..=MAX_TEMP_ID_CHARS).contains(&temp_id.chars().count());
    if !is_valid_temp_id || attachments.len() > 1 {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    let body = text_fold::clean_text(&body).into_owned();
    if text_fold::is_blank(&body) && attachments.is_empty() {
        return Err(CommandError::new(ErrorCode::MessageEmpty));
    }
    check_length(state, &body)?;
    let to_assistant = hub.channel_kinds.get(channel).await? == Some(Kind::Assistant);
    if to_assistant {
        if !hub.may_use_assistant(me).await? {
            return Err(CommandError::new(ErrorCode::ChannelUnknown));
        }
        if !attachments.is_empty() {
            return Err(CommandError::new(ErrorCode::AttachmentsOff));
        }
        if reply_to.is_some() {
            return Err(CommandError::new(ErrorCode::BadFrame));
        }
    }
    let kind = check_may_send(state, me, channel).await?;
    check_may_write(state, me, kind).await?;
    let (mut stored, mut file_names) = (Vec::with_capacity(attachments.len()), Vec::new());
    for sent in attachments {
        // Before the file is stored; the writer checks the membership again.
        let membership = readable(state, me, channel).await?;
        if membership.status != Status::Active {
            return Err(CommandError::new(ErrorCode::NotActiveMember));
        }
        match &sent.url {
            Some(url) if sent.media_type == gifs::MEDIA_TYPE => stored.push(gif(state, &membership, url)?),
            _ => {
                let file = attachment::accept(hub, channel, me, &temp_id, sent).await?;
                file_names.extend(file.iter().map(|file| file.name.clone()));
                stored.extend(file);
            }
        }
    }
    let is_crisis = is_crisis(state, me, kind, &body).await?;
    let judged = judge(state, me, channel, kind, &body, &file_names).await?;
    // A message of a crisis is delivered at once: help comes first, and staff learn of what else it contains.
    let asks_first = !judged.warn.is_empty() && !confirmed && !is_crisis;
    // A file that was accepted waits for the same `temp_id`.
    if asks_first && findings::warn(&hub.store, channel, me, &temp_id, judged.warn).await? {
        return Err(CommandError::needs_confirmation(judged.warn));
    }
    let link_preview = match link_preview {
        // The assistant's channel has no previews.
        Some(link) if !to_assistant => previews::of_message(&hub.store, me, channel, &body, &link).await?,
        _ => None,
    };
    let is_broadcast = kind == Some(Kind::Broadcast);
    let text = Draft::text(channel, me, temp_id, body);
    let draft = Draft {
        attachments: stored,
        link_preview,
        reply_to,
        is_broadcast,
        is_crisis,
        noticed: judged.tell,
        trace,
        ..text
    };
    append(state, draft, kind);
    Ok(())
}

/// Returns the attachment of a GIF from its address in a search result.
fn gif(state: &ConnectionState, membership: &Membership, url: &str) -> CommandResult<Attachment> {
    let hub = &state.hub;
    if hub.gifs.is_none() || membership.kind.is_personal() {
        return Err(CommandError::new(ErrorCode::AttachmentType));
    }
    gifs::attachment(&hub.store, url).ok_or(CommandError::new(ErrorCode::AttachmentBroken))
}

/// Tells open pages of staff, without a delay for the sender.
pub(super) fn publish_to_team(store: &Arc<Store>, channel: ChannelId) {
    let store = store.clone();
    actix_web::rt::spawn(async move { team::publish_change(&store, channel).await });
}

/// Queues a message in the order of the frames, and confirms it after the commit without blocking the next frame.
fn append(state: &ConnectionState, draft: Draft, kind: Option<Kind>) {
    let (hub, connection) = (state.hub.clone(), state.handle.clone());
    let (channel, temp_id, is_crisis) = (draft.channel, draft.temp_id.clone(), draft.is_crisis);
    let receipt = hub.store.writer.append(draft);
    actix_web::rt::spawn(async move {
        let receipt = receipt.await;
        match kind {
            Some(Kind::Assistant) if receipt.is_ok() => hub.ask_assistant(channel),
            Some(Kind::Team) if receipt.is_ok() => publish_to_team(&hub.store, channel),
            _ => {}
        }
        // Also for a repetition: the first event may have been lost.
        if is_crisis && let Ok(receipt) = &receipt {
            let (person, message) = (receipt.message.sender_id, receipt.message.id);
            hub.store.bus.publish(vec![Event::CrisisDetected { person, channel, message }]);
        }
        let code = match receipt {
            // The first confirmation may have been lost.
            Ok(receipt) if receipt.repeated => {
                return connection.queue.send(dto::new_message(&hub.store, &receipt.message, true));
            }
            Ok(receipt) => return hub.rooms.confirm(connection, receipt.message).await,
            Err(NotAppended::Rejected(Rejection::ChannelUnknown)) => ErrorCode::ChannelUnknown,
            Err(NotAppended::Rejected(Rejection::NotAMember)) => ErrorCode::NotAMember,
            Err(NotAppended::Rejected(Rejection::NotActive)) => ErrorCode::NotActiveMember,
            Err(NotAppended::Rejected(Rejection::Blocked)) => ErrorCode::Blocked,
            Err(NotAppended::Rejected(Rejection::MessageUnknown)) => ErrorCode::MessageUnknown,
            Err(NotAppended::Failed(_)) => ErrorCode::Unavailable,
        };
        let (in_reply_to, channel, temp_id) = (Some("send".to_owned()), Some(channel), Some(temp_id));
        let context = ErrorContext { in_reply_to, channel, room: None, temp_id };
        connection.queue.send_frame(&CommandError::new(code).frame(context));
    });
}
