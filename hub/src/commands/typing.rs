//! `typing`: published at once and not stored.

use std::time::Duration;

use store::bus::Event;
use store::{ChannelId, PersonId};
use tokio::time::Instant;

use super::state::ConnectionState;

/// The shortest time between two typing events of one connection and channel.
const MIN_INTERVAL: Duration = Duration::from_secs(3);

/// Publishes that the person types. Ignored unless the channel is open in this connection.
pub(super) fn typing(state: &mut ConnectionState, me: PersonId, channel: ChannelId) {
    if !state.handle.has_open(channel) {
        return;
    }
    let now = Instant::now();
    if state.typed_at.get(&channel).is_none_or(|at| now >= *at + MIN_INTERVAL) {
        state.typed_at.insert(channel, now);
        state.hub.store.bus.publish(vec![Event::Typing { channel, person: me }]);
    }
}
