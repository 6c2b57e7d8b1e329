//! Messages that members pin for all members of a channel.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::bus::Event;
use crate::db::{query, query_as, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Pinned messages of one channel.
pub const MAX_PINNED: i64 = 50;

/// A pinned message.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct PinnedMessage {
    /// The message.
    pub message_id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// The sender.
    pub sender_id: PersonId,
    /// The sender's first name.
    pub first_name: String,
    /// The sender's last name.
    pub last_name: String,
    /// The sender's own id, which labels messages of the assistant.
    pub temp_id: String,
    /// Its text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// Its files.
    pub attachments: Json<Vec<Attachment>>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// When it was pinned.
    pub pinned_at: DateTime<Utc>,
}

/// The result of [`add`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The message is pinned now, or was before.
    Pinned,
    /// There is no such message in the channel.
    MessageUnknown,
    /// The channel has [`MAX_PINNED`] pinned messages.
    Full,
}

/// Pins a message of a channel and notifies the open pages of its members.
pub async fn add(store: &Store, channel: ChannelId, person: PersonId, message: MessageId) -> Result<Outcome> {
    let mut tx = store.db.begin().await?;
    // Locks the channel: two members must not exceed the limit at once.
    query("UPDATE channels SET change_seq = change_seq WHERE id = $1").bind(channel).execute(&mut tx).await?;
    let seq: Option<i64> =
        query_scalar("SELECT seq FROM messages WHERE id = $1 AND channel_id = $2 AND deleted_at IS NULL")
            .bind(message)
            .bind(channel)
            .fetch_optional(&mut tx)
            .await?;
    let Some(seq) = seq else { return Ok(Outcome::MessageUnknown) };
    let pinned: Vec<i64> =
        query_scalar("SELECT seq FROM pinned_messages WHERE channel_id = $1").bind(channel).fetch_all(&mut tx).await?;
    if pinned.contains(&seq) {
        return Ok(Outcome::Pinned);
    }
    if i64::try_from(pinned.len()).is_ok_and(|count| count >= MAX_PINNED) {
        return Ok(Outcome::Full);
    }
    query(
        "INSERT INTO pinned_messages (channel_id, seq, message_id, pinned_by, pinned_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(channel)
    .bind(seq)
    .bind(message)
    .bind(person)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::PinsChanged { channel }]);
    Ok(Outcome::Pinned)
}

/// Unpins a message, if it is pinned.
pub async fn remove(store: &Store, channel: ChannelId, message: MessageId) -> Result<()> {
    let removed = query("DELETE FROM pinned_messages WHERE channel_id = $1 AND message_id = $2")
        .bind(channel)
        .bind(message)
        .execute(&store.db)
        .await?;
    if removed > 0 {
        store.bus.publish(vec![Event::PinsChanged { channel }]);
    }
    Ok(())
}

/// Returns the pinned messages of a channel up to `readable_head`, the last pinned first.
pub async fn of_channel(store: &Store, channel: ChannelId, readable_head: i64) -> Result<Vec<PinnedMessage>> {
    query_as(
        "SELECT v.message_id, v.seq, x.sender_id, p.first_name, p.last_name, x.temp_id, x.body, x.attachments,
             x.created_at, v.pinned_at
         FROM pinned_messages v
         JOIN messages x ON x.channel_id = v.channel_id AND x.seq = v.seq
         JOIN people p ON p.id = x.sender_id
         WHERE v.channel_id = $1 AND v.seq <= $2 AND x.deleted_at IS NULL ORDER BY v.pinned_at DESC, v.seq DESC",
    )
    .bind(channel)
    .bind(readable_head)
    .fetch_all(&store.db)
    .await
}
