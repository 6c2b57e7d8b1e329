//! Sign-in with an external account: OpenID Connect for a relying party.
//!
//! Written by hand over the signature checks that this product has anyway: discovery, the token request, and the
//! validation of ID tokens. A library would add a second generation of cryptography and an HTTP client without limits on
//! what a provider may send.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::Url;

mod http;
mod keys;
mod token;

use keys::Keys;
pub use token::Identity;

/// How long a discovery document is used.
const CACHE_LIFETIME: Duration = Duration::from_secs(60 * 60);

/// Minimum interval between key downloads caused by unknown key ids, which any client can send.
const KEY_REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// How an ID token reaches this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Authorization code flow: the browser returns a code, which this server redeems.
    Code,
    /// The page obtains the token with the provider's own script. It cannot carry our nonce; its audience binds it to this
    /// installation, and the caller accepts each token once.
    Token,
}

/// Configuration of a provider.
#[derive(Clone)]
pub struct Settings {
    /// Id in addresses: `google`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Issuer, exactly as in its tokens.
    pub issuer: Url,
    /// Client id of this installation.
    pub client_id: String,
    /// Client secret; empty for a public client.
    pub client_secret: String,
    /// How the ID token reaches this server.
    pub kind: Kind,
    /// The `prompt` parameter, such as `select_account`; empty for none.
    pub prompt: String,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {}", self.name, self.issuer)
    }
}

impl Settings {
    /// The issuer as spelt in tokens and discovery documents: without a slash after a bare host.
    fn issuer_text(&self) -> &str {
        self.issuer.as_str().strip_suffix('/').unwrap_or(self.issuer.as_str())
    }
}

/// Why sign-in with a provider failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The provider is unreachable or its answer is invalid; a retry may help.
    #[error("the provider is unavailable: {0}")]
    Away(&'static str),
    /// The provider rejected the code.
    #[error("the provider rejected the code")]
    Refused,
    /// The ID token is invalid.
    #[error("invalid token: {0}")]
    Unproven(&'static str),
    /// The provider has not verified the e-mail address.
    #[error("the e-mail address is not verified")]
    EmailUnverified,
}

/// Parameters of an authorization request.
#[derive(Clone, Copy, Debug)]
pub struct AuthorizationRequest<'a> {
    /// Redirect URI.
    pub redirect_uri: &'a str,
    /// The `state` parameter.
    pub state: &'a str,
    /// Expected in the ID token.
    pub nonce: &'a str,
    /// The S256 challenge of the verifier passed to [`Provider::redeem`].
    pub challenge: &'a str,
}

/// The discovery document.
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

/// The token endpoint's answer.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
}

/// A provider with its cached discovery document and keys.
#[derive(Debug)]
pub struct Provider {
    settings: Settings,
    client: reqwest::Client,
    /// Locked during discovery, so that concurrent callers share one request.
    discovery: Mutex<Option<(Discovery, Instant)>>,
    keys: Mutex<Option<Known>>,
}

/// Signing keys with their download time.
#[derive(Debug)]
struct Known {
    keys: Keys,
    asked_at: Instant,
    /// Time of the last download caused by an unknown key id.
    searched_at: Option<Instant>,
}

impl Provider {
    /// Creates a provider; no request is made.
    pub fn new(settings: Settings) -> Self {
        Self { settings, client: http::client(), discovery: Mutex::default(), keys: Mutex::default() }
    }

    /// Returns the configuration.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Checks that the provider answers with a usable discovery document.
    pub async fn probe(&self) -> Result<(), Failure> {
        let discovery = self.discovery().await?;
        if self.settings.kind == Kind::Code {
            self.endpoint(&discovery.authorization_endpoint)?;
            self.endpoint(&discovery.token_endpoint)?;
        }
        self.keys(None).await.map(drop)
    }

    /// Returns the authorization URL for a browser.
    pub async fn address(&self, request: &AuthorizationRequest<'_>) -> Result<Url, Failure> {
        let discovery = self.discovery().await?;
        let mut url = self.endpoint(&discovery.authorization_endpoint)?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", request.redirect_uri)
            .append_pair("scope", "openid email profile")
            .append_pair("state", request.state)
            .append_pair("nonce", request.nonce)
            .append_pair("code_challenge", request.challenge)
            .append_pair("code_challenge_method", "S256");
        if !self.settings.prompt.is_empty() {
            url.query_pairs_mut().append_pair("prompt", &self.settings.prompt);
        }
        Ok(url)
    }

    /// Redeems an authorization code for an ID token.
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
        // The header is the default if the document names no method.
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
        let tokens: Tokens = http::answer(http::form(request, &form)).await?;
        Ok(tokens.id_token)
    }

    /// Validates an ID token for this provider, installation and time (seconds since 1970) and returns the identity.
    pub async fn identify(&self, id_token: &str, nonce: Option<&str>, now: i64) -> Result<Identity, Failure> {
        let unchecked = token::UnverifiedToken::read(id_token)?;
        let keys = self.keys(Some(&unchecked)).await?;
        let key = keys.for_token(&unchecked).ok_or(Failure::Unproven("unknown signing key"))?;
        let wanted =
            token::Expected { issuer: self.settings.issuer_text(), audience: &self.settings.client_id, nonce, now };
        unchecked.check(key, &wanted)
    }

    async fn discovery(&self) -> Result<Discovery, Failure> {
        let mut known = self.discovery.lock().await;
        if let Some((discovery, asked_at)) = known.as_ref()
            && asked_at.elapsed() < CACHE_LIFETIME
        {
            return Ok(discovery.clone());
        }
        let issuer = self.settings.issuer_text();
        let url = format!("{issuer}/.well-known/openid-configuration").parse();
        let url = url.map_err(|_| Failure::Away("its address is none"))?;
        let discovery: Discovery = self.get(url).await?;
        // Otherwise one provider could impersonate another.
        if discovery.issuer.strip_suffix('/').unwrap_or(&discovery.issuer) != issuer {
            return Err(Failure::Away("it calls itself by another name"));
        }
        *known = Some((discovery.clone(), Instant::now()));
        Ok(discovery)
    }

    /// Returns the signing keys; downloads them again when they are old or lack the needed key, since providers rotate keys.
    async fn keys(&self, needed_by: Option<&token::UnverifiedToken<'_>>) -> Result<Keys, Failure> {
        let mut known = self.keys.lock().await;
        let mut searched_at = None;
        if let Some(known) = known.as_ref() {
            let is_fresh = known.asked_at.elapsed() < CACHE_LIFETIME;
            let has_it = needed_by.is_none_or(|token| known.keys.for_token(token).is_some());
            let may_search = known.searched_at.is_none_or(|at| at.elapsed() >= KEY_REFRESH_INTERVAL);
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
        http::answer(self.client.get(url)).await
    }

    /// Parses an endpoint of the discovery document: https, unless the provider runs on this machine.
    fn endpoint(&self, text: &str) -> Result<Url, Failure> {
        let url: Url = text.parse().map_err(|_| Failure::Away("an address of it is none"))?;
        let is_fit = url.scheme() == "https" || url.scheme() == "http" && self.settings.issuer.scheme() == "http";
        if is_fit && url.has_host() { Ok(url) } else { Err(Failure::Away("an address of it is not https")) }
    }
}

/// Form-encodes client id and secret for the Authorization header (RFC 6749, 2.3.1).
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
