//! What staff looked at and did, for those who ask about it later.

use chrono::{DateTime, Utc};
use sqlx::types::Uuid;

use crate::db::on;
use crate::{ChannelId, PersonId, Result, Store};

/// Reading a conversation that one is no member of.
pub const READ_CONVERSATION: &str = "read_conversation";

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    /// Who did it.
    pub actor_id: PersonId,
    /// What, such as [`READ_CONVERSATION`].
    pub action: String,
    /// Where.
    pub channel_id: ChannelId,
    /// What it was about: the id of a report or of an alert.
    pub subject_id: Uuid,
    /// Why, in the words of the actor.
    pub reason: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// Notes what somebody is about to do.
pub async fn add(
    store: &Store,
    actor: PersonId,
    action: &str,
    channel: ChannelId,
    subject: Uuid,
    reason: &str,
) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO audit (id, actor_id, action, channel_id, subject_id, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)"
        )
        .bind(store.clock.id::<Uuid>())
        .bind(actor)
        .bind(action)
        .bind(channel)
        .bind(subject)
        .bind(reason)
        .bind(store.clock.now())
    )?;
    Ok(())
}

/// What was done in a channel, newest first.
pub async fn of_channel(store: &Store, channel: ChannelId, most: i64) -> Result<Vec<Entry>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT actor_id, action, channel_id, subject_id, reason, created_at FROM audit
         WHERE channel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"
    )
    .bind(channel)
    .bind(most)
    .fetch_all(pool)
    .await)?)
}
