//! Cache of the newest message of each channel. The database verifies every use.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Message;
use super::plan::{Draft, Preconditions};
use crate::ChannelId;
use crate::bounded_cache::BoundedCache;
use crate::channels::Status;

/// Cached channels. A miss costs one round trip.
const CAPACITY: usize = 50_000;

/// The number of a channel's newest message, and the time of the last write.
pub(super) type Head = (i64, DateTime<Utc>);

/// A number that no channel has: the database replies with the right one.
const UNKNOWN: i64 = -1;

/// The cached heads.
#[derive(Debug)]
pub(super) struct ChannelHeadCache(BoundedCache<ChannelId, Head>);

impl Default for ChannelHeadCache {
    fn default() -> Self {
        Self(BoundedCache::new(CAPACITY))
    }
}

impl ChannelHeadCache {
    /// Sets the head of a channel.
    pub(super) fn insert(&self, channel: ChannelId, head: Head) {
        self.0.insert(channel, head);
    }

    /// Updates the head of a channel from its messages, which may arrive out of order.
    pub(super) fn update(&self, messages: &[Arc<Message>]) {
        let Some(newest) = messages.iter().max_by_key(|message| message.seq) else { return };
        if self.0.get(&newest.channel_id).is_none_or(|known| known.0 < newest.seq) {
            self.insert(newest.channel_id, (newest.seq, newest.created_at));
        }
    }

    /// Returns the heads of the drafts' channels.
    pub(super) fn of(&self, drafts: &[Draft], now: DateTime<Utc>) -> HashMap<ChannelId, Head> {
        let known = |channel| self.0.get(channel).unwrap_or((UNKNOWN, now));
        drafts.iter().map(|draft| (draft.channel, known(&draft.channel))).collect()
    }
}

/// Returns the preconditions of a draft that is not exceptional.
pub(super) fn expected((seq, at): Head) -> Preconditions {
    Preconditions {
        head_seq: Some(seq),
        head_at: Some(at),
        status: Some(Status::Active),
        repeats: None,
        is_blocked: false,
        reply_seq: None,
        reply_sender: None,
        reply_body: None,
        reply_attachments: None,
        reply_is_deleted: false,
    }
}
