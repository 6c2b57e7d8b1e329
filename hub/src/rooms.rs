//! Delivery of messages to the connections that have a channel open. Each channel belongs to one of a few shard tasks,
//! which own their rooms: delivery takes no lock and awaits nothing.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use store::messages::Message;
use store::{ChannelId, PersonId, Store};
use tokio::sync::{mpsc, oneshot};

use self::shard_message::ShardMessage;
use crate::connection_handle::ConnectionHandle;
use crate::frame::Frame;

mod repair;
mod shard;
mod shard_message;

pub(crate) use shard_message::Subscription;

/// Requests queued for one shard.
const QUEUE_CAPACITY: usize = 8192;

/// The rooms of this node.
#[derive(Debug)]
pub(crate) struct Rooms {
    shards: Vec<mpsc::Sender<ShardMessage>>,
}

impl Rooms {
    /// Starts the shard tasks; they end when the rooms are dropped.
    pub(crate) fn start(store: &Arc<Store>, shards: usize) -> Self {
        let shards = (0..shards.max(1))
            .map(|_| {
                let (sender, requests) = mpsc::channel(QUEUE_CAPACITY);
                let shard = shard::Shard::new(store.clone(), sender.downgrade());
                tokio::spawn(shard.run(requests));
                sender
            })
            .collect();
        Self { shards }
    }

    /// Opens a channel for a connection. Returns false if the room's history does not reach back to the subscription: the
    /// connection must read the database further first.
    pub(crate) async fn subscribe(&self, subscription: Subscription) -> bool {
        let (answer, subscribed) = oneshot::channel();
        let sent = self.shard(subscription.channel).send(ShardMessage::Subscribe(subscription, answer)).await;
        sent.is_ok() && subscribed.await.unwrap_or(false)
    }

    /// Closes a channel for a connection; nothing more of it is queued there afterwards.
    pub(crate) async fn unsubscribe(&self, channel: ChannelId, connection: u64) {
        let (done, unsubscribed) = oneshot::channel();
        self.request(channel, ShardMessage::Unsubscribe { channel, connection, done }).await;
        // The sender is dropped only when the process ends.
        let _ = unsubscribed.await;
    }

    /// Confirms a message to its sender, unless the connection has the channel open and receives the message there.
    pub(crate) async fn confirm(&self, connection: Arc<ConnectionHandle>, message: Arc<Message>) {
        self.request(message.channel_id, ShardMessage::Confirm { connection, message }).await;
    }

    /// Confirms a change in the same way.
    pub(crate) async fn confirm_change(&self, connection: Arc<ConnectionHandle>, message: Arc<Message>) {
        self.request(message.channel_id, ShardMessage::ConfirmChange { connection, message }).await;
    }

    /// Delivers changed messages, in any order, any number of times.
    pub(crate) async fn deliver_changes(&self, channel: ChannelId, messages: Vec<Arc<Message>>) {
        self.request(channel, ShardMessage::DeliverChanges { channel, messages }).await;
    }

    /// Delivers committed messages, in any order, any number of times.
    pub(crate) async fn deliver(
        &self,
        channel: ChannelId,
        messages: Vec<Arc<Message>>,
        trace: Option<telemetry::Context>,
    ) {
        self.request(channel, ShardMessage::Deliver { channel, messages, trace, received_at: Instant::now() }).await;
    }

    /// Sends an ephemeral frame to all connections that have the channel open, except those of one person.
    pub(crate) async fn broadcast(&self, channel: ChannelId, frame: Frame, except: Option<PersonId>) {
        self.request(channel, ShardMessage::Broadcast { channel, frame, except }).await;
    }

    /// Compares all rooms with the database, after the bus may have lost events.
    pub(crate) async fn catch_up(&self) {
        for shard in &self.shards {
            // A shard ends only with the process.
            let _ = shard.send(ShardMessage::CatchUp).await;
        }
    }

    async fn request(&self, channel: ChannelId, request: ShardMessage) {
        // A shard ends only with the process.
        let _ = self.shard(channel).send(request).await;
    }

    fn shard(&self, channel: ChannelId) -> &mpsc::Sender<ShardMessage> {
        let mut hasher = DefaultHasher::new();
        channel.hash(&mut hasher);
        let index = usize::try_from(hasher.finish() % self.shards.len() as u64).unwrap_or(0);
        &self.shards[index]
    }
}
