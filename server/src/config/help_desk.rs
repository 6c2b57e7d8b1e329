//! The help desk for questions about the product.

use anyhow::Result;
use api::HelpDesk;

use super::{Layers, is_origin, optional};

/// Returns None without an address.
pub(super) fn read(layers: &Layers) -> Result<Option<HelpDesk>> {
    let Some(url) = optional(layers.text("helpdesk.url")?) else { return Ok(None) };
    let base_url = url.trim_end_matches('/').to_owned();
    layers.check("helpdesk.url", is_origin(&base_url), "an address such as https://desk.example.org, or nothing")?;
    let website_token = layers.text("helpdesk.website_token")?;
    let is_token = !website_token.is_empty() && website_token.chars().all(|c| c.is_ascii_alphanumeric());
    layers.check("helpdesk.website_token", is_token, "the token of the inbox, in letters and digits")?;
    Ok(Some(HelpDesk { base_url, website_token, identity_key: layers.text("helpdesk.identity_key")? }))
}
