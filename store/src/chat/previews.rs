//! Link previews: cached for a day by URL, and stored with each message that shows one.

use chrono::Duration;
use sqlx::types::Json;

use crate::db::{query, query_as};
use crate::{PreviewPictureId, Result, Store};

pub use crate::message::Preview;

/// How long a preview is cached.
const LIFETIME: Duration = Duration::hours(24);

/// How long a page without a preview is not fetched again.
const EMPTY_LIFETIME: Duration = Duration::minutes(15);

/// How long a picture without a message is kept: longer than its preview.
const PICTURE_LIFETIME: Duration = Duration::hours(48);

/// Returns the cached preview of a URL: None if it is not cached, `Some(None)` if the page has none.
pub async fn cached(store: &Store, url: &str) -> Result<Option<Option<Preview>>> {
    let row: Option<(Option<Json<Preview>>,)> =
        query_as("SELECT preview FROM link_previews WHERE url = $1 AND expires_at > $2")
            .bind(url)
            .bind(store.clock.now())
            .fetch_optional(&store.db)
            .await?;
    Ok(row.map(|(preview,)| preview.map(|Json(preview)| preview)))
}

/// Caches the preview of a URL, or that it has none, and deletes expired ones.
pub async fn cache(store: &Store, url: &str, preview: Option<&Preview>) -> Result<()> {
    let now = store.clock.now();
    let expires_at = now + if preview.is_some() { LIFETIME } else { EMPTY_LIFETIME };
    let mut tx = store.db.begin().await?;
    query("DELETE FROM link_previews WHERE expires_at <= $1").bind(now).execute(&mut tx).await?;
    query("DELETE FROM preview_pictures WHERE is_kept = FALSE AND created_at <= $1")
        .bind(now - PICTURE_LIFETIME)
        .execute(&mut tx)
        .await?;
    query(
        "INSERT INTO link_previews (url, preview, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (url) DO UPDATE SET preview = excluded.preview, expires_at = excluded.expires_at",
    )
    .bind(url)
    .bind(preview.map(Json))
    .bind(expires_at)
    .execute(&mut tx)
    .await?;
    tx.commit().await
}

/// Stores a picture without a message.
pub async fn add_picture(store: &Store, media_type: &str, bytes: &[u8]) -> Result<PreviewPictureId> {
    let id: PreviewPictureId = store.clock.id();
    query("INSERT INTO preview_pictures (id, media_type, bytes, is_kept, created_at) VALUES ($1, $2, $3, FALSE, $4)")
        .bind(id)
        .bind(media_type)
        .bind(bytes)
        .bind(store.clock.now())
        .execute(&store.db)
        .await?;
    Ok(id)
}

/// Marks a picture as used by a message. Returns false if it is gone.
pub async fn retain_picture(store: &Store, id: PreviewPictureId) -> Result<bool> {
    let rows = query("UPDATE preview_pictures SET is_kept = TRUE WHERE id = $1").bind(id).execute(&store.db).await?;
    Ok(rows > 0)
}

/// Returns the media type and the bytes of a picture.
pub async fn picture(store: &Store, id: PreviewPictureId) -> Result<Option<(String, Vec<u8>)>> {
    query_as("SELECT media_type, bytes FROM preview_pictures WHERE id = $1").bind(id).fetch_optional(&store.db).await
}
