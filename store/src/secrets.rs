//! Keys that the installation makes for itself at its first start, one set for all nodes.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::db::{Db, on};
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
    /// Signs texts that come back (HMAC-SHA256).
    pub(crate) seals: [u8; 32],
    /// Signs what is sent to push services (VAPID).
    pub(crate) push: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Secrets(…)")
    }
}

impl Secrets {
    /// Reads the keys, and makes those that are missing.
    pub(crate) async fn load(db: &Db) -> Result<Self> {
        Ok(Self {
            tokens: key(db, "tokens").await?,
            files: key(db, "files").await?,
            codes: key(db, "codes").await?,
            seals: key(db, "seals").await?,
            push: key(db, "push").await?,
        })
    }
}

/// 32 random bytes, fit for an address: what nobody can guess.
pub fn random_text() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// The SHA-256 of a text, fit for an address: what PKCE shows of its secret.
pub fn digest_text(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// Of two nodes that start at once, both end with what the first one wrote.
async fn key(db: &Db, name: &str) -> Result<[u8; 32]> {
    let fresh: [u8; 32] = rand::random();
    on!(
        db,
        execute,
        sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(&fresh[..])
    )?;
    let stored: Vec<u8> = on!(db, |pool| sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
        .bind(name)
        .fetch_one(pool)
        .await)?;
    stored.try_into().map_err(|_| Error::Secret(format!("the key {name} has a wrong length")))
}
