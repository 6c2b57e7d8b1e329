//! Files of erased people: all but those of sealed copies go.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::db::{Tx, query, query_as, query_scalar};
use crate::{AttachmentId, ChannelId, PersonId, Result, Store};

/// The row of a file that sealed copies name.
#[derive(sqlx::FromRow)]
pub(crate) struct SealedFile {
    id: AttachmentId,
    channel_id: ChannelId,
    name: String,
    media_type: String,
    size: i64,
    width: Option<i64>,
    height: Option<i64>,
    has_thumbnail: bool,
    created_at: DateTime<Utc>,
}

/// Removes the files of a person except these, and returns their number. A file goes before its row: without the row it could not be
/// found again.
pub(crate) async fn remove_all(store: &Store, owner: PersonId, except: &BTreeSet<AttachmentId>) -> Result<usize> {
    let sent: Vec<AttachmentId> =
        query_scalar("SELECT id FROM attachments WHERE owner_id = $1").bind(owner).fetch_all(&store.db).await?;
    let mut count = 0;
    for id in sent.into_iter().filter(|id| !except.contains(id)) {
        remove(store, id).await?;
        count += 1;
    }
    Ok(count)
}

/// Removes a file that belongs to sealed copies only; does nothing to another one.
pub(crate) async fn remove_sealed(store: &Store, id: AttachmentId) -> Result<()> {
    let is_sealed: Option<bool> =
        query_scalar("SELECT is_sealed FROM attachments WHERE id = $1").bind(id).fetch_optional(&store.db).await?;
    if is_sealed == Some(true) { remove(store, id).await } else { Ok(()) }
}

async fn remove(store: &Store, id: AttachmentId) -> Result<()> {
    store.files.remove(id).await?;
    query("DELETE FROM attachments WHERE id = $1").bind(id).execute(&store.db).await?;
    Ok(())
}

/// Takes the rows of a person's files away, before the row of the person is made again.
pub(crate) async fn take_sealed_in(tx: &mut Tx, owner: PersonId) -> Result<Vec<SealedFile>> {
    query_as(
        "DELETE FROM attachments WHERE owner_id = $1
         RETURNING id, channel_id, name, media_type, size, width, height, has_thumbnail, created_at",
    )
    .bind(owner)
    .fetch_all(tx)
    .await
}

/// Puts them back. Members no longer get them.
pub(crate) async fn put_sealed_in(
    tx: &mut Tx,
    owner: PersonId,
    files: Vec<SealedFile>,
    now: DateTime<Utc>,
) -> Result<()> {
    for file in files {
        query(
            "INSERT INTO attachments (id, channel_id, owner_id, name, media_type, size, width, height, has_thumbnail,
                 created_at, withdrawn_at, is_sealed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, TRUE)",
        )
        .bind(file.id)
        .bind(file.channel_id)
        .bind(owner)
        .bind(&file.name)
        .bind(&file.media_type)
        .bind(file.size)
        .bind(file.width)
        .bind(file.height)
        .bind(file.has_thumbnail)
        .bind(file.created_at)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
