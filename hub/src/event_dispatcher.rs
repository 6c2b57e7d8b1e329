//! Background task that delivers events from the bus to the connections of this node.

use std::sync::Arc;
use std::time::Duration;

use store::bus::{BusMessage, Event, Subscription};
use store::messages::Message;
use store::{ChannelId, Store};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::calls::CallService;
use crate::entitlements::Entitlements;
use crate::frame::encode;
use crate::offline_notifications::OfflineNotifications;
use crate::protocol::ServerFrame;
use crate::refresher::{RefreshJob, Refresher};
use crate::registry::Registry;
use crate::rooms::Rooms;

/// How often a node compares itself with the database while the bus is unhealthy.
const TICK: Duration = Duration::from_secs(1);

/// Ticks between two comparisons while the bus is healthy.
const TICKS_WHILE_HEALTHY: u32 = 10;

/// Delivers events to rooms, connections and services.
pub(crate) struct EventDispatcher {
    pub(crate) store: Arc<Store>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) entitlements: Arc<Entitlements>,
    pub(crate) calls: Arc<CallService>,
    pub(crate) offline_notifications: Arc<OfflineNotifications>,
    pub(crate) refresher: Arc<Refresher>,
}

impl EventDispatcher {
    pub(crate) async fn run(self, mut listener: Subscription) {
        self.measure_bus();
        let mut ticks = interval_at(Instant::now() + TICK, TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut ticks_to_comparison = TICKS_WHILE_HEALTHY;
        loop {
            let signal = tokio::select! {
                signal = listener.next() => match signal {
                    Some(signal) => Some(signal),
                    None => return,
                },
                _ = ticks.tick() => None,
            };
            match signal {
                Some(BusMessage::Events(events)) => {
                    for event in events.iter() {
                        self.dispatch(event).await;
                    }
                }
                Some(BusMessage::Lost) => {
                    self.rooms.catch_up().await;
                    self.entitlements.forget_all().await;
                    self.refresher.request_everyone();
                }
                None => {
                    self.measure_queues();
                    ticks_to_comparison -= 1;
                    let bus = &self.store.bus;
                    if ticks_to_comparison == 0 || (bus.is_shared() && !bus.is_healthy()) {
                        ticks_to_comparison = TICKS_WHILE_HEALTHY;
                        self.compare_with_database().await;
                    }
                }
            }
        }
    }

    async fn dispatch(&self, event: &Event) {
        match event {
            Event::Messages { channel, messages, trace } => {
                self.store.writer.update_heads(messages);
                self.rooms.deliver(*channel, messages.clone(), *trace).await;
                if self.registry.has_background_members(*channel) {
                    self.refresher.add(RefreshJob::Counts(*channel));
                }
                self.offline_notifications.has_messages(*channel);
            }
            Event::Changed { channel, messages } => {
                self.rooms.deliver_changes(*channel, messages.clone()).await;
                let is_counted = |message: &Arc<Message>| message.edited_at.is_some() || message.deleted_at.is_some();
                // An edit may add or remove a mention, and a deletion an unread message.
                if messages.iter().any(is_counted) && self.registry.has_background_members(*channel) {
                    self.refresher.add(RefreshJob::Counts(*channel));
                    self.notify_deleted(*channel, messages);
                }
            }
            Event::Seen { channel, person, message, seq, at, is_private } => {
                let frame = encode(&ServerFrame::UpdateLastViewedTimestamp {
                    channel_id: *channel,
                    user_id: *person,
                    last_viewed_timestamp: *at,
                    msg_id: *message,
                    seq: *seq,
                });
                if *is_private {
                    self.registry.send(&[*person], &frame);
                } else {
                    self.rooms.broadcast(*channel, frame, None).await;
                }
                self.refresher.add(RefreshJob::CountOf(*person, *channel));
            }
            Event::MarkedUnread { channel, person, marked } => {
                let frame = ServerFrame::MarkedUnread { channel_id: *channel, seq: marked.seq, unread: marked.count };
                self.registry.send(&[*person], &encode(&frame));
                self.refresher.add(RefreshJob::CountOf(*person, *channel));
            }
            Event::PinsChanged { channel } => {
                let frame = encode(&ServerFrame::PinsChanged { channel_id: *channel });
                self.rooms.broadcast(*channel, frame, None).await;
            }
            Event::Typing { channel, person } => {
                let frame = encode(&ServerFrame::Typing { channel_id: *channel, user_id: *person });
                self.rooms.broadcast(*channel, frame, Some(*person)).await;
            }
            Event::AssistantDelta { person, channel, question, text } => {
                let (channel_id, reply_to, text) = (*channel, *question, text.clone());
                let frame = encode(&ServerFrame::AssistantDelta { channel_id, reply_to, text });
                // A lost delta does no harm: the answer itself is a message.
                let connections = self.registry.connections_of(*person);
                connections.iter().for_each(|connection| connection.queue.send_ephemeral(frame.clone()));
            }
            Event::ChannelsChanged { people } => {
                for person in people {
                    self.entitlements.forget(*person);
                    self.refresher.add(RefreshJob::Memberships(*person));
                }
                // Former members leave the calls of the channel.
                self.calls.sweep();
            }
            Event::TopicsChanged { people, topics } => {
                self.registry.send(people, &encode(&ServerFrame::Changed { topics: topics.clone() }));
            }
            Event::RulesChanged => {
                self.entitlements.forget_all().await;
                self.refresher.request_everyone_with_pages();
            }
            Event::CrisisDetected { person, channel, message } => {
                let frame = ServerFrame::CrisisDetected { channel_id: *channel, msg_id: *message };
                self.registry.send(&[*person], &encode(&frame));
            }
            Event::Call(event) => self.calls.handle_event(event),
            Event::SessionsEnded { person, sessions } => self.registry.close_login_sessions(*person, sessions),
        }
    }

    /// Notifies connections of members that do not have the channel open: their lists may show the deleted text.
    fn notify_deleted(&self, channel: ChannelId, messages: &[Arc<Message>]) {
        for deleted in messages.iter().filter(|message| message.deleted_at.is_some()) {
            let frame = encode(&ServerFrame::MessageDeleted { channel_id: channel, msg_id: deleted.id });
            let people = self.registry.background_members(channel);
            let connections = people.iter().flat_map(|person| self.registry.connections_of(*person));
            for connection in connections.filter(|connection| !connection.has_open(channel)) {
                connection.queue.send(frame.clone());
            }
        }
    }

    fn measure_bus(&self) {
        metrics::gauge!("hub_bus_healthy").set(if self.store.bus.is_healthy() { 1.0 } else { 0.0 });
    }

    /// Measured at each tick: a blocked connection is closed within seconds.
    fn measure_queues(&self) {
        let (sum, max) = self.registry.queued_bytes();
        metrics::gauge!("hub_queued_bytes").set(sum as f64);
        metrics::gauge!("hub_queued_bytes_of_slowest").set(max as f64);
    }

    /// Finds changes of other nodes whose events were lost. Does not wait for the database: events continue to flow.
    async fn compare_with_database(&self) {
        self.registry.prune();
        self.measure_bus();
        if self.store.bus.is_shared() {
            self.rooms.catch_up().await;
        }
        // Events of commands may be lost too, such as on another machine.
        let refresher = self.refresher.clone();
        tokio::spawn(async move { refresher.close_ended_login_sessions().await });
    }
}
