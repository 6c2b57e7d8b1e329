//! The peers of built-in calls that are connected to this node.

use std::sync::{Arc, Mutex, PoisonError};

use dashmap::DashMap;
use serde_json::Value;
use store::calls::{self, Participant, Peer};
use store::{CallId, PersonId, Store};

use crate::connection_handle::ConnectionHandle;
use crate::frame::{Frame, encode};
use crate::protocol::{ServerFrame, WirePeer};

/// A tab in a built-in call, with its connection.
#[derive(Debug)]
struct ConnectedPeer {
    person: PersonId,
    call_room: String,
    connection: Arc<ConnectionHandle>,
    /// The last `call_peers` frame; an unchanged one is not sent again.
    last_peers: Mutex<Option<Frame>>,
}

/// All connected peers of this node.
#[derive(Debug, Default)]
pub(crate) struct Peers {
    connected: DashMap<Peer, ConnectedPeer>,
    /// Serialises renewal and detachment: a renewal that began earlier must not extend the time that [`Peers::detach`]
    /// shortened.
    lease: tokio::sync::Mutex<()>,
}

impl Peers {
    /// Connects a peer; a peer that returns replaces its old connection.
    pub(crate) fn attach(&self, peer: Peer, person: PersonId, call_room: String, connection: Arc<ConnectionHandle>) {
        self.connected.insert(peer, ConnectedPeer { person, call_room, connection, last_peers: Mutex::new(None) });
    }

    /// Removes a peer that left the call. Returns its connection.
    pub(crate) fn remove(&self, peer: &Peer) -> Option<Arc<ConnectionHandle>> {
        self.connected.remove(peer).map(|(_, peer)| peer.connection)
    }

    /// Removes the peers of a call that ended.
    pub(crate) fn remove_call(&self, call: CallId) {
        self.connected.retain(|peer, _| peer.call != call);
    }

    /// Removes a peer unless it has another connection by now. Returns whether it did.
    pub(crate) fn remove_from(&self, peer: &Peer, connection: &ConnectionHandle) -> bool {
        self.connected.remove_if(peer, |_, peer| peer.connection.id == connection.id).is_some()
    }

    /// Removes a peer whose connection ended, unless it has another one. It may return within a grace period.
    pub(crate) async fn detach(&self, store: &Store, peer: &Peer, connection: &ConnectionHandle) -> store::Result<()> {
        if self.remove_from(peer, connection) {
            let _order = self.lease.lock().await;
            calls::detach(store, peer).await?;
        }
        Ok(())
    }

    /// Renews the time of all connected peers. Returns those that are no longer in their call.
    pub(crate) async fn renew(&self, store: &Store) -> store::Result<Vec<Peer>> {
        let peers: Vec<_> = self.connected.iter().map(|entry| entry.key().clone()).collect();
        let mut removed = Vec::new();
        for peer in peers {
            let _order = self.lease.lock().await;
            if self.connected.contains_key(&peer) {
                removed.extend(calls::keep_alive(store, &[peer]).await?);
            }
        }
        Ok(removed)
    }

    /// Returns whether the peer uses this connection.
    pub(crate) fn uses(&self, peer: &Peer, connection: &ConnectionHandle) -> bool {
        self.connected.get(peer).is_some_and(|peer| peer.connection.id == connection.id)
    }

    /// Forwards signalling data to a peer that is connected here.
    pub(crate) fn forward(&self, to: &Peer, from_peer: &str, data: &Value) {
        if let Some(peer) = self.connected.get(to) {
            let (room, from_peer) = (peer.call_room.clone(), from_peer.to_owned());
            peer.connection.queue.send_frame(&ServerFrame::CallSignal { room, from_peer, data: data.clone() });
        }
    }

    /// Returns the calls with peers on this node.
    pub(crate) fn calls(&self) -> Vec<CallId> {
        let mut calls: Vec<_> = self.connected.iter().map(|entry| entry.key().call).collect();
        calls.sort_unstable();
        calls.dedup();
        calls
    }

    /// Sends every peer of a call the list of the others, if it changed.
    pub(crate) fn send_peers(&self, call: CallId, participants: &[Participant]) {
        for entry in self.connected.iter().filter(|entry| entry.key().call == call) {
            let me = &entry.key().name;
            // One tab per person is in a call; an older read of the participants may still name a previous one.
            let others = participants.iter().filter(|other| other.person_id != Some(entry.person));
            let peers = others.filter_map(|other| as_seen_by(me, other)).collect();
            let frame = encode(&ServerFrame::CallPeers { room: entry.call_room.clone(), peers });
            let mut last_peers = entry.last_peers.lock().unwrap_or_else(PoisonError::into_inner);
            if last_peers.as_ref() != Some(&frame) {
                entry.connection.queue.send(frame.clone());
                *last_peers = Some(frame);
            }
        }
    }
}

fn as_seen_by(me: &str, other: &Participant) -> Option<WirePeer> {
    Some(WirePeer {
        peer: other.peer.clone(),
        user_id: other.person_id?,
        name: other.full_name(),
        // Both sides compute the same order.
        polite: me < other.peer.as_str(),
        microphone: other.microphone,
        camera: other.camera,
        screen: other.screen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::QueueLimits;
    use chrono::DateTime;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::{TcpListener, TcpStream};
    use uuid::Uuid;

    fn tab(peer: &str, person: PersonId) -> Participant {
        let (joined_at, [microphone, camera, screen]) = (DateTime::UNIX_EPOCH, [false; 3]);
        let (peer, person_id) = (peer.to_owned(), Some(person));
        let (first_name, last_name, role, programme_id) = (None, None, None, None);
        Participant {
            peer,
            person_id,
            first_name,
            last_name,
            role,
            programme_id,
            joined_at,
            microphone,
            camera,
            screen,
        }
    }

    #[tokio::test]
    async fn send_peers_omits_other_tabs_of_same_person() {
        let [maya, tom] = [1, 2].map(|number| PersonId::from(Uuid::from_u128(number)));
        let (call, peers) = (CallId::from(Uuid::nil()), Peers::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let stream = listener.accept().await.unwrap().0;
        stream.writable().await.unwrap();
        let connection = ConnectionHandle::new(1, stream, QueueLimits { frames: 8, bytes: 1 << 16 });
        peers.attach(Peer { call, name: "second".into() }, maya, "river".into(), Arc::new(connection));
        // A read from before the second tab joined, then one from after it.
        peers.send_peers(call, &[tab("first", maya), tab("tom-1", tom)]);
        peers.send_peers(call, &[tab("second", maya), tab("tom-1", tom)]);
        // The stream closes with the last handle.
        drop(peers);
        let mut received = Vec::new();
        client.read_to_end(&mut received).await.unwrap();
        let received = String::from_utf8_lossy(&received);
        assert_eq!(received.matches("call_peers").count(), 1, "sent more than once: {received}");
        assert!(received.contains("tom-1") && !received.contains("first"), "{received}");
    }
}
