//! Changes texts of the content, as staff do in the console.

use serde_json::{Value, json};
use sqlx::types::Json;

use crate::bus::Event;
use crate::content::texts::{self, TextDefinition, TextEdit, TextKind, TextMistake};
use crate::content::{Language, all, lock_imports_in, patch_in};
use crate::db::{Tx, query, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, Result, Store};

/// Texts that the audit log names in one row.
const MAX_NAMED: usize = 20;

/// Checks a definition, with the codes of the languages of the installation.
pub type TextCheck<'c> = &'c (dyn Fn(TextKind, &Value, &[String]) -> Vec<TextMistake> + Sync);

/// Whether people agree to a document again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskAgain {
    /// The change is none of meaning.
    No,
    /// It is a new version: all who agreed are asked again when they come back.
    Yes,
}

/// A change of texts as staff want it.
#[derive(Clone, Debug)]
pub struct NewTexts<'a> {
    /// The kind of the definition.
    pub kind: TextKind,
    /// Its key.
    pub key: &'a str,
    /// The revision that they saw.
    pub expected: &'a str,
    /// What differs.
    pub edit: &'a TextEdit,
    /// Of a document: whether people agree again.
    pub ask_again: AskAgain,
}

/// Why texts are not changed.
#[derive(Clone, Debug, PartialEq)]
pub enum TextRefusal {
    /// There is no such definition.
    NotFound,
    /// The actor may read the content only.
    ReadOnly,
    /// It is not as the actor saw it. It is like this now.
    Changed(Box<TextDefinition>),
    /// These texts cannot hold.
    Invalid(Vec<TextMistake>),
}

/// Changes texts of a definition, on all nodes and for people inside at once. Content belongs to the installation, so staff of programmes
/// change nothing. What was wrong before stands in the way of no other change. Returns the new revision.
pub async fn edit_texts(
    store: &Store,
    actor: &Actor,
    NewTexts { kind, key, expected, edit, ask_again }: NewTexts<'_>,
    check: TextCheck<'_>,
) -> Result<Result<String, TextRefusal>> {
    if !actor.reaches(None) {
        return Ok(Err(TextRefusal::ReadOnly));
    }
    let languages: Vec<Language> = all(store).await?;
    let languages: Vec<String> = languages.into_iter().map(|language| language.code).collect();
    let mut tx = store.db.begin().await?;
    // Before the definition, as imports lock.
    lock_imports_in(&mut tx).await?;
    let Some(before) = texts::lock_in(&mut tx, kind, key).await? else { return Ok(Err(TextRefusal::NotFound)) };
    if before.revision() != expected {
        return Ok(Err(TextRefusal::Changed(Box::new(before))));
    }
    let body = match texts::apply(&before, edit) {
        Ok(body) => body,
        Err(mistakes) => return Ok(Err(TextRefusal::Invalid(mistakes))),
    };
    let known = check(kind, &before.body, &languages);
    let mistakes: Vec<_> =
        check(kind, &body, &languages).into_iter().filter(|mistake| !known.contains(mistake)).collect();
    if !mistakes.is_empty() {
        return Ok(Err(TextRefusal::Invalid(mistakes)));
    }
    let after = TextDefinition { body, ..before.clone() };
    let differences = texts::differences(kind, &before.body, &after.body);
    if differences.is_empty() {
        return Ok(Ok(before.revision()));
    }
    query("UPDATE content SET imported_body = COALESCE(imported_body, body), body = $3 WHERE kind = $1 AND key = $2")
        .bind(kind.name())
        .bind(key)
        .bind(Json(&after.body))
        .execute(&mut tx)
        .await?;
    patch_in(&mut tx, kind.name(), &after.body, store.clock.now()).await?;
    texts::record_in(&mut tx, store, actor, (kind, key), &differences).await?;
    let asked = match ask_again {
        AskAgain::Yes if kind == TextKind::Document => ask_again_in(&mut tx).await?,
        _ => 0,
    };
    let places = differences.texts.iter().map(|text| format!("{} ({})", text.path, text.language));
    let named: Vec<String> = places.take(MAX_NAMED).collect();
    let mut facts = json!({"content_kind": kind.name(), "content_key": key, "texts": named,
        "texts_changed": differences.texts.len()});
    if asked > 0 {
        facts["people_asked_again"] = asked.into();
    }
    Record::new(Act::EditTexts, Target::Content, None).change(Value::Null, facts).write(&mut tx, store, actor).await?;
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::RulesChanged]);
    Ok(Ok(after.revision()))
}

/// Returns how many people a new version of a document would ask again.
pub async fn people_to_ask_again(store: &Store) -> Result<i64> {
    query_scalar("SELECT COUNT(*) FROM people WHERE agreed_terms_at IS NOT NULL").fetch_one(&store.db).await
}

/// Lets all who agreed to the terms agree again. When they agreed before is kept with them.
async fn ask_again_in(tx: &mut Tx) -> Result<usize> {
    // In the order of their ids, as others lock several people.
    let agreed = if tx.is_sqlite() {
        "SELECT id FROM people WHERE agreed_terms_at IS NOT NULL ORDER BY id"
    } else {
        "SELECT id FROM people WHERE agreed_terms_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE"
    };
    let people: Vec<PersonId> = query_scalar(agreed).fetch_all(&mut *tx).await?;
    query("UPDATE people SET agreed_terms_before = agreed_terms_at, agreed_terms_at = NULL WHERE agreed_terms_at IS NOT NULL")
        .execute(tx)
        .await?;
    Ok(people.len())
}
