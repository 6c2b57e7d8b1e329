//! Access tokens: short-lived signed JWTs that name a person and a login session.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Error, LoginSessionId, PersonId, Result, Store, secrets};

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
    /// The token has expired, or its key was replaced: the client needs a new one.
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
    let key = EncodingKey::from_secret(&store.secrets.tokens().newest);
    let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key)
        .map_err(|error| Error::Secret(format!("a token cannot be signed: {error}")))?;
    Ok((token, expires_at))
}

/// Replaces the key that signs tokens, for instance after a backup got into wrong hands. People stay signed in: access tokens of the
/// keys before count as expired, on every node that has [read the new one](reload_keys), and refresh tokens stay valid.
pub async fn rotate_key(store: &Store, actor: &Actor) -> Result<()> {
    if !actor.reaches(None) {
        return Err(Error::Secret("the key of tokens belongs to the installation".to_owned()));
    }
    let mut tx = store.db.begin().await?;
    secrets::rotate_tokens(&mut tx, store.clock.id()).await?;
    Record::new(Act::RotateTokenKey, Target::Installation, None).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    reload_keys(store).await
}

/// Reads the keys again, which another process may have replaced.
pub async fn reload_keys(store: &Store) -> Result<()> {
    store.secrets.reload_tokens(&store.db).await
}

/// How often the key was replaced, as far as this process has read: what was verified before may be invalid.
pub fn key_generation(store: &Store) -> usize {
    store.secrets.tokens().older.len()
}

/// Verifies a token by its signature and expiry, without the database.
pub fn verify(store: &Store, token: &str) -> Result<Bearer, Rejection> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_audience(&[AUDIENCE]);
    validation.set_issuer(&[ISSUER]);
    // The expiry is checked below, with the injected clock.
    validation.validate_exp = false;
    let decode = |key: &[u8; 32]| {
        jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(key), &validation).map(|data| data.claims)
    };
    let keys = store.secrets.tokens();
    let claims = decode(&keys.newest).map_err(|_| {
        if keys.older.iter().any(|key| decode(key).is_ok()) { Rejection::Expired } else { Rejection::Invalid }
    })?;
    let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(Rejection::Invalid)?;
    if expires_at <= store.clock.now() {
        return Err(Rejection::Expired);
    }
    Ok(Bearer { person: claims.sub, session: claims.sid, expires_at })
}
