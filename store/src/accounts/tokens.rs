//! Access tokens: short-lived signed JWTs that name a person and a login session.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::{Error, LoginSessionId, PersonId, Result, Store};

/// The content of a valid access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// The person.
    pub person: PersonId,
    /// The login session.
    pub session: LoginSessionId,
    /// When the token expires.
    pub expires_at: DateTime<Utc>,
}

/// Why a token was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The token was not issued here or was changed.
    Invalid,
    /// The token has expired: the client needs a new one.
    Expired,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: PersonId,
    sid: LoginSessionId,
    exp: i64,
}

const ISSUER: &str = "mentorhub";
const AUDIENCE: &str = "mentorhub-api";

/// Issues a token that is valid for [`crate::Options::access_token_lifetime`], and returns its expiry in whole seconds.
pub fn issue(store: &Store, person: PersonId, session: LoginSessionId) -> Result<(String, DateTime<Utc>)> {
    let lifetime = Duration::from_std(store.access_token_lifetime).unwrap_or(Duration::MAX);
    let expires_at = (store.clock.now() + lifetime).trunc_subsecs(0);
    let claims =
        Claims { iss: ISSUER.into(), aud: AUDIENCE.into(), sub: person, sid: session, exp: expires_at.timestamp() };
    let key = EncodingKey::from_secret(&store.secrets.tokens);
    let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key)
        .map_err(|error| Error::Secret(format!("a token cannot be signed: {error}")))?;
    Ok((token, expires_at))
}

/// Verifies a token by its signature and expiry, without the database.
pub fn verify(store: &Store, token: &str) -> Result<Bearer, Rejection> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_audience(&[AUDIENCE]);
    validation.set_issuer(&[ISSUER]);
    // The expiry is checked below, with the injected clock.
    validation.validate_exp = false;
    let key = DecodingKey::from_secret(&store.secrets.tokens);
    let claims = jsonwebtoken::decode::<Claims>(token, &key, &validation).map_err(|_| Rejection::Invalid)?.claims;
    let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(Rejection::Invalid)?;
    if expires_at <= store.clock.now() {
        return Err(Rejection::Expired);
    }
    Ok(Bearer { person: claims.sub, session: claims.sid, expires_at })
}
