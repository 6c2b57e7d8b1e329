//! Login sessions: one per sign-in, with a refresh token that rotates with each use.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::{LoginSessionId, PersonId, Result, Store, push};

/// How long a login session without a second factor lives after its last refresh.
pub const LIFETIME: Duration = Duration::days(30);

/// How long a login session with a second factor lives; a refresh does not extend it.
pub const STAFF_LIFETIME: Duration = Duration::hours(12);

/// How long the previous refresh token is still accepted: two tabs may refresh at the same time.
const GRACE: Duration = Duration::seconds(30);

/// A login session that was opened or refreshed.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The login session.
    pub session: LoginSessionId,
    /// Its person.
    pub person: PersonId,
    /// The new refresh token; None if the browser holds a newer one already.
    pub refresh_token: Option<String>,
}

#[derive(sqlx::FromRow)]
struct LoginSession {
    id: LoginSessionId,
    person_id: PersonId,
    refresh_hash: Vec<u8>,
    previous_hash: Option<Vec<u8>>,
    refreshed_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
}

/// What a person proved at the sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factors {
    /// A password or a social account. The grants of staff do not count.
    One,
    /// And a code of their authenticator app.
    Two,
}

/// Opens a login session for an authenticated person.
pub async fn open(store: &Store, person: PersonId, user_agent: &str, factors: Factors) -> Result<Opened> {
    let mut tx = store.db.begin().await?;
    let opened = open_in(&mut tx, store, person, user_agent, factors).await?;
    tx.commit().await?;
    Ok(opened)
}

/// Opens a login session within a transaction.
pub(crate) async fn open_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    user_agent: &str,
    factors: Factors,
) -> Result<Opened> {
    let (lifetime, second_factor_at) = match factors {
        Factors::One => (LIFETIME, None),
        Factors::Two => (STAFF_LIFETIME, Some(store.clock.now())),
    };
    let session: LoginSessionId = store.clock.id();
    let (token, hash) = fresh_token(store, session);
    let now = store.clock.now();
    query(
        "INSERT INTO login_sessions
             (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at, second_factor_at)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7)",
    )
    .bind(session)
    .bind(person)
    .bind(hash)
    .bind(user_agent.chars().filter(|c| *c != '\0').take(300).collect::<String>())
    .bind(now)
    .bind(now + lifetime)
    .bind(second_factor_at)
    .execute(tx)
    .await?;
    Ok(Opened { session, person, refresh_token: Some(token) })
}

/// Exchanges a refresh token for the next one. Returns None if the token is unknown or its session has ended. A token
/// that was used before has been copied, so it ends the session.
pub async fn refresh(store: &Store, token: &str) -> Result<Option<Opened>> {
    let Some(row) = by_token(store, token).await? else { return Ok(None) };
    let now = store.clock.now();
    if row.ended_at.is_some() || row.expires_at <= now {
        return Ok(None);
    }
    let opened = |refresh_token| Some(Opened { session: row.id, person: row.person_id, refresh_token });
    let hash = hash_of(token);
    if row.refresh_hash == hash {
        let (next, next_hash) = fresh_token(store, row.id);
        let rotated = query(
            "UPDATE login_sessions SET refresh_hash = $3, previous_hash = $2, refreshed_at = $4,
                 expires_at = CASE WHEN second_factor_at IS NULL THEN $5 ELSE expires_at END,
                 refreshed_before_at = refreshed_at
             WHERE id = $1 AND refresh_hash = $2 AND ended_at IS NULL",
        )
        .bind(row.id)
        .bind(&hash)
        .bind(next_hash)
        .bind(now)
        .bind(now + LIFETIME)
        .execute(&store.db)
        .await?;
        if rotated == 1 {
            return Ok(opened(Some(next)));
        }
        // Another tab rotated the token between the two statements, or the session ended.
        return Ok(if is_alive(store, row.id).await? { opened(None) } else { None });
    }
    if now - row.refreshed_at <= GRACE {
        return Ok(if row.previous_hash == Some(hash) { opened(None) } else { None });
    }
    tracing::warn!(session = %row.id, "an old refresh token was reused; the login session ended");
    end(store, row.id).await?;
    Ok(None)
}

/// Returns the login session of a refresh token, ended or not.
pub async fn of_token(store: &Store, token: &str) -> Result<Option<LoginSessionId>> {
    let hash = hash_of(token);
    let row = by_token(store, token).await?;
    Ok(row.filter(|row| row.refresh_hash == hash || row.previous_hash == Some(hash)).map(|row| row.id))
}

/// Whether a login session has neither ended nor expired.
pub async fn is_alive(store: &Store, session: LoginSessionId) -> Result<bool> {
    let row: Option<bool> =
        query_scalar("SELECT ended_at IS NULL AND expires_at > $2 FROM login_sessions WHERE id = $1")
            .bind(session)
            .bind(store.clock.now())
            .fetch_optional(&store.db)
            .await?;
    Ok(row.unwrap_or(false))
}

