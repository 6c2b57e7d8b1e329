//! The audit log of staff actions.

use chrono::{DateTime, Utc};
use sqlx::types::Uuid;

use crate::db::{query, query_as};
use crate::{ChannelId, PersonId, Result, Store};

/// Reading a conversation without being a member.
pub const READ_CONVERSATION: &str = "read_conversation";

/// Opening the file of a reported message.
pub const READ_FILE: &str = "read_file";

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    /// The staff member.
    pub actor_id: PersonId,
    /// The action, such as [`READ_CONVERSATION`].
    pub action: String,
    /// The channel.
    pub channel_id: ChannelId,
    /// The id of the report or alert.
    pub subject_id: Uuid,
    /// The reason that the staff member gave.
    pub reason: String,
    /// The time.
    pub created_at: DateTime<Utc>,
}

/// Adds an entry, before the action.
pub async fn add(
    store: &Store,
    actor: PersonId,
    action: &str,
    channel: ChannelId,
    subject: Uuid,
    reason: &str,
) -> Result<()> {
    query(
        "INSERT INTO audit (id, actor_id, action, channel_id, subject_id, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(store.clock.id::<Uuid>())
    .bind(actor)
    .bind(action)
    .bind(channel)
    .bind(subject)
    .bind(reason)
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Returns the entries of a channel, newest first.
pub async fn of_channel(store: &Store, channel: ChannelId, limit: i64) -> Result<Vec<Entry>> {
    query_as(
        "SELECT actor_id, action, channel_id, subject_id, reason, created_at FROM audit
         WHERE channel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
    )
    .bind(channel)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}
