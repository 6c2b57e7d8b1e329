//! Who is told of the way of questions and messages.

use anyhow::Result;
use url::Url;

use super::{Layers, optional};

/// Where traces go.
#[derive(Clone, Debug)]
pub(crate) struct TracesConfig {
    /// Where they are posted.
    pub(crate) url: Url,
    /// Of so many one is kept.
    pub(crate) one_in: u64,
}

impl TracesConfig {
    /// None without an address.
    pub(super) fn read(layers: &Layers) -> Result<Option<Self>> {
        let one_in = layers.whole("traces.one_in", 1..=1_000_000)?;
        let Some(url) = optional(layers.text("traces.url")?) else { return Ok(None) };
        let url = format!("{}/v1/traces", url.trim_end_matches('/')).parse::<Url>();
        let url = url.ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url =
            url.ok_or_else(|| layers.wrong("traces.url", "an address such as http://127.0.0.1:4318, or nothing"))?;
        Ok(Some(Self { url, one_in }))
    }
}
