//! Calls between the members of a channel: who may be in one, what is told about it, and what time does to it.

use std::sync::Arc;
use std::time::Duration;

use store::CallId;
use store::calls::Provider;
use tokio::sync::mpsc;
use url::Origin;

use crate::Hub;
use crate::limits::Rate;
use crate::throttle::Throttle;

pub(crate) mod admit;
pub(crate) mod ice;
pub(crate) mod invited;
mod jitsi;
mod keep;
pub(crate) mod ringing;
mod scribe;
pub(crate) mod seats;
pub(crate) mod tell;
pub(crate) mod view;
pub(crate) mod webhook;

pub use ice::Ice;
pub use jitsi::Jitsi;
pub use scribe::Notes;

/// Things to look at that may wait; what finds no place is found at the next look.
const WAITING: usize = 1024;

/// Calls that a person may begin.
const STARTS: Rate = Rate { per_second: 1, burst: 10 };

/// Looks at calls between two looks at what is due of recordings.
const LOOKS_PER_STEP: u32 = 12;

/// How people call each other in this installation.
#[derive(Clone)]
pub struct CallSettings {
    /// The conference server; without one, calls go from browser to browser.
    pub jitsi: Option<Jitsi>,
    /// What the conference server signs its news with; without it nothing is heard.
    pub webhook_secret: Option<String>,
    /// Who writes the notes; without it, they come from the conference server or not at all.
    pub notes: Option<Notes>,
    /// Where recordings are fetched from, if that is inside of the operator's network.
    pub recordings: Option<Origin>,
    /// Days for which notes are kept; None for good.
    pub keep_days: Option<i64>,
    /// How browsers find a way to each other in built-in calls.
    pub ice: Ice,
    /// How often a node looks at its calls.
    pub look_every: Duration,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self {
            jitsi: None,
            webhook_secret: None,
            notes: None,
            recordings: None,
            keep_days: Some(90),
            ice: Ice::default(),
            look_every: Duration::from_secs(5),
        }
    }
}

impl std::fmt::Debug for CallSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let settings = (&self.jitsi, &self.notes, &self.ice);
        write!(out, "{settings:?}")
    }
}

/// Something to find out about calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// A call changed.
    Changed(CallId),
    /// Time or a membership may have changed some.
    Look,
}

/// The calls of this node.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) settings: CallSettings,
    /// The tabs of built-in calls whose sockets are here.
    pub(crate) seats: seats::Seats,
    pub(crate) ringing: ringing::Ringing,
    pub(crate) starts: Throttle,
    scribe: scribe::Scribe,
    tasks: mpsc::Sender<Task>,
}

impl Desk {
    pub(crate) fn new(settings: CallSettings) -> (Self, mpsc::Receiver<Task>) {
        let (tasks, waiting) = mpsc::channel(WAITING);
        let scribe = scribe::Scribe::new(settings.notes.clone(), settings.recordings.clone());
        let (seats, ringing) = Default::default();
        (Self { settings, seats, ringing, starts: Throttle::new(STARTS), scribe, tasks }, waiting)
    }

    /// How new calls are held.
    pub(crate) fn provider(&self) -> Provider {
        if self.settings.jitsi.is_some() { Provider::Jitsi } else { Provider::Builtin }
    }

    /// Says that a call changed.
    pub(crate) fn changed(&self, call: CallId) {
        // What finds no place is found at the next look.
        let _ = self.tasks.try_send(Task::Changed(call));
    }

    /// Says that a step of a recording is due.
    fn work(&self) {
        self.scribe.nudge();
    }

    /// Says that somebody's membership may have changed.
    pub(crate) fn look(&self) {
        let _ = self.tasks.try_send(Task::Look);
    }
}

/// Starts looking after calls. The task ends with the hub.
pub(crate) fn start(hub: &Arc<Hub>, waiting: mpsc::Receiver<Task>) {
    let every = hub.calls.settings.look_every;
    tokio::spawn(keep::run(Arc::downgrade(hub), waiting, every));
    let nudge = hub.calls.scribe.nudges();
    tokio::spawn(scribe::run(Arc::downgrade(hub), nudge, every * LOOKS_PER_STEP));
}
