//! Parses and validates ID tokens.

use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};

use super::Failure;

/// Tolerated clock difference in seconds.
const LEEWAY: i64 = 60;

/// Longer tokens are rejected.
const MAX_BYTES: usize = 16 * 1024;

/// A verified identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Issuer.
    pub issuer: String,
    /// The provider's permanent id of the person.
    pub subject: String,
    /// E-mail address, verified by the provider.
    pub email: String,
    /// Name, if the provider sends it.
    pub name: Option<String>,
    /// Expiry of the token in seconds since 1970.
    pub expires_at: i64,
}

/// Expected values of a token.
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) audience: &'a str,
    pub(super) nonce: Option<&'a str>,
    /// Current time in seconds since 1970.
    pub(super) now: i64,
}

/// A token of which only the header was parsed.
pub(super) struct UnverifiedToken<'t> {
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
    #[serde(default, deserialize_with = "deserialize_bool")]
    email_verified: bool,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl<'t> UnverifiedToken<'t> {
    pub(super) fn read(token: &'t str) -> Result<Self, Failure> {
        if token.len() > MAX_BYTES {
            return Err(Failure::Unproven("it is too long"));
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| Failure::Unproven("it cannot be read"))?;
        // HS256 and `none` prove nothing about the signer.
        if !matches!(header.alg, Algorithm::RS256 | Algorithm::ES256) {
            return Err(Failure::Unproven("it is signed in a way that is not taken"));
        }
        Ok(Self { token, algorithm: header.alg, key_id: header.kid })
    }

    pub(super) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    pub(super) fn key_id(&self) -> Option<&str> {
        self.key_id.as_deref()
    }

    pub(super) fn check(&self, key: &DecodingKey, expected: &Expected<'_>) -> Result<Identity, Failure> {
        let mut validation = Validation::new(self.algorithm);
        // Everything but the signature is validated below against the injected clock.
        validation.validate_exp = false;
        validation.validate_aud = false;
        let claims = jsonwebtoken::decode::<Claims>(self.token, key, &validation)
            .map_err(|_| Failure::Unproven("the signature or a claim is wrong"))?
            .claims;
        if claims.iss.strip_suffix('/').unwrap_or(&claims.iss) != expected.issuer {
            return Err(Failure::Unproven("another issuer"));
        }
        if !claims.is_for(expected.audience) {
            return Err(Failure::Unproven("another audience"));
        }
        if expected.nonce.is_some() && claims.nonce.as_deref() != expected.nonce {
            return Err(Failure::Unproven("another nonce"));
        }
        let latest = expected.now.saturating_add(LEEWAY);
        if claims.exp.saturating_add(LEEWAY) <= expected.now {
            return Err(Failure::Unproven("it has expired"));
        }
        if claims.iat > latest || claims.nbf.is_some_and(|nbf| nbf > latest) {
            return Err(Failure::Unproven("it is of the future"));
        }
        let is_text = |text: &str| !text.is_empty() && text.len() <= 255 && !text.contains('\0');
        if !is_text(&claims.sub) {
            return Err(Failure::Unproven("no subject"));
        }
        let email = claims.email.filter(|_| claims.email_verified).ok_or(Failure::EmailUnverified)?;
        let name = claims.name.filter(|name| is_text(name));
        Ok(Identity { issuer: expected.issuer.to_owned(), subject: claims.sub, email, name, expires_at: claims.exp })
    }
}

impl Claims {
    /// Returns whether the audience is this client; with several audiences, `azp` must name it.
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

/// Deserialises `true` or `"true"`, which some providers send.
fn deserialize_bool<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum BoolOrText {
        Flag(bool),
        Text(String),
        Other(IgnoredAny),
    }
    Ok(match BoolOrText::deserialize(input)? {
        BoolOrText::Flag(flag) => flag,
        BoolOrText::Text(text) => text == "true",
        BoolOrText::Other(_) => false,
    })
}
