//! When the members of mentorships were last in contact: wrote, were in a call, finished a session, had a logged meeting.
//!
//! A job looks through what is new: the writes of messages and calls stay as they are, and a list of thousands of mentorships reads
//! neither.

use chrono::{DateTime, Duration, Utc};

use super::pauses;
use crate::db::{Tx, query, query_as};
use crate::pace::paced;
use crate::{CallId, ChannelId, MentorshipId, PersonId, Result, Store};

/// Messages that are looked through at a time.
const MESSAGES_PER_STEP: i64 = 2000;

/// Calls that one run looks through.
const CALLS_PER_RUN: i64 = 5000;

#[derive(sqlx::FromRow)]
struct Behind {
    id: MentorshipId,
    channel_id: ChannelId,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    contact_seq: i64,
    head_seq: i64,
}

/// Records for members of mentorships when they last wrote or were in a call. Returns the number of mentorships with new messages and of
/// calls that ended. What fails does not keep the rest waiting; its error is returned at the end.
pub async fn update(store: &Store) -> Result<usize> {
    pauses::complete(store).await?;
    let messages = read_messages(store).await;
    let calls = read_calls(store).await;
    Ok(messages? + calls?)
}

/// Records that a member finished a session.
pub(super) async fn met(tx: &mut Tx, mentorship: MentorshipId, person: PersonId, at: DateTime<Utc>) -> Result<()> {
    query(
        "UPDATE mentorship_members SET met_at = $3
         WHERE mentorship_id = $1 AND person_id = $2 AND (met_at IS NULL OR met_at < $3)",
    )
    .bind(mentorship)
    .bind(person)
    .bind(at)
    .execute(tx)
    .await?;
    Ok(())
}

/// The newest calls first: they say who is silent now. What is left after an upgrade waits for the next run.
async fn read_calls(store: &Store) -> Result<usize> {
    let calls: Vec<(CallId,)> =
        query_as("SELECT id FROM calls WHERE ended_at IS NOT NULL AND NOT is_met ORDER BY ended_at DESC LIMIT $1")
            .bind(CALLS_PER_RUN)
            .fetch_all(&store.db)
            .await?;
    let mut failed = None;
    for (call,) in &calls {
        if let Err(error) = paced(read_call(store, *call)).await {
            failed.get_or_insert(error);
        }
    }
    failed.map_or(Ok(calls.len()), Err)
}

/// Looks through the participants of a call that ended, once.
async fn read_call(store: &Store, call: CallId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let is_new =
        query("UPDATE calls SET is_met = TRUE WHERE id = $1 AND NOT is_met").bind(call).execute(&mut tx).await?;
    if is_new == 0 {
        return Ok(());
    }
    // The mentorship before its members, as where it ends.
    let mentorships: Vec<(MentorshipId,)> = query_as(
        "UPDATE mentorships SET contact_seq = contact_seq
         WHERE channel_id = (SELECT channel_id FROM calls WHERE id = $1) RETURNING id",
    )
    .bind(call)
    .fetch_all(&mut tx)
    .await?;
    for (mentorship,) in mentorships {
        let participants: Vec<(PersonId, DateTime<Utc>)> = query_as(
            "SELECT q.person_id, MAX(q.joined_at) FROM call_participants q JOIN mentorships s ON s.id = $2
             WHERE q.call_id = $1 AND q.person_id IS NOT NULL AND q.joined_at >= s.started_at
                 AND (s.ended_at IS NULL OR q.joined_at <= s.ended_at)
             GROUP BY q.person_id",
        )
        .bind(call)
        .bind(mentorship)
        .fetch_all(&mut tx)
        .await?;
        for (person, joined_at) in participants {
            met(&mut tx, mentorship, person, joined_at).await?;
        }
    }
    tx.commit().await
}

async fn read_messages(store: &Store) -> Result<usize> {
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
