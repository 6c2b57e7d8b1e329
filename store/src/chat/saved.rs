//! Messages that people keep for themselves. Nobody else learns of it.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::bus::{Event, Topic};
use crate::chat_access::ChatAccess;
use crate::db::{query, query_as, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Messages that one person can save.
pub const MAX_SAVED: i64 = 500;

/// Messages on a page.
pub const PAGE: i64 = 30;

/// A saved message.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct SavedMessage {
    /// The message.
    pub message_id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
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
    /// When the person saved it.
    pub saved_at: DateTime<Utc>,
}

/// The result of [`add`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The message is saved now, or was before.
    Saved,
    /// There is no such message in the channel that the person may read.
    MessageUnknown,
    /// The person has saved [`MAX_SAVED`] messages.
    Full,
}

/// Saves a message up to `readable_head` for a person, and notifies their open pages.
pub async fn add(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    message: MessageId,
    readable_head: i64,
) -> Result<Outcome> {
    let mut tx = store.db.begin().await?;
    let seq: Option<i64> =
        query_scalar("SELECT seq FROM messages WHERE id = $1 AND channel_id = $2 AND seq <= $3 AND deleted_at IS NULL")
            .bind(message)
            .bind(channel)
            .bind(readable_head)
            .fetch_optional(&mut tx)
            .await?;
    let Some(seq) = seq else { return Ok(Outcome::MessageUnknown) };
    let (count, is_saved): (i64, bool) = query_as(
        "SELECT COUNT(*), EXISTS (SELECT 1 FROM saved_messages WHERE person_id = $1 AND message_id = $2)
         FROM saved_messages WHERE person_id = $1",
    )
    .bind(person)
    .bind(message)
    .fetch_one(&mut tx)
    .await?;
    if is_saved {
        return Ok(Outcome::Saved);
    }
    if count >= MAX_SAVED {
        return Ok(Outcome::Full);
    }
    query(
        "INSERT INTO saved_messages (person_id, message_id, channel_id, seq, saved_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(message)
    .bind(channel)
    .bind(seq)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    publish(store, person);
    Ok(Outcome::Saved)
}

/// Removes a message from those of a person, if it is there.
pub async fn remove(store: &Store, person: PersonId, message: MessageId) -> Result<()> {
    let removed = query("DELETE FROM saved_messages WHERE person_id = $1 AND message_id = $2")
        .bind(person)
        .bind(message)
        .execute(&store.db)
        .await?;
    if removed > 0 {
        publish(store, person);
    }
    Ok(())
}

/// Returns the ids of the messages of a channel that a person saved.
pub async fn in_channel(store: &Store, channel: ChannelId, person: PersonId) -> Result<Vec<MessageId>> {
    query_scalar("SELECT message_id FROM saved_messages WHERE person_id = $1 AND channel_id = $2 ORDER BY message_id")
        .bind(person)
        .bind(channel)
        .fetch_all(&store.db)
        .await
}

/// Returns a page of the saved messages that the person may still read, the last saved first. Pages count from 1.
pub async fn of_person(store: &Store, person: PersonId, access: ChatAccess, page: i64) -> Result<Vec<SavedMessage>> {
    query_as(
        "SELECT v.message_id, v.channel_id, v.seq, x.sender_id, p.first_name, p.last_name, x.temp_id, x.body, x.attachments,
             x.created_at, v.saved_at
         FROM saved_messages v
         JOIN messages x ON x.channel_id = v.channel_id AND x.seq = v.seq
         JOIN channels c ON c.id = v.channel_id
         JOIN members m ON m.channel_id = v.channel_id AND m.person_id = v.person_id
         JOIN people p ON p.id = x.sender_id
         WHERE v.person_id = $1 AND x.deleted_at IS NULL AND m.status <> 'absent'
             AND (m.status = 'active' OR m.until_seq IS NULL OR v.seq <= m.until_seq)
             AND CASE c.kind WHEN 'assistant' THEN $2 WHEN 'team' THEN $6 ELSE $3 END
         ORDER BY v.saved_at DESC, v.message_id DESC LIMIT $4 OFFSET $5",
    )
    .bind(person)
    .bind(access.assistant)
    .bind(access.people)
    .bind(PAGE + 1)
    .bind((page - 1) * PAGE)
    .bind(access.team)
    .fetch_all(&store.db)
    .await
}

fn publish(store: &Store, person: PersonId) {
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics: vec![Topic::Saved] }]);
}
