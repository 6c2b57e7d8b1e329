//! Web push.

use std::sync::Arc;

use anyhow::Result;
use egress::push::{Key, Pusher};
use store::Store;
use url::{Origin, Url};

use super::{Layers, is_origin, optional};

/// The configuration of web push.
#[derive(Clone, Debug)]
pub(crate) struct PushConfig {
    /// Without one, the key that the installation generated.
    key: Option<Key>,
    contact: String,
    trusted: Option<Origin>,
}

impl PushConfig {
    /// Returns None if push is disabled.
    pub(super) fn read(layers: &Layers, public_url: Option<&str>) -> Result<Option<Self>> {
        let key = optional(layers.text("push.private_key")?);
        let key = key.map(|text| Key::parse(&text).ok_or_else(|| layers.wrong("push.private_key", KEY))).transpose()?;
        let contact = match optional(layers.text("push.contact")?) {
            Some(contact) => contact,
            None => own_contact(public_url, &layers.text("mail.from")?),
        };
        let is_contact = contact.starts_with("mailto:") || contact.starts_with("https://");
        layers.check("push.contact", is_contact, "mailto:ADDRESS, https://…, or nothing")?;
        let trusted = optional(layers.text("push.trusted_origin")?);
        let is_trusted = trusted.as_deref().is_none_or(is_origin);
        layers.check("push.trusted_origin", is_trusted, "an origin such as https://push.example.org, or nothing")?;
        let trusted = trusted.and_then(|origin| origin.parse::<Url>().ok()).map(|url| url.origin());
        Ok(layers.boolean("push.enabled")?.then_some(Self { key, contact, trusted }))
    }

    /// Returns the client of the push services.
    pub(crate) fn pusher(&self, store: &Store) -> Arc<Pusher> {
        let key = self.key.clone().unwrap_or_else(|| Key::of_seed(store.push_key()));
        Arc::new(Pusher::new(key, self.contact.clone(), self.trusted.clone()))
    }

    /// Describes the configuration for the operator.
    pub(crate) fn describe(&self) -> String {
        let key = if self.key.is_some() { "the key of push.private_key" } else { "a generated key" };
        format!("signed with {key}, contact {}", self.contact)
    }
}

const KEY: &str = "a key as `mentorhub push keys` prints it, or nothing";

/// Returns the default contact, which push services require.
fn own_contact(public_url: Option<&str>, from: &str) -> String {
    match public_url.filter(|url| url.starts_with("https://")) {
        Some(url) => url.to_owned(),
        None => {
            let address = from.rsplit_once('<').map_or(from, |(_, address)| address.trim_end_matches('>'));
            format!("mailto:{address}")
        }
    }
}
