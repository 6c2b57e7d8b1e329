//! The outbox: side effects that are enqueued in a transaction and run later, such as mails, push notifications and
//! webhooks.
//!
//! A worker leases due jobs, which moves their due time past the lease; the lease of a crashed worker expires. A failed
//! job is retried with increasing delays and given up, with the reason, after [`MAX_ATTEMPTS`].

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;

use crate::clock::Clock;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::{JobId, Result, Store};

mod cause;

pub use cause::Cause;
pub(crate) use cause::{UNREADABLE, status_in};

/// Attempts before a job is given up.
pub const MAX_ATTEMPTS: i64 = 8;

/// Jobs that [`work_off`] leases at once.
const BATCH: i64 = 16;

/// How long [`work_off`] leases jobs that one transaction ends.
pub(crate) const SHORT_LEASE: Duration = Duration::minutes(2);

/// A job leased to this worker.
#[derive(Clone, Debug)]
pub struct Job<P> {
    /// Its id, for [`done`] and [`failed`].
    pub id: JobId,
    /// The content of the job.
    pub payload: P,
    /// The number of the attempt, from 1.
    pub attempt: i64,
}

/// The kind of jobs with a [`Mail`].
pub const MAIL: &str = "mail";

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The address.
    pub to: String,
    /// The template.
    pub template: String,
    /// The language code.
    pub language: String,
    /// The values of the template.
    pub values: BTreeMap<String, String>,
}

/// A job that is not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct NewJob {
    pub(crate) id: JobId,
    pub(crate) kind: String,
    pub(crate) payload: Value,
    pub(crate) due_at: DateTime<Utc>,
}

impl NewJob {
    /// Creates a job of this kind that is due now.
    pub(crate) fn new(store: &Store, kind: &str, payload: &impl Serialize) -> Result<Self> {
        Self::due(&store.clock, kind, payload)
    }

    /// Creates a job of this kind that is due now, where there is no store.
    pub(crate) fn due(clock: &Clock, kind: &str, payload: &impl Serialize) -> Result<Self> {
        let payload = serde_json::to_value(payload)?;
        Ok(Self { id: clock.id(), kind: kind.to_owned(), payload, due_at: clock.now() })
    }

    /// Creates a mail that is due now.
    pub(crate) fn mail(store: &Store, mail: &Mail) -> Result<Self> {
        Self::new(store, MAIL, mail)
    }
}

/// Enqueues a job within the transaction that causes it.
pub(crate) async fn put_in(tx: &mut Tx, draft: &NewJob) -> Result<()> {
    query("INSERT INTO outbox (id, kind, payload, due_at, attempts, created_at) VALUES ($1, $2, $3, $4, 0, $4)")
        .bind(draft.id)
        .bind(&draft.kind)
        .bind(Json(&draft.payload))
        .bind(draft.due_at)
        .execute(tx)
        .await?;
    Ok(())
}

/// Enqueues a job that is due now.
pub async fn put(store: &Store, kind: &str, payload: &impl Serialize) -> Result<JobId> {
    let draft = NewJob::new(store, kind, payload)?;
    let mut tx = store.db.begin().await?;

    put_in(&mut tx, &draft).await?;
    tx.commit().await?;
    Ok(draft.id)
}

/// Leases up to `limit` due jobs of a kind. No other worker gets them during the lease.
pub async fn lease<P: DeserializeOwned>(store: &Store, kind: &str, limit: i64, lease: Duration) -> Result<Vec<Job<P>>> {
    let now = store.clock.now();
    let due: Vec<(JobId, DateTime<Utc>, i64)> = query_as(
        "SELECT id, due_at, attempts FROM outbox WHERE kind = $1 AND due_at <= $2 AND dead_reason IS NULL
         ORDER BY due_at LIMIT $3",
    )
    .bind(kind)
    .bind(now)
    .bind(limit)
    .fetch_all(&store.db)
    .await?;
    let mut jobs = Vec::with_capacity(due.len());
    for (id, due_at, attempts) in due {
        // The worker that changes the due time first gets the job.
        let payload: Option<String> = query_scalar(
            "UPDATE outbox SET due_at = $3, attempts = $4 WHERE id = $1 AND due_at = $2
             RETURNING CAST(payload AS TEXT)",
        )
        .bind(id)
        .bind(due_at)
        .bind(now + lease)
        .bind(attempts + 1)
        .fetch_optional(store.db.writer())
        .await?;
        let Some(payload) = payload else { continue };
        if attempts >= MAX_ATTEMPTS {
            give_up(&store.db, store, id, attempts + 1, cause::NO_WORKER).await?;
        } else {
            match serde_json::from_str(&payload) {
                Ok(payload) => jobs.push(Job { id, payload, attempt: attempts + 1 }),
                Err(error) => {
                    give_up(&store.db, store, id, attempts + 1, &format!("{}: {error}", cause::UNREADABLE)).await?;
                }
            }
        }
    }
    Ok(jobs)
}

