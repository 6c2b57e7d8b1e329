//! Imports a bundle in one transaction. Importing it again changes nothing.

use std::collections::BTreeSet;

use sqlx::types::Json;

use super::{Bundle, Kind, Programme, all, definitions, pictures};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::programmes::{self, Settings};
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
    /// Programmes that the bundle no longer has. They are closed to new people and keep their members.
    pub closed: Vec<String>,
}

/// Imports a bundle. Content that it no longer has is deleted; programmes are only closed.
pub async fn put(store: &Store, bundle: &Bundle, origin: Origin) -> Result<Imported> {
    let mut imported = Imported::default();
    let mut tx = store.db.begin().await?;
    let is_own: bool = query_scalar(
        "INSERT INTO switches (name, is_on) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on OR excluded.is_on RETURNING is_on",
    )
    .bind(IS_OWN)
    .bind(origin == Origin::Operator)
    .fetch_one(&mut tx)
    .await?;
    if is_own && origin == Origin::BuiltIn {
        return Ok(imported);
    }
    let existing: Vec<(String, Json<Settings>)> =
        query_as("SELECT key, settings FROM programmes ORDER BY key").fetch_all(&mut tx).await?;
    let wanted = bundle.programmes.as_ref().filter(|_| origin == Origin::Operator || existing.is_empty());
    if let Some(programmes) = wanted {
        for Programme { key, name, time_zone, settings } in programmes {
            query(
                "INSERT INTO programmes (id, key, name, time_zone, settings, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO UPDATE
                 SET name = excluded.name, time_zone = excluded.time_zone, settings = excluded.settings",
            )
            .bind(store.clock.id::<ProgrammeId>())
            .bind(key)
            .bind(name)
            .bind(time_zone)
            .bind(Json(settings))
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
        }
        let named: BTreeSet<_> = programmes.iter().map(|programme| &programme.key).collect();
        for (key, Json(mut settings)) in existing {
            if settings.sign_up.is_open && !named.contains(&key) {
                settings.sign_up.is_open = false;
                query("UPDATE programmes SET settings = $2 WHERE key = $1")
                    .bind(&key)
                    .bind(Json(settings))
                    .execute(&mut tx)
                    .await?;
                imported.closed.push(key);
            }
        }
    }
    replace(&mut tx, bundle.languages.as_deref()).await?;
    replace(&mut tx, bundle.documents.as_deref()).await?;
    replace(&mut tx, bundle.topics.as_deref()).await?;
    replace(&mut tx, bundle.cards.as_deref()).await?;
    replace(&mut tx, bundle.declarations.as_deref()).await?;
    replace(&mut tx, bundle.translations.as_deref()).await?;
    replace(&mut tx, bundle.surveys.as_deref()).await?;
    replace(&mut tx, bundle.tags.as_deref()).await?;
    replace(&mut tx, bundle.sessions.as_deref()).await?;
    replace(&mut tx, bundle.feed.as_deref()).await?;
    for item in bundle.feed.iter().flatten() {
        query("INSERT INTO feed_items (item_key, added_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(&item.key)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
    }
    for survey in bundle.surveys.iter().flatten() {
        definitions::put(&mut tx, survey).await?;
    }
    for session in bundle.sessions.iter().flatten() {
        definitions::put(&mut tx, session).await?;
    }
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    if let Some(pictures) = &bundle.pictures {
        query("DELETE FROM content_pictures").execute(&mut tx).await?;
        for picture in pictures {
            query("INSERT INTO content_pictures (name, media_type, bytes) VALUES ($1, $2, $3)")
                .bind(&picture.name)
                .bind(&picture.media_type)
                .bind(&picture.bytes)
                .execute(&mut tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(imported)
}

/// Replaces all content of a kind; None leaves it as it is.
async fn replace<T: Kind>(tx: &mut Tx, items: Option<&[T]>) -> Result<()> {
    let Some(items) = items else { return Ok(()) };
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
    Ok(())
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
