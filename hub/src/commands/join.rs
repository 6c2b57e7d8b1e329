//! Opening and closing a channel in a socket.

use store::channels::{self, Membership, Opening, Status};
use store::messages::{self, PAGE};
use store::{ChannelId, MessageId, PersonId};

use super::{Outcome, Problem, check_readable, readable};
use crate::frame::encode;
use crate::protocol::{ErrorCode, PageReason, ServerFrame, close};
use crate::rooms::Entry;
use crate::session::Conversation;
use crate::wire;

/// Changes sent to somebody who comes back; whoever missed more does better to fetch the pages again.
const MOST_CHANGES: i64 = 200;

/// What a socket has of a channel.
#[derive(Clone, Copy)]
struct Given {
    /// Everything up to this message,
    seq: i64,
    /// in the state after this change,
    change: i64,
    /// but for changes that were too many.
    left_out: bool,
}

/// Sends what was missed, then opens the channel at exactly that point: nothing twice, nothing left out.
pub(super) async fn join(
    conversation: &mut Conversation,
    me: PersonId,
    channel: ChannelId,
    after: Option<MessageId>,
    after_change: Option<i64>,
) -> Outcome {
    let known = conversation.outlet.channels_as_of();
    let opening = channels::opening(&conversation.hub.store, channel, me, after).await?;
    let Opening { mut membership, head_id, after_seq } = opening.ok_or(Problem::new(ErrorCode::ChannelUnknown))?;
    check_readable(&membership)?;
    let last = head_id.map(|id| (membership.head_seq, id));
    let head = membership.readable_head();
    let mut given = Given { seq: head, change: membership.change_seq, left_out: false };
    if after.is_some() {
        // What is open already must not bring live what is about to come as missed.
        leave(conversation, channel).await;
        given.seq = after_seq.ok_or(Problem::new(ErrorCode::BadFrame))?.min(head);
        given.change = after_change.unwrap_or(given.change).min(given.change);
        send_changes(conversation, me, &membership, &mut given).await?;
        send_missed(conversation, me, channel, &mut given.seq, head).await?;
    }
    if membership.status == Status::Inactive {
        // May read what was, hears nothing new.
        let joined = joined(conversation, &membership, Given { seq: head, ..given }, last).await?;
        conversation.outlet.answer(&joined);
        return Ok(());
    }
    loop {
        let joined = encode(&joined(conversation, &membership, given, last).await?);
        let outlet = conversation.outlet.clone();
        let entry = Entry { channel, outlet, person: me, after: given.seq, after_change: given.change, joined };
        if conversation.hub.rooms.enter(entry).await {
            conversation.hub.registry.opened(&conversation.outlet, channel);
            // News of the person's channels that came while this one was being opened did not find it open.
            if conversation.outlet.channels_as_of() != known {
                leave_if_expelled(conversation, me, channel).await;
            }
            return Ok(());
        }
        // So much was said meanwhile that the room does not remember it all: read on.
        membership = readable(conversation, me, channel).await?;
        let head = membership.readable_head();
        send_changes(conversation, me, &membership, &mut given).await?;
        send_missed(conversation, me, channel, &mut given.seq, head).await?;
    }
}

/// Sends what changed among the messages that the socket has, and moves `given` to the change that the membership knows.
async fn send_changes(
    conversation: &Conversation,
    me: PersonId,
    membership: &Membership,
    given: &mut Given,
) -> Outcome {
    let (store, channel) = (&conversation.hub.store, membership.channel_id);
    if given.change < membership.change_seq {
        let changed =
            messages::changed_between(store, channel, given.change, membership.change_seq, MOST_CHANGES + 1).await?;
        if i64::try_from(changed.len()).is_ok_and(|count| count > MOST_CHANGES) {
            given.left_out = true;
        } else {
            // Those after `given.seq` come as they are now.
            for message in changed.iter().filter(|message| message.seq <= given.seq) {
                conversation.outlet.send(wire::message_changed(store, message, message.sender_id == me));
            }
        }
    }
    given.change = membership.change_seq;
    conversation.outlet.has_room().await;
    Ok(())
}

/// The news that somebody may not hear a channel any more finds a socket only where the channel is open. What came
/// while it was being opened is looked up here. The join was answered already, so this is told as news.
async fn leave_if_expelled(conversation: &Conversation, me: PersonId, channel: ChannelId) {
    let (hub, outlet) = (&conversation.hub, &conversation.outlet);
    match channels::membership(&hub.store, channel, me).await {
        Ok(Some(membership)) if membership.status == Status::Active => {}
        Ok(_) => {
            if hub.registry.expelled(outlet, channel) {
                hub.rooms.leave(channel, outlet.id).await;
            }
            outlet.answer(&ServerFrame::Reload {});
        }
        // Nobody knows: the client comes back and joins again.
        Err(error) => {
            tracing::warn!(%error, "a membership could not be looked at again");
            outlet.end(close::RESTART);
        }
    }
}

pub(super) async fn leave(conversation: &Conversation, channel: ChannelId) {
    if conversation.hub.registry.closed(&conversation.outlet, channel) {
        conversation.hub.rooms.leave(channel, conversation.outlet.id).await;
    }
}

/// Sends the messages after `given` in pages, the oldest page first, and moves `given` to the last one sent.
async fn send_missed(
    conversation: &Conversation,
    me: PersonId,
    channel: ChannelId,
    given: &mut i64,
    head: i64,
) -> Outcome {
    let store = &conversation.hub.store;
    loop {
        let mut missed = if *given < head {
            messages::between(store, channel, *given, head.min(given.saturating_add(PAGE))).await?
        } else {
            Vec::new()
        };
        *given = missed.last().map_or(*given, |last| last.seq);
        missed.reverse();
        let more = !missed.is_empty() && *given < head;
        conversation.outlet.answer(&ServerFrame::MessagesPayload {
            channel,
            reason: PageReason::Missed,
            messages: wire::messages(store, &missed, me),
            page_number: 1,
            new_page_number: None,
            anchor: *given,
            selected_msg_id: None,
        });
        if !more {
            return Ok(());
        }
        conversation.outlet.has_room().await;
    }
}

/// `last` is a message that is known already, by number and id: mostly the one that is asked for.
async fn joined(
    conversation: &Conversation,
    membership: &Membership,
    given: Given,
    last: Option<(i64, MessageId)>,
) -> Outcome<ServerFrame> {
    let channel = membership.channel_id;
    let last_msg_id = match last {
        Some((seq, id)) if seq == given.seq => Some(id),
        _ if given.seq == 0 => None,
        _ => messages::id_at(&conversation.hub.store, channel, given.seq).await?,
    };
    Ok(ServerFrame::Joined {
        channel,
        last_msg_id,
        last_seq: given.seq,
        last_seen_seq: membership.last_seen_seq,
        unread: membership.readable_head() - membership.last_seen_seq - membership.own_unseen,
        last_change: given.change,
        changes_left_out: given.left_out,
    })
}
