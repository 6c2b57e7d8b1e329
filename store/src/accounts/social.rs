//! Social sign-in: pending attempts, links between provider accounts and people, and tickets for sign-up.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use sha2::{Digest, Sha256};

use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::people::{self, Person, Provider};
use crate::{PersonId, Result, Store, secrets};

/// How long a sign-in at the provider may take.
pub const ATTEMPT: Duration = Duration::minutes(10);

/// How long a sign-up with a ticket may take.
pub const TICKET: Duration = Duration::minutes(30);

/// A pending sign-in at a provider.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Attempt {
    /// The provider's id in the configuration.
    pub provider: String,
    /// The nonce that the ID token must contain.
    pub nonce: String,
    /// The PKCE code verifier.
    pub verifier: String,
}

/// An account at a provider.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// The provider's id of the account.
    pub subject: &'a str,
    /// The address that the provider verified, in any spelling.
    pub email: &'a str,
}

/// The person that a provider account belongs to.
#[derive(Clone, Debug)]
pub enum Owner {
    /// A known person.
    Known(Box<Person>),
    /// No person has this address.
    NoAccount,
    /// The address has an account with a password.
    HasPassword,
    /// The address belongs to a person with another account at the same provider: addresses can get new owners.
    OtherAccount,
}

/// The proof of an address for one sign-up.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Ticket {
    /// The provider.
    pub issuer: String,
    /// The provider's id of the account.
    pub subject: String,
    /// The address, as it is stored.
    pub email: String,
}

/// Stores an attempt under its state and the secret of its browser, and deletes expired ones.
pub async fn begin(store: &Store, state: &str, browser: &str, attempt: &Attempt) -> Result<()> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    query("DELETE FROM social_attempts WHERE expires_at <= $1").bind(now).execute(&mut tx).await?;
    query(
        "INSERT INTO social_attempts (state_hash, browser_hash, provider, nonce, verifier, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(hash(state))
    .bind(hash(browser))
    .bind(&attempt.provider)
    .bind(&attempt.nonce)
    .bind(&attempt.verifier)
    .bind(now + ATTEMPT)
    .execute(&mut tx)
    .await?;
    tx.commit().await
}

/// Removes and returns an attempt of this browser.
pub async fn finish(store: &Store, state: &str, browser: &str) -> Result<Option<Attempt>> {
    query_as(
        "DELETE FROM social_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
         RETURNING provider, nonce, verifier",
    )
    .bind(hash(state))
    .bind(hash(browser))
    .bind(store.clock.now())
    .fetch_optional(store.db.writer())
    .await
}

/// Records a token as used. Returns false if it was used before.
pub async fn use_token(store: &Store, token: &str, expires_at: DateTime<Utc>) -> Result<bool> {
    // Clocks differ, so the record outlives the token by some minutes.
    let (now, until) = (store.clock.now(), expires_at + Duration::minutes(10));
    let mut tx = store.db.begin().await?;
    query("DELETE FROM social_used_tokens WHERE expires_at <= $1").bind(now).execute(&mut tx).await?;
    let value =
        query("INSERT INTO social_used_tokens (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING")
            .bind(hash(token))
            .bind(until)
            .execute(&mut tx)
            .await?
            == 1;
    tx.commit().await?;
    Ok(value)
}

/// Returns the person of a provider account. A person who signed up with a provider is linked to the first account with
/// their address.
pub async fn owner(store: &Store, account: Account<'_>) -> Result<Owner> {
    if let Some(person) = linked(store, account).await? {
        return Ok(Owner::Known(Box::new(person)));
    }
    let Some(person) = people::by_email(store, account.email).await? else { return Ok(Owner::NoAccount) };
    if person.provider == Provider::Normal {
        return Ok(Owner::HasPassword);
    }
    let mut tx = store.db.begin().await?;
    // Staff may have given the person another address meanwhile.
    people::lock(&mut tx, BTreeSet::from([person.id])).await?;
    let has_address: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND email = $2 AND provider = $3)")
            .bind(person.id)
            .bind(&person.email)
            .bind(person.provider)
            .fetch_one(&mut tx)
            .await?;
    if !has_address {
        return Ok(Owner::NoAccount);
    }
    link_account(&mut tx, store, person.id, account).await?;
    // A concurrent request may have linked one of them, or another link existed before.
    let linked = linked_id(&mut tx, account).await?;
    tx.commit().await?;
    Ok(if linked == Some(person.id) { Owner::Known(Box::new(person)) } else { Owner::OtherAccount })
}

/// Links an account to a person, unless either has another link.
pub(super) async fn link_account(tx: &mut Tx, store: &Store, person: PersonId, account: Account<'_>) -> Result<()> {
    query(
        "INSERT INTO social_accounts (issuer, subject, person_id, linked_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
    )
    .bind(account.issuer)
    .bind(account.subject)
    .bind(person)
    .bind(store.clock.now())
    .execute(tx)
    .await?;
    Ok(())
}

async fn linked(store: &Store, account: Account<'_>) -> Result<Option<Person>> {
    match linked_id(&store.db, account).await? {
        Some(id) => people::by_id(store, id).await,
        None => Ok(None),
    }
}

async fn linked_id(db: impl Executor, account: Account<'_>) -> Result<Option<PersonId>> {
    query_scalar("SELECT person_id FROM social_accounts WHERE issuer = $1 AND subject = $2")
        .bind(account.issuer)
        .bind(account.subject)
        .fetch_optional(db)
        .await
}

/// Issues a ticket for the sign-up of an unknown person.
pub async fn issue_ticket(store: &Store, account: Account<'_>) -> Result<String> {
    let (ticket, now) = (secrets::random_text(), store.clock.now());
    let mut tx = store.db.begin().await?;
    query("DELETE FROM social_tickets WHERE expires_at <= $1").bind(now).execute(&mut tx).await?;
    query("INSERT INTO social_tickets (hash, issuer, subject, email, expires_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(hash(&ticket))
        .bind(account.issuer)
        .bind(account.subject)
        .bind(people::normalize_email(account.email))
        .bind(now + TICKET)
        .execute(&mut tx)
        .await?;
    tx.commit().await?;
    Ok(ticket)
}

/// Returns what a ticket proves, without using it up.
pub async fn ticket(store: &Store, ticket: &str) -> Result<Option<Ticket>> {
    query_as("SELECT issuer, subject, email FROM social_tickets WHERE hash = $1 AND expires_at > $2")
        .bind(hash(ticket))
        .bind(store.clock.now())
        .fetch_optional(&store.db)
        .await
}

/// Uses a ticket up and returns what it proves.
pub(super) async fn use_ticket(tx: &mut Tx, store: &Store, ticket: &str) -> Result<Option<Ticket>> {
    query_as("DELETE FROM social_tickets WHERE hash = $1 AND expires_at > $2 RETURNING issuer, subject, email")
        .bind(hash(ticket))
        .bind(store.clock.now())
        .fetch_optional(tx)
        .await
}

/// Hashes a secret for storage.
pub(super) fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}
