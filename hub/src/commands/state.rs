//! What commands know and change of their connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use store::{ChannelId, MessageId};
use tokio::time::Instant;

use super::call_tabs::CallTabs;
use crate::connection_handle::ConnectionHandle;
use crate::hub::Hub;

/// One read position per channel and interval is written; the last one always.
pub(crate) const READ_POSITION_INTERVAL: Duration = Duration::from_secs(1);

/// The state of an authenticated connection.
pub(crate) struct ConnectionState {
    pub(crate) hub: Arc<Hub>,
    pub(crate) handle: Arc<ConnectionHandle>,
    /// The anchor of each channel's pages.
    pub(super) anchors: HashMap<ChannelId, i64>,
    /// When the person last typed in each channel.
    pub(super) typed_at: HashMap<ChannelId, Instant>,
    pub(super) read_positions: HashMap<ChannelId, ReadPosition>,
    pub(super) calls: CallTabs,
}

/// The read position of a channel as reported on this connection.
pub(super) struct ReadPosition {
    pub(super) written_at: Instant,
    /// A later position that is not written yet.
    pub(super) pending: Option<(MessageId, i64)>,
}

impl ConnectionState {
    pub(crate) fn new(hub: Arc<Hub>, handle: Arc<ConnectionHandle>) -> Self {
        let (anchors, typed_at, read_positions, calls) = Default::default();
        Self { hub, handle, anchors, typed_at, read_positions, calls }
    }

    /// Returns when [`super::seen::flush`] is due.
    pub(crate) fn next_flush(&self) -> Option<Instant> {
        let pending = self.read_positions.values().filter(|position| position.pending.is_some());
        pending.map(|position| position.written_at + READ_POSITION_INTERVAL).min()
    }
}
