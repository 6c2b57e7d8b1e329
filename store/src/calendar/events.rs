//! The events of a mentorship. Who may read and write them is decided before: its active members.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use chrono_tz::Tz;

use super::{occurrences, reminders};
use crate::bus::{self, Topic};
use crate::channels::is_separated;
use crate::contact;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::{EventId, MentorshipId, PersonId, Result, Store};

/// The most events of a mentorship.
pub const MAX_EVENTS: i64 = 500;

/// How long a deleted event stays as a cancellation.
const CANCELLED_FOR: Duration = Duration::days(30);

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Event {
    /// Its id.
    pub id: EventId,
    /// The mentorship.
    pub mentorship_id: MentorshipId,
    /// Who created it.
    pub author_id: PersonId,
    /// What it is, as entered.
    pub title: String,
    /// More about it, as entered.
    pub description: String,
    /// The key of the session that it is about.
    pub session_key: Option<String>,
    /// Whether it is a call of the members: they are reminded ten minutes before.
    pub is_mentoring_call: bool,
    /// When it begins, the first time.
    pub scheduled_at: DateTime<Utc>,
    time_zone: String,
    /// The last day of a weekly event, in the zone of its author.
    pub repeats_until: Option<NaiveDate>,
    /// The number of its last change, from 0.
    pub sequence: i64,
    /// The time of its last change, later with each.
    pub updated_at: DateTime<Utc>,
}

/// What a member enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub title: String,
    /// More about it.
    pub description: String,
    /// The key of a session.
    pub session_key: Option<String>,
    /// Whether it is a call of the members.
    pub is_mentoring_call: bool,
    /// When it begins.
    pub scheduled_at: DateTime<Utc>,
    /// The zone in which it repeats.
    pub time_zone: Tz,
    /// The last day of a weekly event.
    pub repeats_until: Option<NaiveDate>,
}

/// The result of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The event as stored.
    Written(Event),
    /// It does not exist, or was deleted.
    Missing,
    /// It was changed since the caller saw it. It is like this now.
    Conflict(Event),
    /// The mentorship has [`MAX_EVENTS`].
    Full,
    /// The person may not write to the other members now.
    ContactClosed,
}

/// The result of [`delete`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteOutcome {
    /// It is deleted.
    Deleted,
    /// It does not exist, or was deleted.
    Missing,
    /// The person may not write to the other members now.
    ContactClosed,
}

pub(super) const COLUMNS: &str = "id, mentorship_id, author_id, title, description, session_key, is_mentoring_call, scheduled_at, time_zone, repeats_until, sequence, updated_at";

impl Event {
    /// Returns when it takes place.
    pub fn occurrences(&self) -> Vec<DateTime<Utc>> {
        occurrences(self.scheduled_at, self.zone(), self.repeats_until)
    }

    /// The zone of its author.
    pub fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

/// Returns the events of a mentorship by time, without those of authors from whom the reader is kept apart.
pub async fn events(store: &Store, mentorship: MentorshipId, reader: PersonId) -> Result<Vec<Event>> {
    query_as([
        "SELECT ",
        COLUMNS,
        " FROM calendar_events WHERE mentorship_id = $1 AND deleted_at IS NULL AND NOT ",
        is_separated!("author_id", "$2"),
        " ORDER BY scheduled_at, id",
    ])
    .bind(mentorship)
    .bind(reader)
    .fetch_all(&store.db)
    .await
}

/// Returns the events that were deleted within the last 30 days, for the same reader.
pub async fn cancelled(store: &Store, mentorship: MentorshipId, reader: PersonId) -> Result<Vec<Event>> {
    query_as([
        "SELECT ",
        COLUMNS,
        " FROM calendar_events WHERE mentorship_id = $1 AND deleted_at > $3 AND NOT ",
        is_separated!("author_id", "$2"),
        " ORDER BY scheduled_at, id",
    ])
    .bind(mentorship)
    .bind(reader)
    .bind(store.clock.now() - CANCELLED_FOR)
    .fetch_all(&store.db)
    .await
}

/// Returns the event that this request of its author created, also one that was changed or deleted since.
pub async fn of_request(
    store: &Store,
    mentorship: MentorshipId,
    author: PersonId,
    request_id: &str,
) -> Result<Option<Event>> {
    select_of_request(&store.db, mentorship, author, request_id).await
}

async fn select_of_request(
    db: impl Executor,
    mentorship: MentorshipId,
    author: PersonId,
    request_id: &str,
) -> Result<Option<Event>> {
    query_as([
        "SELECT ",
        COLUMNS,
        " FROM calendar_events WHERE mentorship_id = $1 AND author_id = $2 AND request_id = $3",
    ])
    .bind(mentorship)
    .bind(author)
    .bind(request_id)
    .fetch_optional(db)
    .await
}

/// Creates an event, with its first reminder. The same `request_id` of an author again creates nothing, and returns the event.
pub async fn create(
    store: &Store,
    mentorship: MentorshipId,
    author: PersonId,
    request_id: Option<&str>,
    draft: &Draft,
) -> Result<WriteOutcome> {
    let mut tx = store.db.begin().await?;
    // Members who create events at the same moment do so one after the other.
    query("UPDATE mentorships SET name = name WHERE id = $1").bind(mentorship).execute(&mut tx).await?;
    if let Some(id) = request_id
        && let Some(known) = select_of_request(&mut tx, mentorship, author, id).await?
    {
        return Ok(WriteOutcome::Written(known));
    }
    if !contact::is_open_in(&mut tx, mentorship, author).await? {
        return Ok(WriteOutcome::ContactClosed);
    }
    let count: i64 =
        query_scalar("SELECT COUNT(*) FROM calendar_events WHERE mentorship_id = $1 AND deleted_at IS NULL")
            .bind(mentorship)
            .fetch_one(&mut tx)
            .await?;
    if count >= MAX_EVENTS {
        return Ok(WriteOutcome::Full);
    }
    let created = query_as([
        "INSERT INTO calendar_events (id, mentorship_id, author_id, title, description, session_key, is_mentoring_call,
             scheduled_at, time_zone, repeats_until, sequence, updated_at, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12) RETURNING ",
        COLUMNS,
    ])
    .bind(store.clock.id::<EventId>())
    .bind(mentorship)
    .bind(author)
    .bind(&draft.title)
    .bind(&draft.description)
    .bind(&draft.session_key)
    .bind(draft.is_mentoring_call)
    .bind(draft.scheduled_at)
    .bind(draft.time_zone.name())
    .bind(draft.repeats_until)
    .bind(store.clock.now())
    .bind(request_id)
    .fetch_one(&mut tx)
    .await?;
    finish(store, tx, created).await
}

