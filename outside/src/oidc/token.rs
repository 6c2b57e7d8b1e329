//! What a token says, and what must hold before any of it is believed.

use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};

use super::Failure;

/// Clocks differ by so many seconds.
const LEEWAY: i64 = 60;

/// Longer ones are nobody's.
const MOST_BYTES: usize = 16 * 1024;

/// Who somebody is, as a provider proved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// What it calls the person, now and for ever.
    pub subject: String,
    /// Their address, which the provider verified.
    pub email: String,
    /// Their name, if the provider tells it.
    pub name: Option<String>,
    /// Until when the token is good, in seconds since 1970.
    pub expires_at: i64,
}

/// What must stand in a token.
pub(super) struct Wanted<'a> {
    pub(super) issuer: &'a str,
    pub(super) audience: &'a str,
    pub(super) nonce: Option<&'a str>,
    /// In seconds since 1970.
    pub(super) now: i64,
}

/// A token of which only the head was read.
pub(super) struct Unchecked<'t> {
    token: &'t str,
    algorithm: Algorithm,
    key_id: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    nonce: Option<String>,
    email: Option<String>,
    #[serde(default, deserialize_with = "yes")]
    email_verified: bool,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl<'t> Unchecked<'t> {
    pub(super) fn read(token: &'t str) -> Result<Self, Failure> {
        if token.len() > MOST_BYTES {
            return Err(Failure::Unproven("it is too long"));
        }
        let head = jsonwebtoken::decode_header(token).map_err(|_| Failure::Unproven("it cannot be read"))?;
        // A secret that two share (HS256) or no signature at all proves nothing about who signed.
        if !matches!(head.alg, Algorithm::RS256 | Algorithm::ES256) {
            return Err(Failure::Unproven("it is signed in a way that is not taken"));
        }
        Ok(Self { token, algorithm: head.alg, key_id: head.kid })
    }

    pub(super) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    pub(super) fn key_id(&self) -> Option<&str> {
        self.key_id.as_deref()
    }

    pub(super) fn check(&self, key: &DecodingKey, wanted: &Wanted<'_>) -> Result<Identity, Failure> {
        let mut validation = Validation::new(self.algorithm);
        // Everything but the signature is compared below, against the injected clock.
        validation.validate_exp = false;
        validation.validate_aud = false;
        let claims = jsonwebtoken::decode::<Claims>(self.token, key, &validation)
            .map_err(|_| Failure::Unproven("the signature or a claim is wrong"))?
            .claims;
        if claims.iss.strip_suffix('/').unwrap_or(&claims.iss) != wanted.issuer {
            return Err(Failure::Unproven("another issuer"));
        }
        if !claims.is_for(wanted.audience) {
            return Err(Failure::Unproven("another audience"));
        }
        if wanted.nonce.is_some() && claims.nonce.as_deref() != wanted.nonce {
            return Err(Failure::Unproven("another nonce"));
        }
        let latest = wanted.now.saturating_add(LEEWAY);
        if claims.exp.saturating_add(LEEWAY) <= wanted.now {
            return Err(Failure::Unproven("it has expired"));
        }
        if claims.iat > latest || claims.nbf.is_some_and(|nbf| nbf > latest) {
            return Err(Failure::Unproven("it is of the future"));
        }
        let is_text = |text: &str| !text.is_empty() && text.len() <= 255 && !text.contains('\0');
        if !is_text(&claims.sub) {
            return Err(Failure::Unproven("it names nobody"));
        }
        let email = claims.email.filter(|_| claims.email_verified).ok_or(Failure::EmailUnverified)?;
        let name = claims.name.filter(|name| is_text(name));
        Ok(Identity { issuer: wanted.issuer.to_owned(), subject: claims.sub, email, name, expires_at: claims.exp })
    }
}

impl Claims {
    /// Whether the token was made for this client; one for several must name it as the party that asked.
    fn is_for(&self, client: &str) -> bool {
        let is_meant = match &self.aud {
            Audience::One(audience) => audience == client,
            Audience::Several(audiences) => {
                audiences.iter().any(|audience| audience == client) && (audiences.len() == 1 || self.azp.is_some())
            }
        };
        is_meant && self.azp.as_deref().is_none_or(|party| party == client)
    }
}

/// `true`, or the text that some providers send instead. Anything else is a No.
fn yes<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said {
        Flag(bool),
        Text(String),
        Other(IgnoredAny),
    }
    Ok(match Said::deserialize(input)? {
        Said::Flag(flag) => flag,
        Said::Text(text) => text == "true",
        Said::Other(_) => false,
    })
}
