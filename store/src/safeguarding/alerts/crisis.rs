//! Crisis alerts as staff see them: person and time. The message is in the person's own channel; reading it is a
//! separate, audited step.

use chrono::{DateTime, Utc};

use crate::bus::Event;
use crate::cases::{self, Case};
use crate::channels;
use crate::db::QueryBuilder;
use crate::staff::Staff;
use crate::staff::audit::{Act, Target};
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
         WHERE a.kind = 'crisis' AND a.channel_id IS NOT NULL AND ";

/// Returns the crisis alerts that a member of staff may handle, resolved or unresolved, newest first.
pub async fn crisis_alerts(store: &Store, staff: &Staff, resolved: bool, limit: i64) -> Result<Vec<CrisisAlert>> {
    let mut alerts = QueryBuilder::new(SELECT_CRISIS_ALERT);
    staff.scope.push(&mut alerts, "a.programme_id");
    alerts.push(if resolved { " AND a.handled_at IS NOT NULL" } else { " AND a.handled_at IS NULL" });
    alerts.push(" ORDER BY COALESCE(a.handled_at, a.created_at) DESC, a.id DESC LIMIT ").push_bind(limit);
    alerts.build_query_as().fetch_all(&store.db).await
}

/// Returns one crisis alert.
pub async fn by_id(store: &Store, staff: &Staff, alert: AlertId) -> Result<Option<CrisisAlert>> {
    let mut alerts = QueryBuilder::new(SELECT_CRISIS_ALERT);
    staff.scope.push(&mut alerts, "a.programme_id");
    alerts.push(" AND a.id = ").push_bind(alert);
    alerts.build_query_as().fetch_optional(&store.db).await
}

/// Opens the direct channel between a member of staff and the person of an alert; creates it if there is none. Returns None if
/// the member of staff has no such alert, or the account was erased.
pub async fn open_channel(store: &Store, staff: &Staff, alert: AlertId) -> Result<Option<ChannelId>> {
    let Some(found) = by_id(store, staff, alert).await? else { return Ok(None) };
    let Some(person) = found.person_id else { return Ok(None) };
    let mut tx = store.db.begin().await?;
    let opened = channels::open_direct_in(&mut tx, store, staff.person, person, found.programme_id).await?;
    let case = Case { target: Target::Alert(alert), programme: found.programme_id, channel: opened };
    cases::record(&mut tx, store, staff, Act::OpenChannel, case, None).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![staff.person, person] }]);
    Ok(Some(opened))
}

/// Resolves a crisis alert. Returns false if the member of staff has no such unresolved one.
pub async fn resolve(store: &Store, staff: &Staff, alert: AlertId, resolution: &str) -> Result<bool> {
    close(store, staff, alert, Some(resolution)).await
}

/// Reopens a crisis alert and keeps its resolution. Returns false if the member of staff has no such resolved one.
pub async fn reopen(store: &Store, staff: &Staff, alert: AlertId) -> Result<bool> {
    close(store, staff, alert, None).await
}

/// Resolves with a resolution, reopens without one.
async fn close(store: &Store, staff: &Staff, alert: AlertId, resolution: Option<&str>) -> Result<bool> {
    let at = resolution.map(|_| store.clock.now());
    let mut tx = store.db.begin().await?;
    let mut update = QueryBuilder::new("UPDATE alerts SET handled_at = ");
    update.push_bind(at).push(", handled_by = ").push_bind(staff.person);
    update.push(", resolution = COALESCE(").push_bind(resolution).push(", resolution) WHERE id = ").push_bind(alert);
    update.push(" AND kind = 'crisis' AND channel_id IS NOT NULL AND ");
    update.push(if at.is_some() { "handled_at IS NULL AND " } else { "handled_at IS NOT NULL AND " });
    staff.scope.push(&mut update, "programme_id");
    update.push(" RETURNING programme_id, channel_id");
    let closed: Option<(Option<ProgrammeId>, ChannelId)> = update.build_query_as().fetch_optional(&mut tx).await?;
    let Some((programme, channel)) = closed else { return Ok(false) };
    let act = if at.is_some() { Act::ResolveCase } else { Act::ReopenCase };
    let case = Case { target: Target::Alert(alert), programme, channel };
    cases::record(&mut tx, store, staff, act, case, None).await?;
    tx.commit().await?;
    waiting::publish_change(store, programme).await;
    Ok(true)
}
