//! How one node tells the others that something happened.
//!
//! The database is the truth and the bus is a hint: it may lose, repeat or reorder. Whoever listens treats
//! [`Signal::Lost`] as "look into the database". In one process events go straight to the listeners; with Redis they
//! go to this node's listeners at once and to the other nodes by `PUBLISH`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::calls;
use crate::messages::Message;
use crate::{BusOptions, ChannelId, MessageId, PersonId, Result, SessionId};

pub(crate) mod redis_bus;

/// Something that other nodes may want to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Messages of one channel were committed, in order of `seq`.
    Messages {
        /// The channel.
        channel: ChannelId,
        /// The messages.
        messages: Vec<Message>,
        /// The step of a trace that committed them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trace: Option<traces::Context>,
    },
    /// Messages of one channel changed, in order of `changed`.
    Changed {
        /// The channel.
        channel: ChannelId,
        /// The messages as they are now.
        messages: Vec<Message>,
    },
    /// A person's read position moved forward.
    Seen {
        /// The channel.
        channel: ChannelId,
        /// Who has seen it.
        person: PersonId,
        /// The newest message seen.
        message: Option<MessageId>,
        /// Its number.
        seq: i64,
        /// When.
        at: DateTime<Utc>,
    },
    /// A person is typing.
    Typing {
        /// The channel.
        channel: ChannelId,
        /// Who types.
        person: PersonId,
    },
    /// The assistant is at work on an answer for a person.
    AssistantDelta {
        /// Who waits for it.
        person: PersonId,
        /// In which channel.
        channel: ChannelId,
        /// What was asked.
        question: MessageId,
        /// The whole answer as far as it has come: what was lost before is made good by what comes next.
        text: String,
    },
    /// Something happened in or around a call.
    Call(calls::News),
    /// These people's channel lists or memberships changed.
    ChannelsChanged {
        /// The people.
        people: Vec<PersonId>,
    },
    /// These sessions of a person ended.
    SessionsEnded {
        /// Whose they were.
        person: PersonId,
        /// The sessions.
        sessions: Vec<SessionId>,
    },
}

/// What a listener hears.
#[derive(Clone, Debug)]
pub enum Signal {
    /// Events, in the order of their node.
    Events(Arc<Vec<Event>>),
    /// Some events may have been lost.
    Lost,
}

/// Signals that wait for one slow listener before it hears [`Signal::Lost`] instead.
const BACKLOG: usize = 8192;

/// The bus of this process.
#[derive(Clone, Debug)]
pub struct Bus {
    signals: broadcast::Sender<Signal>,
    healthy: Arc<AtomicBool>,
    redis: Option<redis_bus::Outgoing>,
}

/// One listener's end.
#[derive(Debug)]
pub struct Listener(broadcast::Receiver<Signal>);

impl Bus {
    /// A bus within this process.
    pub fn in_process() -> Self {
        let (signals, _) = broadcast::channel(BACKLOG);
        Self { signals, healthy: Arc::new(AtomicBool::new(true)), redis: None }
    }

    /// A bus over Redis. It starts even while Redis is away, and comes back by itself.
    pub fn redis(options: &BusOptions) -> Result<Self> {
        let mut bus = Self::in_process();
        bus.redis = Some(redis_bus::start(options, bus.signals.clone(), bus.healthy.clone())?);
        Ok(bus)
    }

    /// Tells all listeners on all nodes. Never waits: what cannot be sent is lost, and the others are told so.
    pub fn publish(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let events = Arc::new(events);
        // An error says that nobody listens here, which is fine.
        let _ = self.signals.send(Signal::Events(events.clone()));
        if let Some(redis) = &self.redis {
            redis.publish(events);
        }
    }

    /// Something may have happened that nobody was told of: everybody looks into the database.
    pub fn doubt(&self) {
        let _ = self.signals.send(Signal::Lost);
        if let Some(redis) = &self.redis {
            redis.doubt();
        }
    }

    /// Hears everything from now on.
    pub fn listen(&self) -> Listener {
        Listener(self.signals.subscribe())
    }

    /// Whether events can be lost between nodes at all.
    pub fn is_shared(&self) -> bool {
        self.redis.is_some()
    }

    /// Whether the other nodes hear us as far as we know.
    pub fn is_healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed)
    }

    /// What stands behind it, for people.
    pub fn describe(&self) -> &'static str {
        self.redis.as_ref().map_or("in-process", redis_bus::Outgoing::describe)
    }
}

impl Listener {
    /// The next signal; None when the bus is gone.
    pub async fn next(&mut self) -> Option<Signal> {
        match self.0.recv().await {
            Ok(signal) => Some(signal),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Signal::Lost),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
