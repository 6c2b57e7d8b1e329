//! Versions of surveys and sessions.
//!
//! A change of texts, pictures or of who is offered a definition is a patch: it replaces the newest version and reaches
//! people inside at once. Any other change is a new version for those who begin later.

use serde_json::Value;
use sqlx::types::Json;

use super::{Kind, Session, Survey};
use crate::Result;
use crate::db::{Tx, query, query_as};

/// A kind of content with progress, whose versions are kept.
pub(super) trait Definition: Kind {
    /// Returns what progress depends on: the definition without what a patch may change.
    fn structure(&self) -> Value {
        let mut structure = serde_json::to_value(self).unwrap_or_default();
        remove_patchable(&mut structure);
        structure
    }
}

impl Definition for Survey {}
impl Definition for Session {}

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

/// Stores a definition: as a patch of its newest version, or as a new one.
pub(super) async fn put<T: Definition>(tx: &mut Tx, definition: &T) -> Result<()> {
    let newest: Option<(i64, Json<Value>)> =
        query_as("SELECT version, body FROM definitions WHERE kind = $1 AND key = $2 ORDER BY version DESC LIMIT 1")
            .bind(T::NAME)
            .bind(definition.key())
            .fetch_optional(&mut *tx)
            .await?;
    let version = match newest {
        None => 1,
        Some((version, Json(mut body))) => {
            remove_patchable(&mut body);
            if body == definition.structure() { version } else { version + 1 }
        }
    };
    query(
        "INSERT INTO definitions (kind, key, version, body) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, key, version) DO UPDATE SET body = excluded.body",
    )
    .bind(T::NAME)
    .bind(definition.key())
    .bind(version)
    .bind(Json(definition))
    .execute(&mut *tx)
    .await?;
    Ok(())
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
