//! What web pages say about themselves: kept for a day by address, and with each message that shows one.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::db::on;
use crate::{PreviewPictureId, Result, Store};

/// How long a page's word is good.
const GOOD_FOR: Duration = Duration::hours(24);

/// How long a page that had nothing to show is not asked again.
const NOTHING_FOR: Duration = Duration::minutes(15);

/// How long a picture that no message shows is there: longer than the preview it belongs to.
const PICTURE_FOR: Duration = Duration::hours(48);

/// A page in a few words, as it is kept inside a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Its title.
    pub title: String,
    /// What it is about; may be empty.
    pub description: String,
    /// Its picture.
    pub picture: Option<PreviewPictureId>,
    /// The address that the person wrote.
    pub url: String,
}

/// What is known of an address: None if it was not asked lately, `Some(None)` if it had nothing to show.
pub async fn known(store: &Store, url: &str) -> Result<Option<Option<Preview>>> {
    let row: Option<(Option<Json<Preview>>,)> =
        on!(&store.db, |pool| sqlx::query_as("SELECT preview FROM link_previews WHERE url = $1 AND expires_at > $2")
            .bind(url)
            .bind(store.clock.now())
            .fetch_optional(pool)
            .await)?;
    Ok(row.map(|(preview,)| preview.map(|Json(preview)| preview)))
}

/// Keeps what an address said, or that it said nothing, and forgets what is too old.
pub async fn learn(store: &Store, url: &str, preview: Option<&Preview>) -> Result<()> {
    let now = store.clock.now();
    let expires_at = now + if preview.is_some() { GOOD_FOR } else { NOTHING_FOR };
    on!(&store.db, transaction, |tx| {
        sqlx::query("DELETE FROM link_previews WHERE expires_at <= $1").bind(now).execute(&mut *tx).await?;
        sqlx::query("DELETE FROM preview_pictures WHERE is_kept = FALSE AND created_at <= $1")
            .bind(now - PICTURE_FOR)
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO link_previews (url, preview, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (url) DO UPDATE SET preview = excluded.preview, expires_at = excluded.expires_at",
        )
        .bind(url)
        .bind(preview.map(Json))
        .bind(expires_at)
        .execute(&mut *tx)
        .await?;
    })
}

/// Adds a picture that no message shows yet.
pub async fn add_picture(store: &Store, media_type: &str, bytes: &[u8]) -> Result<PreviewPictureId> {
    let id: PreviewPictureId = store.clock.id();
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO preview_pictures (id, media_type, bytes, is_kept, created_at) VALUES ($1, $2, $3, FALSE, $4)"
        )
        .bind(id)
        .bind(media_type)
        .bind(bytes)
        .bind(store.clock.now())
    )?;
    Ok(id)
}

/// From now on a message shows it. False if it is gone.
pub async fn keep_picture(store: &Store, id: PreviewPictureId) -> Result<bool> {
    let rows =
        on!(&store.db, execute, sqlx::query("UPDATE preview_pictures SET is_kept = TRUE WHERE id = $1").bind(id))?;
    Ok(rows > 0)
}

/// A picture: its media type and its bytes.
pub async fn picture(store: &Store, id: PreviewPictureId) -> Result<Option<(String, Vec<u8>)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT media_type, bytes FROM preview_pictures WHERE id = $1")
        .bind(id)
        .fetch_optional(pool)
        .await)?)
}
