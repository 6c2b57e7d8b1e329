//! What staff do in a conversation: answer, take it, set it aside.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;

use super::conversation::{Reached, reach};
use super::{channel_of, holders, lock_in, publish_change};
use crate::bots::TEAM;
use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::messages::{self, Message, SELECT_MESSAGE};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

/// An answer of staff.
#[derive(Clone, Copy, Debug)]
pub struct NewAnswer<'a> {
    /// The id that the page gave it; sent again, it is stored once.
    pub temp_id: &'a str,
    /// The text, not empty.
    pub body: &'a str,
    /// The number of the newest message that its author saw; None if they write to many and looked at no conversation: what waits
    /// for an answer still waits then.
    pub seen: Option<i64>,
}

/// Why a conversation does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerRefusal {
    /// For this actor there is no such person, or none who can be written to.
    Unknown,
    /// A colleague answered what the author has not seen.
    Answered {
        /// Their name; empty after an erasure.
        by: String,
        /// When.
        at: DateTime<Utc>,
    },
    /// A colleague took it meanwhile, or it was left to all again.
    Assigned {
        /// Who has it now; None if it is left to all.
        to: Option<String>,
    },
    /// The one who is to take it may not answer these people.
    NoColleague,
    /// The account of the person is closed: they read nothing.
    Closed,
}

/// Sends an answer in the name of the team. What its author saw counts as answered; an author who saw it takes the conversation if it
/// was left to all.
pub async fn answer(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    new: NewAnswer<'_>,
) -> Result<std::result::Result<Arc<Message>, AnswerRefusal>> {
    let Some(Reached { channel, programme }) = reach(store, actor, person).await? else {
        return Ok(Err(AnswerRefusal::Unknown));
    };
    let holders = holders(store, programme, person).await?;
    let mut tx = store.db.begin().await?;
    // What was true before the lock may have changed: a report, the end of a role, an erasure, a transfer.
    if !still_reaches_in(&mut tx, actor, person, (channel, programme)).await? {
        return Ok(Err(AnswerRefusal::Unknown));
    }
    let is_closed = "SELECT is_disabled FROM people WHERE id = $1";
    if query_scalar(is_closed).bind(person).fetch_one(&mut tx).await? {
        return Ok(Err(AnswerRefusal::Closed));
    }
    // As the writer of messages does.
    let head: i64 = query_scalar("UPDATE channels SET head_seq = head_seq WHERE id = $1 RETURNING head_seq")
        .bind(channel)
        .fetch_one(&mut tx)
        .await?;
    let sent: Option<Message> =
        query_as([SELECT_MESSAGE, "FROM messages x WHERE x.temp_id = $1 AND x.sender_id = $2 AND x.channel_id = $3"])
            .bind(new.temp_id)
            .bind(TEAM)
            .bind(channel)
            .fetch_optional(&mut tx)
            .await?;
    if let Some(sent) = sent {
        return Ok(Ok(Arc::new(sent)));
    }
    if let Some(seen) = new.seen
        && let Some((at, by)) = newer_in(&mut tx, actor, channel, seen).await?
    {
        return Ok(Err(AnswerRefusal::Answered { by, at }));
    }
    let message = insert_in(&mut tx, store, channel, head, new).await?;
    query("INSERT INTO team_answers (message_id, channel_id, seq, author_id) VALUES ($1, $2, $3, $4)")
        .bind(message.id)
        .bind(channel)
        .bind(message.seq)
        .bind(actor.person())
        .execute(&mut tx)
        .await?;
    if let Some(seen) = new.seen {
        take_in(&mut tx, actor, channel, &holders).await?;
        handle_in(&mut tx, channel, seen.min(head)).await?;
    }
    record(Act::AnswerPerson, person, programme, channel).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    let message = Arc::new(message);
    store.bus.publish(vec![Event::Messages { channel, messages: vec![message.clone()], trace: None }]);
    publish_change(store, channel).await;
    Ok(Ok(message))
}

