//! The assistant: each person's channel with it, and the queue of questions.
//!
//! A question is a message of the person without a turn. A worker leases the whole channel, so questions are answered
//! one at a time and in order. A lease that is not returned expires.

use chrono::Duration;

use crate::bots::{self, ASSISTANT};
use crate::bus::Event;
use crate::chat::assistant_label::is_crisis_label;
use crate::db::{query, query_as, query_scalar};
use crate::messages::Message;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store, leases};

mod turns;

pub use crate::chat::assistant_label::{Label, Outcome};
pub use turns::{RecordedOutcome, Turn, Usage, mark_delivered, record_outcome, retry, usage};

/// The kind of leases of channels.
const LEASE: &str = "assistant_channel";

/// The name of the channel; clients show a translation.
const NAME: &str = "Assistant";

/// Whether a message of the assistant is a crisis card.
pub fn is_crisis_card(message: &Message) -> bool {
    is_crisis_label(&message.temp_id)
}

/// A message that needs an answer.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Question {
    /// The message.
    pub id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// Its text.
    pub body: String,
}

/// The next task of a leased channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The question.
    pub question: Question,
    /// The number of the attempt, from 1.
    pub attempt: i64,
    /// The recorded outcome, which may not be delivered yet.
    pub recorded: Option<RecordedOutcome>,
}

/// A lease of a channel.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The channel.
    pub channel: ChannelId,
    /// The person of the channel.
    pub person: PersonId,
    lease: leases::Lease,
}

/// Returns the assistant channel of a person, and creates it with the assistant as a member if needed.
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

/// Returns None if a concurrent request created the channel.
async fn make(store: &Store, person: PersonId, programme: Option<ProgrammeId>) -> Result<Option<ChannelId>> {
    let (new, now) = (store.clock.id::<ChannelId>(), store.clock.now());
    let mut tx = store.db.begin().await?;
    // Channels from before the assistant existed have only one member.
    let known: Option<ChannelId> = query_scalar(
        "SELECT c.id FROM channels c JOIN members m ON m.channel_id = c.id
         WHERE c.kind = 'assistant' AND m.person_id = $1 ORDER BY c.created_at, c.id LIMIT 1",
    )
    .bind(person)
    .fetch_optional(&mut tx)
    .await?;
    let channel = known.unwrap_or(new);
    query(
        "INSERT INTO channels (id, kind, name, programme_id, head_seq, head_at, created_at)
         VALUES ($1, 'assistant', $2, $3, 0, $4, $4) ON CONFLICT (id) DO NOTHING",
    )
    .bind(channel)
    .bind(NAME)
    .bind(programme)
    .bind(now)
    .execute(&mut tx)
    .await?;
    let claimed = query(
        "INSERT INTO assistant_channels (person_id, channel_id, handled_seq)
         SELECT $1, id, head_seq FROM channels WHERE id = $2 ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(channel)
    .execute(&mut tx)
    .await?;
    let created = if claimed == 0 {
        if known.is_none() {
            query("DELETE FROM channels WHERE id = $1").bind(new).execute(&mut tx).await?;
        }
        None
    } else {
        for member in [person, ASSISTANT] {
            query(
                "INSERT INTO members
                     (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, joined_at)
                 SELECT id, $2, 'active', FALSE, head_seq, 0, $3 FROM channels WHERE id = $1
                 ON CONFLICT (channel_id, person_id) DO NOTHING",
            )
            .bind(channel)
            .bind(member)
            .bind(now)
            .execute(&mut tx)
            .await?;
        }
        Some(channel)
    };
    tx.commit().await?;
    Ok(created)
}

/// Returns the assistant channel of a person.
pub async fn channel_of(store: &Store, person: PersonId) -> Result<Option<ChannelId>> {
    query_scalar("SELECT channel_id FROM assistant_channels WHERE person_id = $1")
        .bind(person)
        .fetch_optional(&store.db)
        .await
}

/// Returns the person of an assistant channel; None for other channels.
pub async fn owner_of(store: &Store, channel: ChannelId) -> Result<Option<PersonId>> {
    query_scalar("SELECT person_id FROM assistant_channels WHERE channel_id = $1")
        .bind(channel)
        .fetch_optional(&store.db)
        .await
}

/// Returns channels with pending work and no lease, at most `limit`.
pub async fn due(store: &Store, limit: i64) -> Result<Vec<ChannelId>> {
    query_scalar(
        "SELECT a.channel_id FROM assistant_channels a JOIN channels c ON c.id = a.channel_id
         WHERE (c.head_seq > a.handled_seq OR EXISTS (
             SELECT 1 FROM assistant_turns t WHERE t.channel_id = a.channel_id AND t.is_delivered = FALSE))
             AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.kind = $1 AND l.subject = a.channel_id AND l.until > $2)
         LIMIT $3",
    )
    .bind(LEASE)
    .bind(store.clock.now())
    .bind(limit)
    .fetch_all(&store.db)
    .await
}

/// Returns the questions of a channel without an outcome, oldest first, at most 50.
pub async fn questions(store: &Store, channel: ChannelId) -> Result<Vec<Question>> {
    query_as(
        "SELECT q.id, q.seq, q.body FROM messages q JOIN assistant_channels a ON a.channel_id = q.channel_id
         WHERE q.channel_id = $1 AND q.seq > a.handled_seq AND q.sender_id <> $2
             AND NOT EXISTS (SELECT 1 FROM assistant_turns t WHERE t.question_id = q.id)
         ORDER BY q.seq LIMIT 50",
    )
    .bind(channel)
    .bind(ASSISTANT)
    .fetch_all(&store.db)
    .await
}

/// Leases a channel for `length`; None while another worker holds the lease.
pub async fn lease(store: &Store, channel: ChannelId, length: Duration) -> Result<Option<Lease>> {
    let Some(person) = owner_of(store, channel).await? else { return Ok(None) };
    let lease = leases::acquire(store, LEASE, channel.0, length).await?;
    Ok(lease.map(|lease| Lease { channel, person, lease }))
}

/// Returns the next task under a lease and extends the lease by `length`. Returns None if there is no task, and
/// releases the lease, or if the lease was lost.
pub async fn next(store: &Store, lease: &Lease, length: Duration) -> Result<Option<Task>> {
    if !lease.lease.renew(store, length).await? {
        return Ok(None);
    }
    // Messages after this head belong to the next run.
    let head: Option<i64> = query_scalar("SELECT head_seq FROM channels WHERE id = $1")
        .bind(lease.channel)
        .fetch_optional(&store.db)
        .await?;
    let Some(head) = head else { return Ok(None) };
    if let Some(open) = turns::first_open(store, lease.channel).await? {
        return Ok(Some(open));
    }
    if let Some(question) = questions(store, lease.channel).await?.into_iter().next() {
        return Ok(Some(Task { question, attempt: 1, recorded: None }));
    }
    let mut tx = store.db.begin().await?;
    if lease.lease.end_in(&mut tx).await? {
        query("UPDATE assistant_channels SET handled_seq = $2 WHERE channel_id = $1")
            .bind(lease.channel)
            .bind(head)
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await?;
    Ok(None)
}
