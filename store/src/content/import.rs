//! Imports a bundle within a transaction. Importing it again changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::types::Json;

use super::answer_keys::{self, MergedKey};
use super::definitions::{Change, Changed};
use super::texts::{self, MergedText, TextKind};
use super::{Bundle, Kind, Programme, all, definitions, pictures};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::followups;
use crate::programmes::rules::{Fate, RuleKey};
use crate::programmes::{self, Written};
use crate::{Error, ProgrammeId, Result, Store};

/// The origin of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built in. It does not replace content of an operator, or existing programmes.
    BuiltIn,
    /// Imported by an operator.
    Operator,
}

/// The flag that an operator has imported content. Its row also serialises imports.
const IS_OWN: &str = "content_is_own";

/// The result of an import, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Programmes that the bundle no longer has, and that were open. They are closed to new people and keep their members.
    pub closed: Vec<String>,
    /// What became of the rules that staff had changed since the last import.
    pub rules: Vec<MergedRule>,
    /// What became of the texts that staff had changed since the last import.
    pub texts: Vec<MergedText>,
    /// What became of the answer keys that staff had corrected.
    pub keys: Vec<MergedKey>,
    /// What happened to the surveys and sessions.
    pub definitions: Vec<Changed>,
}

/// A rule that staff had changed since the last import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedRule {
    /// The key of its programme.
    pub programme: String,
    /// The rule.
    pub rule: RuleKey,
    /// What became of it.
    pub fate: Fate,
}

/// What an import did, for those who follow up on it.
#[derive(Debug, Default)]
pub(crate) struct Put {
    pub(crate) imported: Imported,
    pub(crate) has_changed: bool,
    /// Whether mails changed, on which nothing else depends.
    pub(crate) has_changed_mails: bool,
    /// The programmes of the bundle.
    pub(crate) programmes: Vec<Written>,
    /// The definitions whose texts staff had changed and the bundle changed again.
    pub(crate) edited: Vec<Edited>,
}

/// A definition that staff had changed, before and after an import.
#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) kind: TextKind,
    pub(crate) key: String,
    pub(crate) before: Value,
    pub(crate) after: Value,
}

/// Lets imports wait for the end of the transaction.
pub(crate) async fn lock_imports_in(tx: &mut Tx) -> Result<()> {
    query("UPDATE switches SET is_on = is_on WHERE name = $1").bind(IS_OWN).execute(tx).await.map(drop)
}

/// Returns what an import by an operator would do.
pub async fn preview(store: &Store, bundle: &Bundle) -> Result<Imported> {
    // Dropping the transaction takes everything back.
    let mut tx = store.db.begin().await?;
    Ok(put_in(&mut tx, store, bundle, Origin::Operator).await?.imported)
}

