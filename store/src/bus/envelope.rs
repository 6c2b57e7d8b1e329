//! Events as they cross processes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{BusMessage, Event};

/// Events of one process for others: the sending node (first, see [`prefix`]), whether events were dropped before them, and
/// the events.
#[derive(Serialize, Deserialize)]
pub(super) struct Envelope<E> {
    pub(super) node: u64,
    pub(super) lost: bool,
    pub(super) events: Vec<E>,
}

impl<E: Serialize> Envelope<E> {
    pub(super) fn text(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(self).map_err(|error| error.to_string())
    }
}

/// The first bytes of every envelope of a node.
pub(super) fn prefix(node: u64) -> Vec<u8> {
    format!("{{\"node\":{node},").into_bytes()
}

/// Returns what the listeners of this process receive.
pub(super) fn decode(bytes: &[u8]) -> BusMessage {
    match serde_json::from_slice::<Envelope<Event>>(bytes) {
        Ok(envelope) if envelope.lost => BusMessage::Lost,
        Ok(envelope) => BusMessage::Events(Arc::new(envelope.events)),
        Err(error) => {
            // A process of another version may send other events; the database has their content.
            tracing::warn!(%error, "unreadable event on the bus");
            BusMessage::Lost
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_identifies_own_node() {
        let of = |node| serde_json::to_vec(&Envelope::<Event> { node, lost: false, events: vec![] }).unwrap();
        assert!(of(12).starts_with(&prefix(12)));
        assert!(!of(123).starts_with(&prefix(12)));
    }
}
