//! Mentorships: a mentor with one mentee or a group, and the channel in which they talk.

use chrono::{DateTime, Utc};

use crate::bus::{Event, Topic};
use crate::db::{Tx, query_as};
use crate::role::Role;
use crate::{ChannelId, MentorshipId, PersonId, PictureId, ProgrammeId, Result, Store};

pub mod badges;
mod completion;
pub mod contact;
mod create;
pub mod credentials;
pub(crate) mod curriculum;
mod end;
mod end_reason;
pub mod logged_meetings;
pub mod overview;
mod partners;
pub mod pauses;
pub mod progress;
pub mod record;
pub mod sessions;

pub use crate::programmes::matching_rules::Kind;
pub(crate) use completion::finish;
pub(crate) use create::{MAX_MENTEES, check, create_in, prevented, record_in};
pub use create::{NewMentorship, Refusal};
pub(crate) use curriculum::follow as follow_curriculum;
pub use end::EndRefusal;
pub(crate) use end::{active_members, end_in, leave_in};
pub use end_reason::{EndReason, Ending};
pub(crate) use partners::{Partners, Sides};

/// A mentorship.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Mentorship {
    /// Its id.
    pub id: MentorshipId,
    /// Its programme.
    pub programme_id: ProgrammeId,
    /// Pair or group.
    pub kind: Kind,
    /// The name of a group; empty for a pair.
    pub name: String,
    /// The channel of its members.
    pub channel_id: ChannelId,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why; None while it goes on, and of those that ended before reasons were recorded.
    #[sqlx(rename = "end_code")]
    pub end_reason: Option<EndReason>,
    /// The note of staff about its end.
    #[sqlx(rename = "end_reason")]
    pub end_note: Option<String>,
}

/// A member of a mentorship.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Member {
    /// The mentorship.
    pub mentorship_id: MentorshipId,
    /// The person.
    pub person_id: PersonId,
    /// Mentor or mentee in it.
    pub role: Role,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The address, which only staff see.
    pub email: String,
    /// The picture.
    pub picture_id: Option<PictureId>,
    /// When the person joined it: its start, or later in a group.
    pub joined_at: DateTime<Utc>,
    /// When the person left it or it ended.
    pub left_at: Option<DateTime<Utc>>,
    /// Why they left a group that went on; None of those who left before reasons were recorded.
    #[sqlx(rename = "left_code")]
    pub left_reason: Option<EndReason>,
    /// The note of staff about it.
    pub left_note: Option<String>,
}

/// The columns of a [`Mentorship`]. A macro, because SQL is built from literals only.
macro_rules! mentorship_columns {
    () => {
        "s.id, s.programme_id, s.kind, s.name, s.channel_id, s.started_at, s.ended_at, s.end_code, s.end_reason"
    };
}

pub(crate) use mentorship_columns;

const SELECT: &str = concat!("SELECT ", mentorship_columns!(), " FROM mentorships s ");

const SELECT_MEMBERS: &str =
    "SELECT m.mentorship_id, m.person_id, m.role, p.first_name, p.last_name, p.email, p.picture_id,
     m.joined_at, m.left_at, m.left_code, m.left_note FROM mentorship_members m JOIN people p ON p.id = m.person_id ";

/// Returns the mentorships in which a person is active now, the oldest first.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<Mentorship>> {
    query_as([
        SELECT,
        "JOIN mentorship_members m ON m.mentorship_id = s.id
         WHERE m.person_id = $1 AND m.left_at IS NULL AND s.ended_at IS NULL ORDER BY s.started_at, s.id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await
}

/// Returns a mentorship.
pub async fn by_id(store: &Store, id: MentorshipId) -> Result<Option<Mentorship>> {
    query_as([SELECT, "WHERE s.id = $1"]).bind(id).fetch_optional(&store.db).await
}

/// Returns the mentorships that ended for a person, or that they left, with that time; the last one first. They start when the person
/// joined them.
pub async fn left_by(store: &Store, person: PersonId) -> Result<Vec<(Mentorship, DateTime<Utc>)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        mentorship: Mentorship,
        left_at: DateTime<Utc>,
    }
    let rows: Vec<Row> = query_as(
        "SELECT s.id, s.programme_id, s.kind, s.name, s.channel_id, m.joined_at AS started_at, s.ended_at, s.end_code, s.end_reason, m.left_at
         FROM mentorships s JOIN mentorship_members m ON m.mentorship_id = s.id
         WHERE m.person_id = $1 AND m.left_at IS NOT NULL ORDER BY m.left_at DESC, s.id",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.mentorship, row.left_at)).collect())
}

