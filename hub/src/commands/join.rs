//! `join` and `leave`: opening and closing a channel in a connection.

use store::channels::{self, Membership, Opening, Status};
use store::messages::{self, PAGE};
use store::{ChannelId, MessageId, PersonId};

use super::checks::{check_readable, readable};
use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::dto;
use crate::frame::encode;
use crate::protocol::{ErrorCode, PageReason, ServerFrame, close};
use crate::rooms::Subscription;

/// Missed changes sent on `join`; a client that missed more fetches its pages again.
const MAX_CHANGES: i64 = 200;

/// What the client has of a channel.
#[derive(Clone, Copy)]
struct Progress {
    /// Every message up to this `seq`.
    seq: i64,
    /// Every change up to this number.
    change: i64,
    /// Some changes were left out because there were too many.
    left_out: bool,
}

/// Sends what the client missed, then subscribes at exactly that point: nothing is repeated or lost.
pub(super) async fn join(
    state: &mut ConnectionState,
    me: PersonId,
    channel: ChannelId,
    after: Option<MessageId>,
    after_change: Option<i64>,
) -> CommandResult {
    let version = state.handle.membership_version();
    let opening = channels::opening(&state.hub.store, channel, me, after).await?;
    let Opening { mut membership, head_id, after_seq } = opening.ok_or(CommandError::new(ErrorCode::ChannelUnknown))?;
    check_readable(state, me, &membership).await?;
    let last = head_id.map(|id| (membership.head_seq, id));
    let head = membership.readable_head();
    let mut progress = Progress { seq: head, change: membership.change_seq, left_out: false };
    if after.is_some() {
        // An open subscription would repeat the missed messages.
        leave(state, channel).await;
        progress.seq = after_seq.ok_or(CommandError::new(ErrorCode::BadFrame))?.min(head);
        progress.change = after_change.unwrap_or(progress.change).min(progress.change);
        send_changes(state, me, &membership, &mut progress).await?;
        send_missed(state, me, channel, &mut progress.seq, head).await?;
    }
    if membership.status == Status::Inactive {
        // An inactive member may read the history and receives nothing new.
        let joined = joined(state, &membership, Progress { seq: head, ..progress }, last).await?;
        state.handle.queue.send_frame(&joined);
        return Ok(());
    }
    loop {
        let joined = encode(&joined(state, &membership, progress, last).await?);
        let connection = state.handle.clone();
        let (after, after_change) = (progress.seq, progress.change);
        let subscription = Subscription { channel, connection, person: me, after, after_change, joined };
        if state.hub.rooms.subscribe(subscription).await {
            state.hub.registry.channel_opened(&state.handle, channel);
            // A membership change that arrived meanwhile did not find the channel open.
            if state.handle.membership_version() != version {
                leave_if_removed(state, me, channel).await;
            }
            return Ok(());
        }
        // The room's history does not reach back that far: read on.
        membership = readable(state, me, channel).await?;
        let head = membership.readable_head();
        send_changes(state, me, &membership, &mut progress).await?;
        send_missed(state, me, channel, &mut progress.seq, head).await?;
    }
}

/// Sends the missed changes of messages that the client has, and advances `progress` to the last change.
async fn send_changes(
    state: &ConnectionState,
    me: PersonId,
    membership: &Membership,
    progress: &mut Progress,
) -> CommandResult {
    let (store, channel) = (&state.hub.store, membership.channel_id);
    if progress.change < membership.change_seq {
        let changed =
            messages::changed_between(store, channel, progress.change, membership.change_seq, MAX_CHANGES + 1).await?;
        if i64::try_from(changed.len()).is_ok_and(|count| count > MAX_CHANGES) {
            progress.left_out = true;
        } else {
            // Later messages are sent in their current state.
            for message in changed.iter().filter(|message| message.seq <= progress.seq) {
                state.handle.queue.send(dto::message_changed(store, message, message.sender_id == me));
            }
        }
    }
    progress.change = membership.change_seq;
    state.handle.queue.wait_for_capacity().await;
    Ok(())
}

/// Leaves the channel if the person lost the membership while it was being opened. The join was confirmed already, so this
/// is a notification.
async fn leave_if_removed(state: &ConnectionState, me: PersonId, channel: ChannelId) {
    let (hub, connection) = (&state.hub, &state.handle);
    match channels::membership(&hub.store, channel, me).await {
        Ok(Some(membership)) if membership.status == Status::Active => {}
        Ok(_) => {
            if hub.registry.channel_removed(connection, channel) {
                hub.rooms.unsubscribe(channel, connection.id).await;
            }
            connection.queue.send_frame(&ServerFrame::Reload {});
        }
        // The client reconnects and joins again.
        Err(error) => {
            tracing::warn!(%error, "cannot read a membership again");
            connection.queue.close(close::RESTART);
        }
    }
}

pub(super) async fn leave(state: &ConnectionState, channel: ChannelId) {
    if state.hub.registry.channel_closed(&state.handle, channel) {
        state.hub.rooms.unsubscribe(channel, state.handle.id).await;
    }
}

/// Sends the messages after `seq` in pages, the oldest page first, and advances `seq` to the last one sent.
async fn send_missed(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    seq: &mut i64,
    head: i64,
) -> CommandResult {
    let store = &state.hub.store;
    loop {
        let mut missed = if *seq < head {
            messages::between(store, channel, *seq, head.min(seq.saturating_add(PAGE))).await?
        } else {
            Vec::new()
        };
        *seq = missed.last().map_or(*seq, |last| last.seq);
        missed.reverse();
        let more = !missed.is_empty() && *seq < head;
        state.handle.queue.send_frame(&ServerFrame::MessagesPayload {
            channel,
            reason: PageReason::Missed,
            messages: dto::messages(store, &missed, me),
            page_number: 1,
            new_page_number: None,
            anchor: *seq,
            selected_msg_id: None,
        });
        // After the last one, too: a page may be larger than the queue, which has no place for `joined` then.
        state.handle.queue.wait_for_capacity().await;
        if !more {
            return Ok(());
        }
    }
}

/// Builds the `joined` frame. `last` is the `seq` and id of the newest message at the time of the query.
async fn joined(
    state: &ConnectionState,
    membership: &Membership,
    progress: Progress,
    last: Option<(i64, MessageId)>,
) -> CommandResult<ServerFrame> {
    let channel = membership.channel_id;
    let last_msg_id = match last {
        Some((seq, id)) if seq == progress.seq => Some(id),
        _ if progress.seq == 0 => None,
        _ => messages::id_at(&state.hub.store, channel, progress.seq).await?,
    };
    Ok(ServerFrame::Joined {
        channel,
        last_msg_id,
        last_seq: progress.seq,
        last_seen_seq: membership.last_seen_seq,
        unread: membership.unread(),
        last_change: progress.change,
        changes_left_out: progress.left_out,
    })
}