/// Changes an event. With `seen`, the time of the change that the caller knows, a later change is not overwritten.
pub async fn update(
    store: &Store,
    mentorship: MentorshipId,
    by: PersonId,
    id: EventId,
    seen: Option<DateTime<Utc>>,
    draft: &Draft,
) -> Result<WriteOutcome> {
    let mut tx = store.db.begin().await?;
    let Some(current) = lock_for(&mut tx, mentorship, by, id).await? else { return Ok(WriteOutcome::Missing) };
    if !contact::is_open_in(&mut tx, mentorship, by).await? {
        return Ok(WriteOutcome::ContactClosed);
    }
    if seen.is_some_and(|seen| seen != current.updated_at) {
        return Ok(WriteOutcome::Conflict(current));
    }
    let updated = query_as([
        "UPDATE calendar_events SET title = $2, description = $3, session_key = $4, is_mentoring_call = $5,
             scheduled_at = $6, time_zone = $7, repeats_until = $8, sequence = sequence + 1, updated_at = $9
         WHERE id = $1 RETURNING ",
        COLUMNS,
    ])
    .bind(id)
    .bind(&draft.title)
    .bind(&draft.description)
    .bind(&draft.session_key)
    .bind(draft.is_mentoring_call)
    .bind(draft.scheduled_at)
    .bind(draft.time_zone.name())
    .bind(draft.repeats_until)
    .bind(after(&current, store.clock.now()))
    .fetch_one(&mut tx)
    .await?;
    finish(store, tx, updated).await
}

/// Deletes an event.
pub async fn delete(store: &Store, mentorship: MentorshipId, by: PersonId, id: EventId) -> Result<DeleteOutcome> {
    let mut tx = store.db.begin().await?;
    let Some(current) = lock_for(&mut tx, mentorship, by, id).await? else { return Ok(DeleteOutcome::Missing) };
    if !contact::is_open_in(&mut tx, mentorship, by).await? {
        return Ok(DeleteOutcome::ContactClosed);
    }
    let now = store.clock.now();
    query("UPDATE calendar_events SET deleted_at = $2, updated_at = $3, sequence = sequence + 1 WHERE id = $1")
        .bind(id)
        .bind(now)
        .bind(after(&current, now))
        .execute(&mut tx)
        .await?;
    let changed = changed(&mut tx, mentorship).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed]);
    Ok(DeleteOutcome::Deleted)
}

/// Removes the events that were deleted more than 30 days ago.
pub async fn prune(store: &Store) -> Result<()> {
    query("DELETE FROM calendar_events WHERE deleted_at <= $1")
        .bind(store.clock.now() - CANCELLED_FOR)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Returns an event that is not deleted. It is locked until the end of the transaction.
pub(super) async fn lock(tx: &mut Tx, mentorship: MentorshipId, id: EventId) -> Result<Option<Event>> {
    query_as([
        "UPDATE calendar_events SET sequence = sequence WHERE id = $1 AND mentorship_id = $2 AND deleted_at IS NULL
         RETURNING ",
        COLUMNS,
    ])
    .bind(id)
    .bind(mentorship)
    .fetch_optional(tx)
    .await
}

/// [`lock`] for a member, for whom events of people from whom they are kept apart do not exist.
async fn lock_for(tx: &mut Tx, mentorship: MentorshipId, by: PersonId, id: EventId) -> Result<Option<Event>> {
    let Some(event) = lock(tx, mentorship, id).await? else { return Ok(None) };
    let is_separated: bool = query_scalar(concat!("SELECT ", is_separated!("$1", "$2")))
        .bind(event.author_id)
        .bind(by)
        .fetch_one(tx)
        .await?;
    Ok((!is_separated).then_some(event))
}

/// The time of a change, of which each event has one per millisecond.
fn after(current: &Event, now: DateTime<Utc>) -> DateTime<Utc> {
    now.max(current.updated_at + Duration::milliseconds(1))
}

async fn finish(store: &Store, mut tx: Tx, event: Event) -> Result<WriteOutcome> {
    reminders::enqueue_first(&mut tx, store, &event).await?;
    let changed = changed(&mut tx, event.mentorship_id).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed]);
    Ok(WriteOutcome::Written(event))
}

/// The event that tells the active members that the calendar changed. Read before the commit: nothing fails after it.
async fn changed(tx: &mut Tx, mentorship: MentorshipId) -> Result<bus::Event> {
    let people = query_scalar("SELECT person_id FROM mentorship_members WHERE mentorship_id = $1 AND left_at IS NULL")
        .bind(mentorship)
        .fetch_all(tx)
        .await?;
    Ok(bus::Event::TopicsChanged { people, topics: vec![Topic::Mentorship] })
}
