//! Pictures of cards.

use crate::db::query_as;
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

/// Returns a picture by its name.
pub async fn picture(store: &Store, name: &str) -> Result<Option<Picture>> {
    query_as("SELECT name, media_type, bytes FROM content_pictures WHERE name = $1")
        .bind(name)
        .fetch_optional(&store.db)
        .await
}

/// Returns all pictures.
pub(super) async fn all(store: &Store) -> Result<Vec<Picture>> {
    query_as("SELECT name, media_type, bytes FROM content_pictures ORDER BY name").fetch_all(&store.db).await
}
