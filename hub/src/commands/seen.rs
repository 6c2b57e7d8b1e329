//! `message_seen` and `mark_unread`: read positions. A reader who scrolls reports many; see [`READ_POSITION_INTERVAL`].

use store::channels::Kind;
use store::{ChannelId, MessageId, PersonId, messages, reads};
use tokio::time::Instant;

use super::checks::readable;
use super::send::publish_to_team;
use super::state::{ConnectionState, READ_POSITION_INTERVAL, ReadPosition};
use crate::command_error::{CommandError, CommandResult};
use crate::hub::Hub;
use crate::protocol::{ErrorCode, ServerFrame};

pub(super) async fn seen(
    state: &mut ConnectionState,
    me: PersonId,
    channel: ChannelId,
    up_to: Option<MessageId>,
) -> CommandResult {
    let membership = readable(state, me, channel).await?;
    let store = &state.hub.store;
    let position = match up_to {
        Some(id) => {
            let seq = messages::seq_of(store, channel, id).await?;
            (id, seq.ok_or(CommandError::new(ErrorCode::BadFrame))?)
        }
        None => {
            let head = membership.readable_head();
            let Some(id) = messages::id_at(store, channel, head).await? else { return Ok(()) };
            (id, head)
        }
    };
    let now = Instant::now();
    if let Some(known) = state.read_positions.get_mut(&channel)
        && now < known.written_at + READ_POSITION_INTERVAL
    {
        if known.pending.is_none_or(|(_, pending)| pending < position.1) {
            known.pending = Some(position);
        }
        return Ok(());
    }
    mark_seen(&state.hub, me, channel, position).await?;
    state.read_positions.insert(channel, ReadPosition { written_at: now, pending: None });
    Ok(())
}

pub(super) async fn mark_unread(
    state: &mut ConnectionState,
    me: PersonId,
    channel: ChannelId,
    from: MessageId,
) -> CommandResult {
    let membership = readable(state, me, channel).await?;
    let store = &state.hub.store;
    let seq = messages::seq_of(store, channel, from).await?.filter(|seq| *seq <= membership.readable_head());
    let seq = seq.ok_or(CommandError::new(ErrorCode::MessageUnknown))?;
    // A pending position is older than this command.
    state.read_positions.remove(&channel);
    if reads::mark_unread(store, channel, me, seq).await?.is_none() {
        // Unread already: the first answer may have been lost.
        let frame = ServerFrame::MarkedUnread {
            channel_id: channel,
            seq: membership.last_seen_seq,
            unread: membership.unread(),
        };
        state.handle.queue.send_frame(&frame);
    }
    Ok(())
}

/// Moves a read position forward. The pages of staff show that a person has read their answer.
async fn mark_seen(hub: &Hub, me: PersonId, channel: ChannelId, position: (MessageId, i64)) -> store::Result<()> {
    let moved = reads::mark_seen(&hub.store, channel, me, Some(position)).await?;
    if moved.is_some() && hub.channel_kinds.get(channel).await? == Some(Kind::Team) {
        publish_to_team(&hub.store, channel);
    }
    Ok(())
}

/// Writes the pending positions that are due.
pub(crate) async fn flush(state: &mut ConnectionState, now: Instant) {
    write(state, |position| position.written_at + READ_POSITION_INTERVAL <= now).await;
}

/// Writes all pending positions.
pub(crate) async fn flush_all(state: &mut ConnectionState) {
    write(state, |_| true).await;
}

async fn write(state: &mut ConnectionState, is_due: impl Fn(&ReadPosition) -> bool) {
    let Some(me) = state.handle.person() else { return };
    for (channel, position) in &mut state.read_positions {
        if is_due(position)
            && let Some(pending) = position.pending.take()
        {
            position.written_at = Instant::now();
            if let Err(error) = mark_seen(&state.hub, me, *channel, pending).await {
                // Retried: the client may not report another position.
                position.pending = Some(pending);
                tracing::warn!(%error, "cannot write a read position");
            }
        }
    }
}
