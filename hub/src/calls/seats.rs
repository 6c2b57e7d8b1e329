//! The tabs of built-in calls whose sockets are on this node.

use std::sync::{Arc, Mutex, PoisonError};

use bytestring::ByteString;
use dashmap::DashMap;
use store::CallId;
use store::calls::{Participant, Peer};

use crate::outlet::{Outlet, encode};
use crate::protocol::{ServerFrame, WirePeer};

/// A tab in a call.
#[derive(Debug)]
struct Seat {
    room: String,
    outlet: Arc<Outlet>,
    /// What it was last told of the others, so that it is told only news.
    told: Mutex<Option<ByteString>>,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Seats(DashMap<Peer, Seat>);

impl Seats {
    /// The tab is in the call, with this socket: also if it was in it with another one.
    pub(crate) fn take(&self, peer: Peer, room: String, outlet: Arc<Outlet>) {
        self.0.insert(peer, Seat { room, outlet, told: Mutex::new(None) });
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

    /// The socket of a tab by room, if it is here.
    pub(crate) fn outlet(&self, room: &str, name: &str) -> Option<Arc<Outlet>> {
        let found = self.0.iter().find(|seat| seat.key().name == name && seat.room == room);
        found.map(|seat| seat.outlet.clone())
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
            let others = participants.iter().filter(|other| other.peer != *me);
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
