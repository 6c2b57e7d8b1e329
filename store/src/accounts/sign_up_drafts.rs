//! Sign-ups that a browser has begun: the verified address and the chosen password, behind a secret in the browser's cookie.
//! A page can go on after a reload without keeping a code or a password itself.

use chrono::Duration;

use crate::db::{Tx, query, query_as};
use crate::people::normalize_email;
use crate::social::hash;
use crate::{Result, Store, secrets};

/// How long a draft lasts that a link began; others end with the ticket of their code.
const LIFETIME: Duration = Duration::minutes(30);

/// A sign-up that was begun.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Draft {
    /// The verified address, normalised.
    pub email: String,
    /// The argon2id hash of the chosen password.
    pub password_hash: Option<String>,
}

/// Begins a draft for an address with a verified code, and returns its secret. It ends with the code's ticket.
pub async fn begin(store: &Store, email: &str) -> Result<Option<String>> {
    let secret = secrets::random_text();
    let made = query(
        "INSERT INTO sign_up_drafts (hash, email, expires_at)
         SELECT $1, email, verified_until FROM codes WHERE purpose = 'sign_up' AND email = $2 AND verified_until > $3",
    )
    .bind(hash(&secret))
    .bind(normalize_email(email))
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    Ok((made == 1).then_some(secret))
}

/// Begins a draft for an address that is proven already, such as by the link in a mail, and returns its secret.
pub async fn begin_proven(store: &Store, email: &str) -> Result<String> {
    let secret = secrets::random_text();
    query("INSERT INTO sign_up_drafts (hash, email, expires_at) VALUES ($1, $2, $3)")
        .bind(hash(&secret))
        .bind(email)
        .bind(store.clock.now() + LIFETIME)
        .execute(&store.db)
        .await?;
    Ok(secret)
}

/// Returns the draft with this secret.
pub async fn by_secret(store: &Store, secret: &str) -> Result<Option<Draft>> {
    query_as("SELECT email, password_hash FROM sign_up_drafts WHERE hash = $1 AND expires_at > $2")
        .bind(hash(secret))
        .bind(store.clock.now())
        .fetch_optional(&store.db)
        .await
}

/// Stores the hash of the chosen password. Returns false if there is no such draft.
pub async fn set_password(store: &Store, secret: &str, password_hash: &str) -> Result<bool> {
    let set = query("UPDATE sign_up_drafts SET password_hash = $3 WHERE hash = $1 AND expires_at > $2")
        .bind(hash(secret))
        .bind(store.clock.now())
        .bind(password_hash)
        .execute(&store.db)
        .await?;
    Ok(set == 1)
}

/// Deletes and returns a draft.
pub(super) async fn use_up(tx: &mut Tx, store: &Store, secret: &str) -> Result<Option<Draft>> {
    query_as("DELETE FROM sign_up_drafts WHERE hash = $1 AND expires_at > $2 RETURNING email, password_hash")
        .bind(hash(secret))
        .bind(store.clock.now())
        .fetch_optional(tx)
        .await
}
