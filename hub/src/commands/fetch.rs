//! Pages of a channel.

use chrono::{DateTime, Utc};
use store::messages::{self, Page};
use store::{ChannelId, MessageId, PersonId};

use super::{Outcome, Problem, readable};
use crate::protocol::{ErrorCode, PageReason, ServerFrame};
use crate::session::Conversation;
use crate::wire;

pub(super) async fn newest(conversation: &mut Conversation, me: PersonId, channel: ChannelId) -> Outcome {
    let head = readable(conversation, me, channel).await?.readable_head();
    conversation.anchors.insert(channel, head);
    answer(conversation, me, channel, PageReason::FetchMessages, Page::first(head), None).await
}

/// Which page is meant.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// By number, 1 being the newest.
    Page(i64),
    /// One that holds this message.
    Message(MessageId),
    /// One that holds the message with this number, or the message at the end beyond which it lies.
    Seq(i64),
    /// One that holds the first message at or after this time, or the newest one if there is none.
    Date(DateTime<Utc>),
}

pub(super) async fn page(
    conversation: &mut Conversation,
    me: PersonId,
    channel: ChannelId,
    place: Place,
    anchor: Option<i64>,
) -> Outcome {
    let head = readable(conversation, me, channel).await?.readable_head();
    let store = &conversation.hub.store;
    let seq = match place {
        Place::Page(_) => None,
        Place::Message(id) => match messages::seq_of(store, channel, id).await? {
            Some(seq) if seq <= head => Some(seq),
            _ => return Err(Problem::new(ErrorCode::BadFrame)),
        },
        Place::Seq(seq) => Some(seq.clamp(head.min(1), head)),
        Place::Date(date) => Some(messages::first_since(store, channel, date, head).await?.unwrap_or(head)),
    };
    let page = match (place, seq, anchor) {
        (_, Some(seq), Some(anchor)) => Page::holding(anchor.clamp(0, head), seq),
        (_, Some(seq), None) => Page::around(head, seq),
        (Place::Page(number), ..) if number > 1 => {
            let anchor = anchor.or_else(|| conversation.anchors.get(&channel).copied());
            Page { anchor: anchor.unwrap_or(head).clamp(0, head), number }
        }
        // Page 1 is the newest, whatever was read before.
        _ => Page::first(head),
    };
    conversation.anchors.insert(channel, page.anchor);
    answer(conversation, me, channel, PageReason::GetRoomChatMessages, page, seq).await
}

async fn answer(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    reason: PageReason,
    page: Page,
    selected: Option<i64>,
) -> Outcome {
    let store = &conversation.hub.store;
    let list = messages::page(store, channel, page).await?;
    let selected_msg_id = list.iter().find(|message| Some(message.seq) == selected).map(|message| message.id);
    conversation.outlet.answer(&ServerFrame::MessagesPayload {
        channel,
        reason,
        messages: wire::messages(store, &list, me),
        page_number: page.number,
        new_page_number: page.older(),
        anchor: page.anchor,
        selected_msg_id,
    });
    Ok(())
}
