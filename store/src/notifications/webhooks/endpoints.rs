//! The addresses, and what administrators do with them.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use url::Url;

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

/// Why a webhook gets no new secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotationRefusal {
    /// For this actor there is no such webhook.
    Unknown,
    /// The secret before the present one still signs: another rotation would end it too early.
    TooEarly,
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

/// Gives a webhook a new secret, and returns it. The secret before signs for a day, too; until then there is no other one.
pub async fn rotate(
    store: &Store,
    actor: &Actor,
    id: WebhookId,
) -> Result<std::result::Result<String, RotationRefusal>> {
    if !actor.reaches(None) {
        return Ok(Err(RotationRefusal::Unknown));
    }
    let (mut tx, secret, now) = (store.db.begin().await?, new_secret(), store.clock.now());
    let rotated = query(
        "UPDATE webhooks SET former_secret = secret, former_until = $3, secret = $2
         WHERE id = $1 AND (former_until IS NULL OR former_until <= $4)",
    )
    .bind(id)
    .bind(&secret)
    .bind(now + OVERLAP)
    .bind(now)
    .execute(&mut tx)
    .await?;
    if rotated == 0 {
        let known: Option<WebhookId> =
            query_scalar("SELECT id FROM webhooks WHERE id = $1").bind(id).fetch_optional(&mut tx).await?;
        return Ok(Err(known.map_or(RotationRefusal::Unknown, |_| RotationRefusal::TooEarly)));
    }
    record(tx, store, actor, Act::RotateWebhook, id, Value::Null).await?;
    Ok(Ok(secret))
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

/// The host of an address, with its port, as the client that sends reads it. The rest may hold a secret.
fn host_of(url: &str) -> String {
    let Ok(url) = url.parse::<Url>() else { return String::new() };
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn host_is_without_secrets() {
        for (url, host) in [
            ("https://duty.example/hook?key=s3cret#part", "duty.example"),
            ("https://ops:s3cret@duty.example:8443/hook", "duty.example:8443"),
            ("https://duty.example\\s3cret@other.example/", "duty.example"),
            ("https:duty.example/s3cret", "duty.example"),
            ("HTTPS://Duty.Example:443/", "duty.example"),
            ("https://[2001:db8::1]:8443/hook", "[2001:db8::1]:8443"),
            ("s3cret", ""),
        ] {
            assert_eq!(host_of(url), host, "{url}");
        }
    }
}
