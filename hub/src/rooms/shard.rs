//! One shard task and the rooms it owns.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::channels::{self, Head};
use store::messages::Message;
use store::{ChannelId, PersonId, Store};
use telemetry::Span;
use tokio::sync::mpsc;

use super::repair::repair;
use super::shard_message::{ShardMessage, Subscription};
use crate::connection_handle::ConnectionHandle;
use crate::dto;
use crate::frame::Frame;
use crate::ordering::{Changes, Order};

/// How long a missing message may take to arrive before the database is read: events of two nodes may pass each other.
const REORDER_WINDOW: Duration = Duration::from_millis(20);

struct Room {
    order: Order,
    changes: Changes,
    subscribers: Vec<Subscriber>,
    is_repairing: bool,
    /// Another repair was requested after the one under way began.
    repairs_again: bool,
}

struct Subscriber {
    connection: Arc<ConnectionHandle>,
    person: PersonId,
    /// The newest message it had when it subscribed; the room sends every newer one.
    after: i64,
    /// The newest change it had when it subscribed.
    after_change: i64,
}

impl Room {
    /// Queues a frame about a message for the subscribers that want it. The sender's frame differs: it carries `temp_id`.
    fn enqueue(&self, message: &Message, wants: impl Fn(&Subscriber) -> bool, frame: impl Fn(bool) -> Frame) {
        let (mut for_sender, mut for_others) = (None, None);
        for subscriber in self.subscribers.iter().filter(|subscriber| wants(subscriber)) {
            let is_sender = subscriber.person == message.sender_id;
            let frame =
                if is_sender { &mut for_sender } else { &mut for_others }.get_or_insert_with(|| frame(is_sender));
            subscriber.connection.queue.enqueue(frame.clone());
        }
    }

    fn enqueue_change(&self, store: &Store, message: &Message) {
        let frame = |is_sender| dto::message_changed(store, message, is_sender);
        self.enqueue(message, |subscriber| subscriber.after_change < message.changed, frame);
    }

    /// Writes the queued frames, first to the senders of the messages: they wait for the confirmation.
    fn flush(&self, messages: &[Arc<Message>]) {
        let senders: HashSet<_> = messages.iter().map(|message| message.sender_id).collect();
        let is_sender = |subscriber: &&Subscriber| senders.contains(&subscriber.person);
        self.subscribers.iter().filter(is_sender).for_each(|subscriber| subscriber.connection.queue.flush());
        self.subscribers.iter().for_each(|subscriber| subscriber.connection.queue.flush());
    }

    fn has_gap(&self) -> bool {
        self.order.has_gap() || self.changes.has_gap()
    }
}

/// The state of one shard task.
pub(super) struct Shard {
    store: Arc<Store>,
    rooms: HashMap<ChannelId, Room>,
    requests: mpsc::WeakSender<ShardMessage>,
}

