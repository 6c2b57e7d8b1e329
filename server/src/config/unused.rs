//! Refuses settings that have no effect: a person who sets them expects one.

use anyhow::Result;

use super::Layers;

/// A setting, and those that have no effect without it.
const NEEDED: [(&str, &[&str]); 5] = [
    (
        "calls.jitsi_url",
        &[
            "calls.jitsi_secret",
            "calls.jitsi_key_file",
            "calls.jitsi_issuer",
            "calls.jitsi_audience",
            "calls.jitsi_subject",
        ],
    ),
    ("calls.jitsi_key_file", &["calls.jitsi_key_id"]),
    ("files.url", &["files.endpoint", "files.access_key", "files.secret_key"]),
    ("gifs.key", &["gifs.api_url"]),
    ("helpdesk.url", &["helpdesk.website_token", "helpdesk.identity_key"]),
];

/// Fails with a sentence that names the first setting without effect. Settings of a part that is switched off by name, such as
/// `push.enabled = false`, may stay.
pub(super) fn refuse(layers: &Layers) -> Result<()> {
    for (needed, settings) in NEEDED {
        if layers.text(needed)?.is_empty() {
            for setting in settings {
                layers.refuse_without(setting, needed)?;
            }
        }
    }
    let turn = |url: &String| url.starts_with("turn:") || url.starts_with("turns:");
    if !layers.list("calls.ice_servers")?.iter().any(turn) {
        layers.refuse_without("calls.turn_secret", "a turn: address in calls.ice_servers")?;
    }
    if layers.text("assistant.provider")? == "content" {
        for setting in ["assistant.base_url", "assistant.model", "assistant.api_key"] {
            layers.refuse_without(setting, "assistant.provider = \"openai\"")?;
        }
    }
    for id in layers.members("social") {
        let client_id = format!("social.{id}.client_id");
        if layers.text(&client_id)?.is_empty() {
            for field in ["name", "issuer", "client_secret"] {
                layers.refuse_without(&format!("social.{id}.{field}"), &client_id)?;
            }
        }
    }
    Ok(())
}
