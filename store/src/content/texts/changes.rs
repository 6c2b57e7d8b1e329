//! What changed in the texts of a definition, and who changed it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::{Json, Uuid};

use super::TextKind;
use super::places::{entries, places};
use crate::content::Texts;
use crate::db::{Executor, query, query_as};
use crate::staff::Actor;
use crate::{PersonId, Result, Store};

/// Changes that are shown.
const MAX_CHANGES: i64 = 20;

/// A text that changed in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextChange {
    /// Its place.
    pub path: String,
    /// The code of the language.
    pub language: String,
    /// The text before; None if there was none.
    pub before: Option<String>,
    /// The text afterwards; None if it was removed.
    pub after: Option<String>,
}

/// What differs between two forms of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differences {
    /// Texts, in their order.
    pub texts: Vec<TextChange>,
    /// The questions of a topic before and afterwards, if they or their order changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<(Vec<String>, Vec<String>)>,
}

impl Differences {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.entries.is_none()
    }
}

/// A change of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentChange {
    /// Its row.
    pub id: Uuid,
    /// The time.
    pub at: DateTime<Utc>,
    /// The kind of the actor: `staff`, `command_line` or `job`.
    pub actor_kind: String,
    /// Who changed it; None for the command line and jobs, and after an erasure.
    pub actor_id: Option<PersonId>,
    /// Their name.
    pub actor_name: String,
    /// What changed.
    pub differences: Differences,
}

/// Returns what differs in the texts of two forms of a definition.
pub(crate) fn differences(kind: TextKind, before: &Value, after: &Value) -> Differences {
    let (before_places, after_places) = (places(kind, before), places(kind, after));
    let by_path = |places: &[super::Place]| -> BTreeMap<String, Texts> {
        places.iter().map(|place| (place.path.clone(), place.texts.clone())).collect()
    };
    let (was, is) = (by_path(&before_places), by_path(&after_places));
    let removed = before_places.iter().filter(|place| !is.contains_key(&place.path));
    let none = Texts::new();
    let mut texts = Vec::new();
    for path in after_places.iter().chain(removed).map(|place| &place.path) {
        let (was, is) = (was.get(path).unwrap_or(&none), is.get(path).unwrap_or(&none));
        for language in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
            let (before, after) = (was.get(language), is.get(language));
            if before != after {
                let (path, language) = (path.clone(), language.clone());
                texts.push(TextChange { path, language, before: before.cloned(), after: after.cloned() });
            }
        }
    }
    let (was, is) = (entries(before), entries(after));
    Differences { texts, entries: (kind == TextKind::Topic && was != is).then_some((was, is)) }
}

/// Writes what changed, in the transaction of the change.
pub(crate) async fn record_in(
    executor: impl Executor,
    store: &Store,
    actor: &Actor,
    (kind, key): (TextKind, &str),
    differences: &Differences,
) -> Result<()> {
    query(
        "INSERT INTO content_changes (id, kind, key, changed_at, actor_kind, actor_id, changes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(store.clock.id::<Uuid>())
    .bind(kind.name())
    .bind(key)
    .bind(store.clock.now())
    .bind(actor.kind())
    .bind(actor.person())
    .bind(Json(differences))
    .execute(executor)
    .await
    .map(drop)
}

/// Returns the changes of a definition, newest first.
pub async fn history(store: &Store, kind: TextKind, key: &str) -> Result<Vec<ContentChange>> {
    type Row = (Uuid, DateTime<Utc>, String, Option<PersonId>, String, Json<Differences>);
    let rows: Vec<Row> = query_as(
        "SELECT c.id, c.changed_at, c.actor_kind, p.id, COALESCE(TRIM(p.first_name || ' ' || p.last_name), ''), c.changes
         FROM content_changes c LEFT JOIN people p ON p.id = c.actor_id
         WHERE c.kind = $1 AND c.key = $2 ORDER BY c.changed_at DESC, c.id DESC LIMIT $3",
    )
    .bind(kind.name())
    .bind(key)
    .bind(MAX_CHANGES)
    .fetch_all(&store.db)
    .await?;
    let change = |(id, at, actor_kind, actor_id, actor_name, Json(differences))| ContentChange {
        id,
        at,
        actor_kind,
        actor_id,
        actor_name,
        differences,
    };
    Ok(rows.into_iter().map(change).collect())
}
