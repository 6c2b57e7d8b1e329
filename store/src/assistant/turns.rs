//! What became of the questions. An outcome is decided in one statement and said afterwards; who dies in between has left
//! it for the next worker.

use chrono::{DateTime, Utc};

use super::{Label, Outcome, Question, Task};
use crate::alerts::{self, NewAlert};
use crate::bots::ASSISTANT;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

/// An outcome to be decided on.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The message it answers.
    pub question: MessageId,
    /// Which try it is, from 1.
    pub attempt: i64,
    /// Where it will be said.
    pub channel: ChannelId,
    /// Whose question it was.
    pub person: PersonId,
    /// Whose budget it is counted against.
    pub programme: Option<ProgrammeId>,
    /// What it is.
    pub outcome: Outcome,
    /// What will be said.
    pub body: String,
    /// What the model said that it took.
    pub tokens: i64,
}

/// An outcome that was decided on.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// What it is.
    pub outcome: Outcome,
    /// What is said.
    pub body: String,
}

/// What was used of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// Tries to answer the person since the first moment.
    pub tries: i64,
    /// What they and the others of the programme took since the second moment.
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

/// Decides on an outcome, unless it was decided before: then that one counts. A cry for help calls the staff in the same
/// transaction.
pub async fn settle(store: &Store, turn: &Turn) -> Result<Settled> {
    let now = store.clock.now();
    let (outcome, body): (Option<Outcome>, String) = on!(&store.db, transaction, |tx| {
        let is_new = sqlx::query(
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
        .execute(&mut *tx)
        .await?
        .rows_affected()
            == 1;
        if is_new && turn.outcome == Outcome::Crisis {
            let (subject, channel, programme) = (turn.question.0, Some(turn.channel), turn.programme);
            alerts::raise!(tx, store, NewAlert { kind: alerts::Kind::Crisis, subject, channel, programme });
        }
        sqlx::query_as("SELECT outcome, body FROM assistant_turns WHERE question_id = $1 AND attempt = $2")
            .bind(turn.question)
            .bind(turn.attempt)
            .fetch_one(&mut *tx)
            .await?
    })?;
    Ok(Settled { outcome: outcome.unwrap_or(turn.outcome), body })
}

/// The outcome stands in the channel now.
pub async fn delivered(store: &Store, question: MessageId, attempt: i64) -> Result<()> {
    on!(
        &store.db,
        execute,
        // It is in the channel; it need not be kept twice.
        sqlx::query(
            "UPDATE assistant_turns SET is_delivered = TRUE, body = '' WHERE question_id = $1 AND attempt = $2
                 AND outcome IS NOT NULL"
        )
        .bind(question)
        .bind(attempt)
    )?;
    Ok(())
}

/// Asks for another try after an apology in the person's own channel. Asking again for the same apology changes nothing.
/// False if the message is no apology of that channel.
pub async fn retry(store: &Store, channel: ChannelId, person: PersonId, apology: MessageId) -> Result<bool> {
    let name: Option<String> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT m.temp_id FROM messages m JOIN assistant_channels a ON a.channel_id = m.channel_id
         WHERE m.id = $1 AND m.channel_id = $2 AND m.sender_id = $3 AND a.person_id = $4"
    )
    .bind(apology)
    .bind(channel)
    .bind(ASSISTANT)
    .bind(person)
    .fetch_optional(pool)
    .await)?;
    let Some(Ok(label)) = name.map(|name| name.parse::<Label>()) else { return Ok(false) };
    if label.outcome != Outcome::Apology {
        return Ok(false);
    }
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO assistant_turns (question_id, attempt, channel_id, person_id, programme_id, body, tokens,
                 is_delivered, created_at)
             SELECT t.question_id, t.attempt + 1, t.channel_id, t.person_id, t.programme_id, '', 0, FALSE, $3
             FROM assistant_turns t WHERE t.question_id = $1 AND t.attempt = $2
             ON CONFLICT (question_id, attempt) DO NOTHING"
        )
        .bind(label.question)
        .bind(label.attempt)
        .bind(store.clock.now())
    )?;
    Ok(true)
}

/// The first turn of a channel that is asked for, or decided on and not said.
pub(super) async fn first_open(store: &Store, channel: ChannelId) -> Result<Option<Task>> {
    let open: Option<Open> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT q.id, q.seq, q.body, t.attempt, t.outcome, t.body AS said
         FROM assistant_turns t JOIN messages q ON q.id = t.question_id
         WHERE t.channel_id = $1 AND t.is_delivered = FALSE ORDER BY t.created_at, q.seq, t.attempt LIMIT 1"
    )
    .bind(channel)
    .fetch_optional(pool)
    .await)?;
    Ok(open.map(|Open { id, seq, body, attempt, outcome, said }| Task {
        question: Question { id, seq, body },
        attempt,
        settled: outcome.map(|outcome| Settled { outcome, body: said }),
    }))
}

/// What a person used since `day`, and their programme since `month`; whoever belongs to none shares with all of these.
pub async fn used(
    store: &Store,
    person: PersonId,
    programme: Option<ProgrammeId>,
    day: DateTime<Utc>,
    month: DateTime<Utc>,
) -> Result<Used> {
    let (tries, tokens) = on!(&store.db, |pool| sqlx::query_as(
        "SELECT
             (SELECT COUNT(*) FROM assistant_turns
              WHERE person_id = $1 AND created_at >= $3 AND outcome IN ('answer', 'apology')),
             (SELECT CAST(COALESCE(SUM(tokens), 0) AS BIGINT) FROM assistant_turns
              WHERE (programme_id = $2 OR ($2 IS NULL AND programme_id IS NULL)) AND created_at >= $4)"
    )
    .bind(person)
    .bind(programme)
    .bind(day)
    .bind(month)
    .fetch_one(pool)
    .await)?;
    Ok(Used { tries, tokens })
}
