//! Imports a bundle within a transaction. Importing it again changes nothing.

use std::collections::BTreeSet;

use serde_json::Value;
use sqlx::types::Json;

use super::answer_keys::{self, MergedKey};
use super::definitions::{Change, Changed};
use super::{Bundle, Kind, Programme, all, definitions, pictures};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::followups;
use crate::programmes::rules::{Fate, RuleKey};
use crate::programmes::{self, Written};
use crate::{ProgrammeId, Result, Store};

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
    /// The programmes of the bundle.
    pub(crate) programmes: Vec<Written>,
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
    if is_own && origin == Origin::BuiltIn {
        return Ok(Put::default());
    }
    let existing: Vec<String> = query_scalar("SELECT key FROM programmes ORDER BY key").fetch_all(&mut *tx).await?;
    let wanted = bundle.programmes.as_ref().filter(|_| origin == Origin::Operator || existing.is_empty());
    if let Some(programmes) = wanted {
        if !tx.is_sqlite() {
            // All at once, in the order in which transfers lock two of them, and before people.
            let all = "SELECT id FROM programmes ORDER BY id FOR NO KEY UPDATE";
            query_scalar::<ProgrammeId>(all).fetch_all(&mut *tx).await?;
        }
        for Programme { key, name, time_zone, settings } in programmes {
            let one = programmes::import_in(tx, store, key, name, time_zone, settings).await?;
            followups::recheck_clearance_in(tx, store, one.id).await?;
            let merged = one.fates.iter().map(|&(rule, fate)| MergedRule { programme: key.clone(), rule, fate });
            imported.rules.extend(merged);
            written.push(one);
        }
        programmes::check_codes_in(tx).await?;
        let named: BTreeSet<_> = programmes.iter().map(|programme| &programme.key).collect();
        for key in existing.into_iter().filter(|key| !named.contains(key)) {
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
    has_changed |= replace(tx, bundle.languages.as_deref()).await?;
    has_changed |= replace(tx, bundle.documents.as_deref()).await?;
    has_changed |= replace(tx, bundle.topics.as_deref()).await?;
    has_changed |= replace(tx, bundle.cards.as_deref()).await?;
    has_changed |= replace(tx, bundle.declarations.as_deref()).await?;
    has_changed |= replace(tx, bundle.translations.as_deref()).await?;
    has_changed |= replace(tx, bundle.surveys.as_deref()).await?;
    has_changed |= replace(tx, bundle.tags.as_deref()).await?;
    let (sessions, keys) = answer_keys::merge_in(tx, bundle.sessions.as_deref()).await?;
    imported.keys = keys;
    has_changed |= replace(tx, sessions.as_deref()).await?;
    has_changed |= replace(tx, bundle.feed.as_deref()).await?;
    for item in bundle.feed.iter().flatten() {
        let added = query("INSERT INTO feed_items (item_key, added_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(&item.key)
            .bind(store.clock.now())
            .execute(&mut *tx)
            .await?;
        has_changed |= added > 0;
    }
    let now = store.clock.now();
    imported.definitions = definitions::put_all(tx, bundle.surveys.as_deref(), &offered, now).await?;
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
    Ok(Put { imported, has_changed, programmes: written })
}

/// Replaces all content of a kind; None leaves it as it is. Returns whether something changed.
async fn replace<T: Kind>(tx: &mut Tx, items: Option<&[T]>) -> Result<bool> {
    let Some(items) = items else { return Ok(false) };
    let stored: Vec<(String, Json<Value>)> =
        query_as("SELECT key, body FROM content WHERE kind = $1 ORDER BY position")
            .bind(T::NAME)
            .fetch_all(&mut *tx)
            .await?;
    let is_equal = |((key, Json(body)), item): (&(String, Json<Value>), &T)| {
        item.key() == key.as_str() && serde_json::to_value(item).is_ok_and(|item| item == *body)
    };
    if stored.len() == items.len() && stored.iter().zip(items).all(is_equal) {
        return Ok(false);
    }
    query("DELETE FROM content WHERE kind = $1").bind(T::NAME).execute(&mut *tx).await?;
    for (position, item) in (0_i64..).zip(items) {
        query("INSERT INTO content (kind, key, position, body) VALUES ($1, $2, $3, $4)")
            .bind(T::NAME)
            .bind(item.key())
            .bind(position)
            .bind(Json(item))
            .execute(&mut *tx)
            .await?;
    }
    Ok(true)
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
    })
}
