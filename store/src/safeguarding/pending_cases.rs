//! Unresolved cases, counted by kind. All kinds are rows of `alerts`, so a new one needs only a variant of [`Kind`].

use chrono::{DateTime, Utc};

use crate::alerts::{self, Kind, about, about_joins};
use crate::db::QueryBuilder;
use crate::staff::Staff;
use crate::{ProgrammeId, Result, Store};

/// The unresolved alerts of one kind.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PendingCases {
    /// The kind.
    pub kind: Kind,
    /// Their number.
    pub count: i64,
    /// When the oldest was created.
    pub oldest_at: DateTime<Utc>,
    /// Whether a person may be in danger.
    pub is_urgent: bool,
}

/// Returns the unresolved cases that a member of staff may handle: urgent kinds first, then by their oldest case.
pub async fn of_staff(store: &Store, staff: &Staff) -> Result<Vec<PendingCases>> {
    let mut query = QueryBuilder::new(concat!(
        "SELECT w.kind, COUNT(*) AS count, MIN(w.created_at) AS oldest_at, COUNT(w.urgent) > 0 AS is_urgent FROM (
             SELECT a.kind, a.created_at, CASE WHEN a.kind = 'crisis' OR r.reason = 'danger' THEN 1 END AS urgent
             FROM alerts a",
        about_joins!(),
        "WHERE a.handled_at IS NULL AND CASE a.kind WHEN 'report' THEN COALESCE(r.subject_id <> ",
    ));
    query.push_bind(staff.person);
    query.push(concat!(", FALSE) ELSE a.channel_id IS NOT NULL AND COALESCE(", about!(), " <> "));
    query.push_bind(staff.person);
    query.push(", TRUE) END AND ");
    staff.scope.push(&mut query, "a.programme_id");
    query.push(") w GROUP BY w.kind ORDER BY is_urgent DESC, oldest_at, w.kind");
    query.build_query_as().fetch_all(&store.db).await
}

/// Notifies open pages of staff after a change is committed.
pub(crate) async fn publish_change(store: &Store, programme: Option<ProgrammeId>) {
    alerts::publish_change(&store.db, &store.bus, programme).await;
}
