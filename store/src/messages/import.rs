//! Messages that were said before this installation was: demo worlds, and conversations moved from elsewhere.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::mention;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Messages of one statement: 32,766 values are the most that SQLite takes.
const ROWS: usize = 1_000;

/// A message as it was said.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Who said it, a member of the channel.
    pub sender: PersonId,
    /// The text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// When; not before the message above it.
    pub created_at: DateTime<Utc>,
}

/// Adds messages to a channel, oldest first, all of them or none. Each sender's own do not count as unread to them.
pub async fn import(store: &Store, channel: ChannelId, messages: &[Imported]) -> Result<()> {
    let Some(last) = messages.last() else { return Ok(()) };
    let count = i64::try_from(messages.len()).unwrap_or(i64::MAX);
    let mut own: HashMap<PersonId, i64> = HashMap::new();
    for message in messages {
        *own.entry(message.sender).or_default() += 1;
    }
    on!(&store.db, transaction, |tx, Engine| {
        // First of all, since it keeps other writers out of the channel until the end. A channel without messages takes
        // its time from the first ones.
        let head: i64 = sqlx::query_scalar(
            "UPDATE channels SET head_seq = head_seq + $2,
                 head_at = CASE WHEN head_seq > 0 AND head_at > $3 THEN head_at ELSE $3 END
             WHERE id = $1 RETURNING head_seq",
        )
        .bind(channel)
        .bind(count)
        .bind(last.created_at)
        .fetch_one(&mut *tx)
        .await?;
        let mut first = head - count + 1;
        for group in messages.chunks(ROWS) {
            let mut insert = QueryBuilder::<Engine>::new(
                "INSERT INTO messages (channel_id, seq, id, sender_id, temp_id, body, attachments, is_broadcast, created_at) ",
            );
            insert.push_values(group.iter().zip(first..), |mut row, (message, seq)| {
                let id: MessageId = store.clock.id();
                row.push_bind(channel)
                    .push_bind(seq)
                    .push_bind(id)
                    .push_bind(message.sender)
                    .push_bind(id.to_string())
                    .push_bind(&message.body)
                    .push_bind(super::no_attachments())
                    .push_bind(false)
                    .push_bind(message.created_at);
            });
            insert.build().persistent(false).execute(&mut *tx).await?;
            for (message, seq) in group.iter().zip(first..) {
                for person in mention::people_in(&message.body) {
                    sqlx::query(
                        "INSERT INTO mentions (person_id, channel_id, seq)
                         SELECT person_id, channel_id, $3 FROM members
                         WHERE channel_id = $1 AND person_id = $2 AND status = 'active'",
                    )
                    .bind(channel)
                    .bind(person)
                    .bind(seq)
                    .execute(&mut *tx)
                    .await?;
                }
            }
            first += i64::try_from(group.len()).unwrap_or(0);
        }
        for (sender, count) in &own {
            sqlx::query("UPDATE members SET own_unseen = own_unseen + $3 WHERE channel_id = $1 AND person_id = $2")
                .bind(channel)
                .bind(*sender)
                .bind(*count)
                .execute(&mut *tx)
                .await?;
        }
    })?;
    // Whoever has the channel open reads what is new in the database.
    store.bus.doubt();
    Ok(())
}
