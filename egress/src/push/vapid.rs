//! The key that identifies this installation to push services (RFC 8292); subscriptions are bound to it.
//! subscribed with it.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::json;

/// Lifetime of a signature in seconds. Push services reject more than a day.
const LIFETIME: i64 = 12 * 60 * 60;

/// A VAPID key.
#[derive(Clone)]
pub struct Key(SecretKey);

impl std::fmt::Debug for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Key({})", self.public())
    }
}

impl Key {
    /// Derives a key from 32 secret bytes.
    pub fn of_seed(mut seed: [u8; 32]) -> Self {
        // Forces the number below the curve order and above zero.
        seed[0] &= 0x7f;
        seed[31] |= 1;
        #[expect(clippy::expect_used, reason = "it is between zero and the order")]
        Self(SecretKey::from_slice(&seed).expect("a number within the order of the curve"))
    }

    /// Generates a random key.
    pub fn fresh() -> Self {
        Self::of_seed(rand::random())
    }

    /// Parses a private key in base64url, as web push tools write it.
    pub fn parse(private: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(private.trim_end_matches('=')).ok()?;
        SecretKey::from_slice(&bytes).ok().map(Self)
    }

    /// Returns the private key.
    pub fn private(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.to_bytes())
    }

    /// Returns the public key, with which browsers subscribe.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key().to_encoded_point(false).as_bytes())
    }

    /// Returns the Authorization header for a push service origin.
    pub(super) fn authorization(&self, audience: &str, contact: &str, now: i64) -> String {
        let head = BASE64_URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({"aud": audience, "exp": now + LIFETIME, "sub": contact});
        let text = format!("{head}.{}", BASE64_URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = SigningKey::from(&self.0).sign(text.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={text}.{signature}, k={}", self.public())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_seed_yields_a_serialisable_key() {
        for seed in [[0; 32], [0xff; 32], [7; 32]] {
            let key = Key::of_seed(seed);
            assert_eq!(Key::parse(&key.private()).unwrap().public(), key.public());
        }
        assert_ne!(Key::fresh().public(), Key::fresh().public());
        for wrong in ["", "short", &BASE64_URL_SAFE_NO_PAD.encode([0xff; 32])] {
            assert!(Key::parse(wrong).is_none(), "{wrong}");
        }
    }
}
