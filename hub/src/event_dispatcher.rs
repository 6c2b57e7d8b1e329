//! Background task that delivers events from the bus to the connections of this node.

use std::sync::{Arc, Weak};
use std::time::Duration;

use store::ChannelId;
use store::bus::{BusMessage, Event, Subscription};
use store::messages::Message;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::calls::event_handler;
use crate::frame::encode;
use crate::hub::Hub;
use crate::protocol::ServerFrame;
use crate::refresh_jobs::{RefreshJob, RefreshJobs, close_ended_login_sessions};

/// How often a node compares itself with the database while the bus is unhealthy.
const TICK: Duration = Duration::from_secs(1);

/// Ticks between two comparisons while the bus is healthy.
const TICKS_WHILE_HEALTHY: u32 = 10;

/// Starts the dispatcher. Its tasks end when the hub is dropped.
pub(crate) fn start(hub: &Arc<Hub>) {
    let jobs = RefreshJobs::start(hub);
    measure_bus(hub);
    tokio::spawn(run(Arc::downgrade(hub), hub.store.bus.listen(), jobs));
}

async fn run(hub: Weak<Hub>, mut listener: Subscription, mut jobs: RefreshJobs) {
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
        let Some(hub) = hub.upgrade() else { return };
        match signal {
            Some(BusMessage::Events(events)) => {
                for event in events.iter() {
                    dispatch(&hub, event, &mut jobs).await;
                }
            }
            Some(BusMessage::Lost) => {
                hub.rooms.catch_up().await;
                jobs.add(RefreshJob::Everyone);
            }
            None => {
                jobs.replace_dropped();
                measure_queues(&hub);
                ticks_to_comparison -= 1;
                let bus = &hub.store.bus;
                if ticks_to_comparison == 0 || (bus.is_shared() && !bus.is_healthy()) {
                    ticks_to_comparison = TICKS_WHILE_HEALTHY;
                    compare_with_database(&hub).await;
                }
            }
        }
    }
}

async fn dispatch(hub: &Hub, event: &Event, jobs: &mut RefreshJobs) {
    match event {
        Event::Messages { channel, messages, trace } => {
            hub.store.writer.update_heads(messages);
            hub.rooms.deliver(*channel, messages.clone(), *trace).await;
            if hub.registry.has_background_members(*channel) {
                jobs.add(RefreshJob::Counts(*channel));
            }
            hub.offline_notifications.has_messages(*channel);
        }
        Event::Changed { channel, messages } => {
            hub.rooms.deliver_changes(*channel, messages.clone()).await;
            let is_counted = |message: &Arc<Message>| message.edited_at.is_some() || message.deleted_at.is_some();
            // An edit may add or remove a mention, and a deletion an unread message.
            if messages.iter().any(is_counted) && hub.registry.has_background_members(*channel) {
                jobs.add(RefreshJob::Counts(*channel));
                notify_deleted(hub, *channel, messages);
            }
        }
        Event::Seen { channel, person, message, seq, at } => {
            let frame = encode(&ServerFrame::UpdateLastViewedTimestamp {
                channel_id: *channel,
                user_id: *person,
                last_viewed_timestamp: *at,
                msg_id: *message,
                seq: *seq,
            });
            hub.rooms.broadcast(*channel, frame, None).await;
            jobs.add(RefreshJob::CountOf(*person, *channel));
        }
        Event::MarkedUnread { channel, person, marked } => {
            let frame = ServerFrame::MarkedUnread { channel_id: *channel, seq: marked.seq, unread: marked.count };
            let frame = encode(&frame);
            let connections = hub.registry.connections_of(*person);
            connections.iter().for_each(|connection| connection.queue.send(frame.clone()));
            jobs.add(RefreshJob::CountOf(*person, *channel));
        }
        Event::PinsChanged { channel } => {
            let frame = encode(&ServerFrame::PinsChanged { channel_id: *channel });
            hub.rooms.broadcast(*channel, frame, None).await;
        }
        Event::Typing { channel, person } => {
            let frame = encode(&ServerFrame::Typing { channel_id: *channel, user_id: *person });
            hub.rooms.broadcast(*channel, frame, Some(*person)).await;
        }
        Event::AssistantDelta { person, channel, question, text } => {
            let frame = ServerFrame::AssistantDelta { channel_id: *channel, reply_to: *question, text: text.clone() };
            let frame = encode(&frame);
            // A lost delta does no harm: the answer itself is a message.
            let connections = hub.registry.connections_of(*person);
            connections.iter().for_each(|connection| connection.queue.send_ephemeral(frame.clone()));
        }
        Event::ChannelsChanged { people } => {
            for person in people {
                hub.chat_access.remove(*person);
                jobs.add(RefreshJob::Memberships(*person));
            }
            // Former members leave the calls of the channel.
            hub.calls.sweep();
        }
        Event::TopicsChanged { people, topics } => {
            let frame = encode(&ServerFrame::Changed { topics: topics.clone() });
            let connections = people.iter().flat_map(|person| hub.registry.connections_of(*person));
            connections.for_each(|connection| connection.queue.send(frame.clone()));
        }
        Event::Call(event) => event_handler::handle(hub, event),
        Event::SessionsEnded { person, sessions } => hub.registry.close_login_sessions(*person, sessions),
    }
}

/// Notifies connections of members that do not have the channel open: their lists may show the deleted text.
fn notify_deleted(hub: &Hub, channel: ChannelId, messages: &[Arc<Message>]) {
    for deleted in messages.iter().filter(|message| message.deleted_at.is_some()) {
        let frame = encode(&ServerFrame::MessageDeleted { channel_id: channel, msg_id: deleted.id });
        let people = hub.registry.background_members(channel);
        let connections = people.iter().flat_map(|person| hub.registry.connections_of(*person));
        for connection in connections.filter(|connection| !connection.has_open(channel)) {
            connection.queue.send(frame.clone());
        }
    }
}

fn measure_bus(hub: &Hub) {
    metrics::gauge!("hub_bus_healthy").set(if hub.store.bus.is_healthy() { 1.0 } else { 0.0 });
}

/// Measured at each tick: a blocked connection is closed within seconds.
fn measure_queues(hub: &Hub) {
    let (sum, max) = hub.registry.queued_bytes();
    metrics::gauge!("hub_queued_bytes").set(sum as f64);
    metrics::gauge!("hub_queued_bytes_of_slowest").set(max as f64);
}

/// Finds changes of other nodes whose events were lost. Does not wait for the database: events continue to flow.
async fn compare_with_database(hub: &Arc<Hub>) {
    hub.registry.prune();
    measure_bus(hub);
    if hub.store.bus.is_shared() {
        hub.rooms.catch_up().await;
    }
    // The command line ends login sessions too, and shares no bus with a stand-alone server.
    let hub = hub.clone();
    tokio::spawn(async move { close_ended_login_sessions(&hub).await });
}
