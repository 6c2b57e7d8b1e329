//! Delivery to the sockets that have a channel open. Each channel belongs to one of a few tasks, which own their rooms
//! outright: no lock is held and nothing is awaited while messages go out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use store::messages::Message;
use store::{ChannelId, PersonId, Store};
use tokio::sync::{mpsc, oneshot};

use crate::frame::{Frame, encode};
use crate::outlet::Outlet;
use crate::protocol::ServerFrame;

mod shard;

/// Requests that may wait for one task.
const WAITING: usize = 8192;

/// The rooms of this node.
#[derive(Debug)]
pub(crate) struct Rooms {
    shards: Vec<mpsc::Sender<Request>>,
}

/// A socket that wants to open a channel.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) channel: ChannelId,
    pub(crate) outlet: Arc<Outlet>,
    pub(crate) person: PersonId,
    /// The newest message it was given.
    pub(crate) after: i64,
    /// The newest change it was told of.
    pub(crate) after_change: i64,
    /// What it hears first.
    pub(crate) joined: Frame,
}

#[derive(Debug)]
enum Request {
    Enter(Entry, oneshot::Sender<bool>),
    Leave {
        channel: ChannelId,
        socket: u64,
        done: oneshot::Sender<()>,
    },
    Confirm {
        outlet: Arc<Outlet>,
        message: Message,
    },
    ConfirmChange {
        outlet: Arc<Outlet>,
        message: Message,
    },
    /// The last is when this node heard of them.
    Deliver {
        channel: ChannelId,
        messages: Vec<Message>,
        trace: Option<traces::Context>,
        heard: Instant,
    },
    Changed {
        channel: ChannelId,
        messages: Vec<Message>,
    },
    CatchUpChanges {
        channel: ChannelId,
        head: i64,
        changed: Vec<Message>,
    },
    Show {
        channel: ChannelId,
        frame: Frame,
        except: Option<PersonId>,
    },
    LookUp {
        channel: ChannelId,
    },
    LookedUp {
        channel: ChannelId,
    },
    CatchUp,
}

impl Rooms {
    /// Starts the tasks; they end when the rooms are dropped.
    pub(crate) fn start(store: &Arc<Store>, shards: usize) -> Self {
        let shards = (0..shards.max(1))
            .map(|_| {
                let (sender, requests) = mpsc::channel(WAITING);
                let shard = shard::Shard::new(store.clone(), sender.downgrade());
                tokio::spawn(shard.run(requests));
                sender
            })
            .collect();
        Self { shards }
    }

    /// Opens a channel for a socket. False if so much went out since `after` that the socket must read on first.
    pub(crate) async fn enter(&self, entry: Entry) -> bool {
        let (answer, entered) = oneshot::channel();
        let sent = self.shard(entry.channel).send(Request::Enter(entry, answer)).await;
        sent.is_ok() && entered.await.unwrap_or(false)
    }

    /// Closes a channel for a socket: afterwards nothing more is queued there.
    pub(crate) async fn leave(&self, channel: ChannelId, socket: u64) {
        let (done, left) = oneshot::channel();
        self.ask(channel, Request::Leave { channel, socket, done }).await;
        // Without an answer the process ends.
        let _ = left.await;
    }

    /// Answers a sender, unless the channel is open in that socket and brings the message by itself.
    pub(crate) async fn confirm(&self, outlet: Arc<Outlet>, message: Message) {
        self.ask(message.channel_id, Request::Confirm { outlet, message }).await;
    }

    /// The same for a change.
    pub(crate) async fn confirm_change(&self, outlet: Arc<Outlet>, message: Message) {
        self.ask(message.channel_id, Request::ConfirmChange { outlet, message }).await;
    }

    /// Changed messages, in any order, any number of times.
    pub(crate) async fn changed(&self, channel: ChannelId, messages: Vec<Message>) {
        self.ask(channel, Request::Changed { channel, messages }).await;
    }

    /// Committed messages, in any order, any number of times.
    pub(crate) async fn deliver(&self, channel: ChannelId, messages: Vec<Message>, trace: Option<traces::Context>) {
        self.ask(channel, Request::Deliver { channel, messages, trace, heard: Instant::now() }).await;
    }

    /// A frame worth seeing now or never, to all that have the channel open but one person.
    pub(crate) async fn show(&self, channel: ChannelId, frame: Frame, except: Option<PersonId>) {
        self.ask(channel, Request::Show { channel, frame, except }).await;
    }

    /// Something may have been lost: compares all rooms with the database.
    pub(crate) async fn catch_up(&self) {
        for shard in &self.shards {
            // A closed task means that the process ends.
            let _ = shard.send(Request::CatchUp).await;
        }
    }

    async fn ask(&self, channel: ChannelId, request: Request) {
        // A closed task means that the process ends.
        let _ = self.shard(channel).send(request).await;
    }

    fn shard(&self, channel: ChannelId) -> &mpsc::Sender<Request> {
        let mut hasher = DefaultHasher::new();
        channel.hash(&mut hasher);
        let place = usize::try_from(hasher.finish() % self.shards.len() as u64).unwrap_or(0);
        &self.shards[place]
    }
}

/// The frame of a read position that moved.
pub(crate) fn seen_frame(
    channel: ChannelId,
    person: PersonId,
    message: Option<store::MessageId>,
    seq: i64,
    at: chrono::DateTime<chrono::Utc>,
) -> Frame {
    encode(&ServerFrame::UpdateLastViewedTimestamp {
        channel_id: channel,
        user_id: person,
        last_viewed_timestamp: at,
        msg_id: message,
        seq,
    })
}
