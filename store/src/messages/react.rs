//! Reactions: one row for each person and emoji, and their sum in the message, so that a page of messages costs one query.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use super::Message;
use super::change::{Changed, MESSAGE, NEXT, NotChanged, RIGHTS, check};
use crate::bus::Event;
use crate::channels::Kind;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Different emoji at one message.
pub const MOST_EMOJI: i64 = 20;

/// People named for one emoji; the count counts all.
const MOST_NAMED: i64 = 100;

/// What people reacted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// One emoji.
    pub emoji: String,
    /// How many people.
    pub count: i64,
    /// Who, the first ones first, at most a hundred.
    pub people: Vec<PersonId>,
}

/// Adds or takes back somebody's reaction and tells the bus. The emoji was checked.
pub async fn react(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    id: MessageId,
    emoji: &str,
    on: bool,
) -> Result<Result<Changed, NotChanged>> {
    let now = store.clock.now();
    let message = on!(&store.db, transaction, |tx| {
        let Some(number) = sqlx::query_scalar(NEXT).bind(channel).fetch_optional(&mut *tx).await? else {
            return Ok(Err(NotChanged::ChannelUnknown));
        };
        let rights = sqlx::query_as(RIGHTS).bind(channel).bind(person).fetch_optional(&mut *tx).await?;
        match check(rights) {
            Ok(rights) if rights.kind == Kind::Assistant => return Ok(Err(NotChanged::ReactionsOff)),
            Ok(_) => {}
            Err(refusal) => return Ok(Err(refusal)),
        }
        let found: Option<Message> = sqlx::query_as(MESSAGE).bind(channel).bind(id).fetch_optional(&mut *tx).await?;
        let Some(before) = found else { return Ok(Err(NotChanged::MessageUnknown)) };
        let seq = before.seq;
        let changed = if on {
            let others: i64 = sqlx::query_scalar(
                "SELECT COUNT(DISTINCT emoji) FROM reactions WHERE channel_id = $1 AND seq = $2 AND emoji <> $3",
            )
            .bind(channel)
            .bind(seq)
            .bind(emoji)
            .fetch_one(&mut *tx)
            .await?;
            if others >= MOST_EMOJI {
                return Ok(Err(NotChanged::ReactionsFull));
            }
            sqlx::query(
                "INSERT INTO reactions (channel_id, seq, emoji, person_id, created_at) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT DO NOTHING",
            )
            .bind(channel)
            .bind(seq)
            .bind(emoji)
            .bind(person)
            .bind(now)
            .execute(&mut *tx)
            .await?
            .rows_affected()
        } else {
            sqlx::query("DELETE FROM reactions WHERE channel_id = $1 AND seq = $2 AND emoji = $3 AND person_id = $4")
                .bind(channel)
                .bind(seq)
                .bind(emoji)
                .bind(person)
                .execute(&mut *tx)
                .await?
                .rows_affected()
        };
        if changed == 0 {
            return Ok(Ok(Changed { message: before, repeated: true }));
        }
        let rows: Vec<(String, i64, PersonId)> = sqlx::query_as(
            "SELECT emoji, total, person_id FROM (
                 SELECT emoji, person_id, COUNT(*) OVER (PARTITION BY emoji) AS total,
                     MIN(created_at) OVER (PARTITION BY emoji) AS began,
                     ROW_NUMBER() OVER (PARTITION BY emoji ORDER BY created_at, person_id) AS place
                 FROM reactions WHERE channel_id = $1 AND seq = $2
             ) r WHERE place <= $3 ORDER BY began, emoji, place",
        )
        .bind(channel)
        .bind(seq)
        .bind(MOST_NAMED)
        .fetch_all(&mut *tx)
        .await?;
        let reactions = Json(summed(rows));
        sqlx::query("UPDATE messages SET reactions = $3, changed = $4 WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(seq)
            .bind(&reactions)
            .bind(number)
            .execute(&mut *tx)
            .await?;
        Message { reactions, changed: number, ..before }
    })?;
    store.bus.publish(vec![Event::Changed { channel, messages: vec![message.clone()] }]);
    Ok(Ok(Changed { message, repeated: false }))
}

/// Rows of one emoji stand together.
fn summed(rows: Vec<(String, i64, PersonId)>) -> Vec<Reaction> {
    let mut reactions: Vec<Reaction> = Vec::new();
    for (emoji, count, person) in rows {
        match reactions.last_mut() {
            Some(last) if last.emoji == emoji => last.people.push(person),
            _ => reactions.push(Reaction { emoji, count, people: vec![person] }),
        }
    }
    reactions
}
