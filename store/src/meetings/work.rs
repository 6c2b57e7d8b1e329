//! Processing of a recording: recorded, transcribed, summarised, ready. Each step is taken once, however often it is
//! tried. A step fails with a reason or after a time limit; a recording in any state can be purged.

use chrono::{DateTime, Duration, Utc};

use super::{State, Text};
use crate::calls::{self, Call};
use crate::db::{query, query_as, query_scalar};
use crate::leases::{self, Lease};
use crate::{CallId, RecordingId, Result, Store};

/// The time limit of a step.
const STEP_TIMEOUT: Duration = Duration::hours(6);

/// The kind of leases of recordings.
const RECORDING: &str = "recording";

/// How long a node leases a step.
const LEASE: Duration = Duration::minutes(15);

/// The failure of a recording that was made without the consent of all participants; its content is never read.
const NO_CONSENT: &str = "no_consent";

/// The failure of a step that exceeded the time limit.
const TIMED_OUT: &str = "timed_out";

/// A recording that the conference server has made.
#[derive(Clone, Debug)]
pub struct Recorded<'r> {
    /// The call.
    pub call: &'r Call,
    /// The conference server's id of the recording.
    pub external_id: &'r str,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// Its URL.
    pub link: Option<&'r str>,
    /// When its texts are deleted; None for never.
    pub purge_at: Option<DateTime<Utc>>,
}

/// A step to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The recording.
    pub id: RecordingId,
    /// Its state.
    pub state: State,
    /// The URL of the audio, for transcription.
    pub link: Option<String>,
    /// The transcript, for the summary.
    pub transcript: Option<String>,
    /// The language of the person who started the call.
    pub language: Option<String>,
    /// The lease of the step.
    pub lease: Lease,
}

/// Stores a recording once. Without the consent of all participants it is stored as failed, and its URL is dropped.
pub async fn recorded(store: &Store, recorded: &Recorded<'_>) -> Result<RecordingId> {
    let now = store.clock.now();
    let consented = calls::all_consented(store, recorded.call.id, recorded.started_at, recorded.ended_at).await?;
    if !consented {
        tracing::error!(call = %recorded.call.id, "a call was recorded without the consent of all participants");
    }
    let id: RecordingId = store.clock.id();
    Ok(query_scalar(
        "INSERT INTO meeting_recordings (id, channel_id, started_at, ended_at, state, failure, created_at, call_id,
             external_id, link, deadline_at, purge_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (external_id) DO UPDATE SET link = CASE WHEN meeting_recordings.state = 'recorded'
             THEN COALESCE(excluded.link, meeting_recordings.link) ELSE meeting_recordings.link END
         RETURNING id",
    )
    .bind(id)
    .bind(recorded.call.channel_id)
    .bind(recorded.started_at)
    .bind(recorded.ended_at)
    .bind(if consented { State::Recorded } else { State::Failed })
    .bind((!consented).then_some(NO_CONSENT))
    .bind(now)
    .bind(recorded.call.id)
    .bind(recorded.external_id)
    .bind(recorded.link.filter(|_| consented))
    .bind(consented.then_some(now + STEP_TIMEOUT))
    .bind(recorded.purge_at)
    .fetch_optional(store.db.writer())
    .await?
    .ok_or(sqlx::Error::RowNotFound)?)
}

/// Returns the newest recording in this state of all calls in a call room, given its first call.
pub async fn of_call_room(store: &Store, first: CallId, state: State) -> Result<Option<RecordingId>> {
    query_scalar(
        "SELECT id FROM meeting_recordings
         WHERE call_id IN (SELECT id FROM calls WHERE id = $1 OR room_of = $1) AND state = $2
         ORDER BY started_at DESC, id DESC LIMIT 1",
    )
    .bind(first)
    .bind(state)
    .fetch_optional(&store.db)
    .await
}

/// Stores the transcript. Returns false, and changes nothing, if the recording is not in the previous state.
pub async fn transcribed(store: &Store, recording: RecordingId, body: &str) -> Result<bool> {
    step(store, recording, State::Recorded, State::Transcribed, Some((Text::Transcript, body))).await
}

