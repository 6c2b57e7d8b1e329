//! What happens around calls, brought to the sockets of this node.

use store::CallId;
use store::PersonId;
use store::calls::{self, End, News};

use super::view;
use crate::Hub;
use crate::frame::encode;
use crate::protocol::ServerFrame;

/// Passes news on. Asks no database: what needs one is left for the desk's task.
pub(crate) fn hear(hub: &Hub, news: &News) {
    match news {
        News::Rings { room, channel, from, from_name, expires_at, people } => {
            let frame = ServerFrame::IncomingCall {
                room: room.clone(),
                channel_id: *channel,
                from_user_id: *from,
                from_name: from_name.clone(),
                expires_at: *expires_at,
            };
            hub.calls.ringing.begins(room, &frame, *channel, people, *expires_at, hub.store.clock.now());
            send(hub, people, &frame);
        }
        News::Answered { room, person } => {
            hub.calls.ringing.answered(room, *person);
            send(hub, &[*person], &ServerFrame::CallAnswered { room: room.clone() });
        }
        News::Changed { call } => hub.calls.changed(*call),
        News::Ended { room, channel, reason, people } => {
            hub.calls.ringing.ended(room);
            let frame = ServerFrame::CallEnded { room: room.clone(), channel_id: *channel, reason: *reason };
            send(hub, people, &frame);
        }
        News::PutOut { call, room, channel, peer, person, reason } => {
            let frame = ServerFrame::CallEnded { room: room.clone(), channel_id: *channel, reason: *reason };
            let peer = calls::Peer { call: *call, name: peer.clone() };
            match hub.calls.seats.leave(&peer) {
                Some(outlet) => outlet.answer(&frame),
                // In a conference no socket belongs to the tab: whichever shows the call ends it.
                None if *reason != End::Moved => send(hub, &[*person], &frame),
                None => {}
            }
        }
        News::Signal { call, to_peer, from_peer, data } => {
            hub.calls.seats.pass(&calls::Peer { call: *call, name: to_peer.clone() }, from_peer, data);
        }
    }
}

fn send(hub: &Hub, people: &[PersonId], frame: &ServerFrame) {
    let frame = encode(frame);
    for person in people {
        hub.registry.sockets_of(*person).iter().for_each(|socket| socket.send(frame.clone()));
    }
}

/// Tells everybody whom it concerns how a call is now.
pub(super) async fn tell_change(hub: &Hub, call: CallId) -> store::Result<()> {
    let Some(call) = calls::by_id(&hub.store, call).await? else { return Ok(()) };
    let view = view::of(hub, &call).await?;
    hub.calls.seats.introduce(call.id, &view.tabs);
    if call.ended_at.is_some() {
        return Ok(());
    }
    let people = calls::audience(&hub.store, call.channel_id).await?;
    let frame = ServerFrame::CallChanged {
        room: call.room,
        channel_id: call.channel_id,
        participants: view.participants,
        recording: view.recording,
        declined: view.declined,
    };
    send(hub, &people, &frame);
    Ok(())
}