/// Imports within a transaction. Content that the bundle no longer has is deleted; programmes are
/// only closed, and definitions that people begin are only retired.
pub(crate) async fn put_in(tx: &mut Tx, store: &Store, bundle: &Bundle, origin: Origin) -> Result<Put> {
    let (mut imported, mut written) = (Imported::default(), Vec::new());
    let is_own: bool = query_scalar(
        "INSERT INTO switches (name, is_on) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on OR excluded.is_on RETURNING is_on",
    )
    .bind(IS_OWN)
    .bind(origin == Origin::Operator)
    .fetch_one(&mut *tx)
    .await?;
    let mut edited = Vec::new();
    let mut has_changed_mails = false;
    if origin == Origin::BuiltIn {
        // Also where an operator has own content: mails belong to the program, because their placeholders do.
        (_, has_changed_mails) = replace(tx, bundle.mails.as_deref(), false, &mut imported, &mut edited).await?;
        if is_own {
            return Ok(Put { imported, has_changed_mails, edited, ..Put::default() });
        }
    }
    let existing: Vec<(String, bool)> =
        query_as("SELECT key, is_of_console FROM programmes ORDER BY key").fetch_all(&mut *tx).await?;
    let wanted = bundle.programmes.as_ref().filter(|_| origin == Origin::Operator || existing.is_empty());
    if (wanted.is_some() || bundle.sessions.is_some()) && !tx.is_sqlite() {
        // All at once, in the order in which transfers lock two of them, and before people. Curricula follow the sessions.
        let all = "SELECT id FROM programmes ORDER BY id FOR NO KEY UPDATE";
        query_scalar::<ProgrammeId>(all).fetch_all(&mut *tx).await?;
    }
    if let Some(programmes) = wanted {
        for Programme { key, name, time_zone, settings } in programmes {
            let one = programmes::import_in(tx, store, key, name, time_zone, settings).await?;
            followups::recheck_clearance_in(tx, store, one.id).await?;
            let merged = one.fates.iter().map(|&(rule, fate)| MergedRule { programme: key.clone(), rule, fate });
            imported.rules.extend(merged);
            written.push(one);
        }
        programmes::check_codes_in(tx).await?;
        let named: BTreeSet<_> = programmes.iter().map(|programme| &programme.key).collect();
        // What staff created is no bundle's to close.
        let of_bundles = existing.into_iter().filter_map(|(key, is_of_console)| (!is_of_console).then_some(key));
        for key in of_bundles.filter(|key| !named.contains(key)) {
            let Some((Json(mut settings), mut base)) = programmes::lock_in(tx, &key).await? else { continue };
            if !settings.sign_up.is_open {
                continue;
            }
            if base.as_ref().is_some_and(|base| !base.sign_up.is_open) {
                // An import closed it before, and staff opened it again.
                imported.rules.push(MergedRule { programme: key, rule: RuleKey::SignUp, fate: Fate::Kept });
            } else {
                settings.sign_up.is_open = false;
                // The bundle closed it, not staff.
                base.iter_mut().for_each(|base| base.sign_up.is_open = false);
                query("UPDATE programmes SET settings = $2, imported_settings = $3 WHERE key = $1")
                    .bind(&key)
                    .bind(Json(settings))
                    .bind(base)
                    .execute(&mut *tx)
                    .await?;
                imported.closed.push(key);
            }
        }
    }
    let offered = query_as("SELECT kind, key FROM content").fetch_all(&mut *tx).await?.into_iter().collect();
    // Rules of programmes are read with the content.
    let mut has_changed = wanted.is_some();
    has_changed |= replace(tx, bundle.languages.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |= replace(tx, bundle.documents.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |= replace(tx, bundle.topics.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |= replace(tx, bundle.cards.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |=
        replace(tx, bundle.declarations.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |=
        replace(tx, bundle.translations.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |= replace(tx, bundle.tags.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    has_changed |= replace(tx, bundle.feed.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?.1;
    let (surveys, changed) =
        replace(tx, bundle.surveys.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?;
    has_changed |= changed;
    let (sessions, keys) = answer_keys::merge_in(tx, bundle.sessions.as_deref()).await?;
    imported.keys = keys;
    let (sessions, changed) =
        replace(tx, sessions.as_deref(), bundle.leaves_others, &mut imported, &mut edited).await?;
    has_changed |= changed;
    for item in bundle.feed.iter().flatten() {
        let added = query("INSERT INTO feed_items (item_key, added_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(&item.key)
            .bind(store.clock.now())
            .execute(&mut *tx)
            .await?;
        has_changed |= added > 0;
    }
    let now = store.clock.now();
    imported.definitions = definitions::put_all(tx, surveys.as_deref(), &offered, now).await?;
    imported.definitions.extend(definitions::put_all(tx, sessions.as_deref(), &offered, now).await?);
    // A content row without its definition is left by a node of the release before.
    has_changed |= imported.definitions.iter().any(|definition| definition.change != Change::Unchanged);
    if has_changed {
        query("UPDATE content_revision SET revision = revision + 1").execute(&mut *tx).await?;
        followups::enqueue_in(tx, store, None).await?;
    }
    if let Some(pictures) = &bundle.pictures {
        query("DELETE FROM content_pictures").execute(&mut *tx).await?;
        for picture in pictures {
            query("INSERT INTO content_pictures (name, media_type, bytes) VALUES ($1, $2, $3)")
                .bind(&picture.name)
                .bind(&picture.media_type)
                .bind(&picture.bytes)
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(Put { imported, has_changed, has_changed_mails, programmes: written, edited })
}

/// Replaces all content of a kind, or only what `items` name if the others stay; None leaves it as it is. Texts that staff changed since the last import stay, unless the bundle changed
/// them as well. Returns what is stored then, and whether something changed.
async fn replace<T: Kind + Clone>(
    tx: &mut Tx,
    items: Option<&[T]>,
    leaves_others: bool,
    imported: &mut Imported,
    edited: &mut Vec<Edited>,
) -> Result<(Option<Vec<T>>, bool)> {
    let Some(items) = items else { return Ok((None, false)) };
    let stored: Vec<StoredRow> =
        query_as("SELECT key, body, imported_body FROM content WHERE kind = $1 ORDER BY position")
            .bind(T::NAME)
            .fetch_all(&mut *tx)
            .await?;
    let known: BTreeMap<&str, &StoredRow> = stored.iter().map(|row| (row.0.as_str(), row)).collect();
    let mut rows: Vec<Row<T>> = Vec::new();
    for item in items {
        let key = item.key();
        let wanted = serde_json::to_value(item).unwrap_or_default();
        let change = known
            .get(key.as_str())
            .and_then(|(_, Json(current), base)| Some((TextKind::named(T::NAME)?, current, &base.as_ref()?.0)));
        let Some((kind, current, base)) = change else {
            rows.push((key, item.clone(), wanted, None));
            continue;
        };
        let (merged, fates) = texts::merge(kind, base, current, &wanted);
        let of_key = |(path, language, fate)| MergedText { kind, key: key.clone(), path, language, fate };
        imported.texts.extend(fates.into_iter().map(of_key));
        let (item, body) = match serde_json::from_value::<T>(merged.clone()) {
            Ok(merged_item) => (merged_item, merged),
            Err(_) => (item.clone(), wanted.clone()),
        };
        if body != *current {
            edited.push(Edited { kind, key: key.clone(), before: current.clone(), after: body.clone() });
        }
        let base = (body != wanted).then_some(wanted);
        rows.push((key, item, body, base));
    }
    if leaves_others {
        rows = among(&stored, rows)?;
    }
    for (key, _, base) in &stored {
        if let (Some(kind), true) = (TextKind::named(T::NAME), base.is_some() && !rows.iter().any(|row| row.0 == *key))
        {
            imported.texts.push(MergedText {
                kind,
                key: key.clone(),
                path: String::new(),
                language: None,
                fate: Fate::Replaced,
            });
        }
    }
    let is_equal = |((key, Json(body), base), (other, _, wanted, imported)): (&StoredRow, &Row<T>)| {
        key == other && body == wanted && base.as_ref().map(|Json(base)| base) == imported.as_ref()
    };
    if stored.len() == rows.len() && stored.iter().zip(&rows).all(is_equal) {
        return Ok((Some(rows.into_iter().map(|row| row.1).collect()), false));
    }
    query("DELETE FROM content WHERE kind = $1").bind(T::NAME).execute(&mut *tx).await?;
    let mut put = Vec::new();
    for (position, (key, item, body, imported)) in (0_i64..).zip(rows) {
        query("INSERT INTO content (kind, key, position, body, imported_body) VALUES ($1, $2, $3, $4, $5)")
            .bind(T::NAME)
            .bind(key)
            .bind(position)
            .bind(Json(body))
            .bind(imported.map(Json))
            .execute(&mut *tx)
            .await?;
        put.push(item);
    }
    Ok((Some(put), true))
}

/// Key, the definition, and what the last import had where staff changed it.
type StoredRow = (String, Json<Value>, Option<Json<Value>>);

/// Key, the definition, its body, and what the import had where staff changed it.
type Row<T> = (String, T, Value, Option<Value>);

/// Puts rows into their places among the stored ones, which stay; new ones by their keys.
fn among<T: Kind>(stored: &[StoredRow], mut rows: Vec<Row<T>>) -> Result<Vec<Row<T>>> {
    let mut all = Vec::with_capacity(stored.len() + rows.len());
    for (key, Json(body), base) in stored {
        all.push(match rows.iter().position(|row| row.0 == *key) {
            Some(place) => rows.swap_remove(place),
            None => {
                let item =
                    serde_json::from_value(body.clone()).map_err(|error| Error::Configuration(error.to_string()))?;
                (key.clone(), item, body.clone(), base.as_ref().map(|Json(base)| base.clone()))
            }
        });
    }
    for row in rows {
        let place = all.iter().position(|other: &Row<T>| other.0 > row.0).unwrap_or(all.len());
        all.insert(place, row);
    }
    Ok(all)
}

/// Returns all content as a bundle.
pub async fn get(store: &Store) -> Result<Bundle> {
    let programme = |row: programmes::Programme| Programme {
        key: row.key,
        name: row.name,
        time_zone: row.time_zone,
        settings: row.settings.0,
    };
    Ok(Bundle {
        languages: Some(all(store).await?),
        programmes: Some(programmes::all(store).await?.into_iter().map(programme).collect()),
        documents: Some(all(store).await?),
        topics: Some(all(store).await?),
        cards: Some(all(store).await?),
        declarations: Some(all(store).await?),
        translations: Some(all(store).await?),
        surveys: Some(all(store).await?),
        tags: Some(all(store).await?),
        sessions: Some(all(store).await?),
        feed: Some(all(store).await?),
        pictures: Some(pictures::all(store).await?),
        mails: None,
        leaves_others: false,
    })
}
