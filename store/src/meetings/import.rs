//! Imports recorded calls: demo data, and conversations from elsewhere.

use chrono::{DateTime, Utc};

use super::{State, Text};
use crate::db::{query, query_scalar};
use crate::{ChannelId, PersonId, RecordingId, Result, Store};

/// A call to import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// The state of its recording.
    pub state: State,
    /// The stable code of the failure.
    pub failure: Option<String>,
    /// Its texts.
    pub texts: Vec<(Text, String)>,
    /// Its ratings from 1 to 5.
    pub ratings: Vec<(PersonId, i64)>,
}

/// Adds calls to a channel in one transaction. Returns false, and adds nothing, if the channel has recordings already.
pub async fn import(store: &Store, channel: ChannelId, meetings: &[Imported]) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    query("UPDATE channels SET head_seq = head_seq WHERE id = $1").bind(channel).execute(&mut tx).await?;
    let existing: i64 = query_scalar("SELECT COUNT(*) FROM meeting_recordings WHERE channel_id = $1")
        .bind(channel)
        .fetch_one(&mut tx)
        .await?;
    for meeting in meetings.iter().filter(|_| existing == 0) {
        let id: RecordingId = store.clock.id();
        query(
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
        .execute(&mut tx)
        .await?;
        for (kind, body) in &meeting.texts {
            query("INSERT INTO meeting_texts (recording_id, kind, body) VALUES ($1, $2, $3)")
                .bind(id)
                .bind(*kind)
                .bind(body)
                .execute(&mut tx)
                .await?;
        }
        for (person, rating) in &meeting.ratings {
            query("INSERT INTO meeting_ratings (recording_id, person_id, rating, rated_at) VALUES ($1, $2, $3, $4)")
                .bind(id)
                .bind(*person)
                .bind(*rating)
                .bind(now)
                .execute(&mut tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(existing == 0)
}
