//! Recorded calls: the state of each recording, its summary and transcript, and their ratings.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::{query_as, query_scalar};
use crate::{ChannelId, PersonId, RecordingId, Result, Store, signed_url};

mod import;
mod overview;
mod work;

pub use import::{Imported, import};
pub use overview::{ListedRecording, page};
pub use work::of_call_room;
pub use work::{Recorded, Work, failed, give_up_overdue, lease, purge, ready, recorded, summarised, transcribed};

/// Calls on a page of the history.
pub const PAGE: i64 = 30;

/// How long the notes of a call can be rated: after that people would not remember.
const RATING_PERIOD: Duration = Duration::days(14);

/// The state of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = RecordingState)]
pub enum State {
    /// The call has ended and its recording exists.
    Recorded,
    /// It was transcribed.
    Transcribed,
    /// The transcript was summarised.
    Summarised,
    /// Summary and transcript can be read.
    Ready,
    /// Processing failed.
    Failed,
    /// Everything was deleted.
    Purged,
    /// The call was not recorded.
    NoRecording,
}

/// A text of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = RecordingText)]
pub enum Text {
    /// The summary.
    Summary,
    /// The transcript.
    Transcript,
}

impl Text {
    /// Returns its name in URLs and file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Transcript => "transcript",
        }
    }
}

/// A recorded call as one member of its channel sees it.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Meeting {
    /// The recording.
    pub id: RecordingId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// When the call began.
    pub started_at: DateTime<Utc>,
    /// When it ended, if that is known.
    pub ended_at: Option<DateTime<Utc>>,
    /// The state of the recording.
    pub state: State,
    /// The stable code of the failure.
    pub failure: Option<String>,
    /// Whether it has a summary.
    pub has_summary: bool,
    /// Whether it has a transcript.
    pub has_transcript: bool,
    /// The member's rating from 1 to 5; None also if they skipped it.
    pub rating: Option<i64>,
}

const SELECT_MEETING: &str = "SELECT r.id, r.channel_id, r.started_at, r.ended_at, r.state, r.failure, g.rating, \
     EXISTS (SELECT 1 FROM meeting_texts t WHERE t.recording_id = r.id AND t.kind = 'summary') AS has_summary, \
     EXISTS (SELECT 1 FROM meeting_texts t WHERE t.recording_id = r.id AND t.kind = 'transcript') AS has_transcript FROM members m JOIN ";

const RECORDINGS: &str = "meeting_recordings";

/// SQL: the recordings, and the calls that had participants and were not recorded.
const RECORDINGS_AND_CALLS: &str = "(SELECT id, channel_id, started_at, ended_at, state, failure FROM meeting_recordings UNION ALL \
     SELECT c.id, c.channel_id, c.started_at, c.ended_at, 'no_recording', NULL FROM calls c \
     WHERE c.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM meeting_recordings x WHERE x.call_id = c.id) \
         AND EXISTS (SELECT 1 FROM call_participants h WHERE h.call_id = c.id))";

/// SQL: the recordings `r` that member `m` may see. An inactive member sees those of the active time.
const VISIBLE_TO_MEMBER: &str = " r ON r.channel_id = m.channel_id AND (m.status = 'active' \
     OR (m.status = 'inactive' AND r.started_at <= m.until_at)) \
     LEFT JOIN meeting_ratings g ON g.recording_id = r.id AND g.person_id = m.person_id ";

/// Returns a page of the ended calls of a channel, newest first, and whether there is another page. Pages count from 1.
pub async fn history(store: &Store, channel: ChannelId, person: PersonId, page: u32) -> Result<(Vec<Meeting>, bool)> {
    let before = i64::from(page.saturating_sub(1)) * PAGE;
    let mut found: Vec<Meeting> = query_as([
        SELECT_MEETING,
        RECORDINGS_AND_CALLS,
        VISIBLE_TO_MEMBER,
        "WHERE m.channel_id = $1 AND m.person_id = $2 ORDER BY r.started_at DESC, r.id DESC LIMIT $3 OFFSET $4",
    ])
    .bind(channel)
    .bind(person)
    .bind(PAGE + 1)
    .bind(before)
    .fetch_all(&store.db)
    .await?;
    let one_page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_next = found.len() > one_page;
    found.truncate(one_page);
    Ok((found, has_next))
}

/// Returns a recorded call that this person may see.
pub async fn of_person(store: &Store, recording: RecordingId, person: PersonId) -> Result<Option<Meeting>> {
    query_as([SELECT_MEETING, RECORDINGS, VISIBLE_TO_MEMBER, "WHERE r.id = $1 AND m.person_id = $2"])
        .bind(recording)
        .bind(person)
        .fetch_optional(&store.db)
        .await
}

/// Returns the newest call with notes that the person has neither rated nor skipped, within two weeks.
pub async fn to_rate(store: &Store, person: PersonId) -> Result<Option<Meeting>> {
    query_as([
        SELECT_MEETING,
        RECORDINGS,
        VISIBLE_TO_MEMBER,
        "WHERE m.person_id = $1 AND r.state = 'ready' AND r.ready_at > $2 AND g.person_id IS NULL \
         ORDER BY r.started_at DESC, r.id DESC LIMIT 1",
    ])
    .bind(person)
    .bind(store.clock.now() - RATING_PERIOD)
    .fetch_optional(&store.db)
    .await
}

/// Stores a rating from 1 to 5; None skips it, and does not replace a rating. Returns the current rating, or None if
/// this person cannot rate the notes.
pub async fn rate(
    store: &Store,
    recording: RecordingId,
    person: PersonId,
    rating: Option<i64>,
) -> Result<Option<Option<i64>>> {
    query_scalar([
        "INSERT INTO meeting_ratings (recording_id, person_id, rating, rated_at) SELECT r.id, m.person_id, $3, $4 FROM members m JOIN ",
        RECORDINGS, VISIBLE_TO_MEMBER,
        "WHERE r.id = $1 AND m.person_id = $2 AND r.state = 'ready' \
         ON CONFLICT (recording_id, person_id) DO UPDATE \
         SET rating = COALESCE(excluded.rating, meeting_ratings.rating), rated_at = excluded.rated_at \
         RETURNING rating"])
    .bind(recording)
    .bind(person)
    .bind(rating)
    .bind(store.clock.now()).fetch_optional(store.db.writer()).await
}

/// Returns the signed link to a text, valid for ten minutes.
pub fn link(store: &Store, recording: RecordingId, text: Text) -> String {
    signed_url::link(store, &path(recording, text))
}

/// Returns the start of the call and the text for a valid [`link`].
pub async fn open(
    store: &Store,
    recording: RecordingId,
    text: Text,
    expires: i64,
    signature: &str,
) -> Result<Option<(DateTime<Utc>, String)>> {
    if !signed_url::verify(store, &path(recording, text), expires, signature) {
        return Ok(None);
    }
    query_as(
        "SELECT r.started_at, t.body FROM meeting_texts t JOIN meeting_recordings r ON r.id = t.recording_id
         WHERE t.recording_id = $1 AND t.kind = $2",
    )
    .bind(recording)
    .bind(text)
    .fetch_optional(&store.db)
    .await
}

fn path(recording: RecordingId, text: Text) -> String {
    format!("/api/v2/chat/meetings/{recording}/{}/", text.name())
}
