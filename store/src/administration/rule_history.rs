//! What a rule of a programme was before.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::db::query_as;
use crate::programmes::rules::{Rule, RuleKey};
use crate::staff::Scope;
use crate::staff::audit::Act;
use crate::{PersonId, ProgrammeId, Result, Store};

/// Changes that are shown.
const MAX_CHANGES: i64 = 20;

/// A change of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleChange {
    /// Its row in the audit log.
    pub id: Uuid,
    /// The time.
    pub at: DateTime<Utc>,
    /// The kind of the actor: `staff`, `command_line` or `job`.
    pub actor_kind: String,
    /// Who changed it; None for the command line and jobs, and after an erasure.
    pub actor_id: Option<PersonId>,
    /// Their name, or that of the user of the machine.
    pub actor_name: String,
    /// The rule before; None for codes of institutions, which the log does not hold, and after a change of the format.
    pub before: Option<Rule>,
    /// The rule afterwards.
    pub after: Option<Rule>,
}

/// Returns the changes of a rule, newest first. None: within this scope there is no such programme.
pub async fn history(
    store: &Store,
    scope: &Scope,
    programme: ProgrammeId,
    rule: RuleKey,
) -> Result<Option<Vec<RuleChange>>> {
    if !scope.includes(Some(programme)) || crate::programmes::by_id(store, programme).await?.is_none() {
        return Ok(None);
    }
    #[derive(sqlx::FromRow)]
    struct Row {
        id: Uuid,
        created_at: DateTime<Utc>,
        actor_kind: String,
        actor_id: Option<PersonId>,
        actor_name: String,
        old_values: Option<String>,
        new_values: Option<String>,
    }
    let rows: Vec<Row> = query_as(
        "SELECT a.id, a.created_at, a.actor_kind, p.id AS actor_id, a.old_values, a.new_values,
             COALESCE(TRIM(p.first_name || ' ' || p.last_name), a.actor_name, '') AS actor_name
         FROM audit a LEFT JOIN people p ON p.id = a.actor_id
         WHERE a.subject_id = $1 AND a.target_kind = 'programme' AND a.action = $2 AND a.new_values LIKE $3
         ORDER BY a.created_at DESC, a.id DESC LIMIT $4",
    )
    .bind(programme)
    .bind(Act::SetRule)
    .bind(format!("{{\"{}\":%", rule.name()))
    .bind(MAX_CHANGES)
    .fetch_all(&store.db)
    .await?;
    let read = |text: Option<String>| Rule::from_audit(rule, &text?);
    let change = |row: Row| RuleChange {
        id: row.id,
        at: row.created_at,
        actor_kind: row.actor_kind,
        actor_id: row.actor_id,
        actor_name: row.actor_name,
        before: read(row.old_values),
        after: read(row.new_values),
    };
    Ok(Some(rows.into_iter().map(change).collect()))
}