impl Shard {
    pub(super) fn new(store: Arc<Store>, requests: mpsc::WeakSender<ShardMessage>) -> Self {
        Self { store, rooms: HashMap::new(), requests }
    }

    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<ShardMessage>) {
        while let Some(request) = requests.recv().await {
            match request {
                ShardMessage::Subscribe(subscription, answer) => {
                    let _ = answer.send(self.subscribe(subscription));
                }
                ShardMessage::Unsubscribe { channel, connection, done } => {
                    self.unsubscribe(channel, connection);
                    let _ = done.send(());
                }
                ShardMessage::Confirm { connection, message } => self.confirm(&connection, &message),
                ShardMessage::ConfirmChange { connection, message } => self.confirm_change(&connection, &message),
                ShardMessage::Deliver { channel, messages, trace, received_at } => {
                    let mut span = Span::within("fan out", trace);
                    span.set("channel", channel.0);
                    self.deliver(channel, messages, received_at, &mut span);
                }
                ShardMessage::DeliverChanges { channel, messages } => self.deliver_changes(channel, &messages),
                ShardMessage::CatchUpChanges { channel, head, changed } => {
                    self.catch_up_changes(channel, head, changed);
                }
                ShardMessage::Broadcast { channel, frame, except } => self.broadcast(channel, &frame, except),
                ShardMessage::Repair { channel } => self.repair(channel),
                ShardMessage::RepairDone { channel } => self.repair_done(channel),
                ShardMessage::CatchUp => self.catch_up(),
            }
        }
    }

    fn subscribe(&mut self, subscription: Subscription) -> bool {
        let Subscription { channel, connection, person, after, after_change, joined } = subscription;
        let is_new = !self.rooms.contains_key(&channel);
        let room = self.rooms.entry(channel).or_insert_with(|| Room {
            order: Order::starting_after(after),
            changes: Changes::starting_after(after_change),
            subscribers: Vec::new(),
            is_repairing: false,
            repairs_again: false,
        });
        let (Some(missed), Some(changed)) = (room.order.since(after), room.changes.since(after_change)) else {
            return false;
        };
        room.subscribers.retain(|subscriber| subscriber.connection.id != connection.id);
        connection.queue.send(joined);
        for message in &missed {
            connection.queue.send(dto::new_message(&self.store, message, person == message.sender_id));
        }
        for message in &changed {
            connection.queue.send(dto::message_changed(&self.store, message, person == message.sender_id));
        }
        room.subscribers.push(Subscriber { connection, person, after, after_change });
        if is_new {
            // Events that arrived before the room existed were dropped.
            self.repair(channel);
        }
        true
    }

    fn unsubscribe(&mut self, channel: ChannelId, connection: u64) {
        if let Some(room) = self.rooms.get_mut(&channel) {
            room.subscribers.retain(|subscriber| subscriber.connection.id != connection);
            if room.subscribers.is_empty() {
                self.rooms.remove(&channel);
            }
        }
    }

    fn subscriber(&self, channel: ChannelId, connection: &ConnectionHandle) -> Option<&Subscriber> {
        let room = self.rooms.get(&channel)?;
        room.subscribers.iter().find(|subscriber| subscriber.connection.id == connection.id)
    }

    fn confirm(&self, connection: &ConnectionHandle, message: &Message) {
        let subscriber = self.subscriber(message.channel_id, connection);
        if subscriber.is_none_or(|subscriber| subscriber.after >= message.seq) {
            connection.queue.send(dto::new_message(&self.store, message, true));
        }
    }

    fn confirm_change(&self, connection: &ConnectionHandle, message: &Message) {
        let subscriber = self.subscriber(message.channel_id, connection);
        if subscriber.is_none_or(|subscriber| subscriber.after_change >= message.changed) {
            let is_sender = connection.person() == Some(message.sender_id);
            connection.queue.send(dto::message_changed(&self.store, message, is_sender));
        }
    }

    fn deliver(&mut self, channel: ChannelId, messages: Vec<Arc<Message>>, received_at: Instant, span: &mut Span) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        span.set("readers", room.subscribers.len());
        let messages = room.order.offer(messages);
        for message in &messages {
            let frame = |is_sender| dto::new_message(&self.store, message, is_sender);
            room.enqueue(message, |subscriber| subscriber.after < message.seq, frame);
            metrics::counter!("hub_deliveries_total").increment(room.subscribers.len() as u64);
        }
        room.flush(&messages);
        // Measured on one node: the time of a message comes from another node, whose clock may be minutes off.
        metrics::histogram!("hub_fanout_seconds").record_many(received_at.elapsed(), messages.len());
        self.close_gap(channel);
    }

    fn deliver_changes(&mut self, channel: ChannelId, messages: &[Arc<Message>]) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        for message in messages {
            if room.changes.offer(message, room.order.delivered()) {
                room.enqueue_change(&self.store, message);
            }
        }
        room.flush(messages);
        self.close_gap(channel);
    }

    fn catch_up_changes(&mut self, channel: ChannelId, head: i64, changed: Vec<Arc<Message>>) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        let changed = room.changes.catch_up(head, changed);
        for message in &changed {
            room.enqueue_change(&self.store, message);
        }
        room.flush(&changed);
    }

    fn broadcast(&self, channel: ChannelId, frame: &Frame, except: Option<PersonId>) {
        let Some(room) = self.rooms.get(&channel) else { return };
        for subscriber in room.subscribers.iter().filter(|subscriber| Some(subscriber.person) != except) {
            subscriber.connection.queue.send_ephemeral(frame.clone());
        }
    }

    /// Schedules a repair of a room with a gap, after the reorder window.
    fn close_gap(&self, channel: ChannelId) {
        let has_gap = self.rooms.get(&channel).is_some_and(|room| room.has_gap() && !room.is_repairing);
        if let (true, Some(requests)) = (has_gap, self.requests.upgrade()) {
            tokio::spawn(async move {
                tokio::time::sleep(REORDER_WINDOW).await;
                let _ = requests.send(ShardMessage::Repair { channel }).await;
            });
        }
    }

    fn repair(&mut self, channel: ChannelId) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        let Some(requests) = self.requests.upgrade() else { return };
        if std::mem::replace(&mut room.is_repairing, true) {
            room.repairs_again = true;
            return;
        }
        let (delivered, changed) = (room.order.delivered(), room.changes.delivered());
        tokio::spawn(repair(self.store.clone(), requests, channel, delivered, changed));
    }

    fn repair_done(&mut self, channel: ChannelId) {
        let Some(room) = self.rooms.get_mut(&channel) else { return };
        room.is_repairing = false;
        if std::mem::take(&mut room.repairs_again) {
            self.repair(channel);
        } else {
            self.close_gap(channel);
        }
    }

    fn catch_up(&self) {
        let Some(requests) = self.requests.upgrade() else { return };
        let store = self.store.clone();
        let delivered = |room: &Room| (room.order.delivered(), room.changes.delivered());
        let delivered: HashMap<_, _> = self.rooms.iter().map(|(id, room)| (*id, delivered(room))).collect();
        tokio::spawn(async move {
            let ids: Vec<_> = delivered.keys().copied().collect();
            match channels::heads(&store, &ids).await {
                Ok(heads) => {
                    let is_behind =
                        |head: &Head| delivered[&head.id].0 < head.head_seq || delivered[&head.id].1 < head.change_seq;
                    for head in heads.into_iter().filter(is_behind) {
                        let _ = requests.send(ShardMessage::Repair { channel: head.id }).await;
                    }
                }
                // The next catch-up repeats the query.
                Err(error) => tracing::warn!(%error, "cannot compare rooms with the database"),
            }
        });
    }
}
