//! Outcomes of questions. An outcome is recorded in one statement and delivered afterwards; another worker delivers it
//! if the first one crashes in between.

use chrono::{DateTime, Utc};

use super::{Label, Outcome, Question, Task};
use crate::alerts::{self, NewAlert};
use crate::bots::ASSISTANT;
use crate::db::{query, query_as, query_scalar};
use crate::pending_cases;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

/// An outcome to record.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The question.
    pub question: MessageId,
    /// The number of the attempt, from 1.
    pub attempt: i64,
    /// The channel.
    pub channel: ChannelId,
    /// The person who asked.
    pub person: PersonId,
    /// The programme whose budget it counts against.
    pub programme: Option<ProgrammeId>,
    /// Its outcome.
    pub outcome: Outcome,
    /// The text of the reply.
    pub body: String,
    /// The tokens that the model reported.
    pub tokens: i64,
}

/// A recorded outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedOutcome {
    /// Its outcome.
    pub outcome: Outcome,
    /// The text of the reply.
    pub body: String,
}

/// Use of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Attempts to answer the person since the start of the day.
    pub tries: i64,
    /// Tokens of the programme since the start of the month.
    pub tokens: i64,
}

#[derive(sqlx::FromRow)]
struct Open {
    id: MessageId,
    seq: i64,
    body: String,
    attempt: i64,
    outcome: Option<Outcome>,
    said: String,
}

/// Records an outcome, unless one is recorded already, and returns the one that counts. A crisis raises the alert to
/// staff in the same transaction.
pub async fn record_outcome(store: &Store, turn: &Turn) -> Result<RecordedOutcome> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let is_new = query(
        "INSERT INTO assistant_turns (question_id, attempt, channel_id, person_id, programme_id, outcome, body, tokens,
             is_delivered, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, FALSE, $9)
         ON CONFLICT (question_id, attempt) DO UPDATE
             SET outcome = excluded.outcome, body = excluded.body, tokens = excluded.tokens
             WHERE assistant_turns.outcome IS NULL",
    )
    .bind(turn.question)
    .bind(turn.attempt)
    .bind(turn.channel)
    .bind(turn.person)
    .bind(turn.programme)
    .bind(turn.outcome)
    .bind(&turn.body)
    .bind(turn.tokens)
    .bind(now)
    .execute(&mut tx)
    .await?
        == 1;
    let is_crisis = is_new && turn.outcome == Outcome::Crisis;
    if is_crisis {
        let (subject, channel, programme) = (turn.question.0, Some(turn.channel), turn.programme);
        let alert = NewAlert { kind: alerts::Kind::Crisis, subject, channel, programme };
        alerts::raise(&mut tx, &store.clock, alert).await?;
    }
    let (outcome, body): (Option<Outcome>, String) =
        query_as("SELECT outcome, body FROM assistant_turns WHERE question_id = $1 AND attempt = $2")
            .bind(turn.question)
            .bind(turn.attempt)
            .fetch_one(&mut tx)
            .await?;
    tx.commit().await?;
    if is_crisis {
        pending_cases::publish_change(store, turn.programme).await;
    }
    Ok(RecordedOutcome { outcome: outcome.unwrap_or(turn.outcome), body })
}

/// Marks an outcome as delivered to the channel.
pub async fn mark_delivered(store: &Store, question: MessageId, attempt: i64) -> Result<()> {
    // The message has the text now.
    query(
        "UPDATE assistant_turns SET is_delivered = TRUE, body = '' WHERE question_id = $1 AND attempt = $2
         AND outcome IS NOT NULL",
    )
    .bind(question)
    .bind(attempt)
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Requests another attempt after an apology in the person's own channel. Repeating the request changes nothing.
/// Returns false if the message is no apology of this channel.
pub async fn retry(store: &Store, channel: ChannelId, person: PersonId, apology: MessageId) -> Result<bool> {
    let name: Option<String> = query_scalar(
        "SELECT m.temp_id FROM messages m JOIN assistant_channels a ON a.channel_id = m.channel_id
         WHERE m.id = $1 AND m.channel_id = $2 AND m.sender_id = $3 AND a.person_id = $4",
    )
    .bind(apology)
    .bind(channel)
    .bind(ASSISTANT)
    .bind(person)
    .fetch_optional(&store.db)
    .await?;
    let Some(Ok(label)) = name.map(|name| name.parse::<Label>()) else { return Ok(false) };
    if label.outcome != Outcome::Apology {
        return Ok(false);
    }
    query(
        "INSERT INTO assistant_turns (question_id, attempt, channel_id, person_id, programme_id, body, tokens,
             is_delivered, created_at)
         SELECT t.question_id, t.attempt + 1, t.channel_id, t.person_id, t.programme_id, '', 0, FALSE, $3
         FROM assistant_turns t WHERE t.question_id = $1 AND t.attempt = $2
         ON CONFLICT (question_id, attempt) DO NOTHING",
    )
    .bind(label.question)
    .bind(label.attempt)
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    Ok(true)
}

/// Returns the first turn of a channel that is requested, or recorded and not delivered.
pub(super) async fn first_open(store: &Store, channel: ChannelId) -> Result<Option<Task>> {
    let open: Option<Open> = query_as(
        "SELECT q.id, q.seq, q.body, t.attempt, t.outcome, t.body AS said
         FROM assistant_turns t JOIN messages q ON q.id = t.question_id
         WHERE t.channel_id = $1 AND t.is_delivered = FALSE ORDER BY t.created_at, q.seq, t.attempt LIMIT 1",
    )
    .bind(channel)
    .fetch_optional(&store.db)
    .await?;
    Ok(open.map(|Open { id, seq, body, attempt, outcome, said }| Task {
        question: Question { id, seq, body },
        attempt,
        recorded: outcome.map(|outcome| RecordedOutcome { outcome, body: said }),
    }))
}

/// Returns the use of a person since `day` and of their programme since `month`; people without a programme share one
/// budget.
pub async fn usage(
    store: &Store,
    person: PersonId,
    programme: Option<ProgrammeId>,
    day: DateTime<Utc>,
    month: DateTime<Utc>,
) -> Result<Usage> {
    let (tries, tokens) = query_as(
        "SELECT
         (SELECT COUNT(*) FROM assistant_turns
          WHERE person_id = $1 AND created_at >= $3 AND outcome IN ('answer', 'apology')),
         (SELECT CAST(COALESCE(SUM(tokens), 0) AS BIGINT) FROM assistant_turns
          WHERE (programme_id = $2 OR ($2 IS NULL AND programme_id IS NULL)) AND created_at >= $4)",
    )
    .bind(person)
    .bind(programme)
    .bind(day)
    .bind(month)
    .fetch_one(&store.db)
    .await?;
    Ok(Usage { tries, tokens })
}
