//! Accounts that people have elsewhere: who is sent to a provider, who comes back, and whom that makes them here.

use chrono::{DateTime, Duration, Utc};
use sha2::{Digest, Sha256};

use crate::db::on;
use crate::people::{self, Person, Provider};
use crate::{PersonId, Result, Store, secrets};

/// How long a browser may stay at the provider.
pub const ATTEMPT: Duration = Duration::minutes(10);

/// How long somebody unknown may take to sign up.
pub const TICKET: Duration = Duration::minutes(30);

/// A browser that is sent to a provider.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Attempt {
    /// The provider's id in the configuration.
    pub provider: String,
    /// What must stand in the token.
    pub nonce: String,
    /// The secret of PKCE.
    pub verifier: String,
}

/// Somebody as a provider knows them.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// What it calls them.
    pub subject: &'a str,
    /// The address that it verified, in any spelling.
    pub email: &'a str,
}

/// Whom an account elsewhere belongs to here.
#[derive(Clone, Debug)]
pub enum Owner {
    /// This person.
    Known(Box<Person>),
    /// Nobody yet.
    Nobody,
    /// The address has an account with a password.
    HasPassword,
    /// The address has an account, of somebody else at the same provider: addresses get new owners.
    SomebodyElse,
}

/// The proof of an address, for one sign-up.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Ticket {
    /// The provider.
    pub issuer: String,
    /// What it calls them.
    pub subject: String,
    /// The address, as it is stored.
    pub email: String,
}

/// Remembers an attempt under its state and the secret of the browser that makes it. Forgets those that came to nothing.
pub async fn begin(store: &Store, state: &str, browser: &str, attempt: &Attempt) -> Result<()> {
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        sqlx::query("DELETE FROM social_attempts WHERE expires_at <= $1").bind(now).execute(&mut *tx).await?;
        sqlx::query(
            "INSERT INTO social_attempts (state_hash, browser_hash, provider, nonce, verifier, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(hash(state))
        .bind(hash(browser))
        .bind(&attempt.provider)
        .bind(&attempt.nonce)
        .bind(&attempt.verifier)
        .bind(now + ATTEMPT)
        .execute(&mut *tx)
        .await?;
    })
}

/// Takes an attempt away, once, for the browser that began it.
pub async fn finish(store: &Store, state: &str, browser: &str) -> Result<Option<Attempt>> {
    Ok(on!(
        &store.db,
        returning_one,
        sqlx::query_as(
            "DELETE FROM social_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
         RETURNING provider, nonce, verifier"
        )
        .bind(hash(state))
        .bind(hash(browser))
        .bind(store.clock.now())
    )?)
}

/// Whether this token was not shown before; it is not taken again.
pub async fn use_token(store: &Store, token: &str, expires_at: DateTime<Utc>) -> Result<bool> {
    // A little longer than the token itself is taken, because clocks differ.
    let (now, until) = (store.clock.now(), expires_at + Duration::minutes(10));
    on!(&store.db, transaction, |tx| {
        sqlx::query("DELETE FROM social_used_tokens WHERE expires_at <= $1").bind(now).execute(&mut *tx).await?;
        sqlx::query("INSERT INTO social_used_tokens (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING")
            .bind(hash(token))
            .bind(until)
            .execute(&mut *tx)
            .await?
            .rows_affected()
            == 1
    })
}

/// Whom an account belongs to. An account of ours that was made for a social sign-in takes the first subject that comes
/// with its address.
pub async fn owner(store: &Store, account: Account<'_>) -> Result<Owner> {
    if let Some(person) = linked(store, account).await? {
        return Ok(Owner::Known(Box::new(person)));
    }
    let Some(person) = people::by_email(store, account.email).await? else { return Ok(Owner::Nobody) };
    if person.provider == Provider::Normal {
        return Ok(Owner::HasPassword);
    }
    on!(&store.db, transaction, |tx| link_account!(tx, store, person.id, account))?;
    // Of two at the same moment one was linked; and another subject may have been there before.
    let owner = linked(store, account).await?.filter(|linked| linked.id == person.id);
    Ok(owner.map_or(Owner::SomebodyElse, |person| Owner::Known(Box::new(person))))
}

/// `link_account!(tx, store, person, account)`: the account belongs to this person, if neither has anybody else.
macro_rules! link_account {
    ($tx:ident, $store:expr, $person:expr, $account:expr) => {{
        let account: $crate::social::Account<'_> = $account;
        sqlx::query(
            "INSERT INTO social_accounts (issuer, subject, person_id, linked_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind(account.issuer)
        .bind(account.subject)
        .bind($person)
        .bind($store.clock.now())
        .execute(&mut *$tx)
        .await?;
    }};
}
pub(crate) use link_account;

async fn linked(store: &Store, account: Account<'_>) -> Result<Option<Person>> {
    let id: Option<PersonId> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT person_id FROM social_accounts WHERE issuer = $1 AND subject = $2"
    )
    .bind(account.issuer)
    .bind(account.subject)
    .fetch_optional(pool)
    .await)?;
    match id {
        Some(id) => people::by_id(store, id).await,
        None => Ok(None),
    }
}

/// A ticket for somebody whom nobody knows here yet.
pub async fn issue_ticket(store: &Store, account: Account<'_>) -> Result<String> {
    let (ticket, now) = (secrets::random_text(), store.clock.now());
    on!(&store.db, transaction, |tx| {
        sqlx::query("DELETE FROM social_tickets WHERE expires_at <= $1").bind(now).execute(&mut *tx).await?;
        sqlx::query(
            "INSERT INTO social_tickets (hash, issuer, subject, email, expires_at) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(hash(&ticket))
        .bind(account.issuer)
        .bind(account.subject)
        .bind(people::normal_email(account.email))
        .bind(now + TICKET)
        .execute(&mut *tx)
        .await?;
    })?;
    Ok(ticket)
}

/// What a ticket proves. It stays good.
pub async fn ticket(store: &Store, ticket: &str) -> Result<Option<Ticket>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT issuer, subject, email FROM social_tickets WHERE hash = $1 AND expires_at > $2"
    )
    .bind(hash(ticket))
    .bind(store.clock.now())
    .fetch_optional(pool)
    .await)?)
}

/// `use_social_ticket!(tx, store, ticket)`: what a ticket proves, within the transaction that uses it up.
macro_rules! use_social_ticket {
    ($tx:ident, $store:expr, $ticket:expr) => {{
        let found: Option<$crate::social::Ticket> = sqlx::query_as(
            "DELETE FROM social_tickets WHERE hash = $1 AND expires_at > $2 RETURNING issuer, subject, email",
        )
        .bind($crate::social::hash($ticket))
        .bind($store.clock.now())
        .fetch_optional(&mut *$tx)
        .await?;
        found
    }};
}
pub(crate) use use_social_ticket;

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}
