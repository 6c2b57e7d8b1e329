//! The tabs of built-in calls whose sockets are on this node.

use std::sync::{Arc, Mutex, PoisonError};

use dashmap::DashMap;
use serde_json::Value;
use store::calls::{Participant, Peer};
use store::{CallId, PersonId};

use crate::frame::{Frame, encode};
use crate::outlet::Outlet;
use crate::protocol::{ServerFrame, WirePeer};

/// A tab in a call.
#[derive(Debug)]
struct Seat {
    person: PersonId,
    room: String,
    outlet: Arc<Outlet>,
    /// What it was last told of the others, so that it is told only news.
    told: Mutex<Option<Frame>>,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Seats(DashMap<Peer, Seat>);

impl Seats {
    /// The tab is in the call, with this socket: also if it was in it with another one.
    pub(crate) fn take(&self, peer: Peer, person: PersonId, room: String, outlet: Arc<Outlet>) {
        self.0.insert(peer, Seat { person, room, outlet, told: Mutex::new(None) });
    }

    /// The tab is not in the call any more. Gives back its socket.
    pub(crate) fn leave(&self, peer: &Peer) -> Option<Arc<Outlet>> {
        self.0.remove(peer).map(|(_, seat)| seat.outlet)
    }

    /// The socket is gone. False if the tab has another one by now.
    pub(crate) fn left_by(&self, peer: &Peer, outlet: &Outlet) -> bool {
        self.0.remove_if(peer, |_, seat| seat.outlet.id == outlet.id).is_some()
    }

    /// Whether the tab is in the call with this socket.
    pub(crate) fn is_taken_by(&self, peer: &Peer, outlet: &Outlet) -> bool {
        self.0.get(peer).is_some_and(|seat| seat.outlet.id == outlet.id)
    }

    /// Passes on to a tab what another one of its call says, if it is here.
    pub(crate) fn pass(&self, to: &Peer, from_peer: &str, data: &Value) {
        if let Some(seat) = self.0.get(to) {
            let (room, from_peer) = (seat.room.clone(), from_peer.to_owned());
            seat.outlet.answer(&ServerFrame::CallSignal { room, from_peer, data: data.clone() });
        }
    }

    /// Everybody who is here.
    pub(crate) fn all(&self) -> Vec<Peer> {
        self.0.iter().map(|seat| seat.key().clone()).collect()
    }

    /// The calls that have tabs here.
    pub(crate) fn calls(&self) -> Vec<CallId> {
        let mut calls: Vec<_> = self.0.iter().map(|seat| seat.key().call).collect();
        calls.sort_unstable();
        calls.dedup();
        calls
    }

    /// Tells the tabs of a call that are here who the others are, unless they know.
    pub(crate) fn introduce(&self, call: CallId, participants: &[Participant]) {
        for seat in self.0.iter().filter(|seat| seat.key().call == call) {
            let me = &seat.key().name;
            // Of a person's tabs one is in a call. Which one, an older look at the call does not know yet.
            let others = participants.iter().filter(|other| other.person_id != Some(seat.person));
            let peers = others.filter_map(|other| as_seen_by(me, other)).collect();
            let frame = encode(&ServerFrame::CallPeers { room: seat.room.clone(), peers });
            let mut told = seat.told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.as_ref() != Some(&frame) {
                seat.outlet.send(frame.clone());
                *told = Some(frame);
            }
        }
    }
}

fn as_seen_by(me: &str, other: &Participant) -> Option<WirePeer> {
    Some(WirePeer {
        peer: other.peer.clone(),
        user_id: other.person_id?,
        name: other.full_name(),
        // One of two gives way, and both know which.
        polite: me < other.peer.as_str(),
        microphone: other.microphone,
        camera: other.camera,
        screen: other.screen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outlet::QueueLimits;
    use chrono::DateTime;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::{TcpListener, TcpStream};
    use uuid::Uuid;

    fn tab(peer: &str, person: PersonId) -> Participant {
        let (joined_at, [microphone, camera, screen]) = (DateTime::UNIX_EPOCH, [false; 3]);
        let (peer, person_id) = (peer.to_owned(), Some(person));
        let (first_name, last_name, role) = (None, None, None);
        Participant { peer, person_id, first_name, last_name, role, joined_at, microphone, camera, screen }
    }

    #[tokio::test]
    async fn a_second_tab_is_never_told_of_the_first_one_of_its_person() {
        let [maya, tom] = [1, 2].map(|number| PersonId::from(Uuid::from_u128(number)));
        let (call, seats) = (CallId::from(Uuid::nil()), Seats::default());
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut page = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
        let stream = door.accept().await.unwrap().0;
        stream.writable().await.unwrap();
        let outlet = Outlet::new(1, stream, QueueLimits { frames: 8, bytes: 1 << 16 });
        seats.take(Peer { call, name: "second".into() }, maya, "river".into(), Arc::new(outlet));
        // A look at the call from before the second tab came in; then one from after it.
        seats.introduce(call, &[tab("first", maya), tab("tom-1", tom)]);
        seats.introduce(call, &[tab("second", maya), tab("tom-1", tom)]);
        // The socket ends with the last one that holds it.
        drop(seats);
        let mut told = Vec::new();
        page.read_to_end(&mut told).await.unwrap();
        let told = String::from_utf8_lossy(&told);
        assert_eq!(told.matches("call_peers").count(), 1, "told more than once: {told}");
        assert!(told.contains("tom-1") && !told.contains("first"), "{told}");
    }
}
