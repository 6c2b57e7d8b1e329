//! Events on their way: enqueued in the transaction of what happened, sent by a job, kept in a log.

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::endpoints::record;
use super::{Event, JOB};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::outbox::{self, Job, NewJob};
use crate::staff::audit::Act;
use crate::staff::{Actor, Scope};
use crate::{DeliveryId, JobId, ProgrammeId, Result, Store, WebhookId};

/// Days for which the log is kept.
pub const KEPT_DAYS: i64 = 30;

/// Longer than an address may take to answer.
const LEASE: Duration = Duration::minutes(2);

/// Jobs that are leased at once.
const BATCH: i64 = 16;

/// Seconds until the next attempt after each failed one, as the specification proposes: over a day in all. After the last of
/// [`outbox::MAX_ATTEMPTS`] there is none.
const WAITS: [i64; 7] = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 10 * 3_600];

/// How far a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is sent soon, or again.
    Waiting,
    /// The address answered with success.
    Delivered,
    /// It was given up.
    Failed,
}

/// A row of the log. Answers are not kept.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedDelivery {
    /// Its id, which the address knows as `webhook-id`.
    pub id: DeliveryId,
    /// The name of the event.
    pub event: String,
    /// When it happened.
    pub created_at: DateTime<Utc>,
    /// How far it is.
    pub state: DeliveryState,
    /// How often it was tried.
    pub attempts: i64,
    /// When it was last tried.
    pub attempted_at: Option<DateTime<Utc>>,
    /// The status of the last answer; None without an answer.
    pub status: Option<i64>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Payload {
    delivery: DeliveryId,
}

/// An event that is sent now.
#[derive(Clone, Debug)]
pub struct Outgoing {
    job: Job<()>,
    webhook: WebhookId,
    /// Its id: `webhook-id`.
    pub id: DeliveryId,
    /// The address.
    pub url: String,
    /// The secrets that sign, the newest first.
    pub secrets: Vec<String>,
    event: String,
    data: String,
    page: String,
    created_at: DateTime<Utc>,
}

impl Outgoing {
    /// Returns the body, the same for each attempt. `public_url` is the address of the installation.
    pub fn body(&self, public_url: &str) -> Result<String> {
        let mut data: Map<String, Value> = serde_json::from_str(&self.data)?;
        data.insert("url".to_owned(), json!(format!("{public_url}{}", self.page)));
        let timestamp = self.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
        Ok(json!({"type": self.event, "timestamp": timestamp, "data": data}).to_string())
    }
}

static DELIVERIES: Listing = Listing {
    columns: &["d.id, d.event, d.created_at, d.state, d.attempts, d.attempted_at, d.status"],
    from: "webhook_deliveries d",
    condition: "TRUE",
    // They belong to the installation.
    programme: "CAST(NULL AS UUID)",
    id: "d.id",
    search: "LOWER(d.event) {like}",
    filters: &[("webhook", Filter::Id("d.webhook_id")), ("state", Filter::Text("d.state"))],
    sorts: &[("createdAt", SortKey::Time("d.created_at"))],
    default_sort: "-createdAt",
};

/// Returns a page of the log, newest first.
pub async fn deliveries(
    store: &Store,
    scope: &Scope,
    request: &ListRequest,
) -> std::result::Result<Page<ListedDelivery>, ListError> {
    DELIVERIES.page(store, scope, None, request).await
}

/// Enqueues an event for the addresses that want it, within the transaction of what happened. `data` holds ids and kinds only, `page` is
/// the page of the console.
pub(crate) async fn enqueue_in(
    tx: &mut Tx,
    store: &Store,
    event: Event,
    programme: Option<ProgrammeId>,
    data: &Value,
    page: &str,
) -> Result<()> {
    let wanted = format!("%,{},%", event.name());
    let webhooks: Vec<WebhookId> = query_scalar([
        "SELECT id FROM webhooks WHERE events LIKE $1 AND gone_at IS NULL AND (programme_id IS NULL OR programme_id = $2)",
        keeping(tx),
    ])
    .bind(wanted)
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    if webhooks.is_empty() {
        return Ok(());
    }
    let key: Option<String> =
        query_scalar("SELECT key FROM programmes WHERE id = $1").bind(programme).fetch_optional(&mut *tx).await?;
    let mut data = data.clone();
    data["programme"] = programme.map_or(Value::Null, |id| json!({"id": id, "key": key}));
    for webhook in webhooks {
        put_in(tx, store, webhook, event, &data, page).await?;
    }
    Ok(())
}

