//! A bundle comes in as one transaction: everything, or nothing. The same bundle again changes nothing.

use std::collections::BTreeSet;

use sqlx::types::Json;

use super::{Bundle, Kind, Programme, all, pictures};
use crate::db::on;
use crate::programmes::{self, Settings};
use crate::{ProgrammeId, Result, Store};

/// Whose a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It came with the program. It gives way to what an operator brought, and to programmes that are there.
    BuiltIn,
    /// An operator wants it so.
    Operator,
}

/// Whether an operator ever brought content. Its row is also what imports wait for each other at.
const IS_OWN: &str = "content_is_own";

/// What an import did, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Programmes that the bundle no longer has: closed to newcomers. Their people keep them.
    pub closed: Vec<String>,
}

/// Brings in what a bundle has. What it no longer has of its kinds is gone, but programmes are only closed.
pub async fn put(store: &Store, bundle: &Bundle, origin: Origin) -> Result<Imported> {
    let mut imported = Imported::default();
    on!(&store.db, transaction, |tx| {
        let is_own: bool = sqlx::query_scalar(
            "INSERT INTO switches (name, is_on) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on OR excluded.is_on RETURNING is_on",
        )
        .bind(IS_OWN)
        .bind(origin == Origin::Operator)
        .fetch_one(&mut *tx)
        .await?;
        if is_own && origin == Origin::BuiltIn {
            return Ok(imported);
        }
        let there: Vec<(String, Json<Settings>)> =
            sqlx::query_as("SELECT key, settings FROM programmes ORDER BY key").fetch_all(&mut *tx).await?;
        let wanted = bundle.programmes.as_ref().filter(|_| origin == Origin::Operator || there.is_empty());
        if let Some(programmes) = wanted {
            for Programme { key, name, time_zone, settings } in programmes {
                sqlx::query(
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
                .execute(&mut *tx)
                .await?;
            }
            let named: BTreeSet<_> = programmes.iter().map(|programme| &programme.key).collect();
            for (key, Json(mut settings)) in there {
                if settings.sign_up.is_open && !named.contains(&key) {
                    settings.sign_up.is_open = false;
                    sqlx::query("UPDATE programmes SET settings = $2 WHERE key = $1")
                        .bind(&key)
                        .bind(Json(settings))
                        .execute(&mut *tx)
                        .await?;
                    imported.closed.push(key);
                }
            }
        }
        macro_rules! replace {
            ($($name:ident),+) => {$(
                if let Some(items) = &bundle.$name {
                    sqlx::query("DELETE FROM content WHERE kind = $1").bind(kind_of(items)).execute(&mut *tx).await?;
                    for (position, item) in (0_i64..).zip(items) {
                        sqlx::query("INSERT INTO content (kind, key, position, body) VALUES ($1, $2, $3, $4)")
                            .bind(kind_of(items))
                            .bind(item.key())
                            .bind(position)
                            .bind(Json(item))
                            .execute(&mut *tx)
                            .await?;
                    }
                }
            )+};
        }
        replace!(languages, documents, topics, cards, declarations, translations);
        if let Some(pictures) = &bundle.pictures {
            sqlx::query("DELETE FROM content_pictures").execute(&mut *tx).await?;
            for picture in pictures {
                sqlx::query("INSERT INTO content_pictures (name, media_type, bytes) VALUES ($1, $2, $3)")
                    .bind(&picture.name)
                    .bind(&picture.media_type)
                    .bind(&picture.bytes)
                    .execute(&mut *tx)
                    .await?;
            }
        }
        imported
    })
}

const fn kind_of<T: Kind>(_: &[T]) -> &'static str {
    T::NAME
}

/// Everything that is there, as a bundle that would bring it about.
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
        pictures: Some(pictures::all(store).await?),
    })
}
