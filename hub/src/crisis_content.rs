//! Crisis phrases and helplines of the installation, also without the assistant.

use std::sync::{Arc, OnceLock};

use ::assistant::{Content, Helpline};

/// The texts with phrases and helplines.
#[derive(Debug, Default)]
pub(crate) struct CrisisContent {
    configured: Option<Arc<Content>>,
    /// Read when first needed.
    built_in: OnceLock<Option<Content>>,
}

impl CrisisContent {
    pub(crate) fn new(configured: Option<Arc<Content>>) -> Self {
        Self { configured, built_in: OnceLock::new() }
    }

    /// Returns the helplines in a language.
    pub(crate) fn helplines(&self, language: &str) -> &[Helpline] {
        self.content().map(|content| &content.language(language).crisis.helplines[..]).unwrap_or_default()
    }

    /// Returns whether a text signals a crisis.
    pub(crate) fn is_crisis(&self, text: &str) -> bool {
        self.content().is_some_and(|content| content.is_crisis(text))
    }

    fn content(&self) -> Option<&Content> {
        let built_in = || self.built_in.get_or_init(|| Content::built_in().ok()).as_ref();
        self.configured.as_deref().or_else(built_in)
    }
}
