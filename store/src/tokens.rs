//! Access tokens: short-lived signed statements that a session belongs to a person.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::{Error, PersonId, Result, SessionId, Store};

/// Who an access token speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// The person.
    pub person: PersonId,
    /// The session it was given to.
    pub session: SessionId,
    /// When it ends to be valid.
    pub expires_at: DateTime<Utc>,
}

/// Why a token is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not one of ours, or tampered with.
    Invalid,
    /// It was good once: a fresh one is needed.
    Expired,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: PersonId,
    sid: SessionId,
    exp: i64,
}

const ISSUER: &str = "mentorhub";
const AUDIENCE: &str = "mentorhub-api";

/// A token for this session, valid for [`crate::Options::access_token_lifetime`], and when it ends: tokens know only whole seconds.
pub fn issue(store: &Store, person: PersonId, session: SessionId) -> Result<(String, DateTime<Utc>)> {
    let lifetime = Duration::from_std(store.access_token_lifetime).unwrap_or(Duration::MAX);
    let expires_at = (store.clock.now() + lifetime).trunc_subsecs(0);
    let claims =
        Claims { iss: ISSUER.into(), aud: AUDIENCE.into(), sub: person, sid: session, exp: expires_at.timestamp() };
    let key = EncodingKey::from_secret(&store.secrets.tokens);
    let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key)
        .map_err(|error| Error::Secret(format!("a token cannot be signed: {error}")))?;
    Ok((token, expires_at))
}

/// Whom a token speaks for, by its signature and this installation's clock alone; no database is asked.
pub fn verify(store: &Store, token: &str) -> Result<Bearer, Refusal> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_audience(&[AUDIENCE]);
    validation.set_issuer(&[ISSUER]);
    // Checked below against the injected clock.
    validation.validate_exp = false;
    let key = DecodingKey::from_secret(&store.secrets.tokens);
    let claims = jsonwebtoken::decode::<Claims>(token, &key, &validation).map_err(|_| Refusal::Invalid)?.claims;
    let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(Refusal::Invalid)?;
    if expires_at <= store.clock.now() {
        return Err(Refusal::Expired);
    }
    Ok(Bearer { person: claims.sub, session: claims.sid, expires_at })
}
