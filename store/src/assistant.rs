//! Everybody's own channel with the assistant, and who works on its questions.
//!
//! A question is a message of the person that has no turn yet. A worker leases the whole channel, so there is one answer
//! at a time, in the order of the questions; a lease that nobody gives back ends by itself.

use chrono::Duration;
use sqlx::types::Uuid;

use crate::bots::{self, ASSISTANT};
use crate::bus::Event;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

mod label;
mod turns;

pub use label::{Label, Outcome};
pub use turns::{Settled, Turn, Used, delivered, retry, settle, used};

/// The name of the channel; clients say it in the language of the page.
const NAME: &str = "Assistant";

/// A message that wants an answer.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Question {
    /// The message.
    pub id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// What was asked.
    pub body: String,
}

/// What is to be done in a leased channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The question.
    pub question: Question,
    /// Which try this is, from 1.
    pub attempt: i64,
    /// What was decided before and may not have been said.
    pub settled: Option<Settled>,
}

/// The right to work on a channel, for a while.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The channel.
    pub channel: ChannelId,
    /// Whose channel it is.
    pub person: PersonId,
    id: Uuid,
}

/// The assistant channel of a person; made, with the assistant in it, if there is none.
pub async fn open(store: &Store, person: PersonId, programme: Option<ProgrammeId>) -> Result<ChannelId> {
    loop {
        if let Some(channel) = channel_of(store, person).await? {
            return Ok(channel);
        }
        bots::ensure_assistant(store).await?;
        if let Some(channel) = make(store, person, programme).await? {
            store.bus.publish(vec![Event::ChannelsChanged { people: vec![person] }]);
            return Ok(channel);
        }
    }
}

/// None if somebody else made it meanwhile.
async fn make(store: &Store, person: PersonId, programme: Option<ProgrammeId>) -> Result<Option<ChannelId>> {
    let (new, now) = (store.clock.id::<ChannelId>(), store.clock.now());
    on!(&store.db, transaction, |tx| {
        // Before there was an assistant, people had a channel without one.
        let known: Option<ChannelId> = sqlx::query_scalar(
            "SELECT c.id FROM channels c JOIN members m ON m.channel_id = c.id
             WHERE c.kind = 'assistant' AND m.person_id = $1 ORDER BY c.created_at, c.id LIMIT 1",
        )
        .bind(person)
        .fetch_optional(&mut *tx)
        .await?;
        let channel = known.unwrap_or(new);
        sqlx::query(
            "INSERT INTO channels (id, kind, name, programme_id, head_seq, head_at, created_at)
             VALUES ($1, 'assistant', $2, $3, 0, $4, $4) ON CONFLICT (id) DO NOTHING",
        )
        .bind(channel)
        .bind(NAME)
        .bind(programme)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        let claimed = sqlx::query(
            "INSERT INTO assistant_channels (person_id, channel_id, handled_seq)
             SELECT $1, id, head_seq FROM channels WHERE id = $2 ON CONFLICT DO NOTHING",
        )
        .bind(person)
        .bind(channel)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if claimed == 0 {
            if known.is_none() {
                sqlx::query("DELETE FROM channels WHERE id = $1").bind(new).execute(&mut *tx).await?;
            }
            None
        } else {
            for member in [person, ASSISTANT] {
                sqlx::query(
                    "INSERT INTO members
                         (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, joined_at)
                     SELECT id, $2, 'active', FALSE, head_seq, 0, $3 FROM channels WHERE id = $1
                     ON CONFLICT (channel_id, person_id) DO NOTHING",
                )
                .bind(channel)
                .bind(member)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            }
            Some(channel)
        }
    })
}

/// The assistant channel of a person, if it was made.
pub async fn channel_of(store: &Store, person: PersonId) -> Result<Option<ChannelId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT channel_id FROM assistant_channels WHERE person_id = $1")
        .bind(person)
        .fetch_optional(pool)
        .await)?)
}

/// Whose assistant channel this is; None if it is none.
pub async fn owner_of(store: &Store, channel: ChannelId) -> Result<Option<PersonId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT person_id FROM assistant_channels WHERE channel_id = $1")
        .bind(channel)
        .fetch_optional(pool)
        .await)?)
}

/// Channels in which something waits and nobody works, at most `most`.
pub async fn waiting(store: &Store, most: i64) -> Result<Vec<ChannelId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT a.channel_id FROM assistant_channels a JOIN channels c ON c.id = a.channel_id
         WHERE (a.lease_until IS NULL OR a.lease_until <= $1) AND (c.head_seq > a.handled_seq OR EXISTS (
             SELECT 1 FROM assistant_turns t WHERE t.channel_id = a.channel_id AND t.is_delivered = FALSE))
         LIMIT $2"
    )
    .bind(store.clock.now())
    .bind(most)
    .fetch_all(pool)
    .await)?)
}

/// The questions of a channel that nothing was decided about, oldest first, at most 50.
pub async fn questions(store: &Store, channel: ChannelId) -> Result<Vec<Question>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT q.id, q.seq, q.body FROM messages q JOIN assistant_channels a ON a.channel_id = q.channel_id
         WHERE q.channel_id = $1 AND q.seq > a.handled_seq AND q.sender_id <> $2
             AND NOT EXISTS (SELECT 1 FROM assistant_turns t WHERE t.question_id = q.id)
         ORDER BY q.seq LIMIT 50"
    )
    .bind(channel)
    .bind(ASSISTANT)
    .fetch_all(pool)
    .await)?)
}

/// Takes a channel for `length`; None while somebody else has it.
pub async fn lease(store: &Store, channel: ChannelId, length: Duration) -> Result<Option<Lease>> {
    let (id, now) = (store.clock.id::<Uuid>(), store.clock.now());
    let person: Option<PersonId> = on!(
        &store.db,
        returning_one,
        sqlx::query_scalar(
            "UPDATE assistant_channels SET lease_id = $2, lease_until = $3
         WHERE channel_id = $1 AND (lease_until IS NULL OR lease_until <= $4) RETURNING person_id"
        )
        .bind(channel)
        .bind(id)
        .bind(now + length)
        .bind(now)
    )?;
    Ok(person.map(|person| Lease { channel, person, id }))
}

/// What is to be done next under a lease, which lasts for `length` from now on; None if nothing is, or if the lease was
/// lost: then the channel is given back.
pub async fn next(store: &Store, lease: &Lease, length: Duration) -> Result<Option<Task>> {
    // What is said from here on is left for the next look.
    let head: Option<i64> = on!(
        &store.db,
        returning_one,
        sqlx::query_scalar(
            "UPDATE assistant_channels SET lease_until = $3 WHERE channel_id = $1 AND lease_id = $2
         RETURNING (SELECT c.head_seq FROM channels c WHERE c.id = assistant_channels.channel_id)"
        )
        .bind(lease.channel)
        .bind(lease.id)
        .bind(store.clock.now() + length)
    )?;
    let Some(head) = head else { return Ok(None) };
    if let Some(open) = turns::first_open(store, lease.channel).await? {
        return Ok(Some(open));
    }
    if let Some(question) = questions(store, lease.channel).await?.into_iter().next() {
        return Ok(Some(Task { question, attempt: 1, settled: None }));
    }
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE assistant_channels SET lease_id = NULL, lease_until = NULL, handled_seq = $3
             WHERE channel_id = $1 AND lease_id = $2"
        )
        .bind(lease.channel)
        .bind(lease.id)
        .bind(head)
    )?;
    Ok(None)
}
