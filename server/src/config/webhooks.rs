//! Webhooks.

use std::sync::Arc;

use anyhow::Result;
use egress::webhooks::Poster;
use url::{Origin, Url};

use super::{Layers, is_origin, optional};

/// The configuration of webhooks.
#[derive(Clone, Debug)]
pub(crate) struct WebhooksConfig {
    trusted: Option<Origin>,
}

impl WebhooksConfig {
    pub(super) fn read(layers: &Layers) -> Result<Self> {
        let trusted = optional(layers.text("webhooks.trusted_origin")?);
        let is_trusted = trusted.as_deref().is_none_or(is_origin);
        layers.check(
            "webhooks.trusted_origin",
            is_trusted,
            "an origin such as https://duty.example.org, or nothing",
        )?;
        Ok(Self { trusted: trusted.and_then(|origin| origin.parse::<Url>().ok()).map(|url| url.origin()) })
    }

    /// Returns the client of the webhooks.
    pub(crate) fn poster(&self) -> Arc<Poster> {
        Arc::new(Poster::new(self.trusted.clone()))
    }
}