/// Locks a person, and returns whether an actor still reaches them in this conversation of this programme.
async fn still_reaches_in(
    tx: &mut Tx,
    actor: &Actor,
    person: PersonId,
    (channel, programme): (ChannelId, Option<ProgrammeId>),
) -> Result<bool> {
    if !lock_in(tx, actor, person).await? || channel_of(&mut *tx, person).await? != Some(channel) {
        return Ok(false);
    }
    let now = "SELECT programme_id FROM people WHERE id = $1";
    Ok(query_scalar::<Option<ProgrammeId>>(now).bind(person).fetch_one(tx).await? == programme)
}

/// Returns when a colleague last answered after a message, and their name.
async fn newer_in(
    tx: &mut Tx,
    actor: &Actor,
    channel: ChannelId,
    seen: i64,
) -> Result<Option<(DateTime<Utc>, String)>> {
    query_as(
        "SELECT x.created_at, COALESCE(TRIM(p.first_name || ' ' || p.last_name), '') FROM team_answers a
         JOIN messages x ON x.channel_id = a.channel_id AND x.seq = a.seq LEFT JOIN people p ON p.id = a.author_id
         WHERE a.channel_id = $1 AND a.seq > $2 AND (a.author_id IS NULL OR a.author_id <> $3) ORDER BY a.seq DESC LIMIT 1",
    )
    .bind(channel)
    .bind(seen)
    .bind(actor.person())
    .fetch_optional(tx)
    .await
}

/// Gives the conversation to the actor, unless a colleague who may answer has it.
async fn take_in(tx: &mut Tx, actor: &Actor, channel: ChannelId, holders: &[PersonId]) -> Result<()> {
    let stored: Option<PersonId> = query_scalar("SELECT assigned_to FROM team_channels WHERE channel_id = $1")
        .bind(channel)
        .fetch_one(&mut *tx)
        .await?;
    if stored.is_none_or(|stored| !holders.contains(&stored)) {
        query("UPDATE team_channels SET assigned_to = $2 WHERE channel_id = $1")
            .bind(channel)
            .bind(actor.person())
            .execute(tx)
            .await?;
    }
    Ok(())
}

/// Writes the message of the bot after the newest one.
async fn insert_in(tx: &mut Tx, store: &Store, channel: ChannelId, head: i64, new: NewAnswer<'_>) -> Result<Message> {
    let (id, now): (MessageId, _) = (store.clock.id(), store.clock.now());
    // Times never decrease within a channel.
    let at: DateTime<Utc> = query_scalar(
        "UPDATE channels SET head_seq = $2, head_at = CASE WHEN head_seq > 0 AND head_at > $3 THEN head_at ELSE $3 END
         WHERE id = $1 RETURNING head_at",
    )
    .bind(channel)
    .bind(head + 1)
    .bind(now)
    .fetch_one(&mut *tx)
    .await?;
    let message = Message {
        id,
        channel_id: channel,
        seq: head + 1,
        sender_id: TEAM,
        temp_id: new.temp_id.to_owned(),
        body: new.body.to_owned(),
        attachments: messages::no_attachments(),
        link_preview: None,
        is_broadcast: false,
        created_at: at,
        reply: None,
        edited_at: None,
        deleted_at: None,
        changed: 0,
        reactions: Json(Vec::new()),
    };
    query(
        "INSERT INTO messages (channel_id, seq, id, sender_id, temp_id, body, attachments, is_broadcast, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, $8)",
    )
    .bind(channel)
    .bind(message.seq)
    .bind(id)
    .bind(TEAM)
    .bind(new.temp_id)
    .bind(new.body)
    .bind(&message.attachments)
    .bind(at)
    .execute(&mut *tx)
    .await?;
    query("UPDATE members SET own_unseen = own_unseen + 1 WHERE channel_id = $1 AND person_id = $2")
        .bind(channel)
        .bind(TEAM)
        .execute(tx)
        .await?;
    Ok(message)
}

