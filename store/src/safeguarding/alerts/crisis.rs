//! Crisis alerts as staff see them: person and time. The message is in the person's own channel; reading it is a
//! separate, audited step.

use chrono::{DateTime, Utc};

use crate::db::{query_as, query_scalar};
use crate::staff::Staff;
use crate::waiting;
use crate::{AlertId, ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

/// A crisis alert: a person wrote to the assistant that they need help.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct CrisisAlert {
    /// The alert.
    pub id: AlertId,
    /// The person; None once the account is erased.
    pub person_id: Option<PersonId>,
    /// The person's name.
    pub person_name: String,
    /// The programme whose staff are alerted; None for all staff.
    pub programme_id: Option<ProgrammeId>,
    /// The person's channel with the assistant.
    pub channel_id: ChannelId,
    /// The message.
    pub message_id: MessageId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When staff resolved it; column `handled_at`.
    pub handled_at: Option<DateTime<Utc>>,
    /// The name of the staff member who resolved or reopened it; empty before. Column `handled_by`.
    pub handled_by_name: String,
    /// The resolution.
    pub resolution: Option<String>,
}

const SELECT_CRISIS_ALERT: &str = "SELECT a.id, p.id AS person_id, COALESCE(p.first_name || ' ' || p.last_name, '') AS person_name, a.programme_id, a.channel_id, \
         a.subject_id AS message_id, a.created_at, a.handled_at, \
         COALESCE(h.first_name || ' ' || h.last_name, '') AS handled_by_name, a.resolution \
         FROM alerts a \
         LEFT JOIN assistant_channels o ON o.channel_id = a.channel_id \
         LEFT JOIN people p ON p.id = o.person_id \
         LEFT JOIN people h ON h.id = a.handled_by \
         WHERE a.kind = 'crisis' AND a.channel_id IS NOT NULL \
             AND (a.programme_id = $1 OR a.programme_id IS NULL OR $1 IS NULL) ";

/// Returns the crisis alerts of a staff member's programme, resolved or unresolved, newest first.
pub async fn crisis_alerts(store: &Store, staff: Staff, resolved: bool, limit: i64) -> Result<Vec<CrisisAlert>> {
    query_as([
        SELECT_CRISIS_ALERT,
        "AND CASE WHEN a.handled_at IS NULL THEN FALSE ELSE TRUE END = $2
         ORDER BY COALESCE(a.handled_at, a.created_at) DESC, a.id DESC LIMIT $3",
    ])
    .bind(staff.programme_id)
    .bind(resolved)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}

/// Returns one crisis alert.
pub async fn by_id(store: &Store, staff: Staff, alert: AlertId) -> Result<Option<CrisisAlert>> {
    query_as([SELECT_CRISIS_ALERT, "AND a.id = $2"])
        .bind(staff.programme_id)
        .bind(alert)
        .fetch_optional(&store.db)
        .await
}

/// Resolves a crisis alert. Returns false if the staff member has no such unresolved one.
pub async fn resolve(store: &Store, staff: Staff, alert: AlertId, resolution: &str) -> Result<bool> {
    close(store, staff, alert, Some(resolution)).await
}

/// Reopens a crisis alert and keeps its resolution. Returns false if the staff member has no such resolved one.
pub async fn reopen(store: &Store, staff: Staff, alert: AlertId) -> Result<bool> {
    close(store, staff, alert, None).await
}

/// Resolves with a resolution, reopens without one.
async fn close(store: &Store, staff: Staff, alert: AlertId, resolution: Option<&str>) -> Result<bool> {
    let at = resolution.map(|_| store.clock.now());
    let programme: Option<Option<ProgrammeId>> = query_scalar(
        "UPDATE alerts SET handled_at = $4, handled_by = $2, resolution = COALESCE($5, resolution)
         WHERE id = $3 AND kind = 'crisis' AND CASE WHEN handled_at IS NULL THEN TRUE ELSE FALSE END = $6
             AND (programme_id = $1 OR programme_id IS NULL OR $1 IS NULL)
         RETURNING programme_id",
    )
    .bind(staff.programme_id)
    .bind(staff.id)
    .bind(alert)
    .bind(at)
    .bind(resolution)
    .bind(at.is_some())
    .fetch_optional(store.db.writer())
    .await?;
    let Some(programme) = programme else { return Ok(false) };
    waiting::publish_change(store, programme).await;
    Ok(true)
}
