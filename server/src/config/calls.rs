//! Calls: peer to peer, or over a Jitsi server.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use assistant::{Content, OpenAi};
use hub::{CallSettings, Ice, Jitsi, TranscriptionSettings};
use url::Url;

use super::{AssistantConfig, Layers, Provider, optional};

/// Maximum size of a key file.
const MAX_KEY_BYTES: u64 = 64 * 1024;

pub(super) fn read(layers: &Layers, assistant: Option<&AssistantConfig>) -> Result<CallSettings> {
    let jitsi = jitsi(layers)?;
    let recordings = optional(layers.text("calls.recordings_origin")?).map(|url| url.parse::<Url>());
    let is_origin = recordings.as_ref().is_none_or(|url| url.as_ref().is_ok_and(Url::has_host));
    layers.check(
        "calls.recordings_origin",
        is_origin,
        "an origin such as https://recordings.example.org, or nothing",
    )?;
    let keep_days: i64 = layers.integer("calls.keep_days", 0..=36_500)?;
    Ok(CallSettings {
        jitsi,
        webhook_secret: optional(layers.text("calls.webhook_secret")?),
        notes: notes(layers, assistant)?,
        recordings_origin: recordings.and_then(Result::ok).map(|url| url.origin()),
        notes_retention_days: (keep_days > 0).then_some(keep_days),
        ice: ice(layers)?,
        ..CallSettings::default()
    })
}

fn ice(layers: &Layers) -> Result<Ice> {
    let urls = layers.list("calls.ice_servers")?;
    let is_known = |url: &String| ["stun:", "stuns:", "turn:", "turns:"].iter().any(|scheme| url.starts_with(scheme));
    layers.check(
        "calls.ice_servers",
        urls.iter().all(is_known),
        "a list of addresses such as stun:stun.example.org",
    )?;
    Ok(Ice { urls, turn_secret: optional(layers.text("calls.turn_secret")?) })
}

fn jitsi(layers: &Layers) -> Result<Option<Jitsi>> {
    let Some(url) = optional(layers.text("calls.jitsi_url")?) else { return Ok(None) };
    let is_address = url.parse::<Url>().is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    layers.check("calls.jitsi_url", is_address, "an address such as https://meet.example.org")?;
    let url = url.trim_end_matches('/').to_owned();
    let app = layers.text("calls.jitsi_app_id")?;
    layers.check("calls.jitsi_app_id", !app.is_empty(), "the app id that the Jitsi server knows")?;
    let (secret, file) = (layers.text("calls.jitsi_secret")?, layers.text("calls.jitsi_key_file")?);
    layers.check(
        "calls.jitsi_secret",
        secret.is_empty() != file.is_empty(),
        "set, or else calls.jitsi_key_file, not both",
    )?;
    let mut jitsi = if file.is_empty() {
        Jitsi::with_secret(url, app, &secret)
    } else {
        let wrong = || layers.wrong("calls.jitsi_key_file", "a file with a private RSA key (PEM)");
        let pem = key_file(Path::new(&file)).ok_or_else(wrong)?;
        Jitsi::with_key(url, app, &pem, optional(layers.text("calls.jitsi_key_id")?)).ok_or_else(wrong)?
    };
    for (setting, claim) in [
        ("calls.jitsi_issuer", &mut jitsi.issuer),
        ("calls.jitsi_audience", &mut jitsi.audience),
        ("calls.jitsi_subject", &mut jitsi.subject),
    ] {
        if let Some(value) = optional(layers.text(setting)?) {
            *claim = value;
        }
    }
    jitsi.records = layers.boolean("calls.jitsi_records")?;
    Ok(Some(jitsi))
}

fn key_file(path: &Path) -> Option<Vec<u8>> {
    let is_small = std::fs::metadata(path).ok()?.len() <= MAX_KEY_BYTES;
    is_small.then(|| std::fs::read(path).ok()).flatten()
}

/// Returns the model that summarises calls: the one of the assistant, if there is one.
fn notes(layers: &Layers, assistant: Option<&AssistantConfig>) -> Result<Option<TranscriptionSettings>> {
    let listener = optional(layers.text("calls.transcription_model")?);
    let model = assistant.and_then(|assistant| match &assistant.provider {
        Provider::OpenAi(settings) => Some(settings.clone()),
        Provider::Content => None,
    });
    if model.is_none() || !layers.boolean("calls.notes")? {
        layers.check("calls.transcription_model", listener.is_none(), "empty where no model writes the notes")?;
        return Ok(None);
    }
    let content = Content::built_in().map_err(|error| anyhow!("The assistant's content: {error}."))?;
    let model = model.and_then(|settings| OpenAi::new(settings, Arc::new(content)));
    let model = model.ok_or_else(|| anyhow!("The certificates of this machine cannot be read."))?;
    Ok(Some(TranscriptionSettings { model: Arc::new(model), transcription_model: listener }))
}
