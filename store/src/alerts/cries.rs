//! Cries for help to the assistant, as staff see them: who and when. What was said is in a channel of that person alone;
//! reading it is a step of its own.

use chrono::{DateTime, Utc};

use crate::db::on;
use crate::staff::Staff;
use crate::{AlertId, ChannelId, MessageId, PersonId, Result, Store};

/// Somebody cried for help.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Cry {
    /// The alert.
    pub id: AlertId,
    /// Who; None once the account is gone.
    pub person_id: Option<PersonId>,
    /// Their name.
    pub person_name: String,
    /// Their channel with the assistant.
    pub channel_id: ChannelId,
    /// What they said.
    pub message_id: MessageId,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When staff were done with it.
    pub handled_at: Option<DateTime<Utc>>,
    /// The name of who closed it, or opened it again; empty for nobody yet.
    pub handled_by_name: String,
    /// What came of it.
    pub resolution: Option<String>,
}

macro_rules! cry_columns {
    () => {
        "SELECT a.id, p.id AS person_id, COALESCE(p.first_name || ' ' || p.last_name, '') AS person_name, a.channel_id, \
         a.subject_id AS message_id, a.created_at, a.handled_at, \
         COALESCE(h.first_name || ' ' || h.last_name, '') AS handled_by_name, a.resolution \
         FROM alerts a \
         LEFT JOIN assistant_channels o ON o.channel_id = a.channel_id \
         LEFT JOIN people p ON p.id = o.person_id \
         LEFT JOIN people h ON h.id = a.handled_by \
         WHERE a.kind = 'crisis' AND a.channel_id IS NOT NULL \
             AND (a.programme_id = $1 OR a.programme_id IS NULL OR $1 IS NULL) "
    };
}

/// The cries for help that somebody looks after, open ones or those that are done, newest first.
pub async fn cries(store: &Store, staff: Staff, handled: bool, most: i64) -> Result<Vec<Cry>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        cry_columns!(),
        "AND CASE WHEN a.handled_at IS NULL THEN FALSE ELSE TRUE END = $2
         ORDER BY COALESCE(a.handled_at, a.created_at) DESC, a.id DESC LIMIT $3"
    ))
    .bind(staff.programme_id)
    .bind(handled)
    .bind(most)
    .fetch_all(pool)
    .await)?)
}

/// One of them.
pub async fn by_id(store: &Store, staff: Staff, alert: AlertId) -> Result<Option<Cry>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(cry_columns!(), "AND a.id = $2"))
        .bind(staff.programme_id)
        .bind(alert)
        .fetch_optional(pool)
        .await)?)
}

/// Closes a cry for help. False if this member of staff looks after no such open one.
pub async fn handle(store: &Store, staff: Staff, alert: AlertId, resolution: &str) -> Result<bool> {
    close(store, staff, alert, Some(resolution)).await
}

/// Opens a closed one again; what was noted stays. False if this member of staff looks after no such closed one.
pub async fn reopen(store: &Store, staff: Staff, alert: AlertId) -> Result<bool> {
    close(store, staff, alert, None).await
}

/// Closes with a resolution, opens without one.
async fn close(store: &Store, staff: Staff, alert: AlertId, resolution: Option<&str>) -> Result<bool> {
    let at = resolution.map(|_| store.clock.now());
    let done = on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE alerts SET handled_at = $4, handled_by = $2, resolution = COALESCE($5, resolution)
             WHERE id = $3 AND kind = 'crisis' AND CASE WHEN handled_at IS NULL THEN TRUE ELSE FALSE END = $6
                 AND (programme_id = $1 OR programme_id IS NULL OR $1 IS NULL)"
        )
        .bind(staff.programme_id)
        .bind(staff.id)
        .bind(alert)
        .bind(at)
        .bind(resolution)
        .bind(at.is_some())
    )?;
    Ok(done > 0)
}
