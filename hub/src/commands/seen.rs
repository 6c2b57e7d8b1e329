//! Read positions. A reader who scrolls tells many; one per channel and second is written, the last one always.

use store::{ChannelId, MessageId, PersonId, messages, reads};
use tokio::time::Instant;

use super::{Outcome, Problem, readable};
use crate::protocol::ErrorCode;
use crate::session::{Conversation, SEEN_INTERVAL, Seen};

pub(super) async fn seen(
    conversation: &mut Conversation,
    me: PersonId,
    channel: ChannelId,
    upto: Option<MessageId>,
) -> Outcome {
    let membership = readable(conversation, me, channel).await?;
    let store = &conversation.hub.store;
    let upto = match upto {
        Some(id) => {
            let seq = messages::seq_of(store, channel, id).await?;
            (id, seq.ok_or(Problem::new(ErrorCode::BadFrame))?)
        }
        None => {
            let head = membership.readable_head();
            let Some(id) = messages::id_at(store, channel, head).await? else { return Ok(()) };
            (id, head)
        }
    };
    let now = Instant::now();
    if let Some(seen) = conversation.seen.get_mut(&channel)
        && now < seen.written_at + SEEN_INTERVAL
    {
        if seen.waiting.is_none_or(|(_, waiting)| waiting < upto.1) {
            seen.waiting = Some(upto);
        }
        return Ok(());
    }
    reads::mark_seen(store, channel, me, Some(upto)).await?;
    conversation.seen.insert(channel, Seen { written_at: now, waiting: None });
    Ok(())
}

/// Writes the positions that have waited long enough.
pub(crate) async fn flush(conversation: &mut Conversation, now: Instant) {
    write(conversation, |seen| seen.written_at + SEEN_INTERVAL <= now).await;
}

/// Writes all positions that wait.
pub(crate) async fn flush_all(conversation: &mut Conversation) {
    write(conversation, |_| true).await;
}

async fn write(conversation: &mut Conversation, is_due: impl Fn(&Seen) -> bool) {
    let Some(me) = conversation.outlet.person() else { return };
    for (channel, seen) in &mut conversation.seen {
        if is_due(seen)
            && let Some(upto) = seen.waiting.take()
        {
            seen.written_at = Instant::now();
            if let Err(error) = reads::mark_seen(&conversation.hub.store, *channel, me, Some(upto)).await {
                // Nobody may tell another position: this one is tried again.
                seen.waiting = Some(upto);
                tracing::warn!(%error, "a read position could not be written");
            }
        }
    }
}
