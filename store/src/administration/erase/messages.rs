//! Messages of an erased person.

use crate::db::{query, query_scalar};
use crate::messages::NEXT_CHANGE;
use crate::{ChannelId, PersonId, Result, Store};

/// Removes text, files and quote from a person's messages. Each is a change with a number, so open pages update.
pub(super) async fn empty_own(store: &Store, channel: ChannelId, person: PersonId) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let own: Vec<i64> = query_scalar(
        "SELECT seq FROM messages WHERE channel_id = $1 AND sender_id = $2 AND NOT (body = '' AND
         CAST(attachments AS TEXT) = '[]') ORDER BY seq",
    )
    .bind(channel)
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    for seq in &own {
        let number: i64 = query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut tx).await?;
        query(
            "UPDATE messages SET body = '', attachments = '[]', link_preview = NULL, reply = NULL, changed = $3
             WHERE channel_id = $1 AND seq = $2",
        )
        .bind(channel)
        .bind(*seq)
        .bind(number)
        .execute(&mut tx)
        .await?;
    }
    // Also of messages that the person deleted, which are empty already.
    query(
        "DELETE FROM message_versions WHERE channel_id = $1
             AND seq IN (SELECT seq FROM messages WHERE channel_id = $1 AND sender_id = $2)",
    )
    .bind(channel)
    .bind(person)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(own.len())
}
