//! The addresses, and what administrators do with them.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

use super::Event;
use super::signature::new_secret;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Scope};
use crate::{ProgrammeId, Result, Store, WebhookId};

/// Webhooks of an installation.
pub const MAX_WEBHOOKS: i64 = 20;

/// How long the secret before signs, too.
const OVERLAP: Duration = Duration::days(1);

/// A webhook. Its secret is not read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The programme whose events it gets; None for all events.
    pub programme: Option<ProgrammeId>,
    /// Its name for staff.
    pub name: String,
    /// The address.
    pub url: String,
    /// What it is sent.
    pub events: Vec<Event>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When the address answered that it is gone for good.
    pub gone_at: Option<DateTime<Utc>>,
    /// Until when the secret before signs, too.
    pub former_until: Option<DateTime<Utc>>,
}

/// A webhook to add.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// The programme whose events it gets; None for all events.
    pub programme: Option<ProgrammeId>,
    /// Its name for staff.
    pub name: String,
    /// The address.
    pub url: String,
    /// What it is sent; not empty.
    pub events: Vec<Event>,
}

/// Why a webhook is not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookRefusal {
    /// For this actor there is no such programme, or no installation.
    Unknown,
    /// There are [`MAX_WEBHOOKS`].
    TooMany,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WebhookId,
    programme_id: Option<ProgrammeId>,
    name: String,
    url: String,
    events: String,
    created_at: DateTime<Utc>,
    gone_at: Option<DateTime<Utc>>,
    former_until: Option<DateTime<Utc>>,
}

/// Returns the webhooks, by name. They belong to the installation.
pub async fn all(store: &Store, scope: &Scope) -> Result<Vec<Webhook>> {
    if *scope != Scope::Installation {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = query_as(
        "SELECT id, programme_id, name, url, events, created_at, gone_at,
             CASE WHEN former_until > $1 THEN former_until END AS former_until
         FROM webhooks ORDER BY name, id",
    )
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await?;
    Ok(rows.into_iter().map(Webhook::from).collect())
}

impl From<Row> for Webhook {
    fn from(row: Row) -> Self {
        let Row { id, programme_id: programme, name, url, events, created_at, gone_at, former_until } = row;
        let events =
            Event::CHOICE.into_iter().filter(|event| events.contains(&format!(",{},", event.name()))).collect();
        Self { id, programme, name, url, events, created_at, gone_at, former_until }
    }
}

/// Adds a webhook, and returns it with its secret, which is not read again.
pub async fn add(
    store: &Store,
    actor: &Actor,
    new: &NewWebhook,
) -> Result<std::result::Result<(WebhookId, String), WebhookRefusal>> {
    if !actor.reaches(None) {
        return Ok(Err(WebhookRefusal::Unknown));
    }
    let mut tx = store.db.begin().await?;
    if let Some(programme) = new.programme {
        let known: Option<ProgrammeId> =
            query_scalar("SELECT id FROM programmes WHERE id = $1").bind(programme).fetch_optional(&mut tx).await?;
        if known.is_none() {
            return Ok(Err(WebhookRefusal::Unknown));
        }
    }
    let (id, secret): (WebhookId, _) = (store.clock.id(), new_secret());
    let names: Vec<&str> = new.events.iter().map(|event| event.name()).collect();
    query(
        "INSERT INTO webhooks (id, programme_id, name, url, events, secret, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(new.programme)
    .bind(&new.name)
    .bind(&new.url)
    .bind(format!(",{},", names.join(",")))
    .bind(&secret)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    let count: i64 = query_scalar("SELECT COUNT(*) FROM webhooks").fetch_one(&mut tx).await?;
    if count > MAX_WEBHOOKS {
        return Ok(Err(WebhookRefusal::TooMany));
    }
    let values = json!({"host": host_of(&new.url), "events": names, "programme": new.programme});
    record(tx, store, actor, Act::AddWebhook, id, values).await?;
    Ok(Ok((id, secret)))
}

/// Removes a webhook with its log; what waits is not sent. Returns false if there is none.
pub async fn remove(store: &Store, actor: &Actor, id: WebhookId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let url: Option<String> =
        query_scalar("DELETE FROM webhooks WHERE id = $1 RETURNING url").bind(id).fetch_optional(&mut tx).await?;
    let Some(url) = url.filter(|_| actor.reaches(None)) else { return Ok(false) };
    record(tx, store, actor, Act::RemoveWebhook, id, json!({"host": host_of(&url)})).await?;
    Ok(true)
}

/// Gives a webhook a new secret, and returns it. The secret before signs for a day, too. None if there is no such webhook.
pub async fn rotate(store: &Store, actor: &Actor, id: WebhookId) -> Result<Option<String>> {
    let (mut tx, secret) = (store.db.begin().await?, new_secret());
    let until = store.clock.now() + OVERLAP;
    let rotated = query("UPDATE webhooks SET former_secret = secret, former_until = $3, secret = $2 WHERE id = $1")
        .bind(id)
        .bind(&secret)
        .bind(until)
        .execute(&mut tx)
        .await?;
    if rotated == 0 || !actor.reaches(None) {
        return Ok(None);
    }
    record(tx, store, actor, Act::RotateWebhook, id, Value::Null).await?;
    Ok(Some(secret))
}

/// Sends to an address again that was gone. Returns false if there is none.
pub async fn enable(store: &Store, actor: &Actor, id: WebhookId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let enabled = query("UPDATE webhooks SET gone_at = NULL WHERE id = $1 AND gone_at IS NOT NULL")
        .bind(id)
        .execute(&mut tx)
        .await?;
    if enabled == 0 || !actor.reaches(None) {
        return Ok(false);
    }
    record(tx, store, actor, Act::EnableWebhook, id, Value::Null).await?;
    Ok(true)
}

/// Writes the row of an act and commits it.
pub(super) async fn record(
    mut tx: Tx,
    store: &Store,
    actor: &Actor,
    act: Act,
    id: WebhookId,
    values: Value,
) -> Result<()> {
    Record::new(act, Target::Webhook(id), None).change(Value::Null, values).write(&mut tx, store, actor).await?;
    tx.commit().await
}

/// The host of an address: its path may hold a secret.
fn host_of(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    after.split(['/', '?', '#']).next().unwrap_or_default()
}
