//! The newest message of each channel, as far as this process knows. Believed only until the database has looked.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use dashmap::DashMap;

use super::Message;
use super::plan::{Draft, Facts};
use crate::ChannelId;
use crate::channels::Status;

/// Channels that are remembered. To have forgotten one costs a round trip.
const MOST: usize = 50_000;

/// The number of a channel's newest message, and when the channel was last written to.
pub(super) type Head = (i64, DateTime<Utc>);

/// No channel has it: the database answers with the right one.
const UNKNOWN: i64 = -1;

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Heads(DashMap<ChannelId, Head>);

impl Heads {
    /// The channel is this far.
    pub(super) fn learn(&self, channel: ChannelId, head: Head) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(channel, head);
    }

    /// Messages came to a channel; news may pass each other.
    pub(super) fn hear(&self, messages: &[Message]) {
        let Some(newest) = messages.iter().max_by_key(|message| message.seq) else { return };
        if self.0.get(&newest.channel_id).is_none_or(|known| known.0 < newest.seq) {
            self.learn(newest.channel_id, (newest.seq, newest.created_at));
        }
    }

    /// The heads of the channels that the drafts go to.
    pub(super) fn of(&self, drafts: &[Draft], now: DateTime<Utc>) -> HashMap<ChannelId, Head> {
        let known = |channel| self.0.get(channel).map_or((UNKNOWN, now), |head| *head);
        drafts.iter().map(|draft| (draft.channel, known(&draft.channel))).collect()
    }
}

/// What the database would say of a draft if all is as usual.
pub(super) fn usual((seq, at): Head) -> Facts {
    Facts {
        head_seq: Some(seq),
        head_at: Some(at),
        status: Some(Status::Active),
        repeats: None,
        is_blocked: false,
        reply_seq: None,
        reply_sender: None,
        reply_body: None,
        reply_attachments: None,
    }
}
