//! Fetches recordings and turns them into transcripts and notes.

use std::sync::Arc;
use std::time::Duration;

use ::assistant::{Failure, OpenAi};
use egress::{Fetcher, Options, OverflowPolicy, Wanted};
use store::Store;
use store::meetings::{State, Work};
use tokio::sync::Notify;
use url::{Origin, Url};

use super::recording_parts::{self, RecordingParts};

/// The maximum size of a recording: three hours of sound and pictures.
const MAX_RECORDING_BYTES: usize = 2 * 1024 * 1024 * 1024;

/// The time limit of a download, below the lease of a step.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(600);

const MAX_TRANSCRIPT_BYTES: usize = 1024 * 1024;

/// The lease of a step from the beginning of a part: longer than its request.
const LEASE: chrono::Duration = chrono::Duration::minutes(15);

/// The time limit of a request to a model. A slower request is retried later.
const STEP_TIMEOUT: Duration = Duration::from_secs(300);

/// The models behind meeting notes.
#[derive(Clone, Debug)]
pub struct TranscriptionSettings {
    /// The model that summarises.
    pub model: Arc<OpenAi>,
    /// The name of the model that transcribes; None if only the conference server provides transcripts.
    pub transcription_model: Option<String>,
}

/// The transcriber of this node.
#[derive(Debug)]
pub(crate) struct Transcriber {
    settings: Option<TranscriptionSettings>,
    fetcher: Fetcher,
    step_due: Arc<Notify>,
}

/// Why a step failed.
pub(super) enum StepError {
    /// A retry may help.
    Temporary(String),
    /// A retry does not help: a stable code.
    Permanent(&'static str),
}

impl Transcriber {
    /// `origin` serves recordings and may be inside the operator's network.
    pub(super) fn new(settings: Option<TranscriptionSettings>, origin: Option<Origin>) -> Self {
        let fetcher = Fetcher::new(Options { trusted: origin, patience: DOWNLOAD_TIMEOUT, ..Options::default() });
        Self { settings, fetcher, step_due: Arc::default() }
    }

    /// Returns the signal that a step is due.
    pub(super) fn step_due(&self) -> Arc<Notify> {
        self.step_due.clone()
    }

    /// Signals that a step of a recording is due.
    pub(super) fn wake(&self) {
        self.step_due.notify_one();
    }

    /// Returns the states from which this node can continue.
    pub(super) fn steps(&self) -> &'static [State] {
        match &self.settings {
            Some(TranscriptionSettings { transcription_model: Some(_), .. }) => {
                &[State::Summarised, State::Transcribed, State::Recorded]
            }
            Some(_) => &[State::Summarised, State::Transcribed],
            None => &[State::Summarised],
        }
    }

    /// Fetches a transcript from an address of the conference server.
    pub(super) async fn fetch_transcript(&self, link: &str) -> Option<String> {
        let types = &["text/plain", "text/vtt", "application/json", "application/octet-stream"];
        match self.fetch(link, types, MAX_TRANSCRIPT_BYTES).await {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                tracing::warn!(%error, "cannot fetch a transcript");
                None
            }
        }
    }

    /// Transcribes a recording part by part.
    pub(super) async fn transcribe(&self, store: &Store, work: &Work) -> Result<String, StepError> {
        let notes = self.settings.as_ref().ok_or(StepError::Permanent("no_sound"))?;
        let (Some(link), Some(model)) = (&work.link, &notes.transcription_model) else {
            return Err(StepError::Permanent("no_sound"));
        };
        let mut parts = RecordingParts::open(self.download(link).await?).await?;
        let mut texts = Vec::new();
        loop {
            let (part, others) = parts.next().await?;
            parts = others;
            let Some(part) = part else { break };
            // A recording takes longer than one lease.
            let renewed = work.lease.renew(store, LEASE).await;
            if !renewed.map_err(|error| StepError::Temporary(error.to_string()))? {
                return Err(StepError::Temporary("another node took the step".to_owned()));
            }
            let text = notes.model.transcribe_part(model, part, STEP_TIMEOUT).await;
            let text = text.map_err(|failure| StepError::of_model(failure, "transcript_unavailable"))?;
            texts.extend((!text.is_empty()).then_some(text));
        }
        if texts.is_empty() { Err(StepError::Permanent("transcript_unavailable")) } else { Ok(texts.join("\n")) }
    }

    /// Fetches a recording into a file without a name, which disappears with its last handle.
    async fn download(&self, link: &str) -> Result<std::fs::File, StepError> {
        let types = &["video/mp4", "audio/mp4", "audio/mpeg", "audio/webm", "video/webm", "application/octet-stream"];
        let expected = expected(types, MAX_RECORDING_BYTES);
        let url: Url = link.parse().map_err(|_| StepError::Permanent("recording_unavailable"))?;
        let file = recording_parts::blocking(tempfile::tempfile).await?;
        let mut file = tokio::fs::File::from_std(file);
        self.fetcher.download(&url, &expected, &mut file).await.map_err(|refused| match refused {
            egress::Refused::TooLarge => StepError::Permanent("recording_too_large"),
            egress::Refused::Address | egress::Refused::Kind | egress::Refused::Status(403 | 404 | 410) => {
                StepError::Permanent("recording_unavailable")
            }
            other => StepError::Temporary(other.to_string()),
        })?;
        Ok(file.into_std().await)
    }

    /// Summarises a transcript.
    pub(super) async fn summarise(&self, work: &Work) -> Result<String, StepError> {
        let notes = self.settings.as_ref().ok_or(StepError::Permanent("summary_unavailable"))?;
        let transcript = work.transcript.as_deref().unwrap_or_default();
        let language = work.language.as_deref().unwrap_or("en");
        let text = notes.model.summarise(transcript, language, STEP_TIMEOUT).await;
        text.map_err(|failure| StepError::of_model(failure, "summary_unavailable"))
    }

    async fn fetch(&self, link: &str, types: &[&str], max_bytes: usize) -> Result<Vec<u8>, egress::Refused> {
        let url: Url = link.parse().map_err(|_| egress::Refused::Address)?;
        Ok(self.fetcher.get(&url, &expected(types, max_bytes)).await?.bytes)
    }
}

/// Describes the file that an address must serve.
fn expected<'t>(types: &'t [&'t str], max_bytes: usize) -> Wanted<'t> {
    Wanted { kinds: types, most_bytes: max_bytes, excess: OverflowPolicy::Refuse, hosts: None }
}

impl StepError {
    /// A model that does not respond may respond later, also after an operator corrected its key. A model that refuses its
    /// input refuses it again.
    fn of_model(failure: Failure, code: &'static str) -> Self {
        match failure {
            Failure::Status(400 | 413 | 415 | 422) | Failure::Garbled(_) => Self::Permanent(code),
            other => Self::Temporary(other.to_string()),
        }
    }
}