/// Locks selected webhooks: one that is removed at the same time falls out, or is removed after the transaction.
fn keeping(tx: &Tx) -> &'static str {
    if tx.is_sqlite() { "" } else { " FOR KEY SHARE" }
}

async fn put_in(
    tx: &mut Tx,
    store: &Store,
    webhook: WebhookId,
    event: Event,
    data: &Value,
    page: &str,
) -> Result<DeliveryId> {
    let id: DeliveryId = store.clock.id();
    query(
        "INSERT INTO webhook_deliveries (id, webhook_id, event, data, page, created_at, state, attempts)
         VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0)",
    )
    .bind(id)
    .bind(webhook)
    .bind(event.name())
    .bind(data.to_string())
    .bind(page)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    outbox::put_in(tx, &NewJob::new(store, JOB, &Payload { delivery: id })?).await?;
    Ok(id)
}

/// Sends a webhook an event without content. Returns false if there is none.
pub async fn test(store: &Store, actor: &Actor, id: WebhookId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let known: Option<WebhookId> =
        query_scalar(["SELECT id FROM webhooks WHERE id = $1 AND gone_at IS NULL", keeping(&tx)])
            .bind(id)
            .fetch_optional(&mut tx)
            .await?;
    if known.is_none() || !actor.reaches(None) {
        return Ok(false);
    }
    put_in(&mut tx, store, id, Event::Test, &json!({}), "/staff/installation/webhooks").await?;
    record(tx, store, actor, Act::TestWebhook, id, Value::Null).await?;
    Ok(true)
}

/// Sends an event again that was delivered or given up, or that waits without a job. Returns false if there is none.
pub async fn resend(store: &Store, actor: &Actor, id: DeliveryId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let found: Option<(WebhookId, String)> = query_as(
        "UPDATE webhook_deliveries SET state = 'waiting' WHERE id = $1
             AND webhook_id IN (SELECT id FROM webhooks WHERE gone_at IS NULL) RETURNING webhook_id, event",
    )
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    let Some((webhook, event)) = found.filter(|_| actor.reaches(None)) else { return Ok(false) };
    let job: Option<JobId> =
        query_scalar("SELECT id FROM outbox WHERE kind = $1 AND dead_reason IS NULL AND CAST(payload AS TEXT) LIKE $2")
            .bind(JOB)
            .bind(format!("%{id}%"))
            .fetch_optional(&mut tx)
            .await?;
    if job.is_some() {
        return Ok(false);
    }
    // The job that was given up would send it once more.
    drop_job_in(&mut tx, id).await?;
    outbox::put_in(&mut tx, &NewJob::new(store, JOB, &Payload { delivery: id })?).await?;
    record(tx, store, actor, Act::ResendWebhook, webhook, json!({"event": event})).await?;
    Ok(true)
}

async fn drop_job_in(tx: &mut Tx, id: DeliveryId) -> Result<()> {
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2")
        .bind(JOB)
        .bind(format!("%{id}%"))
        .execute(tx)
        .await
        .map(drop)
}

/// Leases events that are due, and forgets those of webhooks that were removed or are gone.
pub async fn due(store: &Store) -> Result<Vec<Outgoing>> {
    let mut found = Vec::new();
    for job in outbox::lease::<Payload>(store, JOB, BATCH, LEASE).await? {
        match outgoing(store, &job).await? {
            Some(outgoing) => found.push(outgoing),
            None => forget(store, &job).await?,
        }
    }
    Ok(found)
}

/// Gives up an event that is not sent any more.
async fn forget(store: &Store, job: &Job<Payload>) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await?;
    query("UPDATE webhook_deliveries SET state = 'failed' WHERE id = $1 AND state = 'waiting'")
        .bind(job.payload.delivery)
        .execute(&mut tx)
        .await?;
    tx.commit().await
}

