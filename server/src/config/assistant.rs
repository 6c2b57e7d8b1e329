//! Who answers in the assistant's channel, and what it may cost.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use assistant::{Content, FromContent, OpenAi, OpenAiSettings};
use hub::AssistantSettings;

use super::{Layers, optional};

/// How often a node looks for questions that another one left behind.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The decisions about the assistant.
#[derive(Clone, Debug)]
pub(crate) struct AssistantConfig {
    pub(crate) provider: Provider,
    content_dir: Option<PathBuf>,
    answer_limit: Duration,
    answers_per_day: i64,
    tokens_per_month: i64,
}

/// Who answers.
#[derive(Clone, Debug)]
pub(crate) enum Provider {
    /// The texts of the programme.
    Content,
    /// A model that is given them.
    OpenAi(OpenAiSettings),
}

impl AssistantConfig {
    /// None if nobody answers.
    pub(crate) fn read(layers: &Layers) -> Result<Option<Self>> {
        let answer_limit = Duration::from_secs(layers.whole("assistant.answer_seconds", 1..=120)?);
        let model = OpenAiSettings {
            base_url: layers.text("assistant.base_url")?,
            key: layers.text("assistant.api_key")?,
            model: layers.text("assistant.model")?,
            answer_tokens: layers.whole("assistant.answer_tokens", 1..=16_384)?,
            limit: answer_limit,
        };
        let config = Self {
            provider: Provider::Content,
            content_dir: optional(layers.text("assistant.content_dir")?).map(PathBuf::from),
            answer_limit,
            answers_per_day: layers.whole("assistant.answers_per_day", 1..=100_000)?,
            tokens_per_month: layers.whole("assistant.tokens_per_month", 0..=i64::MAX)?,
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

    /// Reads the texts and makes the provider.
    pub(crate) fn settings(&self) -> Result<AssistantSettings> {
        let content = match &self.content_dir {
            Some(folder) => Content::in_folder(folder),
            None => Content::built_in(),
        };
        let content = Arc::new(content.map_err(|error| anyhow!("The assistant's content: {error}."))?);
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
            look_every: LOOK_EVERY,
        })
    }
}
