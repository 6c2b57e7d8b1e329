//! Meetings outside the product, as staff and mentors log them. They count as contact of those who were members then.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use super::commit;
use super::pauses::{LONGEST_PAUSE, Pause};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::programmes::blackout::to_utc;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{LoggedMeetingId, MentorshipId, PauseId, PersonId, ProgrammeId, Result, Store};

/// The longest meeting, in minutes.
pub const LONGEST_MEETING: u16 = 600;

/// How people met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum MeetingKind {
    /// At one place.
    InPerson,
    /// On the phone.
    Phone,
    /// In a video call elsewhere.
    Video,
}

/// A meeting to log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewMeeting {
    /// The day, in the programme's zone.
    pub met_on: NaiveDate,
    /// How they met.
    pub kind: MeetingKind,
    /// How long, up to [`LONGEST_MEETING`]; None if that is not known.
    pub minutes: Option<u16>,
}

/// A logged meeting.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LoggedMeeting {
    /// Its id.
    pub id: LoggedMeetingId,
    /// The day, in the programme's zone.
    pub met_on: NaiveDate,
    /// How they met.
    pub kind: MeetingKind,
    /// How long, in minutes.
    pub minutes: Option<i64>,
    /// Who logged it; None for the command line, and once they are erased.
    pub entered_by: Option<PersonId>,
    /// Their name.
    pub author: Option<String>,
}

/// Why a meeting is not logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeetingRefusal {
    /// There is no such mentorship.
    #[error("There is no mentorship {0}.")]
    NotFound(MentorshipId),
    /// The day is not one of the mentorship, or has not come.
    #[error("A meeting of this mentorship was on a day from {0} to {1}.")]
    WrongDay(NaiveDate, NaiveDate),
    /// It lasts no time, or longer than a meeting does.
    #[error("A meeting lasts 1 to {LONGEST_MEETING} minutes.")]
    WrongLength,
    /// One of this kind is logged for that day.
    #[error("A meeting of this kind is already logged for that day.")]
    IsLogged,
}

#[derive(sqlx::FromRow)]
struct Row {
    programme_id: ProgrammeId,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    time_zone: String,
}

impl Row {
    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }

    fn days(&self, now: DateTime<Utc>) -> RangeInclusive<NaiveDate> {
        days(self.started_at, self.ended_at, now, self.zone())
    }

    /// The middle of the day, within the mentorship and not in the future.
    fn time_of(&self, day: NaiveDate, now: DateTime<Utc>) -> DateTime<Utc> {
        let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap_or_default();
        let latest = self.ended_at.unwrap_or(now).min(now);
        to_utc(day.and_time(noon), self.zone()).min(latest).max(self.started_at)
    }
}

/// Returns the days on which a mentorship can have met: from its first one to today, or to its last one.
pub fn days(
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    zone: Tz,
) -> RangeInclusive<NaiveDate> {
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    day(started_at)..=day(ended_at.unwrap_or(now))
}

/// Logs a meeting of a mentorship, also of one that has ended since.
pub async fn log(
    store: &Store,
    actor: &Actor,
    mentorship: MentorshipId,
    new: NewMeeting,
) -> Result<std::result::Result<LoggedMeetingId, MeetingRefusal>> {
    if new.minutes.is_some_and(|minutes| !(1..=LONGEST_MEETING).contains(&minutes)) {
        return Ok(Err(MeetingRefusal::WrongLength));
    }
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, actor, mentorship).await? else {
        return Ok(Err(MeetingRefusal::NotFound(mentorship)));
    };
    let days = row.days(now);
    if !days.contains(&new.met_on) {
        return Ok(Err(MeetingRefusal::WrongDay(*days.start(), *days.end())));
    }
    let met_at = row.time_of(new.met_on, now);
    let logged: Option<LoggedMeetingId> = query_scalar(
        "INSERT INTO logged_meetings (id, mentorship_id, met_on, kind, minutes, met_at, entered_by, entered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (mentorship_id, met_on, kind) DO NOTHING RETURNING id",
    )
    .bind(store.clock.id::<LoggedMeetingId>())
    .bind(mentorship)
    .bind(new.met_on)
    .bind(new.kind)
    .bind(new.minutes.map(i64::from))
    .bind(met_at)
    .bind(actor.person())
    .bind(now)
    .fetch_optional(&mut tx)
    .await?;
    let Some(logged) = logged else { return Ok(Err(MeetingRefusal::IsLogged)) };
    query(
        "UPDATE mentorship_members SET met_at = $2
         WHERE mentorship_id = $1 AND (met_at IS NULL OR met_at < $2) AND joined_at <= $2
             AND (left_at IS NULL OR left_at >= $2)",
    )
    .bind(mentorship)
    .bind(met_at)
    .execute(&mut tx)
    .await?;
    let values = json!({"met_on": new.met_on, "kind": new.kind, "minutes": new.minutes});
    Record::new(Act::LogMeeting, Target::Mentorship(mentorship), Some(row.programme_id))
        .change(Value::Null, values)
        .write(&mut tx, store, actor)
        .await?;
    commit(store, tx, mentorship).await?;
    Ok(Ok(logged))
}

