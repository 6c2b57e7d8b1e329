//! The way of a recording: recorded, transcribed, summarised, ready, one step after the other, each taken once however often
//! it is tried. Out of the first three it fails, with a reason, also when a step takes too long; out of any it is purged.

use chrono::{DateTime, Duration, Utc};

use super::{State, Text};
use crate::calls::{self, Call};
use crate::db::on;
use crate::{CallId, RecordingId, Result, Store};

/// A step that takes longer has failed.
const STEP: Duration = Duration::hours(6);

/// How long a node may work on a step before another one tries.
const LEASE: Duration = Duration::minutes(15);

/// Failure of a recording that somebody in it had not agreed to: nothing of it is ever read.
const NO_CONSENT: &str = "no_consent";

/// Failure of a step that took too long.
const TIMED_OUT: &str = "timed_out";

/// A recording that the conference server has made.
#[derive(Clone, Debug)]
pub struct Recorded<'r> {
    /// Of which call.
    pub call: &'r Call,
    /// The conference server's name for it.
    pub external_id: &'r str,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// Where it can be fetched.
    pub link: Option<&'r str>,
    /// Until when what is made of it is kept; None for good.
    pub purge_at: Option<DateTime<Utc>>,
}

/// A step that is due.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Work {
    /// The recording.
    pub id: RecordingId,
    /// How far it has come.
    pub state: State,
    /// Where its sound can be fetched, until it is text.
    pub link: Option<String>,
    /// The text that is to be summed up.
    pub transcript: Option<String>,
    /// The language of who called.
    pub language: Option<String>,
}

/// Takes a recording in, once. One that not everybody in the call had agreed to is kept as a failure, and its place is
/// forgotten at once.
pub async fn recorded(store: &Store, recorded: &Recorded<'_>) -> Result<RecordingId> {
    let now = store.clock.now();
    let agreed = calls::everybody_agreed(store, recorded.call.id, recorded.started_at, recorded.ended_at).await?;
    if !agreed {
        tracing::error!(call = %recorded.call.id, "a call was recorded though not everybody had agreed");
    }
    let id: RecordingId = store.clock.id();
    Ok(on!(
        &store.db,
        returning_one,
        sqlx::query_scalar(
            "INSERT INTO meeting_recordings (id, channel_id, started_at, ended_at, state, failure, created_at, call_id,
             external_id, link, deadline_at, purge_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (external_id) DO UPDATE SET link = CASE WHEN meeting_recordings.state = 'recorded'
             THEN COALESCE(excluded.link, meeting_recordings.link) ELSE meeting_recordings.link END
         RETURNING id"
        )
        .bind(id)
        .bind(recorded.call.channel_id)
        .bind(recorded.started_at)
        .bind(recorded.ended_at)
        .bind(if agreed { State::Recorded } else { State::Failed })
        .bind((!agreed).then_some(NO_CONSENT))
        .bind(now)
        .bind(recorded.call.id)
        .bind(recorded.external_id)
        .bind(recorded.link.filter(|_| agreed))
        .bind(agreed.then_some(now + STEP))
        .bind(recorded.purge_at)
    )?
    .ok_or(sqlx::Error::RowNotFound)?)
}

/// The newest recording of a call that has come so far.
pub async fn of_call(store: &Store, call: CallId, state: State) -> Result<Option<RecordingId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT id FROM meeting_recordings WHERE call_id = $1 AND state = $2 ORDER BY started_at DESC, id DESC LIMIT 1"
    )
    .bind(call)
    .bind(state)
    .fetch_optional(pool)
    .await)?)
}

/// The recording is text now. False, and nothing is changed, if that step was taken already or never will be.
pub async fn transcribed(store: &Store, recording: RecordingId, body: &str) -> Result<bool> {
    step(store, recording, State::Recorded, State::Transcribed, Some((Text::Transcript, body))).await
}

/// The text was summed up. False as above.
pub async fn summarised(store: &Store, recording: RecordingId, body: &str) -> Result<bool> {
    step(store, recording, State::Transcribed, State::Summarised, Some((Text::Summary, body))).await
}

/// Everything can be read: from now on people are asked what they think of it. False as above.
pub async fn ready(store: &Store, recording: RecordingId) -> Result<bool> {
    step(store, recording, State::Summarised, State::Ready, None).await
}

