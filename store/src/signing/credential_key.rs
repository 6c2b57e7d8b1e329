//! Keys that sign credentials (RS256). Others verify them with the public key, without asking this installation for a secret.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::rsa::{KeyPair, PublicKeyComponents};
use ring::signature::RSA_PKCS1_SHA256;
use rsa::RsaPrivateKey;
use rsa::pkcs8::EncodePrivateKey;
use rsa::rand_core::OsRng;
use serde_json::{Value, json};

use crate::{Error, Result, digest_text};

/// Open Badges 3.0 names RS256 as the algorithm that every verifier knows; keys below 2,048 bits are not safe.
const BITS: usize = 2048;

/// A key pair.
#[derive(Debug)]
pub(crate) struct CredentialKey {
    pair: KeyPair,
    modulus: String,
    exponent: String,
}

/// Returns a new private key in PKCS #8. Takes up to a second of CPU time.
pub(crate) fn generate() -> Result<Vec<u8>> {
    let failed = |error: &dyn std::fmt::Display| Error::Secret(format!("the key for credentials: {error}"));
    let key = RsaPrivateKey::new(&mut OsRng, BITS).map_err(|error| failed(&error))?;
    let document = key.to_pkcs8_der().map_err(|error| failed(&error))?;
    Ok(document.as_bytes().to_vec())
}

impl CredentialKey {
    /// Reads a private key.
    pub(crate) fn of_pkcs8(bytes: &[u8]) -> Result<Self> {
        let pair = KeyPair::from_pkcs8(bytes)
            .map_err(|error| Error::Secret(format!("the key for credentials is unusable: {error}")))?;
        let public: PublicKeyComponents<Vec<u8>> = pair.public().into();
        let (modulus, exponent) = (BASE64_URL_SAFE_NO_PAD.encode(public.n), BASE64_URL_SAFE_NO_PAD.encode(public.e));
        Ok(Self { pair, modulus, exponent })
    }

    /// The thumbprint of the public key (RFC 7638).
    pub(crate) fn thumbprint(&self) -> String {
        digest_text(&format!(r#"{{"e":"{}","kty":"RSA","n":"{}"}}"#, self.exponent, self.modulus))
    }

    /// The public key (RFC 7517).
    pub(crate) fn jwk(&self) -> Value {
        let id = self.thumbprint();
        json!({"kty": "RSA", "alg": "RS256", "use": "sig", "kid": id, "n": self.modulus, "e": self.exponent})
    }

    /// Signs claims as a JSON Web Token. `address` is where the public key is published.
    pub(crate) fn sign(&self, address: &str, claims: &Value) -> Result<String> {
        // A verifier reads one of the two: the key itself, or its address.
        let head = json!({"typ": "JWT", "alg": "RS256", "kid": address, "jwk": self.jwk()});
        let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", encode(&head), encode(claims));
        let mut signature = vec![0; self.pair.public().modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signature)
            .map_err(|_| Error::Secret("a credential cannot be signed".to_owned()))?;
        Ok(format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature)))
    }
}
