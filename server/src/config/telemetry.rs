//! OpenTelemetry.

use anyhow::Result;
use url::Url;

use super::{Layers, optional};

/// The configuration of the span export.
#[derive(Clone, Debug)]
pub(crate) struct TelemetryConfig {
    /// The address of the collector.
    pub(crate) url: Url,
    /// One of this many traces is sampled.
    pub(crate) sample_one_in: u64,
}

impl TelemetryConfig {
    /// Returns None without an address.
    pub(super) fn read(layers: &Layers) -> Result<Option<Self>> {
        let sample_one_in = layers.integer("telemetry.sample_one_in", 1..=1_000_000)?;
        let Some(url) = optional(layers.text("telemetry.url")?) else { return Ok(None) };
        let url = format!("{}/v1/traces", url.trim_end_matches('/')).parse::<Url>();
        let url = url.ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url =
            url.ok_or_else(|| layers.wrong("telemetry.url", "an address such as http://127.0.0.1:4318, or nothing"))?;
        Ok(Some(Self { url, sample_one_in }))
    }
}
