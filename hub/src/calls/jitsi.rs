//! The Jitsi server of an installation, and its access tokens.

use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use store::PersonId;

/// How long a token admits a person. A participant stays after it expired.
const TOKEN_LIFETIME: Duration = Duration::minutes(15);

/// How far the clocks of two servers may differ.
const CLOCK_SKEW: Duration = Duration::seconds(30);

/// A Jitsi server and the key that signs its tokens.
#[derive(Clone)]
pub struct Jitsi {
    /// The address, such as `https://meet.example.org`, which serves `external_api.js`.
    pub url: String,
    /// `iss`: the name of this installation.
    pub issuer: String,
    /// `aud`: the name of the server.
    pub audience: String,
    /// `sub`: the domain or tenant.
    pub subject: String,
    /// Whether the server can record.
    pub records: bool,
    key: Key,
}

#[derive(Clone)]
struct Key {
    algorithm: Algorithm,
    id: Option<String>,
    key: EncodingKey,
}

impl std::fmt::Debug for Jitsi {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({:?})", self.url, self.key.algorithm)
    }
}

/// A request for a token.
pub(crate) struct TokenRequest<'r> {
    pub(crate) room: &'r str,
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) is_moderator: bool,
    /// The latest expiry of the token.
    pub(crate) expires_at: DateTime<Utc>,
}

/// The claims that Jitsi's token authentication checks and its pages read.
#[derive(Serialize)]
struct Claims<'r> {
    iss: &'r str,
    aud: &'r str,
    sub: &'r str,
    /// The only room that the token admits to.
    room: &'r str,
    iat: i64,
    nbf: i64,
    exp: i64,
    context: Context,
}

#[derive(Serialize)]
struct Context {
    user: User,
    features: Features,
}

#[derive(Serialize)]
struct User {
    id: PersonId,
    name: String,
    moderator: bool,
    affiliation: &'static str,
}

#[derive(Serialize)]
struct Features {
    recording: bool,
    transcription: bool,
    livestreaming: bool,
    #[serde(rename = "outbound-call")]
    outbound_call: bool,
}

impl Jitsi {
    /// Creates a server with a shared secret (HS256).
    pub fn with_secret(url: String, app: String, secret: &str) -> Self {
        Self::new(
            url,
            app,
            Key { algorithm: Algorithm::HS256, id: None, key: EncodingKey::from_secret(secret.as_bytes()) },
        )
    }

    /// Creates a server that knows the public key by this id (RS256). None if `pem` is not an RSA key.
    pub fn with_key(url: String, app: String, pem: &[u8], id: Option<String>) -> Option<Self> {
        let key = EncodingKey::from_rsa_pem(pem).ok()?;
        Some(Self::new(url, app, Key { algorithm: Algorithm::RS256, id, key }))
    }

    fn new(url: String, app: String, key: Key) -> Self {
        let host = url.split("://").last().unwrap_or_default();
        let subject = host.split(['/', ':']).next().unwrap_or_default().to_owned();
        Self { audience: app.clone(), issuer: app, subject, records: true, url, key }
    }

    /// Signs a token for one room that is valid for a quarter of an hour.
    pub(crate) fn sign(
        &self,
        request: TokenRequest<'_>,
        now: DateTime<Utc>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let mut header = Header::new(self.key.algorithm);
        header.kid.clone_from(&self.key.id);
        // Independent of the consent: it may change during the call, and a page keeps its first token.
        let may_record = self.records && request.is_moderator;
        let claims = Claims {
            iss: &self.issuer,
            aud: &self.audience,
            sub: &self.subject,
            room: request.room,
            iat: now.timestamp(),
            nbf: (now - CLOCK_SKEW).timestamp(),
            exp: (now + TOKEN_LIFETIME).min(request.expires_at).timestamp(),
            context: Context {
                user: User {
                    id: request.person,
                    name: request.name,
                    moderator: request.is_moderator,
                    affiliation: if request.is_moderator { "owner" } else { "member" },
                },
                features: Features {
                    recording: may_record,
                    transcription: may_record,
                    livestreaming: false,
                    outbound_call: false,
                },
            },
        };
        encode(&header, &claims, &self.key.key)
    }
}
