//! Requests to a shard task.

use std::sync::Arc;
use std::time::Instant;

use store::messages::Message;
use store::{ChannelId, PersonId};
use tokio::sync::oneshot;

use crate::connection_handle::ConnectionHandle;
use crate::frame::Frame;

/// A connection that opens a channel.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub(crate) channel: ChannelId,
    pub(crate) connection: Arc<ConnectionHandle>,
    pub(crate) person: PersonId,
    /// The newest message that the connection has.
    pub(crate) after: i64,
    /// The newest change that the connection has.
    pub(crate) after_change: i64,
    /// The `joined` frame, which precedes every message of the room.
    pub(crate) joined: Frame,
}

#[derive(Debug)]
pub(super) enum ShardMessage {
    Subscribe(Subscription, oneshot::Sender<bool>),
    Unsubscribe {
        channel: ChannelId,
        connection: u64,
        done: oneshot::Sender<()>,
    },
    Confirm {
        connection: Arc<ConnectionHandle>,
        message: Arc<Message>,
    },
    ConfirmChange {
        connection: Arc<ConnectionHandle>,
        message: Arc<Message>,
    },
    Deliver {
        channel: ChannelId,
        messages: Vec<Arc<Message>>,
        trace: Option<telemetry::Context>,
        /// When this node received them.
        received_at: Instant,
    },
    DeliverChanges {
        channel: ChannelId,
        messages: Vec<Arc<Message>>,
    },
    /// All changes up to `head`, as read from the database.
    CatchUpChanges {
        channel: ChannelId,
        head: i64,
        changed: Vec<Arc<Message>>,
    },
    Broadcast {
        channel: ChannelId,
        frame: Frame,
        except: Option<PersonId>,
    },
    /// Reads missing messages and changes of a room from the database.
    Repair {
        channel: ChannelId,
    },
    RepairDone {
        channel: ChannelId,
    },
    /// Compares all rooms with the database.
    CatchUp,
}
