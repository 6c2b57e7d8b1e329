//! Sessions: one per sign-in, kept alive by a refresh token that changes each time it is used.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::bus::Event;
use crate::db::on;
use crate::{PersonId, Result, SessionId, Store};

/// How long a session lives without being refreshed.
pub const LIFETIME: Duration = Duration::days(30);

/// How long the refresh token before the last one still helps: two tabs may refresh at the same moment.
const GRACE: Duration = Duration::seconds(30);

/// A session just opened or refreshed.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The session.
    pub session: SessionId,
    /// Whose it is.
    pub person: PersonId,
    /// The new refresh token; None if the browser holds a newer one already.
    pub refresh_token: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: SessionId,
    person_id: PersonId,
    refresh_hash: Vec<u8>,
    previous_hash: Option<Vec<u8>>,
    refreshed_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
}

/// Opens a session for a person who proved who they are.
pub async fn open(store: &Store, person: PersonId, user_agent: &str) -> Result<Opened> {
    let session: SessionId = store.clock.id();
    let (token, hash) = fresh_token(store, session);
    let now = store.clock.now();
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $5, $6)"
        )
        .bind(session)
        .bind(person)
        .bind(hash)
        .bind(user_agent.chars().filter(|c| *c != '\0').take(300).collect::<String>())
        .bind(now)
        .bind(now + LIFETIME)
    )?;
    Ok(Opened { session, person, refresh_token: Some(token) })
}

/// Takes a refresh token and gives the next one. None if it is unknown, ended, or was used before: then somebody
/// copied it, and the session ends.
pub async fn refresh(store: &Store, token: &str) -> Result<Option<Opened>> {
    let Some(row) = named_by(store, token).await? else { return Ok(None) };
    let now = store.clock.now();
    if row.ended_at.is_some() || row.expires_at <= now {
        return Ok(None);
    }
    let opened = |refresh_token| Some(Opened { session: row.id, person: row.person_id, refresh_token });
    let hash = hash_of(token);
    if row.refresh_hash == hash {
        let (next, next_hash) = fresh_token(store, row.id);
        let rotated = on!(
            &store.db,
            execute,
            sqlx::query(
                "UPDATE sessions SET refresh_hash = $3, previous_hash = $2, refreshed_at = $4, expires_at = $5
             WHERE id = $1 AND refresh_hash = $2 AND ended_at IS NULL"
            )
            .bind(row.id)
            .bind(&hash)
            .bind(next_hash)
            .bind(now)
            .bind(now + LIFETIME)
        )?;
        if rotated == 1 {
            return Ok(opened(Some(next)));
        }
        // Between the two statements another tab rotated it, which is the grace below, or the session ended.
        return Ok(if is_alive(store, row.id).await? { opened(None) } else { None });
    }
    if now - row.refreshed_at <= GRACE {
        return Ok(if row.previous_hash == Some(hash) { opened(None) } else { None });
    }
    tracing::warn!(session = %row.id, "an old refresh token was used again: session ended");
    end(store, row.id).await?;
    Ok(None)
}

/// Which session a refresh token belongs to, ended or not.
pub async fn of_token(store: &Store, token: &str) -> Result<Option<SessionId>> {
    let hash = hash_of(token);
    let row = named_by(store, token).await?;
    Ok(row.filter(|row| row.refresh_hash == hash || row.previous_hash == Some(hash)).map(|row| row.id))
}

/// Whether a session is neither ended nor expired.
pub async fn is_alive(store: &Store, session: SessionId) -> Result<bool> {
    let row: Option<bool> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT ended_at IS NULL AND expires_at > $2 FROM sessions WHERE id = $1"
    )
    .bind(session)
    .bind(store.clock.now())
    .fetch_optional(pool)
    .await)?;
    Ok(row.unwrap_or(false))
}

