//! Versions of surveys and sessions.
//!
//! A change of texts, pictures or of who is offered a definition is a patch: it replaces the newest version and reaches
//! people inside at once. Any other change is a new version for those who begin later.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;

use super::{Kind, Session, Survey};
use crate::Result;
use crate::db::{Tx, query, query_as, query_scalar};

/// A kind of content with progress, whose versions are kept.
pub(super) trait Definition: Kind {
    /// The query that counts the people who began one.
    const BEGUN: &str;

    /// Returns what progress depends on: the definition without what a patch may change.
    fn structure(&self) -> Value {
        let mut structure = serde_json::to_value(self).unwrap_or_default();
        remove_patchable(&mut structure);
        structure
    }
}

impl Definition for Survey {
    const BEGUN: &str = "SELECT COUNT(*) FROM survey_progress WHERE survey_key = $1";
}

impl Definition for Session {
    // In mentorships a person can have begun one session several times.
    const BEGUN: &str = "SELECT COUNT(DISTINCT person_id) FROM session_progress WHERE session_key = $1";
}

/// The fields of a definition that a patch may change, at any depth.
const PATCHABLE: [&str; 21] = [
    "alt",
    "banner",
    "color",
    "description",
    "explanation",
    "help",
    "label",
    "max_label",
    "min_label",
    "name",
    "overview",
    "picture",
    "published_on",
    "roles",
    "short_description",
    "size_percentage",
    "tags",
    "text",
    "title",
    "transcript",
    "url",
];

fn remove_patchable(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !PATCHABLE.contains(&name.as_str()));
            fields.values_mut().for_each(remove_patchable);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_patchable),
        _ => {}
    }
}

/// What an import does to a survey or a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// "survey" or "session".
    pub kind: &'static str,
    /// Its key.
    pub key: String,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Added,
    /// The newest version has other texts or pictures, for people inside as well.
    Patched,
    /// There is another version, for those who begin later.
    NewVersion(i64),
    /// It was retired and is offered again, unchanged.
    Returned,
    /// It is not offered any more; those who began it keep it.
    Retired {
        /// How many people began it.
        begun: i64,
    },
    /// It stays as it is.
    Unchanged,
}

/// Stores the definitions of one kind and returns what changed, if the bundle has the kind. `offered` holds the keys of the
/// content before the import.
pub(super) async fn put_all<T: Definition>(
    tx: &mut Tx,
    definitions: Option<&[T]>,
    offered: &BTreeSet<(String, String)>,
    now: DateTime<Utc>,
) -> Result<Vec<Changed>> {
    let Some(definitions) = definitions else { return Ok(Vec::new()) };
    let was_offered = |key: &str| offered.contains(&(T::NAME.to_owned(), key.to_owned()));
    let mut changes = Vec::new();
    for definition in definitions {
        let key = definition.key();
        let mut change = put(tx, definition, now).await?;
        if change == Change::Unchanged && !was_offered(&key) {
            change = Change::Returned;
        }
        changes.push(Changed { kind: T::NAME, key: key.to_string(), change });
    }
    for (_, key) in offered.iter().filter(|(kind, _)| kind == T::NAME) {
        if definitions.iter().all(|definition| definition.key() != key.as_str()) {
            let begun = query_scalar(T::BEGUN).bind(key).fetch_one(&mut *tx).await?;
            changes.push(Changed { kind: T::NAME, key: key.clone(), change: Change::Retired { begun } });
        }
    }
    Ok(changes)
}

/// Stores changed texts of a survey or session, which reach people inside at once; other kinds have no versions.
pub(crate) async fn patch_in(tx: &mut Tx, kind: &str, body: &Value, now: DateTime<Utc>) -> Result<()> {
    async fn of<T: Definition>(tx: &mut Tx, body: &Value, now: DateTime<Utc>) -> Result<()> {
        let definition: T =
            serde_json::from_value(body.clone()).map_err(|error| crate::Error::Configuration(error.to_string()))?;
        put(tx, &definition, now).await.map(drop)
    }
    match kind {
        Survey::NAME => of::<Survey>(tx, body, now).await,
        Session::NAME => of::<Session>(tx, body, now).await,
        _ => Ok(()),
    }
}

/// Stores a definition: as a patch of its newest version, or as a new one.
async fn put<T: Definition>(tx: &mut Tx, definition: &T, now: DateTime<Utc>) -> Result<Change> {
    let newest: Option<(i64, Json<Value>)> =
        query_as("SELECT version, body FROM definitions WHERE kind = $1 AND key = $2 ORDER BY version DESC LIMIT 1")
            .bind(T::NAME)
            .bind(definition.key())
            .fetch_optional(&mut *tx)
            .await?;
    let (version, change) = match newest {
        None => (1, Change::Added),
        Some((version, Json(body))) => {
            // Parsed first: a release that adds a field with a default must not make new versions.
            let (body, before) = match serde_json::from_value::<T>(body.clone()) {
                Ok(stored) => (serde_json::to_value(&stored).unwrap_or(body), stored.structure()),
                Err(_) => {
                    let mut structure = body.clone();
                    remove_patchable(&mut structure);
                    (body, structure)
                }
            };
            match before == definition.structure() {
                true if serde_json::to_value(definition).is_ok_and(|new| new == body) => return Ok(Change::Unchanged),
                true => (version, Change::Patched),
                false => (version + 1, Change::NewVersion(version + 1)),
            }
        }
    };
    query(
        "INSERT INTO definitions (kind, key, version, body, added_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (kind, key, version) DO UPDATE SET body = excluded.body",
    )
    .bind(T::NAME)
    .bind(definition.key())
    .bind(version)
    .bind(Json(definition))
    .bind(now)
    .execute(&mut *tx)
    .await?;
    Ok(change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn survey(label: &str, options: &[&str]) -> Survey {
        let options: Vec<_> = options.iter().map(|key| json!({"key": key, "label": {"en": key}})).collect();
        let question = json!({"key": "mood", "type": "SingleChoiceRadio", "label": {"en": label}, "options": options});
        let page = json!({"title": {"en": "You"}, "questions": [question]});
        let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
        let (name, short_description) = (json!({"en": "About you"}), json!({"en": "Who you are."}));
        let survey = json!({"key": "s", "name": name, "short_description": short_description, "stages": [stage]});
        serde_json::from_value(survey).unwrap()
    }

    #[test]
    fn texts_are_a_patch_and_options_are_not() {
        let before = survey("How are you?", &["good", "bad"]);
        assert_eq!(before.structure(), survey("How do you feel?", &["good", "bad"]).structure());
        assert_ne!(before.structure(), survey("How are you?", &["good", "bad", "so-so"]).structure());
        assert_ne!(before.structure(), survey("How are you?", &["bad", "good"]).structure());
    }
}
