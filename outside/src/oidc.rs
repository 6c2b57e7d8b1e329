//! Sign-in with an account that people have elsewhere: OpenID Connect, as far as a relying party needs it.
//!
//! Written by hand over the signatures that this product checks anyway: discovery, one form, and a page of rules about a
//! token. A whole library would bring a second generation of cryptography and an HTTP client of its own, and the limits
//! on what a provider may send would still be ours to add.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::Url;

mod keys;
mod token;
mod wire;

use keys::Keys;
pub use token::Identity;

/// What a provider said of itself is believed for so long.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// An unknown key makes us ask for the keys again, but not more often: anybody can name an unknown key.
const ASK_AGAIN: Duration = Duration::from_secs(30);

/// How a provider's word reaches us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The browser is sent there and comes back with a code, which we trade for a token ourselves.
    Code,
    /// A page has the token already, from the provider's own scripts, and shows it. No nonce of ours can be in it; it is
    /// bound to this installation by its audience, and the caller takes each token once.
    Token,
}

/// A provider as the operator knows it.
#[derive(Clone)]
pub struct Settings {
    /// What it is called in addresses: `google`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its address, exactly as it stands in its tokens.
    pub issuer: Url,
    /// What it calls this installation.
    pub client_id: String,
    /// The secret between the two; empty if there is none.
    pub client_secret: String,
    /// How its word reaches us.
    pub kind: Kind,
    /// What it is asked to ask a person before it answers, such as `select_account`; empty for nothing.
    pub prompt: String,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {}", self.name, self.issuer)
    }
}

impl Settings {
    /// The issuer as tokens and discovery documents spell it: an address that ends at its host has no slash after it.
    fn issuer_text(&self) -> &str {
        self.issuer.as_str().strip_suffix('/').unwrap_or(self.issuer.as_str())
    }
}

/// Why there is no identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The provider does not answer, or not as agreed: another time perhaps.
    #[error("the provider cannot be asked: {0}")]
    Away(&'static str),
    /// The provider does not know this code.
    #[error("the provider refuses the code")]
    Refused,
    /// A token that proves nothing.
    #[error("the token proves nothing: {0}")]
    Unproven(&'static str),
    /// The provider knows the person, but not that the address is theirs.
    #[error("the address is not verified")]
    EmailUnverified,
}

/// What a browser takes along to the provider.
#[derive(Clone, Copy, Debug)]
pub struct Journey<'a> {
    /// Where it is to come back to.
    pub redirect_uri: &'a str,
    /// What it is to bring back.
    pub state: &'a str,
    /// What is to stand in the token.
    pub nonce: &'a str,
    /// The S256 hash of the secret that [`Provider::redeem`] shows.
    pub challenge: &'a str,
}

/// What a provider says of itself.
#[derive(Clone, Debug, Deserialize)]
struct Discovery {
    issuer: String,
    #[serde(default)]
    authorization_endpoint: String,
    #[serde(default)]
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
}

/// The form's answer.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
}

/// A provider, and what it said of itself lately.
#[derive(Debug)]
pub struct Provider {
    settings: Settings,
    client: reqwest::Client,
    /// Held while the provider is asked: whoever comes meanwhile waits for the same answer.
    discovery: Mutex<Option<(Discovery, Instant)>>,
    keys: Mutex<Option<Known>>,
}

/// Keys, and when they were asked for.
#[derive(Debug)]
struct Known {
    keys: Keys,
    asked_at: Instant,
    /// When they were last asked for because of a token with an unknown key.
    searched_at: Option<Instant>,
}

