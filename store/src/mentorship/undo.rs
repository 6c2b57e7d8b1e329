//! Takes a mistake back: a mentorship that ended too early, or one that should not have begun.

use chrono::{DateTime, Duration, Utc};

use super::Kind;
use crate::bus::{Event, Topic};
use crate::channels::{self, Status};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::{ChannelId, MentorshipId, PersonId, Result, Store};

/// How long a mistake can be taken back.
const UNDO_TIME: Duration = Duration::hours(24);

/// The result of [`undo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The mentorship had ended, and goes on.
    Continues,
    /// The mentorship had begun by mistake, and is gone.
    Removed,
    /// There is no such mentorship, or it began and ended more than a day ago.
    TooLate,
    /// The members have written or done something in it: it can end only.
    IsUsed,
    /// The two have begun another mentorship.
    Exists(MentorshipId),
}

#[derive(sqlx::FromRow)]
struct Row {
    kind: Kind,
    channel_id: ChannelId,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
}

/// Takes the last step of a mentorship back, within a day: its end, else its beginning if its members have done nothing in it.
pub async fn undo(store: &Store, id: MentorshipId) -> Result<UndoOutcome> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let found: Option<Row> =
        query_as("UPDATE mentorships SET kind = kind WHERE id = $1 RETURNING kind, channel_id, started_at, ended_at")
            .bind(id)
            .fetch_optional(&mut tx)
            .await?;
    let Some(found) = found.filter(|row| now - row.ended_at.unwrap_or(row.started_at) <= UNDO_TIME) else {
        return Ok(UndoOutcome::TooLate);
    };
    // Those who had left a group before its end stay outside.
    let people: Vec<PersonId> = query_scalar(
        "SELECT m.person_id FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE s.id = $1 AND (m.left_at IS NULL OR m.left_at = s.ended_at) ORDER BY m.person_id",
    )
    .bind(id)
    .fetch_all(&mut tx)
    .await?;
    let outcome = match found.ended_at {
        Some(_) => resume(&mut tx, store, id, &found, &people).await?,
        None => remove(&mut tx, store, id, &found, &people).await?,
    };
    if !matches!(outcome, UndoOutcome::Continues | UndoOutcome::Removed) {
        return Ok(outcome);
    }
    tx.commit().await?;
    store.bus.publish(vec![
        Event::ChannelsChanged { people: people.clone() },
        Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] },
    ]);
    Ok(outcome)
}

/// Goes on with a mentorship that had ended.
async fn resume(tx: &mut Tx, store: &Store, id: MentorshipId, row: &Row, people: &[PersonId]) -> Result<UndoOutcome> {
    // In the order of ids, as at the beginning of a mentorship.
    for person in people {
        query("UPDATE people SET role = role WHERE id = $1").bind(*person).execute(&mut *tx).await?;
    }
    let other: Option<MentorshipId> = query_scalar(
        "SELECT s.id FROM mentorships s WHERE s.kind = '1to1' AND s.ended_at IS NULL AND s.channel_id = $1 AND s.id <> $2",
    )
    .bind(row.channel_id)
    .bind(id)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(other) = other.filter(|_| row.kind == Kind::Pair) {
        return Ok(UndoOutcome::Exists(other));
    }
    query(
        "UPDATE mentorship_members SET left_at = NULL
         WHERE mentorship_id = $1 AND left_at = (SELECT ended_at FROM mentorships WHERE id = $1)",
    )
    .bind(id)
    .execute(&mut *tx)
    .await?;
    query("UPDATE mentorships SET ended_at = NULL, end_reason = NULL WHERE id = $1").bind(id).execute(&mut *tx).await?;
    for person in people {
        channels::set_status_in(tx, store, row.channel_id, *person, Status::Active, None).await?;
    }
    Ok(UndoOutcome::Continues)
}

/// Removes a mentorship in which nothing has happened.
async fn remove(tx: &mut Tx, store: &Store, id: MentorshipId, row: &Row, people: &[PersonId]) -> Result<UndoOutcome> {
    let is_used: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM messages WHERE channel_id = $1 AND created_at >= $2)
             OR EXISTS (SELECT 1 FROM session_progress p JOIN mentorship_sessions s ON s.session_id = p.session_id
                        WHERE s.mentorship_id = $3)
             OR EXISTS (SELECT 1 FROM calendar_events WHERE mentorship_id = $3 AND deleted_at IS NULL)",
    )
    .bind(row.channel_id)
    .bind(row.started_at)
    .bind(id)
    .fetch_one(&mut *tx)
    .await?;
    if is_used {
        return Ok(UndoOutcome::IsUsed);
    }
    query("DELETE FROM mentorships WHERE id = $1").bind(id).execute(&mut *tx).await?;
    let is_shared: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM mentorships WHERE channel_id = $1 AND ended_at IS NULL)")
            .bind(row.channel_id)
            .fetch_one(&mut *tx)
            .await?;
    if !is_shared {
        for person in people {
            channels::set_status_in(tx, store, row.channel_id, *person, Status::Inactive, None).await?;
        }
    }
    Ok(UndoOutcome::Removed)
}