/// Ends a login session, removes its device, and closes its connections on every node. Returns None if it had ended.
pub async fn end(store: &Store, session: LoginSessionId) -> Result<Option<PersonId>> {
    let mut tx = store.db.begin().await?;
    let person: Option<PersonId> =
        query_scalar("UPDATE login_sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING person_id")
            .bind(session)
            .bind(store.clock.now())
            .fetch_optional(&mut tx)
            .await?;
    push::unregister_in(&mut tx, session).await?;
    tx.commit().await?;
    if let Some(person) = person {
        store.bus.publish(vec![Event::SessionsEnded { person, sessions: vec![session] }]);
    }
    Ok(person)
}

/// Ends all login sessions of a person and closes their connections on every node.
pub async fn end_all_of(store: &Store, person: PersonId) -> Result<()> {
    end_others_of(store, person, None).await
}

/// Ends all login sessions of a person except `current`, and closes their connections on every node.
pub async fn end_others_of(store: &Store, person: PersonId, current: Option<LoginSessionId>) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let ended = end_in(&mut tx, store, person, current).await?;
    tx.commit().await?;
    publish_ended(store, person, ended);
    Ok(())
}

/// Ends all login sessions of a person except `current` within a transaction, and returns them for [`publish_ended`].
pub(crate) async fn end_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    current: Option<LoginSessionId>,
) -> Result<Vec<LoginSessionId>> {
    query_scalar(
        "UPDATE login_sessions SET ended_at = $2
         WHERE person_id = $1 AND ended_at IS NULL AND ($3 IS NULL OR id <> $3) RETURNING id",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(current)
    .fetch_all(tx)
    .await
}

/// Publishes the end of login sessions, after the commit: every node closes their connections.
pub(crate) fn publish_ended(store: &Store, person: PersonId, sessions: Vec<LoginSessionId>) {
    if !sessions.is_empty() {
        store.bus.publish(vec![Event::SessionsEnded { person, sessions }]);
    }
}

/// A login session as its person sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ListedSession {
    /// The login session.
    pub id: LoginSessionId,
    /// The user agent at the sign-in.
    pub user_agent: String,
    /// The time of the sign-in.
    pub created_at: DateTime<Utc>,
    /// The last refresh; an open client refreshes every quarter of an hour.
    pub refreshed_at: DateTime<Utc>,
}

/// Returns a person's live login sessions, the most recently used first; at most 200.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<ListedSession>> {
    query_as(
        "SELECT id, user_agent, created_at, refreshed_at FROM login_sessions
         WHERE person_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY refreshed_at DESC, id DESC LIMIT 200",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await
}

/// Returns the person of a login session that has not ended.
pub async fn owner_of(store: &Store, session: LoginSessionId) -> Result<Option<PersonId>> {
    query_scalar("SELECT person_id FROM login_sessions WHERE id = $1 AND ended_at IS NULL")
        .bind(session)
        .fetch_optional(&store.db)
        .await
}

/// Returns login sessions that ended at or after `since`, for nodes that may have missed bus events.
pub async fn ended_since(store: &Store, since: DateTime<Utc>) -> Result<Vec<(PersonId, LoginSessionId)>> {
    query_as("SELECT person_id, id FROM login_sessions WHERE ended_at >= $1").bind(since).fetch_all(&store.db).await
}

/// Returns the login session that a refresh token names, whether or not the token is its current one.
async fn by_token(store: &Store, token: &str) -> Result<Option<LoginSession>> {
    let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(token) else { return Ok(None) };
    let Some((named, signature)) = bytes.split_at_checked(48) else { return Ok(None) };
    let keys = store.secrets.tokens();
    let mut all = std::iter::once(&keys.newest).chain(&keys.older);
    if !all.any(|key| signer(key, named).verify_slice(signature).is_ok()) {
        return Ok(None);
    }
    let Ok(session) = Uuid::from_slice(&named[..16]) else { return Ok(None) };
    query_as(
        "SELECT id, person_id, refresh_hash, previous_hash, refreshed_at, expires_at, ended_at FROM login_sessions
         WHERE id = $1",
    )
    .bind(session)
    .fetch_optional(&store.db)
    .await
}

/// Returns a refresh token and its hash. The token holds the session's id, 32 random bytes and a signature over both,
/// so an old token still names its session, and a known id is not enough to forge one.
fn fresh_token(store: &Store, session: LoginSessionId) -> (String, Vec<u8>) {
    let mut bytes = session.0.as_bytes().to_vec();
    bytes.extend(rand::random::<[u8; 32]>());
    let signature = signer(&store.secrets.tokens().newest, &bytes).finalize().into_bytes();
    bytes.extend(signature);
    let token = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let hash = hash_of(&token);
    (token, hash)
}

fn signer(key: &[u8; 32], named: &[u8]) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
    let mut signature = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    // The same key signs access tokens; none of them begins with this prefix.
    signature.update(b"refresh:");
    signature.update(named);
    signature
}

fn hash_of(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
