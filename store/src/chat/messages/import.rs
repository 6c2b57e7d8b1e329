//! Imports existing messages: demo data, and conversations from elsewhere.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::mention;
use crate::db::{QueryBuilder, query, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Messages per statement: SQLite accepts 32,766 values.
const ROWS_PER_STATEMENT: usize = 1_000;

/// A message to import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The sender, a member of the channel.
    pub sender: PersonId,
    /// The text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// When it was sent; not before the previous message.
    pub created_at: DateTime<Utc>,
}

/// Adds messages to a channel in one transaction, oldest first. A sender's own messages do not count as unread.
pub async fn import(store: &Store, channel: ChannelId, messages: &[Imported]) -> Result<()> {
    let Some(last) = messages.last() else { return Ok(()) };
    let count = i64::try_from(messages.len()).unwrap_or(i64::MAX);
    let mut own: HashMap<PersonId, i64> = HashMap::new();
    for message in messages {
        *own.entry(message.sender).or_default() += 1;
    }
    let mut tx = store.db.begin().await?;
    // First, because the row lock keeps other writers out of the channel. A channel without messages takes its time
    // from the first ones.
    let head: i64 = query_scalar(
        "UPDATE channels SET head_seq = head_seq + $2,
             head_at = CASE WHEN head_seq > 0 AND head_at > $3 THEN head_at ELSE $3 END
         WHERE id = $1 RETURNING head_seq",
    )
    .bind(channel)
    .bind(count)
    .bind(last.created_at)
    .fetch_one(&mut tx)
    .await?;
    let mut first = head - count + 1;
    for group in messages.chunks(ROWS_PER_STATEMENT) {
        let mut insert = QueryBuilder::new(
            "INSERT INTO messages (channel_id, seq, id, sender_id, temp_id, body, attachments, is_broadcast, created_at) ",
        );
        insert.push_rows(group.iter().zip(first..), |row, (message, seq)| {
            let id: MessageId = store.clock.id();
            row.push_value(channel)
                .push_value(seq)
                .push_value(id)
                .push_value(message.sender)
                .push_value(id.to_string())
                .push_value(&message.body)
                .push_value(super::no_attachments())
                .push_value(false)
                .push_value(message.created_at);
        });
        insert.build().execute(&mut tx).await?;
        for (message, seq) in group.iter().zip(first..) {
            for person in mention::people_in(&message.body) {
                query(
                    "INSERT INTO mentions (person_id, channel_id, seq)
                     SELECT person_id, channel_id, $3 FROM members
                     WHERE channel_id = $1 AND person_id = $2 AND status = 'active'",
                )
                .bind(channel)
                .bind(person)
                .bind(seq)
                .execute(&mut tx)
                .await?;
            }
        }
        first += i64::try_from(group.len()).unwrap_or(0);
    }
    for (sender, count) in &own {
        query("UPDATE members SET own_unseen = own_unseen + $3 WHERE channel_id = $1 AND person_id = $2")
            .bind(channel)
            .bind(*sender)
            .bind(*count)
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await?;
    // Clients that have the channel open read the new messages from the database.
    store.bus.publish_loss();
    Ok(())
}
