//! Who turns recordings into text, and text into notes: a step at a time, on whichever node takes it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use ::assistant::{Failure, OpenAi};
use outside::{Excess, Fetcher, Options, Wanted};
use store::meetings::{self, State, Work};
use tokio::sync::Notify;
use url::{Origin, Url};

use crate::Hub;

/// What is too large for servers that listen.
const RECORDING_BYTES: usize = 25 * 1024 * 1024;

/// More is no transcript.
const TEXT_BYTES: usize = 1024 * 1024;

/// A step that takes longer is tried again later.
const PATIENCE: Duration = Duration::from_secs(300);

/// When a step that could not be taken is tried again.
const AGAIN: chrono::Duration = chrono::Duration::minutes(5);

/// A model that writes notes.
#[derive(Clone, Debug)]
pub struct Notes {
    /// Who sums up.
    pub model: Arc<OpenAi>,
    /// The name of the model that listens; None if transcripts come from the conference server alone.
    pub listener: Option<String>,
}

/// The scribe of this node.
#[derive(Debug)]
pub(crate) struct Scribe {
    notes: Option<Notes>,
    fetcher: Fetcher,
    nudge: Arc<Notify>,
}

/// Why a step was not taken.
enum NotDone {
    /// Trying again may help.
    Later(String),
    /// It never will: a stable code.
    Never(&'static str),
}

impl Scribe {
    /// `origin` is where recordings are: it may lie inside of the operator's network.
    pub(super) fn new(notes: Option<Notes>, origin: Option<Origin>) -> Self {
        let fetcher = Fetcher::new(Options { trusted: origin, patience: PATIENCE, ..Options::default() });
        Self { notes, fetcher, nudge: Arc::default() }
    }

    pub(super) fn nudges(&self) -> Arc<Notify> {
        self.nudge.clone()
    }

    pub(super) fn nudge(&self) {
        self.nudge.notify_one();
    }

    /// The text at an address that the conference server named.
    pub(super) async fn text_at(&self, link: &str) -> Option<String> {
        let kinds = &["text/plain", "text/vtt", "application/json", "application/octet-stream"];
        match self.fetch(link, kinds, TEXT_BYTES).await {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                tracing::warn!(%error, "a transcript cannot be fetched");
                None
            }
        }
    }

    async fn fetch(&self, link: &str, kinds: &[&str], most_bytes: usize) -> Result<Vec<u8>, outside::Refused> {
        let url: Url = link.parse().map_err(|_| outside::Refused::Address)?;
        let wanted = Wanted { kinds, most_bytes, excess: Excess::Refuse, hosts: None };
        Ok(self.fetcher.get(&url, &wanted).await?.bytes)
    }

    /// The steps that can be taken here.
    fn steps(&self) -> &'static [State] {
        match &self.notes {
            Some(Notes { listener: Some(_), .. }) => &[State::Summarised, State::Transcribed, State::Recorded],
            Some(_) => &[State::Summarised, State::Transcribed],
            None => &[State::Summarised],
        }
    }
}

/// Takes steps as long as there are some, when somebody says so and from time to time.
pub(super) async fn run(hub: Weak<Hub>, nudge: Arc<Notify>, every: Duration) {
    loop {
        let _ = tokio::time::timeout(every, nudge.notified()).await;
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_draining()) else { return };
        if let Err(error) = work(&hub).await {
            tracing::warn!(%error, "the work on recordings waits");
        }
    }
}

async fn work(hub: &Hub) -> store::Result<()> {
    let store = &hub.store;
    meetings::purge(store).await?;
    meetings::give_up_overdue(store).await?;
    while let Some(work) = meetings::lease(store, hub.calls.scribe.steps()).await? {
        match take(hub, &work).await? {
            Ok(()) => {}
            Err(NotDone::Never(reason)) => meetings::failed(store, work.id, reason).await?,
            Err(NotDone::Later(reason)) => {
                tracing::warn!(recording = %work.id, reason, "a step of a recording is tried again later");
                meetings::release(store, work.id, AGAIN).await?;
            }
        }
    }
    Ok(())
}

async fn take(hub: &Hub, work: &Work) -> store::Result<Result<(), NotDone>> {
    let (store, scribe) = (&hub.store, &hub.calls.scribe);
    let done = match (work.state, &scribe.notes) {
        (State::Recorded, Some(notes)) => match transcript(scribe, notes, work).await {
            Ok(text) => Ok(meetings::transcribed(store, work.id, &text).await?),
            Err(not_done) => Err(not_done),
        },
        (State::Transcribed, Some(notes)) => {
            let transcript = work.transcript.as_deref().unwrap_or_default();
            let language = work.language.as_deref().unwrap_or("en");
            match notes.model.summarise(transcript, language, PATIENCE).await {
                Ok(text) => Ok(meetings::summarised(store, work.id, &text).await?),
                Err(failure) => Err(of_model(failure, "summary_unavailable")),
            }
        }
        _ => Ok(meetings::ready(store, work.id).await?),
    };
    Ok(done.map(drop))
}

async fn transcript(scribe: &Scribe, notes: &Notes, work: &Work) -> Result<String, NotDone> {
    let (Some(link), Some(listener)) = (&work.link, &notes.listener) else { return Err(NotDone::Never("no_sound")) };
    let kinds = &["video/mp4", "audio/mp4", "audio/mpeg", "audio/webm", "video/webm", "application/octet-stream"];
    let recording = scribe.fetch(link, kinds, RECORDING_BYTES).await.map_err(|refused| match refused {
        outside::Refused::TooLarge => NotDone::Never("recording_too_large"),
        outside::Refused::Address | outside::Refused::Kind | outside::Refused::Status(403 | 404 | 410) => {
            NotDone::Never("recording_unavailable")
        }
        other => NotDone::Later(other.to_string()),
    })?;
    let text = notes.model.transcribe(listener, recording, PATIENCE).await;
    text.map_err(|failure| of_model(failure, "transcript_unavailable"))
}

/// A model that does not answer may answer later, also after somebody has put its key right; one that refuses what it is
/// given will do so again.
fn of_model(failure: Failure, code: &'static str) -> NotDone {
    match failure {
        Failure::Status(400 | 413 | 415 | 422) | Failure::Garbled(_) => NotDone::Never(code),
        other => NotDone::Later(other.to_string()),
    }
}