/// Gives a conversation to a member of staff, or leaves it to all; `before` is who had it on the page of the actor.
pub async fn assign(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    before: Option<PersonId>,
    to: Option<PersonId>,
) -> Result<std::result::Result<(), AnswerRefusal>> {
    let Some(Reached { channel, programme }) = reach(store, actor, person).await? else {
        return Ok(Err(AnswerRefusal::Unknown));
    };
    let holders = holders(store, programme, person).await?;
    if to.is_some_and(|to| !holders.contains(&to)) {
        return Ok(Err(AnswerRefusal::NoColleague));
    }
    let mut tx = store.db.begin().await?;
    if !still_reaches_in(&mut tx, actor, person, (channel, programme)).await? {
        return Ok(Err(AnswerRefusal::Unknown));
    }
    let stored: Option<PersonId> =
        query_scalar("UPDATE team_channels SET handled_seq = handled_seq WHERE channel_id = $1 RETURNING assigned_to")
            .bind(channel)
            .fetch_one(&mut tx)
            .await?;
    // Who may no longer answer takes care of nothing.
    let now = stored.filter(|stored| holders.contains(stored));
    if now == to && now == stored {
        return Ok(Ok(()));
    }
    if now != before {
        let name = "SELECT TRIM(first_name || ' ' || last_name) FROM people WHERE id = $1";
        let to: Option<String> = query_scalar(name).bind(now).fetch_optional(&mut tx).await?;
        return Ok(Err(AnswerRefusal::Assigned { to }));
    }
    query("UPDATE team_channels SET assigned_to = $2 WHERE channel_id = $1")
        .bind(channel)
        .bind(to)
        .execute(&mut tx)
        .await?;
    record(Act::AssignConversation, person, programme, channel)
        .change(json!({"assignedTo": now}), json!({"assignedTo": to}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    publish_change(store, channel).await;
    Ok(Ok(()))
}

/// Sets aside what an actor saw: it needs no answer. Returns false if there is no such person.
pub async fn settle(store: &Store, actor: &Actor, person: PersonId, seen: i64) -> Result<bool> {
    let Some(Reached { channel, programme }) = reach(store, actor, person).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    if !still_reaches_in(&mut tx, actor, person, (channel, programme)).await? {
        return Ok(false);
    }
    let head: i64 = query_scalar("UPDATE channels SET head_seq = head_seq WHERE id = $1 RETURNING head_seq")
        .bind(channel)
        .fetch_one(&mut tx)
        .await?;
    if handle_in(&mut tx, channel, seen.min(head)).await? > 0 {
        record(Act::SettleConversation, person, programme, channel).write(&mut tx, store, actor).await?;
    }
    tx.commit().await?;
    publish_change(store, channel).await;
    Ok(true)
}

/// Lets the last message of the person wait for an answer again. Returns false if there is no such person.
pub async fn reopen(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let Some(Reached { channel, programme }) = reach(store, actor, person).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    if !still_reaches_in(&mut tx, actor, person, (channel, programme)).await? {
        return Ok(false);
    }
    let reopened = query(
        "UPDATE team_channels SET handled_seq = x.seq - 1
         FROM (SELECT MAX(seq) AS seq FROM messages WHERE channel_id = $1 AND sender_id = $2 AND deleted_at IS NULL) x
         WHERE team_channels.channel_id = $1 AND team_channels.handled_seq >= x.seq",
    )
    .bind(channel)
    .bind(person)
    .execute(&mut tx)
    .await?;
    if reopened > 0 {
        record(Act::ReopenConversation, person, programme, channel).write(&mut tx, store, actor).await?;
    }
    tx.commit().await?;
    publish_change(store, channel).await;
    Ok(true)
}

/// Messages up to this number are answered or need no answer.
async fn handle_in(tx: &mut Tx, channel: ChannelId, upto: i64) -> Result<u64> {
    query("UPDATE team_channels SET handled_seq = $2 WHERE channel_id = $1 AND handled_seq < $2")
        .bind(channel)
        .bind(upto)
        .execute(tx)
        .await
}

fn record<'r>(act: Act, person: PersonId, programme: Option<ProgrammeId>, channel: ChannelId) -> Record<'r> {
    Record::new(act, Target::Person(person), programme).channel(channel)
}
