//! Delivers events of calls to the connections of this node.

use store::CallId;
use store::PersonId;
use store::calls::{self, CallEvent, End, Peer};

use super::view;
use crate::frame::encode;
use crate::hub::Hub;
use crate::protocol::ServerFrame;

/// Handles an event from the bus without a query; what needs the database is queued.
pub(crate) fn handle(hub: &Hub, event: &CallEvent) {
    match event {
        CallEvent::Rings { call, room, channel, from, from_name, expires_at, people } => {
            let frame = ServerFrame::IncomingCall {
                call_id: *call,
                room: room.clone(),
                channel_id: *channel,
                from_user_id: *from,
                from_name: from_name.clone(),
                expires_at: *expires_at,
            };
            hub.calls.ringing.add(room, &frame, *channel, people, *expires_at, hub.store.clock.now());
            send(hub, people, &frame);
        }
        CallEvent::Answered { call, room, person } => {
            hub.calls.ringing.answered(room, *person);
            send(hub, &[*person], &ServerFrame::CallAnswered { call_id: *call, room: room.clone() });
        }
        CallEvent::Changed { call } => hub.calls.notify_change(*call),
        CallEvent::Ended { call, room, channel, reason, by, people } => {
            hub.calls.ringing.remove(room);
            let frame = ServerFrame::CallEnded {
                call_id: *call,
                room: room.clone(),
                channel_id: *channel,
                reason: *reason,
                by_user_id: *by,
            };
            send(hub, people, &frame);
        }
        CallEvent::PutOut { call, room, channel, peer, person, reason } => {
            let frame = ServerFrame::CallEnded {
                call_id: *call,
                room: room.clone(),
                channel_id: *channel,
                reason: *reason,
                by_user_id: None,
            };
            match hub.calls.peers.remove(&Peer { call: *call, name: peer.clone() }) {
                Some(connection) => connection.queue.send_frame(&frame),
                // A tab in a conference has no connection of its own; any page of the person that shows the call ends it.
                None if *reason != End::Moved => send(hub, &[*person], &frame),
                None => {}
            }
        }
        CallEvent::Signal { call, to_peer, from_peer, data } => {
            hub.calls.peers.forward(&Peer { call: *call, name: to_peer.clone() }, from_peer, data);
        }
    }
}

fn send(hub: &Hub, people: &[PersonId], frame: &ServerFrame) {
    let frame = encode(frame);
    for person in people {
        hub.registry.connections_of(*person).iter().for_each(|connection| connection.queue.send(frame.clone()));
    }
}

/// Sends the current state of a call to everyone who may join it.
pub(super) async fn notify_change(hub: &Hub, call: CallId) -> store::Result<()> {
    let Some(call) = calls::by_id(&hub.store, call).await? else { return Ok(()) };
    let view = view::of(hub, &call).await?;
    hub.calls.peers.send_peers(call.id, &view.tabs);
    if call.ended_at.is_some() {
        return Ok(());
    }
    let people = calls::audience(&hub.store, call.channel_id).await?;
    let frame = ServerFrame::CallChanged {
        call_id: call.id,
        room: call.room,
        channel_id: call.channel_id,
        participants: view.participants,
        recording: view.recording,
        accepted: view.accepted,
        declined: view.declined,
    };
    send(hub, &people, &frame);
    Ok(())
}
