//! Keys that an installation creates at its first start and all nodes share.

use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::db::{Db, Tx, query, query_scalar};
use crate::{Error, Result};

/// The keys, loaded at the start of a process; those of tokens again when they change.
pub(crate) struct Secrets {
    tokens: RwLock<Arc<TokenKeys>>,
    /// Signs links to files (HMAC-SHA256).
    pub(crate) files: [u8; 32],
    /// Hashes one-time codes (HMAC-SHA256).
    pub(crate) codes: [u8; 32],
    /// Signs texts that clients send back (HMAC-SHA256). Its row is called `seals`.
    pub(crate) hmac: [u8; 32],
    /// Signs requests to push services (VAPID).
    pub(crate) push: [u8; 32],
}

/// Sign access tokens (HS256) and refresh tokens (HMAC-SHA256).
pub(crate) struct TokenKeys {
    /// Signs.
    pub(crate) newest: [u8; 32],
    /// Signed before: their refresh tokens are valid.
    pub(crate) older: Vec<[u8; 32]>,
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
            tokens: RwLock::new(Arc::new(TokenKeys {
                newest: key(db, TOKENS).await?,
                older: older_token_keys(db).await?,
            })),
            files: key(db, "files").await?,
            codes: key(db, "codes").await?,
            hmac: key(db, "seals").await?,
            push: key(db, "push").await?,
        })
    }

    /// The keys of tokens, as they were last read.
    pub(crate) fn tokens(&self) -> Arc<TokenKeys> {
        self.tokens.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the keys of tokens again.
    pub(crate) async fn reload_tokens(&self, db: &Db) -> Result<()> {
        let keys = TokenKeys { newest: stored_key(db, TOKENS).await?, older: older_token_keys(db).await? };
        *self.tokens.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(())
    }
}

/// The row of the key that signs tokens; those before have its name, a dot and an id.
const TOKENS: &str = "tokens";

/// Replaces the key that signs tokens. The row is locked first: of two rotations at once, the later one keeps the key of the other.
pub(crate) async fn rotate_tokens(tx: &mut Tx, id: Uuid) -> Result<()> {
    let fresh: [u8; 32] = rand::random();
    query("UPDATE secrets SET value = value WHERE name = $1").bind(TOKENS).execute(&mut *tx).await?;
    query("INSERT INTO secrets (name, value) SELECT $1, value FROM secrets WHERE name = $2")
        .bind(format!("{TOKENS}.{id}"))
        .bind(TOKENS)
        .execute(&mut *tx)
        .await?;
    query("UPDATE secrets SET value = $1 WHERE name = $2").bind(&fresh[..]).bind(TOKENS).execute(&mut *tx).await?;
    Ok(())
}

async fn older_token_keys(db: &Db) -> Result<Vec<[u8; 32]>> {
    let stored: Vec<Vec<u8>> =
        query_scalar("SELECT value FROM secrets WHERE name LIKE 'tokens.%' ORDER BY name").fetch_all(db).await?;
    stored.into_iter().map(|value| as_key(TOKENS, value)).collect()
}

/// Returns 32 random bytes, URL-safe.
pub fn random_text() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Returns the SHA-256 of a text, URL-safe, as PKCE needs it.
pub fn digest_text(text: &str) -> String {
    digest_bytes(text.as_bytes())
}

/// Returns the SHA-256 of bytes, URL-safe.
pub(crate) fn digest_bytes(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
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
    stored_key(db, name).await
}

async fn stored_key(db: &Db, name: &str) -> Result<[u8; 32]> {
    let stored = query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_one(db).await?;
    as_key(name, stored)
}

fn as_key(name: &str, value: Vec<u8>) -> Result<[u8; 32]> {
    value.try_into().map_err(|_| Error::Secret(format!("the key {name} has a wrong length")))
}
