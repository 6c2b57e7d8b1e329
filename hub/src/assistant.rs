//! The assistant in chat: who has one, and the desk at which its questions are worked on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::assistant::{Content, Provider};
use store::experiences::Access;
use store::{ChannelId, PersonId};
use tokio::sync::{Semaphore, mpsc};

use self::knowledge::Knowledge;
use crate::Hub;

mod answering;
mod knowledge;
pub(crate) mod reply;
mod worker;

/// Answers that are made at the same time on this node.
const AT_ONCE: usize = 64;

/// Channels that may wait to be looked at; more are found by looking into the database.
const WAITING: usize = 4096;

/// How the assistant answers in this installation.
#[derive(Clone, Debug)]
pub struct AssistantSettings {
    /// What it says by itself: apologies, calls for help.
    pub content: Arc<Content>,
    /// Who answers.
    pub provider: Arc<dyn Provider>,
    /// An answer that takes longer becomes an apology.
    pub answer_limit: Duration,
    /// Tries to answer one person per day of their programme.
    pub tries_per_day: i64,
    /// Tokens of one programme per month, where the programme says nothing else; 0 for as many as it takes.
    pub tokens_per_month: i64,
    /// How often a node looks for questions that were left behind.
    pub look_every: Duration,
}

/// Where this node works on questions.
#[derive(Debug)]
pub(crate) struct Desk {
    settings: AssistantSettings,
    knowledge: Knowledge,
    nudges: mpsc::Sender<ChannelId>,
    places: Semaphore,
    /// Channels that are worked on here, and whether something came meanwhile.
    busy: Mutex<HashMap<ChannelId, bool>>,
}

impl Hub {
    /// Lets the assistant answer. Its tasks end when the hub is dropped; without it nobody has an assistant.
    pub fn start_assistant(self: &Arc<Self>, settings: AssistantSettings) {
        let (nudges, waiting) = mpsc::channel(WAITING);
        let every = settings.look_every;
        let places = Semaphore::new(AT_ONCE);
        let desk = Desk { settings, knowledge: Knowledge::default(), nudges, places, busy: Mutex::default() };
        if self.assistant.set(desk).is_ok() {
            tokio::spawn(worker::run(Arc::downgrade(self), waiting, every));
        }
    }

    /// Says that there is something to answer in a channel.
    pub(crate) fn ask_assistant(&self, channel: ChannelId) {
        if let Some(desk) = self.assistant.get() {
            // What finds no place is found by looking.
            let _ = desk.nudges.try_send(channel);
        }
    }

    /// Whether a person has the assistant.
    pub(crate) async fn offers_assistant(&self, person: PersonId) -> store::Result<bool> {
        if self.assistant.get().is_none() {
            return Ok(false);
        }
        let Some((_, experiences)) = self.sections_of(person).await? else { return Ok(false) };
        Ok(experiences.chattype == Access::Use && experiences.ai_chat == Access::Use)
    }
}

impl Desk {
    /// Takes a channel, unless it is worked on here: then it is looked at once more.
    fn take(&self, channel: ChannelId) -> bool {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let is_busy = busy.contains_key(&channel);
        busy.insert(channel, is_busy);
        !is_busy
    }

    /// Gives a channel back; false if something came meanwhile.
    fn give_back(&self, channel: ChannelId) -> bool {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let again = busy.remove(&channel) == Some(true);
        if again {
            busy.insert(channel, false);
        }
        !again
    }
}
