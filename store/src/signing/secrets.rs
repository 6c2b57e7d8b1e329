//! Keys that an installation creates at its first start and all nodes share.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::db::{Db, query, query_scalar};
use crate::{Error, Result};

/// The keys, loaded once per process.
#[derive(Clone)]
pub(crate) struct Secrets {
    /// Signs access tokens (HS256).
    pub(crate) tokens: [u8; 32],
    /// Signs links to files (HMAC-SHA256).
    pub(crate) files: [u8; 32],
    /// Hashes one-time codes (HMAC-SHA256).
    pub(crate) codes: [u8; 32],
    /// Signs texts that clients send back (HMAC-SHA256). Its row is called `seals`.
    pub(crate) hmac: [u8; 32],
    /// Signs requests to push services (VAPID).
    pub(crate) push: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Secrets(…)")
    }
}

impl Secrets {
    /// Loads the keys, and creates missing ones.
    pub(crate) async fn load(db: &Db) -> Result<Self> {
        Ok(Self {
            tokens: key(db, "tokens").await?,
            files: key(db, "files").await?,
            codes: key(db, "codes").await?,
            hmac: key(db, "seals").await?,
            push: key(db, "push").await?,
        })
    }
}

/// Returns 32 random bytes, URL-safe.
pub fn random_text() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Returns the SHA-256 of a text, URL-safe, as PKCE needs it.
pub fn digest_text(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// Returns the HMAC-SHA256 of texts, which must not be stored as they are.
pub(crate) fn keyed_hash(key: &[u8; 32], parts: &[&str]) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    for part in parts {
        mac.update(part.as_bytes());
        mac.update(&[0]);
    }
    mac.finalize().into_bytes().to_vec()
}

/// Loads or creates a key. Two nodes that start at once both end with the key that was stored first.
async fn key(db: &Db, name: &str) -> Result<[u8; 32]> {
    let fresh: [u8; 32] = rand::random();
    query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(&fresh[..])
        .execute(db)
        .await?;
    let stored: Vec<u8> = query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_one(db).await?;
    stored.try_into().map_err(|_| Error::Secret(format!("the key {name} has a wrong length")))
}
