//! Calls that were recorded before this installation was: demo worlds, and conversations moved from elsewhere.

use chrono::{DateTime, Utc};

use super::{State, Text};
use crate::db::on;
use crate::{ChannelId, PersonId, RecordingId, Result, Store};

/// A call as it was.
#[derive(Clone, Debug)]
pub struct Imported {
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// What became of its recording.
    pub state: State,
    /// Why, as a stable code, if it failed.
    pub failure: Option<String>,
    /// What is there to read.
    pub texts: Vec<(Text, String)>,
    /// What people thought of it, from 1 to 5.
    pub ratings: Vec<(PersonId, i64)>,
}

/// Adds calls to a channel, all of them or none. False, and nothing is added, if it has some already.
pub async fn import(store: &Store, channel: ChannelId, meetings: &[Imported]) -> Result<bool> {
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        sqlx::query("UPDATE channels SET head_seq = head_seq WHERE id = $1").bind(channel).execute(&mut *tx).await?;
        let there: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM meeting_recordings WHERE channel_id = $1")
            .bind(channel)
            .fetch_one(&mut *tx)
            .await?;
        for meeting in meetings.iter().filter(|_| there == 0) {
            let id: RecordingId = store.clock.id();
            sqlx::query(
                "INSERT INTO meeting_recordings
                     (id, channel_id, started_at, ended_at, state, failure, ready_at, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(id)
            .bind(channel)
            .bind(meeting.started_at)
            .bind(meeting.ended_at)
            .bind(meeting.state)
            .bind(&meeting.failure)
            .bind((meeting.state == State::Ready).then_some(meeting.ended_at))
            .bind(now)
            .execute(&mut *tx)
            .await?;
            for (kind, body) in &meeting.texts {
                sqlx::query("INSERT INTO meeting_texts (recording_id, kind, body) VALUES ($1, $2, $3)")
                    .bind(id)
                    .bind(*kind)
                    .bind(body)
                    .execute(&mut *tx)
                    .await?;
            }
            for (person, rating) in &meeting.ratings {
                sqlx::query(
                    "INSERT INTO meeting_ratings (recording_id, person_id, rating, rated_at) VALUES ($1, $2, $3, $4)",
                )
                .bind(id)
                .bind(*person)
                .bind(*rating)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            }
        }
        there == 0
    })
}