/// Removes a meeting that was logged by mistake; a mentor only their own entries. Returns false if there is no such meeting.
pub async fn remove(store: &Store, actor: &Actor, mentorship: MentorshipId, meeting: LoggedMeetingId) -> Result<bool> {
    let author = if let Actor::Person(person) = actor { Some(*person) } else { None };
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, actor, mentorship).await? else { return Ok(false) };
    let removed: Option<(NaiveDate, MeetingKind, Option<i64>)> = query_as(
        "DELETE FROM logged_meetings WHERE id = $1 AND mentorship_id = $2 AND ($3 IS NULL OR entered_by = $3)
         RETURNING met_on, kind, minutes",
    )
    .bind(meeting)
    .bind(mentorship)
    .bind(author)
    .fetch_optional(&mut tx)
    .await?;
    let Some((met_on, kind, minutes)) = removed else { return Ok(false) };
    find_contact(&mut tx, mentorship).await?;
    Record::new(Act::RemoveMeeting, Target::Mentorship(mentorship), Some(row.programme_id))
        .change(json!({"met_on": met_on, "kind": kind, "minutes": minutes}), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    commit(store, tx, mentorship).await?;
    Ok(true)
}

/// Returns the meetings of a mentorship, the last one first.
pub async fn of_mentorship(store: &Store, mentorship: MentorshipId) -> Result<Vec<LoggedMeeting>> {
    query_as(
        "SELECT l.id, l.met_on, l.kind, l.minutes, l.entered_by, TRIM(p.first_name || ' ' || p.last_name) AS author
         FROM logged_meetings l LEFT JOIN people p ON p.id = l.entered_by
         WHERE l.mentorship_id = $1 ORDER BY l.met_on DESC, l.entered_at DESC, l.id",
    )
    .bind(mentorship)
    .fetch_all(&store.db)
    .await
}

/// Returns the pauses of a mentorship in the order of their days, and its meetings as [`of_mentorship`], without the names of their authors.
pub async fn with_pauses(
    store: &Store,
    mentorship: MentorshipId,
) -> Result<(Vec<(PauseId, Pause)>, Vec<LoggedMeeting>)> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: Uuid,
        day: NaiveDate,
        number: Option<i64>,
        kind: Option<MeetingKind>,
        entered_by: Option<PersonId>,
    }
    let rows: Vec<Row> = query_as(
        "SELECT id, starts_on AS day, days AS number, CAST(NULL AS TEXT) AS kind, entered_by, entered_at
         FROM mentorship_pauses WHERE mentorship_id = $1
         UNION ALL SELECT id, met_on, minutes, kind, entered_by, entered_at FROM logged_meetings WHERE mentorship_id = $1
         ORDER BY day, entered_at, id",
    )
    .bind(mentorship)
    .fetch_all(&store.db)
    .await?;
    let (mut pauses, mut meetings) = (Vec::new(), Vec::new());
    for Row { id, day, number, kind, entered_by } in rows {
        match kind {
            Some(kind) => {
                let id = LoggedMeetingId(id);
                meetings.push(LoggedMeeting { id, met_on: day, kind, minutes: number, entered_by, author: None });
            }
            None => {
                let days = number.and_then(|days| u16::try_from(days).ok()).unwrap_or(LONGEST_PAUSE);
                pauses.push((PauseId(id), Pause { starts_on: day, days }));
            }
        }
    }
    meetings.reverse();
    Ok((pauses, meetings))
}

async fn lock(tx: &mut Tx, actor: &Actor, mentorship: MentorshipId) -> Result<Option<Row>> {
    let row: Option<Row> = query_as(
        "UPDATE mentorships SET kind = kind WHERE id = $1
         RETURNING programme_id, started_at, ended_at,
             (SELECT g.time_zone FROM programmes g WHERE g.id = mentorships.programme_id) AS time_zone",
    )
    .bind(mentorship)
    .fetch_optional(tx)
    .await?;
    Ok(row.filter(|row| actor.reaches(Some(row.programme_id))))
}

/// Finds again when the members last met: finished a session, were in a call that was looked through, or had a logged meeting.
async fn find_contact(tx: &mut Tx, mentorship: MentorshipId) -> Result<()> {
    // A statement of its own: the next one sees what a member finished before this one got the lock.
    query("UPDATE mentorship_members SET role = role WHERE mentorship_id = $1")
        .bind(mentorship)
        .execute(&mut *tx)
        .await?;
    query(
        "UPDATE mentorship_members SET met_at = (SELECT MAX(t.met_at) FROM (
             SELECT q.completed_at AS met_at FROM session_progress q
             JOIN mentorship_sessions d ON d.session_id = q.session_id
             WHERE d.mentorship_id = mentorship_members.mentorship_id AND q.person_id = mentorship_members.person_id
             UNION ALL
             SELECT q.joined_at FROM call_participants q JOIN calls k ON k.id = q.call_id AND k.is_met
             JOIN mentorships s ON s.channel_id = k.channel_id
             WHERE s.id = mentorship_members.mentorship_id AND q.person_id = mentorship_members.person_id
                 AND q.joined_at >= s.started_at AND (s.ended_at IS NULL OR q.joined_at <= s.ended_at)
             UNION ALL
             SELECT l.met_at FROM logged_meetings l
             WHERE l.mentorship_id = mentorship_members.mentorship_id AND l.met_at >= mentorship_members.joined_at
                 AND (mentorship_members.left_at IS NULL OR l.met_at <= mentorship_members.left_at)) t)
         WHERE mentorship_id = $1",
    )
    .bind(mentorship)
    .execute(tx)
    .await?;
    Ok(())
}