/// What the home of a mentorship shows of it, in one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithMembers {
    /// The mentorship.
    pub mentorship: Mentorship,
    /// The name of its programme.
    pub programme: String,
    /// The time zone of its programme.
    pub time_zone: String,
    /// All members, also former ones: the mentor first, then by name.
    pub members: Vec<Member>,
}

/// Returns a mentorship with its members.
pub async fn with_members(store: &Store, id: MentorshipId) -> Result<Option<WithMembers>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        mentorship: Mentorship,
        #[sqlx(flatten)]
        member: Member,
        programme: String,
        time_zone: String,
    }
    let rows: Vec<Row> = query_as(
        "SELECT s.id, s.programme_id, s.kind, s.name, s.channel_id, s.started_at, s.ended_at, s.end_code, s.end_reason,
             m.mentorship_id, m.person_id, m.role, p.first_name, p.last_name, p.email, p.picture_id, m.joined_at, m.left_at,
             m.left_code, m.left_note, g.name AS programme, g.time_zone
         FROM mentorships s JOIN programmes g ON g.id = s.programme_id
         JOIN mentorship_members m ON m.mentorship_id = s.id JOIN people p ON p.id = m.person_id
         WHERE s.id = $1 ORDER BY m.role DESC, p.first_name, p.last_name, p.id",
    )
    .bind(id)
    .fetch_all(&store.db)
    .await?;
    let mut all: Option<WithMembers> = None;
    for Row { mentorship, member, programme, time_zone } in rows {
        all.get_or_insert_with(|| WithMembers { mentorship, programme, time_zone, members: Vec::new() })
            .members
            .push(member);
    }
    Ok(all)
}

/// Returns a mentorship that has not ended, with its active members, in one statement.
pub async fn active(store: &Store, id: MentorshipId) -> Result<Option<(Mentorship, Vec<PersonId>)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        mentorship: Mentorship,
        person_id: PersonId,
    }
    let rows: Vec<Row> = query_as(
        "SELECT s.id, s.programme_id, s.kind, s.name, s.channel_id, s.started_at, s.ended_at, s.end_code, s.end_reason, m.person_id
         FROM mentorships s JOIN mentorship_members m ON m.mentorship_id = s.id AND m.left_at IS NULL
         WHERE s.id = $1 AND s.ended_at IS NULL ORDER BY m.person_id",
    )
    .bind(id)
    .fetch_all(&store.db)
    .await?;
    let people = rows.iter().map(|row| row.person_id).collect();
    Ok(rows.into_iter().next().map(|row| (row.mentorship, people)))
}

/// Returns the mentorships of all programmes, the newest first; ended ones only on demand.
pub async fn all(store: &Store, with_ended: bool) -> Result<Vec<Mentorship>> {
    query_as([SELECT, "WHERE $1 OR s.ended_at IS NULL ORDER BY s.started_at DESC, s.id"])
        .bind(with_ended)
        .fetch_all(&store.db)
        .await
}

/// Returns the members of a mentorship, also former ones: the mentor first, then by name.
pub async fn members(store: &Store, id: MentorshipId) -> Result<Vec<Member>> {
    query_as([SELECT_MEMBERS, "WHERE m.mentorship_id = $1 ORDER BY m.role DESC, p.first_name, p.last_name, p.id"])
        .bind(id)
        .fetch_all(&store.db)
        .await
}

/// Commits a change that the pages of its members show.
async fn commit(store: &Store, mut tx: Tx, id: MentorshipId) -> Result<()> {
    let people: Vec<PersonId> = active_members(&mut tx, id).await?.into_iter().map(|(person, _)| person).collect();
    tx.commit().await?;
    store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Mentorship] }]);
    Ok(())
}
