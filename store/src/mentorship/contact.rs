//! When the members of mentorships last wrote to each other.
//!
//! A job looks through what is new: the write of a message stays as it is, and a list of thousands of mentorships reads no messages.

use chrono::{DateTime, Duration, Utc};

use crate::db::{query, query_as};
use crate::pace::paced;
use crate::{ChannelId, MentorshipId, PersonId, Result, Store};

/// Messages that are looked through at a time.
const MESSAGES_PER_STEP: i64 = 2000;

#[derive(sqlx::FromRow)]
struct Behind {
    id: MentorshipId,
    channel_id: ChannelId,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    contact_seq: i64,
    head_seq: i64,
}

/// Records for members of mentorships with new messages when they last wrote. Returns the number of mentorships. One that fails does not
/// keep the others waiting; its error is returned at the end.
pub async fn update(store: &Store) -> Result<usize> {
    let behind: Vec<Behind> = query_as(
        "SELECT s.id, s.channel_id, s.started_at, s.ended_at, s.contact_seq, c.head_seq FROM mentorships s
         JOIN channels c ON c.id = s.channel_id WHERE c.head_seq > s.contact_seq
         ORDER BY CASE WHEN s.ended_at IS NULL THEN 0 ELSE 1 END, s.id",
    )
    .fetch_all(&store.db)
    .await?;
    let mut failed = None;
    for mentorship in &behind {
        let mut from = mentorship.contact_seq;
        while from < mentorship.head_seq {
            let until = mentorship.head_seq.min(from + MESSAGES_PER_STEP);
            match paced(step(store, mentorship, from, until)).await {
                Ok(true) => from = until,
                Ok(false) => break,
                Err(error) => {
                    failed.get_or_insert(error);
                    break;
                }
            }
        }
    }
    failed.map_or(Ok(behind.len()), Err)
}

/// Looks through some messages of a mentorship. Returns false if another node has done so meanwhile.
async fn step(store: &Store, mentorship: &Behind, from: i64, until: i64) -> Result<bool> {
    // A pair that begins again has an older conversation, and one that ended may have a later one.
    let latest = mentorship.ended_at.unwrap_or_else(|| store.clock.now() + Duration::days(1));
    let wrote: Vec<(PersonId, DateTime<Utc>)> = query_as(
        "SELECT sender_id, MAX(created_at) FROM messages
         WHERE channel_id = $1 AND seq > $2 AND seq <= $3 AND created_at >= $4 AND created_at <= $5 GROUP BY sender_id",
    )
    .bind(mentorship.channel_id)
    .bind(from)
    .bind(until)
    .bind(mentorship.started_at)
    .bind(latest)
    .fetch_all(&store.db)
    .await?;
    let mut tx = store.db.begin().await?;
    // The mentorship before its members, as where it ends.
    let seen = query("UPDATE mentorships SET contact_seq = $2 WHERE id = $1 AND contact_seq = $3")
        .bind(mentorship.id)
        .bind(until)
        .bind(from)
        .execute(&mut tx)
        .await?;
    if seen == 0 {
        return Ok(false);
    }
    for (person, at) in wrote {
        query(
            "UPDATE mentorship_members SET wrote_at = $3
             WHERE mentorship_id = $1 AND person_id = $2 AND (wrote_at IS NULL OR wrote_at < $3)",
        )
        .bind(mentorship.id)
        .bind(person)
        .bind(at)
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    Ok(true)
}
