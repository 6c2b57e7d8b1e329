//! `fetch_messages` and `get_room_chat_messages`: pages of a channel.

use chrono::{DateTime, Utc};
use store::messages::{self, Page};
use store::{ChannelId, MessageId, PersonId};

use super::checks::readable;
use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::dto;
use crate::protocol::{ErrorCode, PageReason, ServerFrame};

pub(super) async fn newest(state: &mut ConnectionState, me: PersonId, channel: ChannelId) -> CommandResult {
    let head = readable(state, me, channel).await?.readable_head();
    state.anchors.insert(channel, head);
    send_page(state, me, channel, PageReason::FetchMessages, Page::first(head), None).await
}

/// How a client selects a page.
#[derive(Clone, Copy)]
pub(super) enum Position {
    /// By number; 1 is the newest page.
    Page(i64),
    /// The page with this message.
    Message(MessageId),
    /// The page with this `seq`, or with the first or last message if it is out of range.
    Seq(i64),
    /// The page with the first message at or after this time, or the newest page if there is none.
    Date(DateTime<Utc>),
}

pub(super) async fn page(
    state: &mut ConnectionState,
    me: PersonId,
    channel: ChannelId,
    position: Position,
    anchor: Option<i64>,
) -> CommandResult {
    let head = readable(state, me, channel).await?.readable_head();
    let store = &state.hub.store;
    let seq = match position {
        Position::Page(_) => None,
        Position::Message(id) => match messages::seq_of(store, channel, id).await? {
            Some(seq) if seq <= head => Some(seq),
            _ => return Err(CommandError::new(ErrorCode::BadFrame)),
        },
        Position::Seq(seq) => Some(seq.clamp(head.min(1), head)),
        Position::Date(date) => Some(messages::first_since(store, channel, date, head).await?.unwrap_or(head)),
    };
    let page = match (position, seq, anchor) {
        (_, Some(seq), Some(anchor)) => Page::containing(anchor.clamp(0, head), seq),
        (_, Some(seq), None) => Page::around(head, seq),
        (Position::Page(number), ..) if number > 1 => {
            let anchor = anchor.or_else(|| state.anchors.get(&channel).copied());
            Page { anchor: anchor.unwrap_or(head).clamp(0, head), number }
        }
        // Page 1 is the newest page; the anchor does not matter.
        _ => Page::first(head),
    };
    state.anchors.insert(channel, page.anchor);
    send_page(state, me, channel, PageReason::GetRoomChatMessages, page, seq).await
}

async fn send_page(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    reason: PageReason,
    page: Page,
    selected: Option<i64>,
) -> CommandResult {
    let store = &state.hub.store;
    let list = messages::page(store, channel, page).await?;
    let selected_msg_id = list.iter().find(|message| Some(message.seq) == selected).map(|message| message.id);
    state.handle.queue.send_frame(&ServerFrame::MessagesPayload {
        channel,
        reason,
        messages: dto::messages(store, &list, me),
        page_number: page.number,
        new_page_number: page.older(),
        anchor: page.anchor,
        selected_msg_id,
    });
    Ok(())
}
