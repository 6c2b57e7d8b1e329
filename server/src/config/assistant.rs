//! Provider and budget of the assistant.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use assistant::{Content, FromContent, OpenAi, OpenAiSettings};
use hub::AssistantSettings;

use super::{Layers, optional};

/// How often a node checks for questions that a stopped node left unanswered.
const RESCAN_INTERVAL: Duration = Duration::from_secs(5);

/// The configuration of the assistant.
#[derive(Clone, Debug)]
pub(crate) struct AssistantConfig {
    pub(crate) provider: Provider,
    content_dir: Option<PathBuf>,
    answer_limit: Duration,
    answers_per_day: i64,
    tokens_per_month: i64,
}

/// The source of the answers.
#[derive(Clone, Debug)]
pub(crate) enum Provider {
    /// The texts of the programme.
    Content,
    /// A language model that receives these texts.
    OpenAi(OpenAiSettings),
}

/// Reads the texts of the assistant from a folder, or takes those of this program.
pub(crate) fn texts(folder: Option<&Path>) -> Result<Arc<Content>> {
    let content = match folder {
        Some(folder) => Content::in_folder(folder),
        None => Content::built_in(),
    };
    Ok(Arc::new(content.map_err(|error| anyhow!("The assistant's content: {error}."))?))
}

impl AssistantConfig {
    /// Returns None if the assistant is off.
    pub(crate) fn read(layers: &Layers) -> Result<Option<Self>> {
        let answer_limit = Duration::from_secs(layers.integer("assistant.answer_seconds", 1..=120)?);
        let model = OpenAiSettings {
            base_url: layers.text("assistant.base_url")?,
            key: layers.text("assistant.api_key")?,
            model: layers.text("assistant.model")?,
            answer_tokens: layers.integer("assistant.answer_tokens", 1..=16_384)?,
            limit: answer_limit,
        };
        let config = Self {
            provider: Provider::Content,
            content_dir: optional(layers.text("assistant.content_dir")?).map(PathBuf::from),
            answer_limit,
            answers_per_day: layers.integer("assistant.answers_per_day", 1..=100_000)?,
            tokens_per_month: layers.integer("assistant.tokens_per_month", 0..=i64::MAX)?,
        };
        match layers.text("assistant.provider")?.as_str() {
            "off" => Ok(None),
            "content" => Ok(Some(config)),
            "openai" => {
                let is_address = ["http://", "https://"].iter().any(|scheme| model.base_url.starts_with(scheme));
                layers.check("assistant.base_url", is_address, "an address such as https://models.example.org/v1")?;
                layers.check("assistant.model", !model.model.is_empty(), "the name of a model")?;
                Ok(Some(Self { provider: Provider::OpenAi(model), ..config }))
            }
            _ => Err(layers.wrong("assistant.provider", "content, openai or off")),
        }
    }

    /// Reads the texts and creates the provider.
    pub(crate) fn settings(&self) -> Result<AssistantSettings> {
        let content = texts(self.content_dir.as_deref())?;
        let provider: Arc<dyn assistant::Provider> = match &self.provider {
            Provider::Content => Arc::new(FromContent::new(content.clone())),
            Provider::OpenAi(settings) => {
                let provider = OpenAi::new(settings.clone(), content.clone());
                Arc::new(provider.ok_or_else(|| anyhow!("The certificates of this machine cannot be read."))?)
            }
        };
        Ok(AssistantSettings {
            content,
            provider,
            answer_limit: self.answer_limit,
            tries_per_day: self.answers_per_day,
            tokens_per_month: self.tokens_per_month,
            poll_interval: RESCAN_INTERVAL,
        })
    }
}
