//! Logos of programmes. Their names come from their bytes, so that a name never means another picture.

use chrono::TimeDelta;

use crate::db::{Tx, query, query_scalar};
use crate::{Result, Store, digest_bytes};

/// How long a logo stays that no programme shows, for a rule that is set back.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Keeps a logo, a WebP file, and returns its name.
pub async fn put(store: &Store, webp: &[u8]) -> Result<String> {
    let (name, now) = (digest_bytes(webp), store.clock.now());
    let mut tx = store.db.begin().await?;
    query(
        "INSERT INTO programme_logos (name, bytes, added_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET added_at = excluded.added_at",
    )
    .bind(&name)
    .bind(webp)
    .bind(now)
    .execute(&mut tx)
    .await?;
    // What was uploaded and not used must not fill the database.
    let shown: Vec<String> =
        super::all_in(&mut tx).await?.into_iter().filter_map(|one| one.settings.0.appearance.logo).collect();
    let old: Vec<String> = query_scalar("SELECT name FROM programme_logos WHERE added_at < $1")
        .bind(now - KEPT)
        .fetch_all(&mut tx)
        .await?;
    for name in old.into_iter().filter(|name| !shown.contains(name)) {
        query("DELETE FROM programme_logos WHERE name = $1").bind(name).execute(&mut tx).await?;
    }
    tx.commit().await?;
    Ok(name)
}

/// Returns a logo, a WebP file.
pub async fn bytes(store: &Store, name: &str) -> Result<Option<Vec<u8>>> {
    query_scalar("SELECT bytes FROM programme_logos WHERE name = $1").bind(name).fetch_optional(&store.db).await
}

/// Whether there is such a logo.
pub(crate) async fn exists_in(tx: &mut Tx, name: &str) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM programme_logos WHERE name = $1)").bind(name).fetch_one(tx).await
}
