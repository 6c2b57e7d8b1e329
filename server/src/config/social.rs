//! OpenID Connect providers.

use anyhow::Result;
use egress::oidc::{Kind, Settings};
use url::{Host, Url};

use super::Layers;

const SECTION: &str = "social";

/// Returns the providers with a client id, ordered by id.
pub(super) fn read(layers: &Layers) -> Result<Vec<Settings>> {
    let mut providers = Vec::new();
    for id in layers.members(SECTION) {
        let key = |name: &str| format!("{SECTION}.{id}.{name}");
        let client_id = layers.text(&key("client_id"))?;
        if client_id.is_empty() {
            continue;
        }
        let name = layers.text(&key("name"))?;
        layers.check(&key("name"), !name.is_empty(), "the name of the provider")?;
        let issuer = layers.text(&key("issuer"))?.parse().ok().filter(is_issuer);
        let issuer =
            issuer.ok_or_else(|| layers.wrong(&key("issuer"), "an address such as https://accounts.example.org"))?;
        let kind = match &*layers.text(&key("kind"))? {
            "code" => Kind::Code,
            "token" => Kind::Token,
            _ => return Err(layers.wrong(&key("kind"), "code or token")),
        };
        let prompt = layers.text(&key("prompt"))?;
        let client_secret = layers.text(&key("client_secret"))?;
        providers.push(Settings { id, name, issuer, client_id, client_secret, kind, prompt });
    }
    Ok(providers)
}

/// Returns whether an issuer is acceptable: https, or a loopback address. An attacker between server and provider could sign in
/// as any person.
fn is_issuer(url: &Url) -> bool {
    let is_here = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    let is_plain = url.has_host() && url.username().is_empty() && url.query().is_none() && url.fragment().is_none();
    is_plain && (url.scheme() == "https" || url.scheme() == "http" && is_here)
}
