//! What the bus says, brought to the sockets of this node.

use std::sync::{Arc, Weak};
use std::time::Duration;

use store::bus::{Event, Listener, Signal};
use store::sessions;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::Hub;
use crate::calls;
use crate::errands::{Errand, Errands};
use crate::frame::encode;
use crate::protocol::ServerFrame;
use crate::rooms::seen_frame;

/// How often a node that doubts the bus compares itself with the database.
const TICK: Duration = Duration::from_secs(1);

/// Ticks between two comparisons while the bus seems well.
const LEISURE: u32 = 10;

/// Sessions that ended up to so long ago are looked at again: commits take time, clocks differ.
const LOOK_BACK: chrono::Duration = chrono::Duration::minutes(10);

/// Starts listening. The tasks end with the hub.
pub(crate) fn start(hub: &Arc<Hub>) {
    let errands = Errands::start(hub);
    measure_bus(hub);
    tokio::spawn(listen(Arc::downgrade(hub), hub.store.bus.listen(), errands));
}

async fn listen(hub: Weak<Hub>, mut listener: Listener, mut errands: Errands) {
    let mut ticks = interval_at(Instant::now() + TICK, TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut leisure = LEISURE;
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
            Some(Signal::Events(events)) => {
                for event in events.iter() {
                    hear(&hub, event, &mut errands).await;
                }
            }
            Some(Signal::Lost) => {
                hub.rooms.catch_up().await;
                errands.add(Errand::Everything);
            }
            None => {
                errands.add_what_was_dropped();
                measure_queues(&hub);
                leisure -= 1;
                let bus = &hub.store.bus;
                if leisure == 0 || (bus.is_shared() && !bus.is_healthy()) {
                    leisure = LEISURE;
                    compare(&hub).await;
                }
            }
        }
    }
}

async fn hear(hub: &Hub, event: &Event, errands: &mut Errands) {
    match event {
        Event::Messages { channel, messages, trace } => {
            hub.store.writer.hear(messages);
            hub.rooms.deliver(*channel, messages.clone(), *trace).await;
            if hub.registry.is_waited_for(*channel) {
                errands.add(Errand::Count(*channel));
            }
            hub.absent.has_news(*channel);
        }
        Event::Changed { channel, messages } => {
            hub.rooms.changed(*channel, messages.clone()).await;
            // An edit may mention somebody, or no longer.
            if messages.iter().any(|message| message.edited_at.is_some()) && hub.registry.is_waited_for(*channel) {
                errands.add(Errand::Count(*channel));
            }
        }
        Event::Seen { channel, person, message, seq, at } => {
            let frame = seen_frame(*channel, *person, *message, *seq, *at);
            hub.rooms.show(*channel, frame, None).await;
            errands.add(Errand::CountFor(*person, *channel));
        }
        Event::Typing { channel, person } => {
            let frame = encode(&ServerFrame::Typing { channel_id: *channel, user_id: *person });
            hub.rooms.show(*channel, frame, Some(*person)).await;
        }
        Event::AssistantDelta { person, channel, question, text } => {
            let frame = ServerFrame::AssistantDelta { channel_id: *channel, reply_to: *question, text: text.clone() };
            let frame = encode(&frame);
            // The answer itself comes as a message: what is shown on the way may be left out.
            hub.registry.sockets_of(*person).iter().for_each(|socket| socket.send_fleeting(frame.clone()));
        }
        Event::ChannelsChanged { people } => {
            people.iter().for_each(|person| errands.add(Errand::Channels(*person)));
            // Whoever is no active member any more leaves the calls of the channel.
            hub.calls.look();
        }
        Event::Call(news) => calls::tell::hear(hub, news),
        Event::SessionsEnded { person, sessions } => hub.registry.end_sessions(*person, sessions),
    }
}

fn measure_bus(hub: &Hub) {
    metrics::gauge!("hub_bus_healthy").set(if hub.store.bus.is_healthy() { 1.0 } else { 0.0 });
}

/// At each tick: who takes nothing is cut within seconds.
fn measure_queues(hub: &Hub) {
    let (queued, most) = hub.registry.queued_bytes();
    metrics::gauge!("hub_queued_bytes").set(queued as f64);
    metrics::gauge!("hub_queued_bytes_of_slowest").set(most as f64);
}

/// Finds out what other nodes did and this one may not have been told. Waits for no database: the news go on.
async fn compare(hub: &Arc<Hub>) {
    hub.registry.prune();
    measure_bus(hub);
    if hub.store.bus.is_shared() {
        hub.rooms.catch_up().await;
    }
    // The command line ends sessions too, and shares no bus with a server that stands alone.
    let hub = hub.clone();
    tokio::spawn(async move { end_ended_sessions(&hub).await });
}

/// Closes the sockets of sessions that ended.
pub(crate) async fn end_ended_sessions(hub: &Hub) {
    match sessions::ended_since(&hub.store, hub.store.clock.now() - LOOK_BACK).await {
        Ok(ended) => ended.iter().for_each(|(person, session)| hub.registry.end_sessions(*person, &[*session])),
        Err(error) => tracing::warn!(%error, "ended sessions could not be looked up"),
    }
}
