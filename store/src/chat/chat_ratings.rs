//! Ratings of conversations: three answers from 1 to 5, asked periodically.

use chrono::{DateTime, Days, Utc};
use uuid::Uuid;

use crate::db::{query, query_as, query_scalar};
use crate::programmes::PromptSchedule;
use crate::{ChannelId, PersonId, Result, Store};

/// Messages since the last rating, or since joining, that make the next rating due.
const MESSAGES_PER_RATING: i64 = 10;

impl PromptSchedule {
    /// Answers after this moment count as current.
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

/// SQL: the newest message of channel `$1` if member `$2` is due: active, `$4` messages after joining and after the
/// last answer, and without an answer since `$3`. `seq` is dense, so one message stands for all `$4`.
const DUE: &str = "SELECT c.head_seq FROM members m
    JOIN channels c ON c.id = m.channel_id
    JOIN messages x ON x.channel_id = c.id AND x.seq = c.head_seq - $4 + 1
    WHERE m.channel_id = $1 AND m.person_id = $2 AND m.status = 'active' AND c.kind NOT IN ('broadcast', 'team')
        AND x.created_at >= m.joined_at
        AND NOT EXISTS (SELECT 1 FROM chat_ratings r WHERE r.channel_id = m.channel_id AND r.person_id = m.person_id
            AND (r.rated_at > $3 OR r.at_seq >= x.seq))";

/// Whether a person is due to rate a channel. Announcements and the team are not rated.
pub async fn is_due(store: &Store, channel: ChannelId, person: PersonId, schedule: PromptSchedule) -> Result<bool> {
    let head: Option<i64> = query_scalar(DUE)
        .bind(channel)
        .bind(person)
        .bind(schedule.holds_since(store.clock.now()))
        .bind(MESSAGES_PER_RATING)
        .fetch_optional(&store.db)
        .await?;
    Ok(head.is_some())
}

/// Stores a person's answers; None is a skip. Answers within the period replace the earlier ones, except that a skip
/// does not. Returns false if no rating was due.
pub async fn answer(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    answers: Option<Answers>,
    schedule: PromptSchedule,
) -> Result<bool> {
    let now = store.clock.now();
    let since = schedule.holds_since(now);
    let mut tx = store.db.begin().await?;
    // Serialises concurrent answers: the second one updates the first.
    query("UPDATE members SET status = status WHERE channel_id = $1 AND person_id = $2")
        .bind(channel)
        .bind(person)
        .execute(&mut tx)
        .await?;
    let given: Option<Uuid> = query_scalar(
        "SELECT id FROM chat_ratings WHERE channel_id = $1 AND person_id = $2 AND rated_at > $3
         ORDER BY at_seq DESC LIMIT 1",
    )
    .bind(channel)
    .bind(person)
    .bind(since)
    .fetch_optional(&mut tx)
    .await?;
    let due: Option<i64> = query_scalar(DUE)
        .bind(channel)
        .bind(person)
        .bind(since)
        .bind(MESSAGES_PER_RATING)
        .fetch_optional(&mut tx)
        .await?;
    if let (Some(id), Some(answers)) = (given, answers) {
        query("UPDATE chat_ratings SET accuracy = $2, relevance = $3, resolution = $4 WHERE id = $1")
            .bind(id)
            .bind(answers.accuracy)
            .bind(answers.relevance)
            .bind(answers.resolution)
            .execute(&mut tx)
            .await?;
    } else if let Some(head) = due {
        query(
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
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    Ok(given.is_some() || due.is_some())
}

/// Returns the last answers of a person about a channel: None if never asked, `Some(None)` if skipped.
pub async fn latest(store: &Store, channel: ChannelId, person: PersonId) -> Result<Option<Option<Answers>>> {
    let row: Option<(Option<i64>, Option<i64>, Option<i64>)> = query_as(
        "SELECT accuracy, relevance, resolution FROM chat_ratings WHERE channel_id = $1 AND person_id = $2
         ORDER BY at_seq DESC LIMIT 1",
    )
    .bind(channel)
    .bind(person)
    .fetch_optional(&store.db)
    .await?;
    Ok(row.map(|row| match row {
        (Some(accuracy), Some(relevance), Some(resolution)) => Some(Answers { accuracy, relevance, resolution }),
        _ => None,
    }))
}
