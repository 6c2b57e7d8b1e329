//! Sending a message: checked here, written with others, delivered by the bus.

use store::messages::{Draft, NotAppended, Refusal};
use store::{ChannelId, MessageId, PersonId};

use store::attachments::Attachment;
use store::channels::{Kind, Membership};

use super::{Outcome, Problem, attachment, check_length, may_speak, readable};
use crate::protocol::{ErrorCode, SentAttachment, ServerFrame};
use crate::session::Conversation;
use crate::wire;
use crate::{gifs, previews};

const TEMP_ID_CHARS: usize = 64;

/// What a person sends.
pub(super) struct Said {
    pub(super) body: String,
    pub(super) attachments: Vec<SentAttachment>,
    /// The link of which the message shows a preview.
    pub(super) link_preview: Option<String>,
    pub(super) temp_id: String,
    /// The message that it answers.
    pub(super) reply_to: Option<MessageId>,
    /// The step of a trace that this is.
    pub(super) trace: Option<traces::Context>,
}

pub(super) async fn send(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    Said { body, attachments, link_preview, temp_id, reply_to, trace }: Said,
) -> Outcome {
    let hub = &conversation.hub;
    let name_fits = (1..=TEMP_ID_CHARS).contains(&temp_id.chars().count());
    if !name_fits || attachments.len() > 1 {
        return Err(Problem::new(ErrorCode::BadFrame));
    }
    if body.trim().is_empty() && attachments.is_empty() {
        return Err(Problem::new(ErrorCode::MessageEmpty));
    }
    check_length(conversation, &body)?;
    let to_assistant = hub.kinds.is_assistant(&hub.store, channel).await?;
    if to_assistant {
        if !hub.offers_assistant(me).await? {
            return Err(Problem::new(ErrorCode::ChannelUnknown));
        }
        if !attachments.is_empty() {
            return Err(Problem::new(ErrorCode::AttachmentsOff));
        }
        if reply_to.is_some() {
            return Err(Problem::new(ErrorCode::BadFrame));
        }
    }
    may_speak(conversation, me, channel).await?;
    let mut stored = Vec::with_capacity(attachments.len());
    for sent in attachments {
        // Before a file is kept, not only before the message is written.
        let membership = readable(conversation, me, channel).await?;
        if membership.status != store::channels::Status::Active {
            return Err(Problem::new(ErrorCode::NotActiveMember));
        }
        match &sent.url {
            Some(url) if sent.media_type == gifs::MEDIA_TYPE => stored.push(gif(conversation, &membership, url)?),
            _ => stored.extend(attachment::accept(hub, channel, me, &temp_id, sent).await?),
        }
    }
    let link_preview = match link_preview {
        // A question is words: no page is fetched for it.
        Some(link) if !to_assistant => previews::of_message(hub, me, channel, &body, &link).await?,
        _ => None,
    };
    let draft = Draft { attachments: stored, link_preview, reply_to, trace, ..Draft::text(channel, me, temp_id, body) };
    append(conversation, draft, to_assistant);
    Ok(())
}

/// A moving picture of the provider, by the address that the search gave.
fn gif(conversation: &Conversation, membership: &Membership, url: &str) -> Outcome<Attachment> {
    let hub = &conversation.hub;
    if hub.gifs.is_none() || membership.kind == Kind::Assistant {
        return Err(Problem::new(ErrorCode::AttachmentType));
    }
    gifs::attachment(&hub.store, url).ok_or(Problem::new(ErrorCode::AttachmentBroken))
}

/// Queues the message in the order it came, and answers when it is written: the next frame need not wait for that.
fn append(conversation: &Conversation, draft: Draft, to_assistant: bool) {
    let (hub, outlet) = (conversation.hub.clone(), conversation.outlet.clone());
    let (channel, temp_id) = (draft.channel, draft.temp_id.clone());
    let receipt = hub.store.writer.append(draft);
    actix_web::rt::spawn(async move {
        let receipt = receipt.await;
        if to_assistant && receipt.is_ok() {
            hub.ask_assistant(channel);
        }
        let code = match receipt {
            // Who sends it again may have had it before, or not: it is said again.
            Ok(receipt) if receipt.repeated => {
                return outlet.send(wire::new_message(&hub.store, &receipt.message, true));
            }
            Ok(receipt) => return hub.rooms.confirm(outlet, receipt.message).await,
            Err(NotAppended::Refused(Refusal::ChannelUnknown)) => ErrorCode::ChannelUnknown,
            Err(NotAppended::Refused(Refusal::NotAMember)) => ErrorCode::NotAMember,
            Err(NotAppended::Refused(Refusal::NotActive)) => ErrorCode::NotActiveMember,
            Err(NotAppended::Refused(Refusal::Blocked)) => ErrorCode::Blocked,
            Err(NotAppended::Refused(Refusal::MessageUnknown)) => ErrorCode::MessageUnknown,
            Err(NotAppended::Failed(_)) => ErrorCode::Unavailable,
        };
        outlet.answer(&ServerFrame::Error {
            code,
            message: code.sentence().to_owned(),
            room: None,
            channel: Some(channel),
            temp_id: Some(temp_id),
            in_reply_to: Some("send".to_owned()),
            retry_after_ms: None,
        });
    });
}
