//! Caches the kinds of channels, which never change.

use store::channels::{self, Kind};
use store::{BoundedCache, ChannelId, Store};

/// Cached channels. A miss costs one query.
const CAPACITY: usize = 200_000;

/// The kind of each channel.
#[derive(Debug)]
pub(crate) struct ChannelKindCache(BoundedCache<ChannelId, Kind>);

impl Default for ChannelKindCache {
    fn default() -> Self {
        Self(BoundedCache::new(CAPACITY))
    }
}

impl ChannelKindCache {
    /// Returns the kind of a channel; None for an unknown channel.
    pub(crate) async fn get(&self, store: &Store, channel: ChannelId) -> store::Result<Option<Kind>> {
        if let Some(known) = self.0.get(&channel) {
            return Ok(Some(known));
        }
        let kind = channels::kind_of(store, channel).await?;
        if let Some(kind) = kind {
            self.0.insert(channel, kind);
        }
        Ok(kind)
    }
}
