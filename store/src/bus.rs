//! The event bus between nodes.
//!
//! The database is the source of truth. The bus may lose, repeat or reorder events; listeners answer [`BusMessage::Lost`]
//! by reading the database. Within a process events go directly to the listeners; with Redis they also go to the other
//! nodes by `PUBLISH`, and without it from commands to the servers of the machine over [`local_sockets`].

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::message::Message;
use crate::{BusOptions, ChannelId, LoginSessionId, MessageId, PersonId, Result};

mod call_event;
mod envelope;
mod local_sockets;
pub(crate) mod redis_bus;
mod sender;

pub use call_event::{CallEvent, End};
pub use local_sockets::ServedSocket;

/// An event for all nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Messages of one channel were committed, in order of `seq`.
    Messages {
        /// The channel.
        channel: ChannelId,
        /// The messages.
        messages: Vec<Arc<Message>>,
        /// The trace span that committed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trace: Option<telemetry::Context>,
    },
    /// Messages of one channel changed, in order of `changed`.
    Changed {
        /// The channel.
        channel: ChannelId,
        /// The messages as they are now.
        messages: Vec<Arc<Message>>,
    },
    /// A person's read position moved forward.
    Seen {
        /// The channel.
        channel: ChannelId,
        /// Whose position it is.
        person: PersonId,
        /// The newest message seen.
        message: Option<MessageId>,
        /// Its sequence number.
        seq: i64,
        /// When.
        at: DateTime<Utc>,
        /// Whether only the person learns of it: the contact of their pair rests.
        #[serde(default)]
        is_private: bool,
    },
    /// A person marked messages as unread.
    MarkedUnread {
        /// The channel.
        channel: ChannelId,
        /// Whose position moved back.
        person: PersonId,
        /// The new position.
        marked: MarkedUnread,
    },
    /// The pinned messages of a channel changed.
    PinsChanged {
        /// The channel.
        channel: ChannelId,
    },
    /// A person is typing.
    Typing {
        /// The channel.
        channel: ChannelId,
        /// Who types.
        person: PersonId,
    },
    /// The assistant is writing an answer.
    AssistantDelta {
        /// The person who asked.
        person: PersonId,
        /// The channel.
        channel: ChannelId,
        /// The question.
        question: MessageId,
        /// The whole answer so far, so a lost event is made good by the next one.
        text: String,
    },
    /// A message of a person signals a crisis: their pages show the helplines.
    CrisisDetected {
        /// The person.
        person: PersonId,
        /// The channel.
        channel: ChannelId,
        /// The message.
        message: MessageId,
    },
    /// Something happened in or around a call.
    Call(CallEvent),
    /// These people's channel lists or memberships changed.
    ChannelsChanged {
        /// The people.
        people: Vec<PersonId>,
    },
    /// What open pages show of these topics changed for these people.
    TopicsChanged {
        /// The people.
        people: Vec<PersonId>,
        /// The topics.
        topics: Vec<Topic>,
    },
    /// The rules or the content of programmes changed: nodes forget what they cache of them.
    RulesChanged,
    /// Login sessions of a person ended.
    SessionsEnded {
        /// The person.
        person: PersonId,
        /// The sessions.
        sessions: Vec<LoginSessionId>,
    },
}

/// A read position that was moved back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedUnread {
    /// The newest message that still counts as seen.
    pub seq: i64,
    /// Unread messages of others.
    pub count: i64,
    /// Whether one of them mentions the person.
    pub is_tagged: bool,
}

/// What a page shows beyond chat and must fetch again after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// What waits for staff: reports, crisis alerts.
    Staff,
    /// The saved messages of the person.
    Saved,
    /// The profile: what the person may use.
    Profile,
    /// The surveys of the person.
    Surveys,
    /// The learning sessions of the person.
    Learning,
    /// The mentorships of the person.
    Mentorship,
    /// The matching of the person.
    Matching,
    /// For staff: the conversations of people with the programme team.
    Messages,
    /// The announcements for the person.
    Announcements,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 9] = [
        Self::Staff,
        Self::Saved,
        Self::Profile,
        Self::Surveys,
        Self::Learning,
        Self::Mentorship,
        Self::Matching,
        Self::Messages,
        Self::Announcements,
    ];
}

/// What a listener receives.
#[derive(Clone, Debug)]
pub enum BusMessage {
    /// Events, in the order of their node.
    Events(Arc<Vec<Event>>),
    /// Some events may have been lost.
    Lost,
}

/// Signals that wait for one slow listener before it receives [`BusMessage::Lost`] instead.
const LISTENER_CAPACITY: usize = 8192;

/// The bus of this process.
#[derive(Clone, Debug)]
pub struct Bus {
    signals: broadcast::Sender<BusMessage>,
    healthy: Arc<AtomicBool>,
    /// Sends to other processes.
    remote: Option<sender::BusSender>,
}

/// The receiving end of a listener.
#[derive(Debug)]
pub struct Subscription(broadcast::Receiver<BusMessage>);

impl Bus {
    /// Creates a bus within this process.
    pub fn in_process() -> Self {
        let (signals, _) = broadcast::channel(LISTENER_CAPACITY);
        Self { signals, healthy: Arc::new(AtomicBool::new(true)), remote: None }
    }

    /// Creates a bus over Redis. It starts without Redis and reconnects on its own.
    pub fn redis(options: &BusOptions) -> Result<Self> {
        let mut bus = Self::in_process();
        bus.remote = Some(redis_bus::start(options, bus.signals.clone(), bus.healthy.clone())?);
        Ok(bus)
    }

    /// Creates the bus of a command: its events also go to the servers whose sockets are in this folder.
    pub fn to_servers(folder: PathBuf) -> Self {
        Self { remote: Some(local_sockets::start(folder)), ..Self::in_process() }
    }

    /// Receives events of commands at a socket in this folder, until the socket is dropped.
    pub fn serve(&self, folder: &Path) -> io::Result<ServedSocket> {
        local_sockets::serve(folder, self.signals.clone())
    }

    /// Waits until the events of this process have left it, for a few seconds at most.
    pub async fn flush(&self) {
        if let Some(remote) = &self.remote {
            remote.flush().await;
        }
    }

    /// Publishes events to all listeners on all nodes without waiting. Events that cannot be sent are replaced by
    /// [`BusMessage::Lost`].
    pub fn publish(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let events = Arc::new(events);
        // An error means that this process has no listeners.
        let _ = self.signals.send(BusMessage::Events(events.clone()));
        if let Some(remote) = &self.remote {
            remote.publish(events);
        }
    }

    /// Publishes [`BusMessage::Lost`] to all nodes: events may be missing, and listeners read the database.
    pub fn publish_loss(&self) {
        let _ = self.signals.send(BusMessage::Lost);
        if let Some(remote) = &self.remote {
            remote.publish_loss();
        }
    }

    /// Returns a listener for everything from now on.
    pub fn listen(&self) -> Subscription {
        Subscription(self.signals.subscribe())
    }

    /// Whether events cross processes.
    pub fn is_shared(&self) -> bool {
        self.remote.is_some()
    }

    /// Whether the connection to the other nodes works, as far as known.
    pub fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// Names the bus for people.
    pub fn describe(&self) -> &'static str {
        self.remote.as_ref().map_or("in-process", sender::BusSender::describe)
    }
}

impl Subscription {
    /// The next signal; None when the bus is gone.
    pub async fn next(&mut self) -> Option<BusMessage> {
        match self.0.recv().await {
            Ok(signal) => Some(signal),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(BusMessage::Lost),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
