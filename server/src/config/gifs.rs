//! Provider of GIFs.

use std::path::Path;

use anyhow::Result;
use egress::gifs::{Giphy, Klipy, Provider, Settings};
use url::Url;

use super::{Layers, optional};

const RATINGS: [&str; 3] = ["g", "pg", "pg-13"];

/// Returns None without a key.
pub(super) fn read(layers: &Layers, data_dir: &Path) -> Result<Option<Settings>> {
    let (provider, rating) = (layers.text("gifs.provider")?, layers.text("gifs.rating")?);
    layers.check("gifs.provider", matches!(&*provider, "giphy" | "klipy"), "giphy or klipy")?;
    layers.check("gifs.rating", RATINGS.contains(&&*rating), "g, pg or pg-13")?;
    let api: Option<Url> = optional(layers.text("gifs.api_url")?).map(|url| url.parse()).transpose().unwrap_or(None);
    let is_plain = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_given = !layers.text("gifs.api_url")?.is_empty();
    let is_address = !is_given || api.as_ref().is_some_and(is_plain);
    layers.check("gifs.api_url", is_address, "an address such as https://gifs.example.org, or nothing")?;
    let cache_bytes = layers.integer::<u64>("gifs.cache_mb", 1..=1_000_000)? * 1_000_000;
    let Some(key) = optional(layers.text("gifs.key")?) else { return Ok(None) };
    let provider = match &*provider {
        "giphy" => Giphy::new(key, rating, api).map(Provider::Giphy),
        _ => Klipy::new(key, rating, api).map(Provider::Klipy),
    };
    let provider = provider.ok_or_else(|| layers.wrong("gifs.provider", "giphy or klipy"))?;
    Ok(Some(Settings { provider, cache: data_dir.join("gifs"), cache_bytes }))
}
