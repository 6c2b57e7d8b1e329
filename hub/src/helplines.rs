//! The helplines of the installation, in each language.

use std::sync::{Arc, OnceLock};

use ::assistant::{Content, Helpline};

/// The texts with the helplines.
#[derive(Debug, Default)]
pub(crate) struct Helplines {
    configured: Option<Arc<Content>>,
    /// Read when first needed.
    built_in: OnceLock<Option<Content>>,
}

impl Helplines {
    pub(crate) fn new(configured: Option<Arc<Content>>) -> Self {
        Self { configured, built_in: OnceLock::new() }
    }

    /// Returns the helplines in a language.
    pub(crate) fn of(&self, language: &str) -> &[Helpline] {
        let built_in = || self.built_in.get_or_init(|| Content::built_in().ok()).as_ref();
        let content = self.configured.as_deref().or_else(built_in);
        content.map(|content| &content.language(language).crisis.helplines[..]).unwrap_or_default()
    }
}
