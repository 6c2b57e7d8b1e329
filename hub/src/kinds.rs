//! Which channels are the assistant's: asked once of the database, because a channel never changes its kind.

use dashmap::DashMap;
use store::{ChannelId, Store, channels};

/// Channels remembered at most; then all are forgotten, which costs a question each.
const MOST: usize = 200_000;

/// What is known so far.
#[derive(Debug, Default)]
pub(crate) struct Kinds(DashMap<ChannelId, bool>);

impl Kinds {
    /// Whether this is a channel with the assistant; false for channels that do not exist.
    pub(crate) async fn is_assistant(&self, store: &Store, channel: ChannelId) -> store::Result<bool> {
        if let Some(known) = self.0.get(&channel) {
            return Ok(*known);
        }
        let Some(kind) = channels::kind_of(store, channel).await? else { return Ok(false) };
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let is_assistant = kind == channels::Kind::Assistant;
        self.0.insert(channel, is_assistant);
        Ok(is_assistant)
    }
}