impl Provider {
    /// A provider that was not asked for anything yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, client: wire::client(), discovery: Mutex::default(), keys: Mutex::default() }
    }

    /// How it was configured.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it answers and says what is needed of it.
    pub async fn probe(&self) -> Result<(), Failure> {
        let discovery = self.discovery().await?;
        if self.settings.kind == Kind::Code {
            self.endpoint(&discovery.authorization_endpoint)?;
            self.endpoint(&discovery.token_endpoint)?;
        }
        self.keys(None).await.map(drop)
    }

    /// Where a browser is sent to.
    pub async fn address(&self, journey: &Journey<'_>) -> Result<Url, Failure> {
        let discovery = self.discovery().await?;
        let mut url = self.endpoint(&discovery.authorization_endpoint)?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", journey.redirect_uri)
            .append_pair("scope", "openid email profile")
            .append_pair("state", journey.state)
            .append_pair("nonce", journey.nonce)
            .append_pair("code_challenge", journey.challenge)
            .append_pair("code_challenge_method", "S256");
        if !self.settings.prompt.is_empty() {
            url.query_pairs_mut().append_pair("prompt", &self.settings.prompt);
        }
        Ok(url)
    }

    /// Trades the code that a browser brought back for the token.
    pub async fn redeem(&self, code: &str, verifier: &str, redirect_uri: &str) -> Result<String, Failure> {
        let discovery = self.discovery().await?;
        let url = self.endpoint(&discovery.token_endpoint)?;
        let Settings { client_id, client_secret, .. } = &self.settings;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", verifier),
        ];
        let mut request = self.client.post(url);
        // Where the document is silent, the header is what every provider takes.
        let in_form = discovery.token_endpoint_auth_methods_supported.iter().any(|m| m == "client_secret_post");
        if client_secret.is_empty() || in_form {
            form.push(("client_id", client_id));
        }
        if !client_secret.is_empty() {
            match in_form {
                true => form.push(("client_secret", client_secret)),
                false => request = request.basic_auth(encoded(client_id), Some(encoded(client_secret))),
            }
        }
        let tokens: Tokens = wire::answer(wire::form(request, &form)).await?;
        Ok(tokens.id_token)
    }

    /// Whom a token speaks of, if it is this provider's, for this installation, and of this moment (seconds since 1970).
    pub async fn identify(&self, id_token: &str, nonce: Option<&str>, now: i64) -> Result<Identity, Failure> {
        let unchecked = token::Unchecked::read(id_token)?;
        let keys = self.keys(Some(&unchecked)).await?;
        let key = keys.for_token(&unchecked).ok_or(Failure::Unproven("nobody knows its key"))?;
        let wanted =
            token::Wanted { issuer: self.settings.issuer_text(), audience: &self.settings.client_id, nonce, now };
        unchecked.check(key, &wanted)
    }

    async fn discovery(&self) -> Result<Discovery, Failure> {
        let mut known = self.discovery.lock().await;
        if let Some((discovery, asked_at)) = known.as_ref()
            && asked_at.elapsed() < FRESH
        {
            return Ok(discovery.clone());
        }
        let issuer = self.settings.issuer_text();
        let url = format!("{issuer}/.well-known/openid-configuration").parse();
        let url = url.map_err(|_| Failure::Away("its address is none"))?;
        let discovery: Discovery = self.get(url).await?;
        // Else one provider could speak for another.
        if discovery.issuer.strip_suffix('/').unwrap_or(&discovery.issuer) != issuer {
            return Err(Failure::Away("it calls itself by another name"));
        }
        *known = Some((discovery.clone(), Instant::now()));
        Ok(discovery)
    }

    /// The keys; asked for again when they are old, or do not hold the one that is needed: providers change them.
    async fn keys(&self, needed_by: Option<&token::Unchecked<'_>>) -> Result<Keys, Failure> {
        let mut known = self.keys.lock().await;
        let mut searched_at = None;
        if let Some(known) = known.as_ref() {
            let is_fresh = known.asked_at.elapsed() < FRESH;
            let has_it = needed_by.is_none_or(|token| known.keys.for_token(token).is_some());
            let may_search = known.searched_at.is_none_or(|at| at.elapsed() >= ASK_AGAIN);
            if is_fresh && (has_it || !may_search) {
                return Ok(known.keys.clone());
            }
            searched_at = if has_it { known.searched_at } else { Some(Instant::now()) };
        }
        let url = self.endpoint(&self.discovery().await?.jwks_uri)?;
        let keys = Keys::of(self.get(url).await?);
        *known = Some(Known { keys: keys.clone(), asked_at: Instant::now(), searched_at });
        Ok(keys)
    }

    async fn get<T: DeserializeOwned>(&self, url: Url) -> Result<T, Failure> {
        wire::answer(self.client.get(url)).await
    }

    /// An address out of the discovery document: encrypted, unless the provider itself is of this machine.
    fn endpoint(&self, text: &str) -> Result<Url, Failure> {
        let url: Url = text.parse().map_err(|_| Failure::Away("an address of it is none"))?;
        let is_fit = url.scheme() == "https" || url.scheme() == "http" && self.settings.issuer.scheme() == "http";
        if is_fit && url.has_host() { Ok(url) } else { Err(Failure::Away("an address of it is not https")) }
    }
}

/// Ids and secrets go through the encoding of forms before they stand in the header (RFC 6749, 2.3.1).
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