/// Stores the summary. Returns false as above.
pub async fn summarised(store: &Store, recording: RecordingId, body: &str) -> Result<bool> {
    step(store, recording, State::Transcribed, State::Summarised, Some((Text::Summary, body))).await
}

/// Publishes the notes, which can be rated from now on. Returns false as above.
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
    let mut tx = store.db.begin().await?;
    let taken = query(
        "UPDATE meeting_recordings SET state = $3, link = NULL, deadline_at = $4, ready_at = $5
         WHERE id = $1 AND state = $2",
    )
    .bind(recording)
    .bind(from)
    .bind(to)
    .bind((!is_ready).then_some(now + STEP_TIMEOUT))
    .bind(is_ready.then_some(now))
    .execute(&mut tx)
    .await?;
    if taken > 0 {
        leases::end_in(&mut tx, RECORDING, recording.0).await?;
    }
    if let Some((kind, body)) = text.filter(|_| taken > 0) {
        query("INSERT INTO meeting_texts (recording_id, kind, body) VALUES ($1, $2, $3)")
            .bind(recording)
            .bind(kind)
            .bind(body.replace('\0', ""))
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await?;
    Ok(taken > 0)
}

/// Marks a recording as failed with a stable code.
pub async fn failed(store: &Store, recording: RecordingId, reason: &str) -> Result<()> {
    query(
        "UPDATE meeting_recordings SET state = 'failed', failure = $2, link = NULL, deadline_at = NULL
         WHERE id = $1 AND state IN ('recorded', 'transcribed', 'summarised')",
    )
    .bind(recording)
    .bind(reason)
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Fails steps that exceeded the time limit.
pub async fn give_up_overdue(store: &Store) -> Result<u64> {
    query(
        "UPDATE meeting_recordings SET state = 'failed', failure = $2, link = NULL, deadline_at = NULL
         WHERE deadline_at <= $1 AND state IN ('recorded', 'transcribed', 'summarised')",
    )
    .bind(store.clock.now())
    .bind(TIMED_OUT)
    .execute(&store.db)
    .await
}

/// Deletes texts and marks recordings after their retention.
pub async fn purge(store: &Store) -> Result<u64> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    query(
        "DELETE FROM meeting_texts WHERE recording_id IN
         (SELECT id FROM meeting_recordings WHERE purge_at <= $1 AND state <> 'purged')",
    )
    .bind(now)
    .execute(&mut tx)
    .await?;
    let purged = query(
        "UPDATE meeting_recordings SET state = 'purged', failure = NULL, link = NULL, deadline_at = NULL
         WHERE purge_at <= $1 AND state <> 'purged'",
    )
    .bind(now)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(purged)
}

/// Leases one due step; `states` lists the states from which this node can continue.
pub async fn lease(store: &Store, states: &[State]) -> Result<Option<Work>> {
    for state in states.iter().copied() {
        let id: Option<RecordingId> = query_scalar(
            "SELECT r.id FROM meeting_recordings r
             WHERE r.state = $1 AND r.call_id IS NOT NULL AND (r.state <> 'recorded' OR r.link IS NOT NULL)
                 AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.kind = $2 AND l.subject = r.id AND l.until > $3)
             ORDER BY r.started_at LIMIT 1",
        )
        .bind(state)
        .bind(RECORDING)
        .bind(store.clock.now())
        .fetch_optional(&store.db)
        .await?;
        let Some(id) = id else { continue };
        let Some(lease) = leases::acquire(store, RECORDING, id.0, LEASE).await? else { continue };
        // Another node may have taken the step between the look and the lease.
        let row: Option<(Option<String>, Option<String>, Option<String>)> = query_as(
            "SELECT r.link, t.body, p.language FROM meeting_recordings r
             LEFT JOIN meeting_texts t ON t.recording_id = r.id AND t.kind = 'transcript'
             LEFT JOIN calls c ON c.id = r.call_id LEFT JOIN people p ON p.id = c.started_by
             WHERE r.id = $1 AND r.state = $2",
        )
        .bind(id)
        .bind(state)
        .fetch_optional(&store.db)
        .await?;
        if let Some((link, transcript, language)) = row {
            return Ok(Some(Work { id, state, link, transcript, language, lease }));
        }
        lease.renew(store, Duration::zero()).await?;
    }
    Ok(None)
}
