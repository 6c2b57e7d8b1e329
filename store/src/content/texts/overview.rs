//! The list of definitions with texts.
//!
//! All of it is read: content is a few hundred rows that every node holds in memory as well, and its searches are over texts within them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;

use super::{TextDefinition, TextKind, places};
use crate::Store;
use crate::content::{Language, all};
use crate::db::query_as;
use crate::listing::{ListError, ListRequest, Page};

/// A definition in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTexts {
    /// Its kind.
    pub kind: TextKind,
    /// Its key.
    pub key: String,
    /// Its first text, by language.
    pub title: crate::content::Texts,
    /// How many texts it has.
    pub texts: usize,
    /// The codes of active languages in which a text is missing.
    pub missing: Vec<String>,
    /// How many translations are missing, in all active languages together.
    pub missing_texts: usize,
    /// When it was changed last, in the console or by an import since.
    pub changed_at: Option<DateTime<Utc>>,
}

/// The value of the filter `missing` for any language; codes of languages are shorter.
const SOME: &str = "some";

/// Returns the definitions that match a request, all on one page.
pub async fn page(store: &Store, request: &ListRequest) -> Result<Page<ListedTexts>, ListError> {
    let mut kinds: Vec<TextKind> = Vec::new();
    let mut missing: Vec<&str> = Vec::new();
    for (name, values) in &request.filters {
        match name.as_str() {
            "kind" => {
                for value in values {
                    kinds.push(TextKind::named(value).ok_or_else(|| unknown(name))?);
                }
            }
            "missing" => missing.extend(values.iter().map(String::as_str)),
            _ => return Err(unknown(name)),
        }
    }
    let languages: Vec<Language> = all(store).await?;
    let active: Vec<&str> = languages.iter().filter(|one| one.is_active).map(|one| one.code.as_str()).collect();
    let rows: Vec<(String, String, Json<Value>)> =
        query_as("SELECT kind, key, body FROM content ORDER BY position").fetch_all(&store.db).await?;
    let changed: Vec<(String, String, DateTime<Utc>)> =
        query_as("SELECT kind, key, MAX(changed_at) FROM content_changes GROUP BY kind, key")
            .fetch_all(&store.db)
            .await?;
    let changed: BTreeMap<(String, String), DateTime<Utc>> =
        changed.into_iter().map(|(kind, key, at)| ((kind, key), at)).collect();
    let words: Vec<String> =
        request.search.iter().flat_map(|text| text.split_whitespace()).map(text_fold::fold).collect();
    let mut found = Vec::new();
    for (kind, key, Json(body)) in rows {
        let changed_at = changed.get(&(kind.clone(), key.clone())).copied();
        let Some(kind) = TextKind::named(&kind).filter(|kind| kinds.is_empty() || kinds.contains(kind)) else {
            continue;
        };
        let definition = TextDefinition { kind, key, body };
        if !matches(&definition, &words) {
            continue;
        }
        let listed = listed(definition, &active, changed_at);
        if missing.is_empty()
            || listed.missing.iter().any(|code| missing.contains(&code.as_str()) || missing.contains(&SOME))
        {
            found.push(listed);
        }
    }
    let order = |kind: TextKind| TextKind::ALL.iter().position(|other| *other == kind);
    match request.sort.as_deref() {
        None | Some("kind") => found.sort_by_key(|one| order(one.kind)),
        Some("-kind") => found.sort_by_key(|one| std::cmp::Reverse(order(one.kind))),
        Some("changedAt") => found.sort_by_key(|one| one.changed_at),
        Some("-changedAt") => found.sort_by_key(|one| std::cmp::Reverse(one.changed_at)),
        Some(other) => return Err(unknown(other)),
    }
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    Ok(Page { rows: found, next_cursor: None, total })
}

fn unknown(field: &str) -> ListError {
    ListError::Invalid { field: field.to_owned(), sentence: "The list has nothing of this name.".to_owned() }
}

fn matches(definition: &TextDefinition, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let texts = places(definition.kind, &definition.body).into_iter().flat_map(|place| place.texts.into_values());
    let all: Vec<String> =
        std::iter::once(definition.key.clone()).chain(texts).map(|text| text_fold::fold(&text)).collect();
    words.iter().all(|word| all.iter().any(|text| text.contains(word.as_str())))
}

fn listed(definition: TextDefinition, active: &[&str], changed_at: Option<DateTime<Utc>>) -> ListedTexts {
    let places = places(definition.kind, &definition.body);
    let missing = |code: &str| places.iter().filter(|place| !place.texts.contains_key(code)).count();
    let missing: Vec<(&str, usize)> =
        active.iter().map(|code| (*code, missing(code))).filter(|(_, texts)| *texts > 0).collect();
    ListedTexts {
        missing_texts: missing.iter().map(|(_, texts)| texts).sum(),
        missing: missing.into_iter().map(|(code, _)| code.to_owned()).collect(),
        texts: places.len(),
        title: places.into_iter().next().map(|place| place.texts).unwrap_or_default(),
        kind: definition.kind,
        key: definition.key,
        changed_at,
    }
}
