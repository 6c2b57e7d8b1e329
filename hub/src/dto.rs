//! Conversion of stored rows to wire types and frames.

use std::collections::BTreeMap;

use store::assistant::Label;
use store::attachments::{self, Attachment};
use store::bots::ASSISTANT;
use store::messages::{Message, Quote, Reaction};
use store::previews::Preview;
use store::reads::Unread;
use store::{PersonId, Store};

use crate::frame::{Frame, encode};
use crate::gifs::{self, Rendition};
use crate::previews;
use crate::protocol::{
    Delivery, LinkPreview, ServerFrame, UnreadCount, UnreadData, WireAssistant, WireAttachment, WireHelpline,
    WireMessage, WireQuote, WireReaction,
};
use ::assistant::Reply;

/// Converts a message; `for_sender` adds the `temp_id`.
pub(crate) fn message(store: &Store, message: &Message, for_sender: bool) -> WireMessage {
    let (text, assistant) = match assistant(message) {
        Some((text, assistant)) => (text, Some(assistant)),
        None => (message.body.clone(), None),
    };
    WireMessage {
        msg_id: message.id,
        temp_id: for_sender.then(|| message.temp_id.clone()),
        seq: message.seq,
        channel_id: message.channel_id,
        user_id: message.sender_id,
        message: text,
        created_on: message.created_at,
        status: Delivery::Sent,
        attachments: attachment_list(store, &message.attachments.0),
        link_preview: message.link_preview.as_ref().map(|preview| link_preview(store, &preview.0)),
        is_broadcast_message: message.is_broadcast,
        changed: message.changed,
        edited_on: message.edited_at,
        deleted_on: message.deleted_at,
        reply_to: message.reply.as_ref().map(|reply| quote(&reply.0)),
        reactions: message.reactions.iter().map(reaction).collect(),
        assistant,
    }
}

/// Splits a message of the assistant into text and details; None for other senders.
fn assistant(message: &Message) -> Option<(String, WireAssistant)> {
    if message.sender_id != ASSISTANT {
        return None;
    }
    let Label { outcome, question, .. } = message.temp_id.parse().ok()?;
    let Reply { text, sources, helplines } = Reply::parse(&message.body);
    let helplines = helplines.into_iter().map(WireHelpline::from).collect();
    Some((text, WireAssistant { kind: outcome, reply_to: question, sources, helplines }))
}

fn quote(quote: &Quote) -> WireQuote {
    WireQuote {
        msg_id: quote.msg_id,
        seq: quote.seq,
        user_id: quote.user_id,
        text: quote.text.clone(),
        attachment_name: quote.attachment_name.clone(),
        deleted: quote.is_deleted,
    }
}

fn reaction(reaction: &Reaction) -> WireReaction {
    WireReaction { emoji: reaction.emoji.clone(), count: reaction.count, user_ids: reaction.people.clone() }
}

/// Converts messages for one reader.
pub(crate) fn messages(store: &Store, list: &[Message], reader: PersonId) -> Vec<WireMessage> {
    list.iter().map(|m| message(store, m, m.sender_id == reader)).collect()
}

/// Encodes the frame of a new message.
pub(crate) fn new_message(store: &Store, stored: &Message, for_sender: bool) -> Frame {
    encode(&ServerFrame::NewMessage(message(store, stored, for_sender)))
}

/// Converts a link preview.
pub(crate) fn link_preview(store: &Store, preview: &Preview) -> LinkPreview {
    LinkPreview {
        title: preview.title.clone(),
        description: preview.description.clone(),
        image: preview.picture.map(|picture| previews::picture_link(store, picture)),
        url: preview.url.clone(),
    }
}

/// Encodes the frame of a changed message.
pub(crate) fn message_changed(store: &Store, stored: &Message, for_sender: bool) -> Frame {
    encode(&ServerFrame::MessageChanged(message(store, stored, for_sender)))
}

/// Converts unread counts to a frame.
pub(crate) fn unread<'u>(counts: impl IntoIterator<Item = &'u Unread>) -> ServerFrame {
    let unread_messages: BTreeMap<String, UnreadCount> = counts
        .into_iter()
        .map(|unread| {
            let data = UnreadData { is_tagged: unread.is_tagged };
            (unread.channel_id.to_string(), UnreadCount { count: unread.count, data })
        })
        .collect();
    ServerFrame::UnreadMessage { unread_messages }
}

fn attachment_list(store: &Store, list: &[Attachment]) -> String {
    if list.is_empty() {
        return "[]".to_owned();
    }
    let list: Vec<_> = list
        .iter()
        .map(|attachment| WireAttachment {
            id: attachment.id.to_string(),
            attachment_name: attachment.name.clone(),
            media_type: attachment.media_type.clone(),
            size: attachment.size,
            width: attachment.width,
            height: attachment.height,
            presigned_url: match &attachment.gif {
                Some(gif) => gifs::link(store, gif, Rendition::Full),
                None => attachments::link(store, attachment.id),
            },
            thumbnail_presigned_url: match &attachment.gif {
                Some(gif) => Some(gifs::link(store, gif, Rendition::Still)),
                None => attachments::thumbnail_link(store, attachment),
            },
        })
        .collect();
    serde_json::to_string(&list).unwrap_or_else(|_| "[]".to_owned())
}
