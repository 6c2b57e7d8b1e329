//! The pictures of content.

use crate::db::on;
use crate::{Result, Store};

/// A picture of a card.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Picture {
    /// Its file name, unique.
    pub name: String,
    /// "image/webp"
    pub media_type: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A picture by its name.
pub async fn picture(store: &Store, name: &str) -> Result<Option<Picture>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT name, media_type, bytes FROM content_pictures WHERE name = $1")
        .bind(name)
        .fetch_optional(pool)
        .await)?)
}

/// All pictures.
pub(super) async fn all(store: &Store) -> Result<Vec<Picture>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT name, media_type, bytes FROM content_pictures ORDER BY name")
        .fetch_all(pool)
        .await)?)
}
