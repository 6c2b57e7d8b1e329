//! When the members of mentorships last wrote to each other.
//!
//! A job looks through what is new: the write of a message stays as it is, and a list of thousands of mentorships reads no messages.

use chrono::{DateTime, Utc};

use crate::db::{query, query_as};
use crate::pace::paced;
use crate::{ChannelId, MentorshipId, Result, Store};

/// Mentorships that one call looks at: the next one goes on.
const MAX_MENTORSHIPS: i64 = 500;

#[derive(sqlx::FromRow)]
struct Behind {
    id: MentorshipId,
    channel_id: ChannelId,
    started_at: DateTime<Utc>,
    contact_seq: i64,
    head_seq: i64,
}

/// Records for members of mentorships with new messages when they last wrote. Returns the number of mentorships.
pub async fn update(store: &Store) -> Result<usize> {
    let behind: Vec<Behind> = query_as(
        "SELECT s.id, s.channel_id, s.started_at, s.contact_seq, c.head_seq FROM mentorships s
         JOIN channels c ON c.id = s.channel_id WHERE c.head_seq > s.contact_seq LIMIT $1",
    )
    .bind(MAX_MENTORSHIPS)
    .fetch_all(&store.db)
    .await?;
    for mentorship in &behind {
        paced(update_one(store, mentorship)).await?;
    }
    Ok(behind.len())
}

async fn update_one(store: &Store, mentorship: &Behind) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query(
        "UPDATE mentorship_members SET wrote_at = COALESCE(
             (SELECT MAX(m.created_at) FROM messages m WHERE m.channel_id = $2 AND m.seq > $3 AND m.seq <= $4
              AND m.sender_id = mentorship_members.person_id AND m.created_at >= $5), wrote_at)
         WHERE mentorship_id = $1",
    )
    .bind(mentorship.id)
    .bind(mentorship.channel_id)
    .bind(mentorship.contact_seq)
    .bind(mentorship.head_seq)
    // A pair that begins again has an older conversation.
    .bind(mentorship.started_at)
    .execute(&mut tx)
    .await?;
    query("UPDATE mentorships SET contact_seq = $2 WHERE id = $1")
        .bind(mentorship.id)
        .bind(mentorship.head_seq)
        .execute(&mut tx)
        .await?;
    tx.commit().await
}
