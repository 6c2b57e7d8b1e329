//! Jobs of the outbox that were given up. They stay until staff let them run again or delete them, for [`KEPT_DAYS`] at most: a mail of
//! them holds an address.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

use crate::alerts::{self, StaffAlert};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::outbox::{Cause, status_in};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Scope};
use crate::{JobId, Result, Store};

/// Days after which a job that was given up is deleted.
pub const KEPT_DAYS: i64 = 90;

/// A job that was given up. Nothing of it names a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFailedJob {
    /// The job.
    pub id: JobId,
    /// Its kind, such as `mail`.
    pub kind: String,
    /// The template of a mail.
    pub template: Option<String>,
    /// Why it failed.
    pub cause: Cause,
    /// The status with which another server refused it, such as 550.
    pub status: Option<i64>,
    /// How often it was tried.
    pub attempts: i64,
    /// When it was first due.
    pub created_at: DateTime<Utc>,
    /// When it was given up.
    pub failed_at: DateTime<Utc>,
}

/// Why a job that was given up is not deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropRefusal {
    /// For this actor there is no such job.
    Unknown,
    /// It notifies staff of an alert: it can only run again.
    Alert,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: JobId,
    kind: String,
    template: Option<String>,
    reason: String,
    attempts: i64,
    created_at: DateTime<Utc>,
    failed_at: DateTime<Utc>,
}

static FAILED_JOBS: Listing = Listing {
    columns: &["o.id, o.kind, CASE WHEN o.kind = 'mail' THEN o.payload ->> 'template' END AS template, o.dead_reason AS reason,
        o.attempts, o.created_at, COALESCE(o.dead_at, o.due_at) AS failed_at"],
    from: "outbox o",
    condition: "o.dead_reason IS NOT NULL",
    // Jobs belong to the installation.
    programme: "CAST(NULL AS UUID)",
    id: "o.id",
    search: "LOWER(o.kind) {like}",
    filters: &[
        ("kind", Filter::Text("o.kind")),
        ("from", Filter::From("COALESCE(o.dead_at, o.due_at)")),
        ("until", Filter::Until("COALESCE(o.dead_at, o.due_at)")),
    ],
    sorts: &[("failedAt", SortKey::Time("COALESCE(o.dead_at, o.due_at)")), ("kind", SortKey::Text("o.kind"))],
    default_sort: "-failedAt",
};

/// Returns a page of the jobs that were given up, the last ones first.
pub async fn page(
    store: &Store,
    scope: &Scope,
    request: &ListRequest,
) -> std::result::Result<Page<ListedFailedJob>, ListError> {
    let Page { rows, next_cursor, total } = FAILED_JOBS.page::<Row>(store, scope, None, request).await?;
    Ok(Page { rows: rows.into_iter().map(ListedFailedJob::from).collect(), next_cursor, total })
}

impl From<Row> for ListedFailedJob {
    fn from(Row { id, kind, template, reason, attempts, created_at, failed_at }: Row) -> Self {
        let (cause, status) = (Cause::of(&reason), status_in(&reason));
        Self { id, kind, template, cause, status, attempts, created_at, failed_at }
    }
}

/// Lets a job that was given up run again, with all its attempts. Returns false if there is none.
pub async fn retry(store: &Store, actor: &Actor, id: JobId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let kind = query_scalar(
        "UPDATE outbox SET dead_reason = NULL, dead_at = NULL, attempts = 0, due_at = $2, created_at = $2
         WHERE id = $1 AND dead_reason IS NOT NULL RETURNING kind",
    )
    .bind(id)
    .bind(store.clock.now())
    .fetch_optional(&mut tx)
    .await?;
    let Some(kind) = kind.filter(|_: &String| actor.reaches(None)) else { return Ok(false) };
    record(tx, store, actor, Act::RetryJob, id, json!({"kind": kind})).await?;
    Ok(true)
}

/// Deletes a job that was given up.
pub async fn remove(store: &Store, actor: &Actor, id: JobId) -> Result<std::result::Result<(), DropRefusal>> {
    let mut tx = store.db.begin().await?;
    let job: Option<(String, Option<String>)> = query_as(
        "DELETE FROM outbox WHERE id = $1 AND dead_reason IS NOT NULL
         RETURNING kind, CASE WHEN kind = 'mail' THEN payload ->> 'template' END",
    )
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    let Some((kind, template)) = job.filter(|_| actor.reaches(None)) else { return Ok(Err(DropRefusal::Unknown)) };
    let is_alert_mail = template.as_deref().is_some_and(|template| alerts::MAILS.contains(&template));
    if kind == alerts::JOB || is_alert_mail {
        // Without a commit it stays.
        return Ok(Err(DropRefusal::Alert));
    }
    let values = template.map_or_else(|| json!({"kind": kind}), |template| json!({"kind": kind, "template": template}));
    record(tx, store, actor, Act::DropJob, id, values).await?;
    Ok(Ok(()))
}

/// Writes the row of an act and commits it.
async fn record(mut tx: Tx, store: &Store, actor: &Actor, act: Act, id: JobId, values: Value) -> Result<()> {
    Record::new(act, Target::Job(id), None).change(Value::Null, values).write(&mut tx, store, actor).await?;
    tx.commit().await
}

/// Deletes jobs that were given up more than [`KEPT_DAYS`] ago, except alerts whose case is open.
pub async fn prune(store: &Store) -> Result<u64> {
    let before = store.clock.now() - Duration::days(KEPT_DAYS);
    let mut count =
        query("DELETE FROM outbox WHERE dead_reason IS NOT NULL AND COALESCE(dead_at, due_at) <= $1 AND kind <> $2")
            .bind(before)
            .bind(alerts::JOB)
            .execute(&store.db)
            .await?;
    let old: Vec<(JobId, String)> = query_as(
        "SELECT id, CAST(payload AS TEXT) FROM outbox
         WHERE dead_reason IS NOT NULL AND COALESCE(dead_at, due_at) <= $1 AND kind = $2",
    )
    .bind(before)
    .bind(alerts::JOB)
    .fetch_all(&store.db)
    .await?;
    for (id, payload) in old {
        let alert = serde_json::from_str(&payload).ok().map(|StaffAlert { alert, .. }| alert);
        count += query(
            "DELETE FROM outbox WHERE id = $1 AND dead_reason IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM alerts WHERE id = $2 AND handled_at IS NULL)",
        )
        .bind(id)
        .bind(alert)
        .execute(&store.db)
        .await?;
    }
    Ok(count)
}