/// Works off the due jobs of a kind, and returns how many succeeded. A job that fails is retried later and delays no other.
pub(crate) async fn work_off<P, F>(
    store: &Store,
    kind: &str,
    length: Duration,
    work: impl Fn(Job<P>) -> F,
) -> Result<usize>
where
    P: DeserializeOwned,
    F: Future<Output = Result<()>>,
{
    let mut count = 0;
    loop {
        let jobs: Vec<Job<P>> = lease(store, kind, BATCH, length).await?;
        if jobs.is_empty() {
            return Ok(count);
        }
        for job in jobs {
            let this = Job { id: job.id, payload: (), attempt: job.attempt };
            match work(job).await {
                Ok(()) => count += 1,
                Err(error) => {
                    tracing::warn!(job = %this.id, kind, attempt = this.attempt, %error, "a job of the outbox failed");
                    failed(store, &this, &error.to_string()).await?;
                }
            }
        }
    }
}

/// Deletes a job that is done.
pub async fn done(store: &Store, id: JobId) -> Result<()> {
    query("DELETE FROM outbox WHERE id = $1").bind(id).execute(&store.db).await?;
    Ok(())
}

/// Schedules a failed job again after 30 s, 1 min, 2 min …, or gives it up. Does nothing once another worker has the
/// job.
pub async fn failed<P>(store: &Store, job: &Job<P>, reason: &str) -> Result<()> {
    if job.attempt >= MAX_ATTEMPTS {
        return give_up(&store.db, store, job.id, job.attempt, reason).await;
    }
    let wait = Duration::seconds(30 << (job.attempt - 1));
    retry_at(&store.db, job, store.clock.now() + wait).await.map(drop)
}

/// Schedules a failed job again at a time of its kind. Does nothing, and returns false, once another worker has the job or it was deleted.
pub(crate) async fn retry_at<P>(executor: impl Executor, job: &Job<P>, at: DateTime<Utc>) -> Result<bool> {
    let changed = query("UPDATE outbox SET due_at = $3 WHERE id = $1 AND attempts = $2")
        .bind(job.id)
        .bind(job.attempt)
        .bind(at)
        .execute(executor)
        .await?;
    Ok(changed > 0)
}

/// Schedules a job for later, as if it had not been tried. Does nothing once another worker has the job.
pub(crate) async fn postpone<P>(store: &Store, job: &Job<P>, until: DateTime<Utc>) -> Result<()> {
    query("UPDATE outbox SET due_at = $3, attempts = 0 WHERE id = $1 AND attempts = $2")
        .bind(job.id)
        .bind(job.attempt)
        .bind(until)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// The backlog of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that are due.
    pub due: i64,
    /// The age of the oldest job that is neither done nor given up; between retries it is not due.
    pub age: Duration,
    /// Jobs that were given up.
    pub dead: i64,
}

/// Returns the backlog, for metrics.
pub async fn backlog(store: &Store) -> Result<Backlog> {
    let now = store.clock.now();
    let (due, oldest): (i64, Option<DateTime<Utc>>) = query_as(
        "SELECT COUNT(CASE WHEN due_at <= $1 THEN 1 END), MIN(created_at) FROM outbox WHERE dead_reason IS NULL",
    )
    .bind(now)
    .fetch_one(&store.db)
    .await?;
    let dead: i64 =
        query_scalar("SELECT COUNT(*) FROM outbox WHERE dead_reason IS NOT NULL").fetch_one(&store.db).await?;
    // A job for later is as old as the time since it is due.
    let age = oldest.map_or(Duration::zero(), |oldest| (now - oldest).max(Duration::zero()));
    Ok(Backlog { due, age, dead })
}

/// The jobs of one kind.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Queue {
    /// The kind.
    pub kind: String,
    /// Jobs whose time has come and that are not done.
    pub waiting: i64,
    /// Since when the oldest of them waits.
    pub oldest_at: Option<DateTime<Utc>>,
    /// Jobs for later.
    pub later: i64,
    /// Jobs that were given up.
    pub dead: i64,
}

/// Returns the jobs by kind.
pub async fn queues(store: &Store) -> Result<Vec<Queue>> {
    // The time of creation is the one at which a job was first due.
    query_as(
        "SELECT kind, COUNT(CASE WHEN dead_reason IS NULL AND created_at <= $1 THEN 1 END) AS waiting,
             MIN(CASE WHEN dead_reason IS NULL AND created_at <= $1 THEN created_at END) AS oldest_at,
             COUNT(CASE WHEN dead_reason IS NULL AND created_at > $1 THEN 1 END) AS later,
             COUNT(dead_reason) AS dead
         FROM outbox GROUP BY kind ORDER BY kind",
    )
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await
}

/// Returns jobs that were given up with their reasons, newest first.
pub async fn dead(store: &Store, limit: i64) -> Result<Vec<(JobId, String, String)>> {
    query_as("SELECT id, kind, dead_reason FROM outbox WHERE dead_reason IS NOT NULL ORDER BY id DESC LIMIT $1")
        .bind(limit)
        .fetch_all(&store.db)
        .await
}

/// Gives a job up. Does nothing once another worker has it.
pub(crate) async fn give_up(
    executor: impl Executor,
    store: &Store,
    id: JobId,
    attempt: i64,
    reason: &str,
) -> Result<()> {
    tracing::error!(job = %id, reason, "a job was given up");
    query("UPDATE outbox SET dead_reason = $3, dead_at = $4 WHERE id = $1 AND attempts = $2")
        .bind(id)
        .bind(attempt)
        .bind(reason)
        .bind(store.clock.now())
        .execute(executor)
        .await?;
    Ok(())
}
