//! Removes files without a message: abandoned uploads, and files of rejected messages.

use chrono::Duration;
use sqlx::types::Json;

use super::Attachment;
use crate::db::{query, query_as};
use crate::{AttachmentId, Result, Store};

/// How long an uploaded file may wait for its message.
pub const CLAIM_TIMEOUT: Duration = Duration::hours(24);

/// Files checked at once.
const BATCH: i64 = 200;

/// Removes files that no message has claimed for [`CLAIM_TIMEOUT`], and returns their number. Several processes may run
/// it at once, and any of them may crash.
pub async fn sweep(store: &Store) -> Result<usize> {
    let mut removed = 0;
    loop {
        let (checked, removed_now) = sweep_batch(store).await?;
        removed += removed_now;
        if checked < BATCH {
            return Ok(removed);
        }
    }
}

/// Checks one batch. Returns the number of checked and of removed files.
async fn sweep_batch(store: &Store) -> Result<(i64, usize)> {
    let limit = store.clock.now() - CLAIM_TIMEOUT;
    let candidates: Vec<(AttachmentId, Option<Json<Vec<Attachment>>>)> = query_as(
        "SELECT a.id, m.attachments FROM attachments a
         LEFT JOIN messages m ON m.temp_id = a.temp_id AND m.sender_id = a.owner_id AND m.channel_id = a.channel_id
         WHERE a.waits_since < $1 ORDER BY a.waits_since LIMIT $2",
    )
    .bind(limit)
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    let (mut checked, mut removed) = (0, 0);
    for (id, stored) in candidates {
        checked += 1;
        if stored.is_some_and(|stored| stored.iter().any(|attachment| attachment.id == id)) {
            query("UPDATE attachments SET waits_since = NULL WHERE id = $1").bind(id).execute(&store.db).await?;
            continue;
        }
        // From here on no message can claim the file, unless one just did.
        let unclaimed = query("UPDATE attachments SET temp_id = '' WHERE id = $1 AND waits_since < $2")
            .bind(id)
            .bind(limit)
            .execute(&store.db)
            .await?;
        if unclaimed == 1 {
            store.files.remove(id).await?;
            query("DELETE FROM attachments WHERE id = $1 AND temp_id = ''").bind(id).execute(&store.db).await?;
            removed += 1;
        }
    }
    Ok((checked, removed))
}
