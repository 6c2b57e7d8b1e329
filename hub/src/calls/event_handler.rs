//! Delivers events of calls to the connections of this node.

use store::CallId;
use store::calls::{self, CallEvent, End, Peer};

use super::CallService;
use crate::frame::encode;
use crate::protocol::ServerFrame;

impl CallService {
    /// Handles an event from the bus without a query; what needs the database is queued.
    pub(crate) fn handle_event(&self, event: &CallEvent) {
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
                self.ringing.add(room, &frame, *channel, people, *expires_at, self.store.clock.now());
                self.registry.send(people, &encode(&frame));
            }
            CallEvent::Answered { call, room, person } => {
                self.ringing.answered(room, *person);
                let frame = ServerFrame::CallAnswered { call_id: *call, room: room.clone() };
                self.registry.send(&[*person], &encode(&frame));
            }
            CallEvent::Changed { call } => self.notify_change(*call),
            CallEvent::Ended { call, room, channel, reason, by, people } => {
                self.ringing.remove(room);
                self.peers.remove_call(*call);
                let (call_id, room, channel_id, reason) = (*call, room.clone(), *channel, *reason);
                let frame = ServerFrame::CallEnded { call_id, room, channel_id, reason, by_user_id: *by };
                self.registry.send(people, &encode(&frame));
            }
            CallEvent::PutOut { call, room, channel, peer, person, reason } => {
                let (call_id, room, channel_id, reason) = (*call, room.clone(), *channel, *reason);
                let frame = ServerFrame::CallEnded { call_id, room, channel_id, reason, by_user_id: None };
                match self.peers.remove(&Peer { call: *call, name: peer.clone() }) {
                    Some(connection) => connection.queue.send_frame(&frame),
                    // A tab in a conference has no connection of its own; any page of the person that shows the call ends it.
                    None if reason != End::Moved => self.registry.send(&[*person], &encode(&frame)),
                    None => {}
                }
            }
            CallEvent::Signal { call, to_peer, from_peer, data } => {
                self.peers.forward(&Peer { call: *call, name: to_peer.clone() }, from_peer, data);
            }
        }
    }

    /// Sends the current state of a call to everyone who may join it.
    pub(super) async fn send_change(&self, call: CallId) -> store::Result<()> {
        let Some(call) = calls::by_id(&self.store, call).await? else { return Ok(()) };
        let view = self.view(&call).await?;
        self.peers.send_peers(call.id, &view.tabs);
        if call.ended_at.is_some() {
            return Ok(());
        }
        let people = calls::audience(&self.store, call.channel_id).await?;
        let frame = ServerFrame::CallChanged {
            call_id: call.id,
            room: call.room,
            channel_id: call.channel_id,
            participants: view.participants,
            recording: view.recording,
            accepted: view.accepted,
            declined: view.declined,
        };
        self.registry.send(&people, &encode(&frame));
        Ok(())
    }
}
