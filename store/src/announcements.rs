//! Announcements of the programme team to the mentees and mentors of a programme: written by staff in several languages, sent at once or at a
//! time, read by people beside the feed.
//!
//! A draft becomes scheduled or sent; a scheduled one can become a draft again. One that was sent is corrected or taken back.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::bus::{Event, Topic};
use crate::db::{Tx, query_as, query_scalar};
use crate::staff::Actor;
use crate::{AnnouncementId, CohortId, PersonId, ProgrammeId, Result, Store};

mod after;
mod audience;
mod check;
mod delivery;
mod drafts;
mod mails;
mod overview;
mod reading;
mod sending;

pub use after::{correct, take_back};
pub use audience::{Among, Audience, Reach, count};
pub use check::{MAX_BODY_CHARS, MAX_TITLE_CHARS, Problem};
pub use delivery::deliver_due;
pub use drafts::{create, discard, save};
pub use overview::{Announcement, ListedAnnouncement, find, page};
pub use reading::{Found, Received, find_received, mark_read, received};
pub use sending::{send, unschedule};

/// Title and text in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AnnouncementText)]
pub struct Text {
    /// At most [`MAX_TITLE_CHARS`] characters.
    pub title: String,
    /// Markdown, at most [`MAX_BODY_CHARS`] characters.
    pub body: String,
}

/// The texts by code of language.
pub type Texts = BTreeMap<String, Text>;

/// How far an announcement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnnouncementState)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum State {
    /// It is being written.
    Draft,
    /// It will be sent at its time.
    Scheduled,
    /// People can read it.
    Sent,
    /// It was sent, and is shown to no member any more.
    TakenBack,
}

/// What staff write: everything that a draft can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The texts.
    pub texts: Texts,
    /// Whom it reaches.
    pub audience: Audience,
    /// Whether their devices are notified.
    pub by_push: bool,
    /// Whether they get a mail.
    pub by_mail: bool,
}

/// Why an announcement does not change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this actor there is no such announcement, or no such programme.
    #[error("There is no such announcement.")]
    NotFound,
    /// It is not any more as the actor saw it.
    #[error("This announcement has changed meanwhile.")]
    Changed,
    /// Something is missing or wrong.
    #[error("Something is missing.")]
    Invalid(Vec<Problem>),
    /// The programme notifies its people so often on that day already.
    #[error(
        "A programme sends at most {MAX_A_DAY} announcements with push or mail on one day. Send this one without them, or on another day."
    )]
    TooMany,
    /// The time has passed, or is more than a year ahead.
    #[error("Choose a time from now on, at most a year ahead.")]
    WrongTime(NaiveDateTime),
}

/// Announcements with push or mail of a programme on one of its days.
pub const MAX_A_DAY: i64 = 3;

/// People of a batch of events.
const PUBLISHED: i64 = 1_000;

/// A row under its lock.
#[derive(sqlx::FromRow)]
struct Locked {
    programme_id: ProgrammeId,
    texts: Json<Texts>,
    for_mentees: bool,
    for_mentors: bool,
    among: Among,
    cohort_id: Option<CohortId>,
    by_push: bool,
    by_mail: bool,
    state: State,
    revision: i64,
    send_at: Option<DateTime<Utc>>,
    placed_upto: Option<PersonId>,
    placed_at: Option<DateTime<Utc>>,
    notified_upto: Option<PersonId>,
}

impl Locked {
    fn content(&self) -> Content {
        Content { texts: self.texts.0.clone(), audience: self.audience(), by_push: self.by_push, by_mail: self.by_mail }
    }

    fn audience(&self) -> Audience {
        Audience {
            programme: self.programme_id,
            mentees: self.for_mentees,
            mentors: self.for_mentors,
            among: self.among,
            cohort: self.cohort_id,
        }
    }
}

/// Locks an announcement.
async fn lock(tx: &mut Tx, id: AnnouncementId) -> Result<Option<Locked>> {
    query_as(
        "UPDATE announcements SET state = state WHERE id = $1
         RETURNING programme_id, texts, for_mentees, for_mentors, among, cohort_id, by_push, by_mail, state, revision, send_at,
             placed_upto, placed_at, notified_upto",
    )
    .bind(id)
    .fetch_optional(tx)
    .await
}

/// Locks an announcement that the actor reaches.
async fn lock_for(tx: &mut Tx, actor: &Actor, id: AnnouncementId) -> Result<Option<Locked>> {
    Ok(lock(tx, id).await?.filter(|row| actor.reaches(Some(row.programme_id))))
}

/// Open pages of the mentees and mentors of a programme fetch announcements again. A failure loses nothing: pages also fetch on their own.
async fn publish(store: &Store, programme: ProgrammeId) {
    let mut after = PersonId(uuid::Uuid::nil());
    loop {
        let people: Result<Vec<PersonId>> = query_scalar(
            "SELECT id FROM people WHERE programme_id = $1 AND role <> 'staff' AND is_disabled = FALSE AND id > $2
             ORDER BY id LIMIT $3",
        )
        .bind(programme)
        .bind(after)
        .bind(PUBLISHED)
        .fetch_all(&store.db)
        .await;
        let people = match people {
            Ok(people) => people,
            Err(error) => return tracing::warn!(%error, "people are not notified of an announcement"),
        };
        let Some(last) = people.last() else { return };
        after = *last;
        store.bus.publish(vec![changed(people)]);
    }
}

/// Announcements stand beside the feed, and follow its topic.
fn changed(people: Vec<PersonId>) -> Event {
    Event::TopicsChanged { people, topics: vec![Topic::Announcements] }
}