/// Ends a session and its sockets on every node. None if it had ended before.
pub async fn end(store: &Store, session: SessionId) -> Result<Option<PersonId>> {
    let person: Option<PersonId> = on!(
        &store.db,
        returning_one,
        sqlx::query_scalar("UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING person_id")
            .bind(session)
            .bind(store.clock.now())
    )?;
    if let Some(person) = person {
        store.bus.publish(vec![Event::SessionsEnded { person, sessions: vec![session] }]);
    }
    Ok(person)
}

/// Ends all sessions of a person and their sockets on every node.
pub async fn end_all_of(store: &Store, person: PersonId) -> Result<()> {
    end_others_of(store, person, None).await
}

/// The same for all but one.
pub async fn end_others_of(store: &Store, person: PersonId, but: Option<SessionId>) -> Result<()> {
    let sessions: Vec<SessionId> =
        on!(&store.db, returning, sqlx::query_scalar(
        "UPDATE sessions SET ended_at = $2 WHERE person_id = $1 AND ended_at IS NULL AND ($3 IS NULL OR id <> $3)
         RETURNING id"
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(but))?;
    store.bus.publish(vec![Event::SessionsEnded { person, sessions }]);
    Ok(())
}

/// Where a person is signed in.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Listed {
    /// The session.
    pub id: SessionId,
    /// What the browser called itself at the sign-in.
    pub user_agent: String,
    /// When that was.
    pub created_at: DateTime<Utc>,
    /// When it was last kept alive; who uses it does so every quarter of an hour.
    pub refreshed_at: DateTime<Utc>,
}

/// The sessions of a person that are alive, the one used last first; at most 200.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<Listed>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, user_agent, created_at, refreshed_at FROM sessions
         WHERE person_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY refreshed_at DESC, id DESC LIMIT 200"
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_all(pool)
    .await)?)
}

/// Whose session it is, if it has not ended.
pub async fn owner_of(store: &Store, session: SessionId) -> Result<Option<PersonId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT person_id FROM sessions WHERE id = $1 AND ended_at IS NULL")
        .bind(session)
        .fetch_optional(pool)
        .await)?)
}

/// Sessions that ended at or after `since`: what a node asks when the bus may have lost the news.
pub async fn ended_since(store: &Store, since: DateTime<Utc>) -> Result<Vec<(PersonId, SessionId)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT person_id, id FROM sessions WHERE ended_at >= $1")
        .bind(since)
        .fetch_all(pool)
        .await)?)
}

/// The session that a token of ours names; whether it is the newest one, or which, is not yet looked at.
async fn named_by(store: &Store, token: &str) -> Result<Option<Row>> {
    let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(token) else { return Ok(None) };
    let Some((named, seal)) = bytes.split_at_checked(48) else { return Ok(None) };
    if sealed(store, named).verify_slice(seal).is_err() {
        return Ok(None);
    }
    let Ok(session) = Uuid::from_slice(&named[..16]) else { return Ok(None) };
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, person_id, refresh_hash, previous_hash, refreshed_at, expires_at, ended_at FROM sessions
         WHERE id = $1"
    )
    .bind(session)
    .fetch_optional(pool)
    .await)?)
}

/// A refresh token and its hash: the session's id, 32 random bytes, and a seal over both. An old one still names its
/// session, however often it was rotated since, and nobody who only knows the id can make one up.
fn fresh_token(store: &Store, session: SessionId) -> (String, Vec<u8>) {
    let mut bytes = session.0.as_bytes().to_vec();
    bytes.extend(rand::random::<[u8; 32]>());
    let seal = sealed(store, &bytes).finalize().into_bytes();
    bytes.extend(seal);
    let token = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let hash = hash_of(&token);
    (token, hash)
}

fn sealed(store: &Store, named: &[u8]) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut seal = Hmac::<Sha256>::new_from_slice(&store.secrets.tokens).expect("any length will do");
    // The key signs access tokens too; none of those begins like this.
    seal.update(b"refresh:");
    seal.update(named);
    seal
}

fn hash_of(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
