//! Recorded calls: what became of each recording, its summary and transcript, and what people think of them.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::on;
use crate::{ChannelId, PersonId, RecordingId, Result, Store, signed};

mod import;
mod overview;
mod work;

pub use import::{Imported, import};
pub use overview::{Overview, of_staff};
pub use work::{Recorded, Work, failed, give_up_overdue, lease, purge, ready, recorded, summarised, transcribed};
pub use work::{of_call, release};

/// Calls on a page of the history.
pub const PAGE: i64 = 30;

/// Nobody is asked about a call whose notes have been there for longer: they would not remember.
const ASK_WITHIN: Duration = Duration::days(14);

/// How far the work on a recording has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = RecordingState)]
pub enum State {
    /// The call is over and its recording is there.
    Recorded,
    /// It was turned into text.
    Transcribed,
    /// The text was summed up.
    Summarised,
    /// Everything can be read.
    Ready,
    /// Something went wrong for good.
    Failed,
    /// Everything was deleted.
    Purged,
    /// The call was not recorded.
    NoRecording,
}

/// A text made of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = RecordingText)]
pub enum Text {
    /// The short of it.
    Summary,
    /// Every word.
    Transcript,
}

impl Text {
    /// As in addresses and file names.
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
    /// Where the call was.
    pub channel_id: ChannelId,
    /// When the call began.
    pub started_at: DateTime<Utc>,
    /// When it ended, if that is known.
    pub ended_at: Option<DateTime<Utc>>,
    /// How far the work on it has come.
    pub state: State,
    /// Why it failed: a stable code.
    pub failure: Option<String>,
    /// Whether there is a summary to read.
    pub has_summary: bool,
    /// Whether there is a transcript to read.
    pub has_transcript: bool,
    /// What this member thinks of it, from 1 to 5; None as well if they would not say.
    pub rating: Option<i64>,
}

/// The recordings that the member `m` may know of: who is no longer active knows those of their time.
macro_rules! visible {
    () => {
        visible!("meeting_recordings")
    };
    ($calls:expr) => {
        concat!(
            "members m JOIN ",
            $calls,
            " r ON r.channel_id = m.channel_id AND (m.status = 'active' \
             OR (m.status = 'inactive' AND r.started_at <= m.until_at)) \
             LEFT JOIN meeting_ratings g ON g.recording_id = r.id AND g.person_id = m.person_id "
        )
    };
}

/// The recordings, and the calls that people were in and that were not recorded.
macro_rules! with_unrecorded {
    () => {
        "(SELECT id, channel_id, started_at, ended_at, state, failure FROM meeting_recordings UNION ALL \
          SELECT c.id, c.channel_id, c.started_at, c.ended_at, 'no_recording', NULL FROM calls c \
          WHERE c.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM meeting_recordings x WHERE x.call_id = c.id) \
              AND EXISTS (SELECT 1 FROM call_participants h WHERE h.call_id = c.id))"
    };
}

macro_rules! meeting_columns {
    () => {
        meeting_columns!("meeting_recordings")
    };
    ($calls:expr) => {
        concat!(
            "SELECT r.id, r.channel_id, r.started_at, r.ended_at, r.state, r.failure, g.rating, \
             EXISTS (SELECT 1 FROM meeting_texts t WHERE t.recording_id = r.id AND t.kind = 'summary') AS has_summary, \
             EXISTS (SELECT 1 FROM meeting_texts t WHERE t.recording_id = r.id AND t.kind = 'transcript') \
                 AS has_transcript FROM ",
            visible!($calls)
        )
    };
}

/// A page of the calls of a channel that are over, newest first, and whether there is another one. Pages count from 1.
pub async fn history(store: &Store, channel: ChannelId, person: PersonId, page: u32) -> Result<(Vec<Meeting>, bool)> {
    let before = i64::from(page.saturating_sub(1)) * PAGE;
    let mut found: Vec<Meeting> = on!(&store.db, |pool| sqlx::query_as(concat!(
        meeting_columns!(with_unrecorded!()),
        "WHERE m.channel_id = $1 AND m.person_id = $2 ORDER BY r.started_at DESC, r.id DESC LIMIT $3 OFFSET $4"
    ))
    .bind(channel)
    .bind(person)
    .bind(PAGE + 1)
    .bind(before)
    .fetch_all(pool)
    .await)?;
    let one_page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_next = found.len() > one_page;
    found.truncate(one_page);
    Ok((found, has_next))
}

/// A recorded call, if it is any of this person's business.
pub async fn of_person(store: &Store, recording: RecordingId, person: PersonId) -> Result<Option<Meeting>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(meeting_columns!(), "WHERE r.id = $1 AND m.person_id = $2"))
        .bind(recording)
        .bind(person)
        .fetch_optional(pool)
        .await)?)
}

/// The newest call whose notes are ready and of which this person has not said what they think, nor that they would
/// rather not. Notes that have been ready for two weeks are no longer asked about.
pub async fn to_rate(store: &Store, person: PersonId) -> Result<Option<Meeting>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        meeting_columns!(),
        "WHERE m.person_id = $1 AND r.state = 'ready' AND r.ready_at > $2 AND g.person_id IS NULL \
         ORDER BY r.started_at DESC, r.id DESC LIMIT 1"
    ))
    .bind(person)
    .bind(store.clock.now() - ASK_WITHIN)
    .fetch_optional(pool)
    .await)?)
}

/// Keeps what a person thinks of a call's notes, from 1 to 5; None says that they would rather not say, and never takes
/// back what they said. Returns what holds now, or None if the notes are not there to be judged by this person.
pub async fn rate(
    store: &Store,
    recording: RecordingId,
    person: PersonId,
    rating: Option<i64>,
) -> Result<Option<Option<i64>>> {
    Ok(on!(&store.db, returning_one, sqlx::query_scalar(concat!(
        "INSERT INTO meeting_ratings (recording_id, person_id, rating, rated_at) SELECT r.id, m.person_id, $3, $4 FROM ",
        visible!(),
        "WHERE r.id = $1 AND m.person_id = $2 AND r.state = 'ready' \
         ON CONFLICT (recording_id, person_id) DO UPDATE \
         SET rating = COALESCE(excluded.rating, meeting_ratings.rating), rated_at = excluded.rated_at \
         RETURNING rating"
    ))
    .bind(recording)
    .bind(person)
    .bind(rating)
    .bind(store.clock.now()))?)
}

/// The address of a text for whoever is given it, for ten minutes.
pub fn link(store: &Store, recording: RecordingId, text: Text) -> String {
    signed::link(store, &path(recording, text))
}

/// When the call began and the text of its recording, for whoever has the rest of an address made by [`link`].
pub async fn open(
    store: &Store,
    recording: RecordingId,
    text: Text,
    expires: i64,
    signature: &str,
) -> Result<Option<(DateTime<Utc>, String)>> {
    if !signed::holds(store, &path(recording, text), expires, signature) {
        return Ok(None);
    }
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT r.started_at, t.body FROM meeting_texts t JOIN meeting_recordings r ON r.id = t.recording_id
         WHERE t.recording_id = $1 AND t.kind = $2"
    )
    .bind(recording)
    .bind(text)
    .fetch_optional(pool)
    .await)?)
}

fn path(recording: RecordingId, text: Text) -> String {
    format!("/api/v2/chat/meetings/{recording}/{}/", text.name())
}
