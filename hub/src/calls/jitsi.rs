//! The Jitsi server of an installation, and the tokens that it lets people in with.

use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use store::PersonId;

/// How long a token lets somebody in. Once in, they stay.
const LIFETIME: Duration = Duration::minutes(15);

/// Clocks of servers differ.
const EARLIER: Duration = Duration::seconds(30);

/// A Jitsi server, and how it knows our tokens.
#[derive(Clone)]
pub struct Jitsi {
    /// Its address, `https://meet.example.org`: `external_api.js` is below it.
    pub url: String,
    /// `iss`: what it calls this installation.
    pub issuer: String,
    /// `aud`: what it calls itself.
    pub audience: String,
    /// `sub`: its domain or tenant.
    pub subject: String,
    /// Whether it can record.
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

/// Whom a token is for.
pub(crate) struct Guest<'g> {
    pub(crate) room: &'g str,
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) is_moderator: bool,
    /// Nobody is let in after that.
    pub(crate) until: DateTime<Utc>,
}

/// What Jitsi's token authentication checks, and what its pages read.
#[derive(Serialize)]
struct Claims<'g> {
    iss: &'g str,
    aud: &'g str,
    sub: &'g str,
    /// This room and no other.
    room: &'g str,
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
    /// A server that shares a secret with us (HS256).
    pub fn with_secret(url: String, app: String, secret: &str) -> Self {
        Self::new(
            url,
            app,
            Key { algorithm: Algorithm::HS256, id: None, key: EncodingKey::from_secret(secret.as_bytes()) },
        )
    }

    /// A server that knows the other half of our key (RS256) by this id. None if the file is no RSA key.
    pub fn with_key(url: String, app: String, pem: &[u8], id: Option<String>) -> Option<Self> {
        let key = EncodingKey::from_rsa_pem(pem).ok()?;
        Some(Self::new(url, app, Key { algorithm: Algorithm::RS256, id, key }))
    }

    fn new(url: String, app: String, key: Key) -> Self {
        let host = url.split("://").last().unwrap_or_default();
        let subject = host.split(['/', ':']).next().unwrap_or_default().to_owned();
        Self { audience: app.clone(), issuer: app, subject, records: true, url, key }
    }

    /// Lets somebody into one room for a quarter of an hour.
    pub(crate) fn token(&self, guest: Guest<'_>, now: DateTime<Utc>) -> Result<String, jsonwebtoken::errors::Error> {
        let mut header = Header::new(self.key.algorithm);
        header.kid.clone_from(&self.key.id);
        // Whatever they answered: they may change their mind in the call, and a frame keeps the token it began with.
        let may_record = self.records && guest.is_moderator;
        let claims = Claims {
            iss: &self.issuer,
            aud: &self.audience,
            sub: &self.subject,
            room: guest.room,
            iat: now.timestamp(),
            nbf: (now - EARLIER).timestamp(),
            exp: (now + LIFETIME).min(guest.until).timestamp(),
            context: Context {
                user: User {
                    id: guest.person,
                    name: guest.name,
                    moderator: guest.is_moderator,
                    affiliation: if guest.is_moderator { "owner" } else { "member" },
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
