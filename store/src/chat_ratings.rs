//! What people think of a conversation: three answers from 1 to 5, asked for now and then.

use chrono::{DateTime, Days, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::db::on;
use crate::{ChannelId, PersonId, Result, Store};

/// So many messages since the last rating, or since one joined, make the next one due.
const MESSAGES: i64 = 10;

/// How often a programme asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rhythm {
    /// Days from one answer (or skip) of a person in a channel to the next question.
    pub every_days: u32,
}

impl Default for Rhythm {
    fn default() -> Self {
        Self { every_days: 14 }
    }
}

impl Rhythm {
    /// An answer after this moment holds; the calendar's first day if it reaches back that far.
    fn holds_since(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now.checked_sub_days(Days::new(self.every_days.into())).unwrap_or(DateTime::UNIX_EPOCH)
    }
}

/// The three answers, from 1 to 5 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// "Accuracy of information provided?"
    pub accuracy: i64,
    /// "Relevance of information shared?"
    pub relevance: i64,
    /// "Query resolution?"
    pub resolution: i64,
}

/// The channel's newest message if the member `$2` is to be asked: an active one, `$4` messages after the last answer
/// and after joining, none of whose answers is younger than `$3`. `seq` is dense, so one message tells of all `$4`.
const DUE: &str = "SELECT c.head_seq FROM members m
    JOIN channels c ON c.id = m.channel_id
    JOIN messages x ON x.channel_id = c.id AND x.seq = c.head_seq - $4 + 1
    WHERE m.channel_id = $1 AND m.person_id = $2 AND m.status = 'active' AND c.kind <> 'broadcast'
        AND x.created_at >= m.joined_at
        AND NOT EXISTS (SELECT 1 FROM chat_ratings r WHERE r.channel_id = m.channel_id AND r.person_id = m.person_id
            AND (r.rated_at > $3 OR r.at_seq >= x.seq))";

/// Whether a person is to be asked about a channel now. Nobody is asked about announcements.
pub async fn is_due(store: &Store, channel: ChannelId, person: PersonId, rhythm: Rhythm) -> Result<bool> {
    let head: Option<i64> = on!(&store.db, |pool| sqlx::query_scalar(DUE)
        .bind(channel)
        .bind(person)
        .bind(rhythm.holds_since(store.clock.now()))
        .bind(MESSAGES)
        .fetch_optional(pool)
        .await)?;
    Ok(head.is_some())
}

/// Keeps a person's answers; None is a skip. Answering again before the next rating is due changes the answers, except
/// that a skip never takes real ones away. False if nobody asked.
pub async fn answer(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    answers: Option<Answers>,
    rhythm: Rhythm,
) -> Result<bool> {
    let now = store.clock.now();
    let since = rhythm.holds_since(now);
    on!(&store.db, transaction, |tx| {
        // One of two answers that come at once waits here, and changes the other.
        sqlx::query("UPDATE members SET status = status WHERE channel_id = $1 AND person_id = $2")
            .bind(channel)
            .bind(person)
            .execute(&mut *tx)
            .await?;
        let given: Option<Uuid> = sqlx::query_scalar(
            "SELECT id FROM chat_ratings WHERE channel_id = $1 AND person_id = $2 AND rated_at > $3
             ORDER BY at_seq DESC LIMIT 1",
        )
        .bind(channel)
        .bind(person)
        .bind(since)
        .fetch_optional(&mut *tx)
        .await?;
        let due: Option<i64> = sqlx::query_scalar(DUE)
            .bind(channel)
            .bind(person)
            .bind(since)
            .bind(MESSAGES)
            .fetch_optional(&mut *tx)
            .await?;
        if let (Some(id), Some(answers)) = (given, answers) {
            sqlx::query("UPDATE chat_ratings SET accuracy = $2, relevance = $3, resolution = $4 WHERE id = $1")
                .bind(id)
                .bind(answers.accuracy)
                .bind(answers.relevance)
                .bind(answers.resolution)
                .execute(&mut *tx)
                .await?;
        } else if let Some(head) = due {
            sqlx::query(
                "INSERT INTO chat_ratings
                     (id, channel_id, person_id, at_seq, accuracy, relevance, resolution, rated_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(store.clock.id::<Uuid>())
            .bind(channel)
            .bind(person)
            .bind(head)
            .bind(answers.map(|answers| answers.accuracy))
            .bind(answers.map(|answers| answers.relevance))
            .bind(answers.map(|answers| answers.resolution))
            .bind(now)
            .execute(&mut *tx)
            .await?;
        }
        given.is_some() || due.is_some()
    })
}

/// What a person answered last about a channel: None if never, `Some(None)` if they skipped it.
pub async fn latest(store: &Store, channel: ChannelId, person: PersonId) -> Result<Option<Option<Answers>>> {
    let row: Option<(Option<i64>, Option<i64>, Option<i64>)> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT accuracy, relevance, resolution FROM chat_ratings WHERE channel_id = $1 AND person_id = $2
         ORDER BY at_seq DESC LIMIT 1"
    )
    .bind(channel)
    .bind(person)
    .fetch_optional(pool)
    .await)?;
    Ok(row.map(|row| match row {
        (Some(accuracy), Some(relevance), Some(resolution)) => Some(Answers { accuracy, relevance, resolution }),
        _ => None,
    }))
}
