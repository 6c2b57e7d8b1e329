//! Caches the kinds of channels, which never change.

use std::sync::Arc;

use store::channels::{self, Kind};
use store::{BoundedCache, ChannelId, Store};

/// Cached channels. A miss costs one query.
const CAPACITY: usize = 200_000;

/// The kind of each channel.
#[derive(Debug)]
pub(crate) struct ChannelKindCache {
    store: Arc<Store>,
    kinds: BoundedCache<ChannelId, Kind>,
}

impl ChannelKindCache {
    pub(crate) fn new(store: Arc<Store>) -> Self {
        Self { store, kinds: BoundedCache::new(CAPACITY) }
    }

    /// Returns the kind of a channel; None for an unknown channel.
    pub(crate) async fn get(&self, channel: ChannelId) -> store::Result<Option<Kind>> {
        if let Some(known) = self.kinds.get(&channel) {
            return Ok(Some(known));
        }
        let kind = channels::kind_of(&self.store, channel).await?;
        if let Some(kind) = kind {
            self.kinds.insert(channel, kind);
        }
        Ok(kind)
    }
}
