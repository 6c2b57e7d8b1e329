//! Side effects that wait to be done: mail, push, webhooks.
//!
//! A worker leases what is due, which moves its due time past the
//! lease, so a worker that dies gives it back by doing nothing. A failed job waits longer each time and is given up,
//! with the reason, after [`MAX_ATTEMPTS`].

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::db::on;
use crate::{JobId, Result, Store};

/// Tries before a job is given up.
pub const MAX_ATTEMPTS: i64 = 8;

/// A job leased to this worker.
#[derive(Clone, Debug)]
pub struct Job<P> {
    /// Names it in [`done`] and [`failed`].
    pub id: JobId,
    /// What to do.
    pub payload: P,
    /// This is try number so many, from 1.
    pub attempt: i64,
}

/// The kind of job that is a [`Mail`].
pub const MAIL: &str = "mail";

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The address.
    pub to: String,
    /// Which text.
    pub template: String,
    /// The code of the language it is to be in.
    pub language: String,
    /// What the text is filled in with.
    pub values: BTreeMap<String, String>,
}

/// A job that is not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) id: JobId,
    pub(crate) kind: String,
    pub(crate) payload: Value,
    pub(crate) due_at: DateTime<Utc>,
}

impl Draft {
    /// A job of this kind, due now.
    pub(crate) fn new(store: &Store, kind: &str, payload: &impl Serialize) -> Result<Self> {
        let payload = serde_json::to_value(payload)?;
        Ok(Self { id: store.clock.id(), kind: kind.to_owned(), payload, due_at: store.clock.now() })
    }

    /// A mail, due now.
    pub(crate) fn mail(store: &Store, mail: &Mail) -> Result<Self> {
        Self::new(store, MAIL, mail)
    }
}

/// `put_in!(tx, draft)`: puts a job into the outbox within the transaction that causes it.
macro_rules! put_in {
    ($tx:ident, $draft:expr) => {{
        let draft: &$crate::outbox::Draft = &$draft;
        sqlx::query(
            "INSERT INTO outbox (id, kind, payload, due_at, attempts, created_at) VALUES ($1, $2, $3, $4, 0, $4)",
        )
        .bind(draft.id)
        .bind(&draft.kind)
        .bind(sqlx::types::Json(&draft.payload))
        .bind(draft.due_at)
        .execute(&mut *$tx)
        .await?;
    }};
}
pub(crate) use put_in;

/// Puts a job into the outbox, due now.
pub async fn put(store: &Store, kind: &str, payload: &impl Serialize) -> Result<JobId> {
    let draft = Draft::new(store, kind, payload)?;
    on!(&store.db, transaction, |tx| put_in!(tx, draft))?;
    Ok(draft.id)
}

/// Leases up to `most` due jobs of a kind for `lease`. No two workers get the same one while the lease lasts.
pub async fn lease<P: DeserializeOwned>(store: &Store, kind: &str, most: i64, lease: Duration) -> Result<Vec<Job<P>>> {
    let now = store.clock.now();
    let due: Vec<(JobId, DateTime<Utc>, i64)> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, due_at, attempts FROM outbox WHERE kind = $1 AND due_at <= $2 AND dead_reason IS NULL
         ORDER BY due_at LIMIT $3"
    )
    .bind(kind)
    .bind(now)
    .bind(most)
    .fetch_all(pool)
    .await)?;
    let mut jobs = Vec::with_capacity(due.len());
    for (id, due_at, attempts) in due {
        // Whoever changes the due time first has it.
        let payload: Option<String> = on!(
            &store.db,
            returning_one,
            sqlx::query_scalar(
                "UPDATE outbox SET due_at = $3, attempts = $4 WHERE id = $1 AND due_at = $2
             RETURNING CAST(payload AS TEXT)"
            )
            .bind(id)
            .bind(due_at)
            .bind(now + lease)
            .bind(attempts + 1)
        )?;
        let Some(payload) = payload else { continue };
        if attempts >= MAX_ATTEMPTS {
            give_up(store, id, attempts + 1, "no worker came back from it").await?;
        } else {
            match serde_json::from_str(&payload) {
                Ok(payload) => jobs.push(Job { id, payload, attempt: attempts + 1 }),
                Err(error) => give_up(store, id, attempts + 1, &format!("unreadable: {error}")).await?,
            }
        }
    }
    Ok(jobs)
}

/// The job is done and forgotten.
pub async fn done(store: &Store, id: JobId) -> Result<()> {
    on!(&store.db, execute, sqlx::query("DELETE FROM outbox WHERE id = $1").bind(id))?;
    Ok(())
}

/// The job failed: again after 30 s, 1 min, 2 min … or never more. Says nothing once another worker has the job.
pub async fn failed<P>(store: &Store, job: &Job<P>, reason: &str) -> Result<()> {
    if job.attempt >= MAX_ATTEMPTS {
        return give_up(store, job.id, job.attempt, reason).await;
    }
    let wait = Duration::seconds(30 << (job.attempt - 1));
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE outbox SET due_at = $3 WHERE id = $1 AND attempts = $2")
            .bind(job.id)
            .bind(job.attempt)
            .bind(store.clock.now() + wait)
    )?;
    Ok(())
}

/// What waits longer than it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that are due.
    pub due: i64,
    /// How long the oldest has been there that is neither done nor given up. One that failed is due only now and then.
    pub age: Duration,
    /// Jobs that were given up.
    pub dead: i64,
}

/// What waits, for the operator's graphs.
pub async fn backlog(store: &Store) -> Result<Backlog> {
    let now = store.clock.now();
    let (due, oldest): (i64, Option<DateTime<Utc>>) = on!(&store.db, |pool| sqlx::query_as(
        "SELECT COUNT(CASE WHEN due_at <= $1 THEN 1 END), MIN(created_at) FROM outbox WHERE dead_reason IS NULL"
    )
    .bind(now)
    .fetch_one(pool)
    .await)?;
    let dead: i64 = on!(&store.db, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE dead_reason IS NOT NULL").fetch_one(pool).await
    })?;
    Ok(Backlog { due, age: oldest.map_or(Duration::zero(), |oldest| now - oldest), dead })
}

/// Jobs given up, with the reason, newest first: for the operator.
pub async fn dead(store: &Store, most: i64) -> Result<Vec<(JobId, String, String)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, kind, dead_reason FROM outbox WHERE dead_reason IS NOT NULL ORDER BY id DESC LIMIT $1"
    )
    .bind(most)
    .fetch_all(pool)
    .await)?)
}

async fn give_up(store: &Store, id: JobId, attempt: i64, reason: &str) -> Result<()> {
    tracing::error!(job = %id, reason, "a job was given up");
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE outbox SET dead_reason = $3 WHERE id = $1 AND attempts = $2")
            .bind(id)
            .bind(attempt)
            .bind(reason)
    )?;
    Ok(())
}
