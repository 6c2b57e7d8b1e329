//! Who learned of a case and did something about it, and when.

use chrono::{DateTime, Utc};
use sqlx::types::Uuid;

use super::{Case, Target};
use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// The most entries of a history; the newest ones of longer ones.
const MAX_ENTRIES: i64 = 200;

/// Something that happened with a case.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Happened {
    /// When.
    pub at: DateTime<Utc>,
    /// The act in snake case, or `notify`.
    pub act: String,
    /// Who was notified, or who acted; None for jobs, the command line, and after an erasure.
    pub person_id: Option<PersonId>,
    /// Their name, or that of the actor that is no person.
    pub name: String,
    /// Of a notice: how often staff were notified before.
    pub step: Option<i64>,
    /// What the audit log keeps after the act, as a JSON object.
    pub new_values: Option<String>,
    /// The reason that the actor gave.
    pub reason: Option<String>,
    /// Its place among those of the same time.
    tie: Uuid,
}

const EVENTS: &str = "SELECT at, act, person_id, name, step, new_values, reason, tie FROM (
         SELECT n.notified_at AS at, 'notify' AS act, n.person_id, COALESCE(TRIM(p.first_name || ' ' || p.last_name), '') AS name,
             n.step, NULL AS new_values, NULL AS reason, n.id AS tie
         FROM alert_notices n LEFT JOIN people p ON p.id = n.person_id WHERE n.alert_id = $1
         UNION ALL
         SELECT a.created_at, a.action, a.actor_id, COALESCE(TRIM(p.first_name || ' ' || p.last_name), a.actor_name, ''),
             NULL, a.new_values, a.reason, a.id
         FROM audit a LEFT JOIN people p ON p.id = a.actor_id
         WHERE a.subject_id = $2 AND a.target_kind IN ('report', 'alert', 'case')
         UNION ALL
         SELECT a.created_at, a.action, a.actor_id, COALESCE(TRIM(p.first_name || ' ' || p.last_name), a.actor_name, ''),
             NULL, a.new_values, a.reason, a.id
         FROM audit a LEFT JOIN people p ON p.id = a.actor_id WHERE a.case_id = $1) h ";

/// Returns what happened with a case, newest first.
pub async fn history(store: &Store, case: &Case) -> Result<Vec<Happened>> {
    query_as([EVENTS, "ORDER BY at DESC, tie DESC LIMIT $3"])
        .bind(case.listed.id)
        .bind(subject_of(case))
        .bind(MAX_ENTRIES)
        .fetch_all(&store.db)
        .await
}

/// Returns the next entries after one, oldest first; none at the end.
pub async fn happened_after(store: &Store, case: &Case, after: Option<&Happened>) -> Result<Vec<Happened>> {
    query_as([EVENTS, "WHERE $3 IS NULL OR at > $3 OR (at = $3 AND tie > $4) ORDER BY at, tie LIMIT $5"])
        .bind(case.listed.id)
        .bind(subject_of(case))
        .bind(after.map(|one| one.at))
        .bind(after.map(|one| one.tie))
        .bind(MAX_ENTRIES)
        .fetch_all(&store.db)
        .await
}

/// What the rows of the audit log about a case are about.
fn subject_of(case: &Case) -> Uuid {
    match case.target() {
        Target::Report(report) => report.0,
        _ => case.listed.id.0,
    }
}
