//! Files of deleted messages: kept for staff, and no longer served to members.

use chrono::{DateTime, Utc};

use super::Attachment;
use crate::db::{Tx, query, query_scalar};
use crate::{AttachmentId, Result, Store};

/// Withdraws the files of a message in the transaction that deletes it.
pub(crate) async fn withdraw(tx: &mut Tx, files: &[Attachment], now: DateTime<Utc>) -> Result<()> {
    for file in files {
        // The sweep removes files that no message shows.
        query("UPDATE attachments SET withdrawn_at = $2, waits_since = NULL WHERE id = $1")
            .bind(file.id)
            .bind(now)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Whether the message of this file was deleted.
pub async fn is_withdrawn(store: &Store, id: AttachmentId) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM attachments WHERE id = $1 AND withdrawn_at IS NOT NULL)")
        .bind(id)
        .fetch_one(&store.db)
        .await
}