async fn step(
    store: &Store,
    recording: RecordingId,
    from: State,
    to: State,
    text: Option<(Text, &str)>,
) -> Result<bool> {
    let now = store.clock.now();
    let is_ready = to == State::Ready;
    on!(&store.db, transaction, |tx| {
        let taken = sqlx::query(
            "UPDATE meeting_recordings SET state = $3, link = NULL, deadline_at = $4, leased_until = NULL, ready_at = $5
             WHERE id = $1 AND state = $2",
        )
        .bind(recording)
        .bind(from)
        .bind(to)
        .bind((!is_ready).then_some(now + STEP))
        .bind(is_ready.then_some(now))
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if let Some((kind, body)) = text.filter(|_| taken > 0) {
            sqlx::query("INSERT INTO meeting_texts (recording_id, kind, body) VALUES ($1, $2, $3)")
                .bind(recording)
                .bind(kind)
                .bind(body.replace('\0', ""))
                .execute(&mut *tx)
                .await?;
        }
        taken > 0
    })
}

/// Something went wrong for good: the reason is a stable code.
pub async fn failed(store: &Store, recording: RecordingId, reason: &str) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE meeting_recordings SET state = 'failed', failure = $2, link = NULL, deadline_at = NULL
             WHERE id = $1 AND state IN ('recorded', 'transcribed', 'summarised')"
        )
        .bind(recording)
        .bind(reason)
    )?;
    Ok(())
}

/// Fails what has taken too long.
pub async fn give_up_overdue(store: &Store) -> Result<u64> {
    Ok(on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE meeting_recordings SET state = 'failed', failure = $2, link = NULL, deadline_at = NULL
             WHERE deadline_at <= $1 AND state IN ('recorded', 'transcribed', 'summarised')"
        )
        .bind(store.clock.now())
        .bind(TIMED_OUT)
    )?)
}

/// Deletes what has been kept for long enough: the texts, and what people thought of them.
pub async fn purge(store: &Store) -> Result<u64> {
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        sqlx::query(
            "DELETE FROM meeting_texts WHERE recording_id IN
                 (SELECT id FROM meeting_recordings WHERE purge_at <= $1 AND state <> 'purged')",
        )
        .bind(now)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "UPDATE meeting_recordings SET state = 'purged', failure = NULL, link = NULL, deadline_at = NULL
             WHERE purge_at <= $1 AND state <> 'purged'",
        )
        .bind(now)
        .execute(&mut *tx)
        .await?
        .rows_affected()
    })
}

/// Takes one step that is due and that nobody works on; `states` says which steps this node can take.
pub async fn lease(store: &Store, states: &[State]) -> Result<Option<Work>> {
    let now = store.clock.now();
    for state in states {
        let id: Option<RecordingId> = on!(
            &store.db,
            returning_one,
            sqlx::query_scalar(
                "UPDATE meeting_recordings SET leased_until = $3 WHERE id = (
                 SELECT id FROM meeting_recordings
                 WHERE state = $1 AND (leased_until IS NULL OR leased_until <= $2) AND call_id IS NOT NULL
                     AND (state <> 'recorded' OR link IS NOT NULL)
                 ORDER BY started_at LIMIT 1)
             AND (leased_until IS NULL OR leased_until <= $2) RETURNING id"
            )
            .bind(*state)
            .bind(now)
            .bind(now + LEASE)
        )?;
        let Some(id) = id else { continue };
        return Ok(on!(&store.db, |pool| sqlx::query_as(
            "SELECT r.id, r.state, r.link, t.body AS transcript, p.language FROM meeting_recordings r
             LEFT JOIN meeting_texts t ON t.recording_id = r.id AND t.kind = 'transcript'
             LEFT JOIN calls c ON c.id = r.call_id LEFT JOIN people p ON p.id = c.started_by
             WHERE r.id = $1"
        )
        .bind(id)
        .fetch_optional(pool)
        .await)?);
    }
    Ok(None)
}

/// Gives a step back that could not be taken now: it is tried again after a while.
pub async fn release(store: &Store, recording: RecordingId, again_in: Duration) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE meeting_recordings SET leased_until = $2 WHERE id = $1 AND leased_until IS NOT NULL")
            .bind(recording)
            .bind(store.clock.now() + again_in)
    )?;
    Ok(())
}
