//! Signing keys of a provider (JWKS).

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

use super::token::UnverifiedToken;

/// Shorter RSA keys are insecure.
const RSA_BYTES: usize = 2048 / 8;

/// A JWKS document.
#[derive(Deserialize)]
pub(super) struct Document {
    keys: Vec<Value>,
}

/// The supported keys of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<Key>);

#[derive(Clone, Debug)]
struct Key {
    id: Option<String>,
    algorithm: Algorithm,
    key: DecodingKey,
}

impl Keys {
    /// Selects the supported keys. Providers also list keys for other purposes and of unknown types.
    pub(super) fn of(document: Document) -> Self {
        let jwks = document.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok());
        Self(jwks.filter_map(|jwk: Jwk| Key::of(&jwk)).collect())
    }

    /// Returns the key named by a token; without a name, the only key.
    pub(super) fn for_token(&self, token: &UnverifiedToken<'_>) -> Option<&DecodingKey> {
        let mut fitting = self.0.iter().filter(|key| {
            key.algorithm == token.algorithm() && token.key_id().is_none_or(|id| key.id.as_deref() == Some(id))
        });
        let first = fitting.next()?;
        (token.key_id().is_some() || fitting.next().is_none()).then_some(&first.key)
    }
}

impl Key {
    fn of(jwk: &Jwk) -> Option<Self> {
        if jwk.common.public_key_use.as_ref().is_some_and(|purpose| *purpose != PublicKeyUse::Signature) {
            return None;
        }
        // The key determines the algorithm, never the token.
        let (algorithm, named) = match &jwk.algorithm {
            AlgorithmParameters::RSA(_) => (Algorithm::RS256, KeyAlgorithm::RS256),
            AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => {
                (Algorithm::ES256, KeyAlgorithm::ES256)
            }
            _ => return None,
        };
        if jwk.common.key_algorithm.is_some_and(|algorithm| algorithm != named) || is_short(jwk) {
            return None;
        }
        Some(Self { id: jwk.common.key_id.clone(), algorithm, key: DecodingKey::from_jwk(jwk).ok()? })
    }
}

fn is_short(jwk: &Jwk) -> bool {
    // Four base64 characters are three bytes.
    matches!(&jwk.algorithm, AlgorithmParameters::RSA(key) if key.n.trim_end_matches('=').len() * 3 / 4 < RSA_BYTES)
}