async fn outgoing(store: &Store, job: &Job<Payload>) -> Result<Option<Outgoing>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        webhook_id: WebhookId,
        event: String,
        data: String,
        page: String,
        created_at: DateTime<Utc>,
        url: String,
        secret: String,
        former_secret: Option<String>,
    }
    let row: Option<Row> = query_as(
        "SELECT d.webhook_id, d.event, d.data, d.page, d.created_at, w.url, w.secret,
             CASE WHEN w.former_until > $2 THEN w.former_secret END AS former_secret
         FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.id = $1 AND w.gone_at IS NULL",
    )
    .bind(job.payload.delivery)
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await?;
    Ok(row.map(|row| Outgoing {
        job: Job { id: job.id, payload: (), attempt: job.attempt },
        webhook: row.webhook_id,
        id: job.payload.delivery,
        url: row.url,
        secrets: [Some(row.secret), row.former_secret].into_iter().flatten().collect(),
        event: row.event,
        data: row.data,
        page: row.page,
        created_at: row.created_at,
    }))
}

/// Notes that the address took an event.
pub async fn delivered(store: &Store, sent: &Outgoing, status: u16) -> Result<()> {
    // Jobs are locked before their events.
    let mut tx = store.db.begin().await?;
    query("DELETE FROM outbox WHERE id = $1").bind(sent.job.id).execute(&mut tx).await?;
    note_in(&mut tx, store, sent, DeliveryState::Delivered, Some(status)).await?;
    tx.commit().await
}

/// Notes that the address did not take an event, which is tried again later or given up.
pub async fn failed(store: &Store, sent: &Outgoing, status: Option<u16>, reason: &str) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let Some(wait) = usize::try_from(sent.job.attempt - 1).ok().and_then(|attempt| WAITS.get(attempt)) else {
        return give_up(tx, store, sent, status, reason).await;
    };
    // Another answer may have ended the job, because the address is gone.
    if outbox::retry_at(&mut tx, &sent.job, store.clock.now() + Duration::seconds(*wait)).await? {
        note_in(&mut tx, store, sent, DeliveryState::Waiting, status).await?;
    }
    tx.commit().await
}

/// Gives up an event whose content cannot be read or signed.
pub async fn unreadable(store: &Store, sent: &Outgoing, reason: &str) -> Result<()> {
    let tx = store.db.begin().await?;
    give_up(tx, store, sent, None, &format!("{}: {reason}", outbox::UNREADABLE)).await
}

async fn give_up(mut tx: Tx, store: &Store, sent: &Outgoing, status: Option<u16>, reason: &str) -> Result<()> {
    outbox::give_up(&mut tx, store, sent.job.id, sent.job.attempt, reason).await?;
    note_in(&mut tx, store, sent, DeliveryState::Failed, status).await?;
    tx.commit().await
}

/// Notes that the address is gone for good: nothing is sent there any more, and what waits is given up.
pub async fn gone(store: &Store, sent: &Outgoing, status: u16) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query("UPDATE webhooks SET gone_at = $2 WHERE id = $1 AND gone_at IS NULL")
        .bind(sent.webhook)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    let waiting: Vec<DeliveryId> =
        query_scalar("SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'waiting' ORDER BY id")
            .bind(sent.webhook)
            .fetch_all(&mut tx)
            .await?;
    query("DELETE FROM outbox WHERE id = $1").bind(sent.job.id).execute(&mut tx).await?;
    for id in waiting {
        drop_job_in(&mut tx, id).await?;
    }
    query("UPDATE webhook_deliveries SET state = 'failed' WHERE webhook_id = $1 AND state = 'waiting'")
        .bind(sent.webhook)
        .execute(&mut tx)
        .await?;
    note_in(&mut tx, store, sent, DeliveryState::Failed, Some(status)).await?;
    tx.commit().await
}

async fn note_in(tx: &mut Tx, store: &Store, sent: &Outgoing, state: DeliveryState, status: Option<u16>) -> Result<()> {
    query(
        "UPDATE webhook_deliveries SET state = $2, attempts = attempts + 1, attempted_at = $3, status = $4 WHERE id = $1",
    )
    .bind(sent.id)
    .bind(state)
    .bind(store.clock.now())
    .bind(status.map(i64::from))
    .execute(tx)
    .await
    .map(drop)
}

/// Deletes what is older than [`KEPT_DAYS`].
pub async fn prune(store: &Store) -> Result<u64> {
    query("DELETE FROM webhook_deliveries WHERE created_at <= $1")
        .bind(store.clock.now() - Duration::days(KEPT_DAYS))
        .execute(&store.db)
        .await
}
