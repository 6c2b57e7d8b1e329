//! Somebody is typing: worth telling at once, and not worth keeping.

use std::time::Duration;

use store::bus::Event;
use store::{ChannelId, PersonId};
use tokio::time::Instant;

use crate::session::Conversation;

const INTERVAL: Duration = Duration::from_secs(3);

/// Tells the others who have the channel open. Who does not have it open does not type in it.
pub(super) fn typing(conversation: &mut Conversation, me: PersonId, channel: ChannelId) {
    if !conversation.outlet.has_open(channel) {
        return;
    }
    let now = Instant::now();
    if conversation.typed_at.get(&channel).is_none_or(|at| now >= *at + INTERVAL) {
        conversation.typed_at.insert(channel, now);
        conversation.hub.store.bus.publish(vec![Event::Typing { channel, person: me }]);
    }
}
