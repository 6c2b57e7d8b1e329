//! Reactions: one row for each person and emoji, and their totals in the message, so that a page of messages takes one
//! query.

use std::sync::Arc;

use sqlx::types::Json;

use super::change::{Changed, MESSAGE, NEXT, NotChanged, RIGHTS, check};
use super::{Message, Reaction};
use crate::bus::Event;
use crate::channels::Kind;
use crate::db::{query, query_as, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Different emoji on one message.
pub const MAX_EMOJI: i64 = 20;

/// People listed for one emoji; the count includes all.
const MAX_NAMED: i64 = 100;

/// Adds or removes a reaction and publishes the change. The emoji is valid.
pub async fn react(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    id: MessageId,
    emoji: &str,
    on: bool,
) -> Result<Result<Changed, NotChanged>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(number) = query_scalar(NEXT).bind(channel).fetch_optional(&mut tx).await? else {
        return Ok(Err(NotChanged::ChannelUnknown));
    };
    let rights = query_as(RIGHTS).bind(channel).bind(person).fetch_optional(&mut tx).await?;
    match check(rights) {
        Ok(rights) if rights.kind == Kind::Assistant => return Ok(Err(NotChanged::ReactionsOff)),
        Ok(_) => {}
        Err(rejection) => return Ok(Err(rejection)),
    }
    let found: Option<Message> = query_as(MESSAGE).bind(channel).bind(id).fetch_optional(&mut tx).await?;
    let Some(before) = found.filter(|message| message.deleted_at.is_none()) else {
        return Ok(Err(NotChanged::MessageUnknown));
    };
    let seq = before.seq;
    let changed = if on {
        let others: i64 = query_scalar(
            "SELECT COUNT(DISTINCT emoji) FROM reactions WHERE channel_id = $1 AND seq = $2 AND emoji <> $3",
        )
        .bind(channel)
        .bind(seq)
        .bind(emoji)
        .fetch_one(&mut tx)
        .await?;
        if others >= MAX_EMOJI {
            return Ok(Err(NotChanged::ReactionsFull));
        }
        query(
            "INSERT INTO reactions (channel_id, seq, emoji, person_id, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(channel)
        .bind(seq)
        .bind(emoji)
        .bind(person)
        .bind(now)
        .execute(&mut tx)
        .await?
    } else {
        query("DELETE FROM reactions WHERE channel_id = $1 AND seq = $2 AND emoji = $3 AND person_id = $4")
            .bind(channel)
            .bind(seq)
            .bind(emoji)
            .bind(person)
            .execute(&mut tx)
            .await?
    };
    if changed == 0 {
        return Ok(Ok(Changed { message: Arc::new(before), repeated: true }));
    }
    let rows: Vec<(String, i64, PersonId)> = query_as(
        "SELECT emoji, total, person_id FROM (
             SELECT emoji, person_id, COUNT(*) OVER (PARTITION BY emoji) AS total,
                 MIN(created_at) OVER (PARTITION BY emoji) AS began,
                 ROW_NUMBER() OVER (PARTITION BY emoji ORDER BY created_at, person_id) AS place
             FROM reactions WHERE channel_id = $1 AND seq = $2
         ) r WHERE place <= $3 ORDER BY began, emoji, place",
    )
    .bind(channel)
    .bind(seq)
    .bind(MAX_NAMED)
    .fetch_all(&mut tx)
    .await?;
    let reactions = Json(summed(rows));
    query("UPDATE messages SET reactions = $3, changed = $4 WHERE channel_id = $1 AND seq = $2")
        .bind(channel)
        .bind(seq)
        .bind(&reactions)
        .bind(number)
        .execute(&mut tx)
        .await?;
    let message = Arc::new(Message { reactions, changed: number, ..before });
    tx.commit().await?;
    store.bus.publish(vec![Event::Changed { channel, messages: vec![message.clone()] }]);
    Ok(Ok(Changed { message, repeated: false }))
}

/// Groups rows, which are ordered by emoji.
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
