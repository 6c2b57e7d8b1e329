//! Reads what a room is missing from the database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::channels;
use store::messages::{self, Message};
use store::{ChannelId, Store};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::shard_message::ShardMessage;

/// The pause before a failed query is repeated.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Messages read with one query.
const CHUNK: i64 = 500;

/// Reads every message after `delivered` and every change after `changed`, and offers them to the room. Changes are read
/// first and delivered last, when every changed message is delivered.
pub(super) async fn repair(
    store: Arc<Store>,
    shard: mpsc::Sender<ShardMessage>,
    channel: ChannelId,
    delivered: i64,
    changed: i64,
) {
    let (head, changed) = loop {
        match read_changes(&store, channel, changed).await {
            Ok(found) => break found,
            Err(error) => {
                tracing::warn!(%error, "cannot read missing changes");
                sleep(RETRY_INTERVAL).await;
            }
        }
    };
    let mut after = delivered;
    loop {
        match messages::between(&store, channel, after, after.saturating_add(CHUNK)).await {
            Ok(messages) => {
                let Some(last) = messages.last() else { break };
                after = last.seq;
                metrics::counter!("hub_bus_gaps_repaired_total").increment(messages.len() as u64);
                let messages = messages.into_iter().map(Arc::new).collect();
                let deliver = ShardMessage::Deliver { channel, messages, trace: None, received_at: Instant::now() };
                if shard.send(deliver).await.is_err() {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot read missing messages");
                sleep(RETRY_INTERVAL).await;
            }
        }
    }
    if shard.send(ShardMessage::CatchUpChanges { channel, head, changed }).await.is_ok() {
        let _ = shard.send(ShardMessage::RepairDone { channel }).await;
    }
}

/// Returns the number of the last change, and the messages that changed after `after`.
async fn read_changes(store: &Store, channel: ChannelId, after: i64) -> store::Result<(i64, Vec<Arc<Message>>)> {
    let head = channels::heads(store, &[channel]).await?.first().map_or(after, |head| head.change_seq);
    let mut changed = Vec::new();
    let mut read = after;
    while read < head {
        let chunk = messages::changed_between(store, channel, read, head, CHUNK).await?;
        read = chunk.last().map_or(head, |last| last.changed);
        changed.extend(chunk.into_iter().map(Arc::new));
    }
    Ok((head.max(after), changed))
}
