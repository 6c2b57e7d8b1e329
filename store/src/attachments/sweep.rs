//! Removes files that nobody sent: uploads that were given up, and files of messages that were refused.

use chrono::Duration;
use sqlx::types::Json;

use super::Attachment;
use crate::db::on;
use crate::{AttachmentId, Result, Store};

/// How long a file may wait for its message.
pub const PATIENCE: Duration = Duration::hours(24);

/// Files looked at at once.
const MOST: i64 = 200;

/// Looks at files that have waited for [`PATIENCE`]: those that are part of a message are done with, the others go.
/// Gives back how many went. Any number of processes may do it at once, and any of them may die in the middle.
pub async fn sweep(store: &Store) -> Result<usize> {
    let mut removed = 0;
    loop {
        let (looked_at, went) = look(store).await?;
        removed += went;
        if looked_at < MOST {
            return Ok(removed);
        }
    }
}

/// Looks at some of them: how many, and how many of them went.
async fn look(store: &Store) -> Result<(i64, usize)> {
    let limit = store.clock.now() - PATIENCE;
    let waiting: Vec<(AttachmentId, Option<Json<Vec<Attachment>>>)> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT a.id, m.attachments FROM attachments a
         LEFT JOIN messages m ON m.temp_id = a.temp_id AND m.sender_id = a.owner_id AND m.channel_id = a.channel_id
         WHERE a.waits_since < $1 ORDER BY a.waits_since LIMIT $2"
    )
    .bind(limit)
    .bind(MOST)
    .fetch_all(pool)
    .await)?;
    let (mut looked_at, mut removed) = (0, 0);
    for (id, carried) in waiting {
        looked_at += 1;
        if carried.is_some_and(|carried| carried.iter().any(|attachment| attachment.id == id)) {
            on!(&store.db, execute, sqlx::query("UPDATE attachments SET waits_since = NULL WHERE id = $1").bind(id))?;
            continue;
        }
        // From here on no message can claim it, unless one just did.
        let doomed = on!(
            &store.db,
            execute,
            sqlx::query("UPDATE attachments SET temp_id = '' WHERE id = $1 AND waits_since < $2").bind(id).bind(limit)
        )?;
        if doomed == 1 {
            store.files.remove(id).await?;
            on!(&store.db, execute, sqlx::query("DELETE FROM attachments WHERE id = $1 AND temp_id = ''").bind(id))?;
            removed += 1;
        }
    }
    Ok((looked_at, removed))
}
