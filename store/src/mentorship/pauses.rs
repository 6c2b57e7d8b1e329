//! Times without mentoring. They move deadlines, and do not end streaks.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::{active_members, commit};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::notifications::notices;
use crate::push::Notice;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{MentorshipId, PauseId, ProgrammeId, Result, Store};

/// The longest pause, in days.
pub const LONGEST_PAUSE: u16 = 366;

/// A time without mentoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Its first day.
    pub starts_on: NaiveDate,
    /// How long it lasts, at least a day.
    pub days: u16,
}

/// The result of [`pause`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseOutcome {
    /// The deadlines are moved.
    Paused(PauseId),
    /// The mentorship has ended, or does not exist.
    NotActive,
    /// It has a pause at that time.
    Overlaps(Pause),
    /// A pause lasts a day to [`LONGEST_PAUSE`] days.
    WrongLength,
}

impl fmt::Display for PauseOutcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paused(_) => out.write_str("It is paused."),
            Self::NotActive => out.write_str("There is no such active mentorship."),
            Self::Overlaps(other) => {
                write!(out, "It is paused from {} to {} already.", other.starts_on, other.ends_on())
            }
            Self::WrongLength => write!(out, "A pause lasts 1 to {LONGEST_PAUSE} days."),
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: PauseId,
    mentorship_id: MentorshipId,
    starts_on: NaiveDate,
    days: i64,
}

impl Pause {
    /// Its last day.
    pub fn ends_on(self) -> NaiveDate {
        self.starts_on + Days::new(u64::from(self.days.saturating_sub(1)))
    }

    /// Returns a deadline after the pause: one that lies before it stays.
    pub(super) fn postponed(self, due_on: NaiveDate) -> NaiveDate {
        if due_on < self.starts_on { due_on } else { due_on + Days::new(self.days.into()) }
    }

    /// Returns the deadline that [`Pause::postponed`] has moved here.
    fn restored(self, due_on: NaiveDate) -> NaiveDate {
        if due_on <= self.ends_on() { due_on } else { due_on - Days::new(self.days.into()) }
    }

    /// Returns what the audit log says of it.
    fn values(self) -> Value {
        json!({"starts_on": self.starts_on, "days": self.days})
    }

    fn overlaps(self, other: Self) -> bool {
        self.starts_on <= other.ends_on() && other.starts_on <= self.ends_on()
    }
}

impl Row {
    fn pause(&self) -> Pause {
        Pause { starts_on: self.starts_on, days: u16::try_from(self.days).unwrap_or(LONGEST_PAUSE) }
    }
}

/// Enters a pause, of staff or of a mentor, and moves the deadlines of what is not completed.
pub async fn pause(store: &Store, actor: &Actor, mentorship: MentorshipId, pause: Pause) -> Result<PauseOutcome> {
    if !(1..=LONGEST_PAUSE).contains(&pause.days) {
        return Ok(PauseOutcome::WrongLength);
    }
    let mut tx = store.db.begin().await?;
    let programme: Option<ProgrammeId> =
        query_scalar("UPDATE mentorships SET kind = kind WHERE id = $1 AND ended_at IS NULL RETURNING programme_id")
            .bind(mentorship)
            .fetch_optional(&mut tx)
            .await?;
    let Some(programme) = programme.filter(|programme| actor.reaches(Some(*programme))) else {
        return Ok(PauseOutcome::NotActive);
    };
    let known: Vec<Row> =
        query_as("SELECT id, mentorship_id, starts_on, days FROM mentorship_pauses WHERE mentorship_id = $1")
            .bind(mentorship)
            .fetch_all(&mut tx)
            .await?;
    if let Some(other) = known.iter().map(Row::pause).find(|other| other.overlaps(pause)) {
        return Ok(PauseOutcome::Overlaps(other));
    }
    let id: PauseId = store.clock.id();
    query(
        "INSERT INTO mentorship_pauses (id, mentorship_id, starts_on, days, ends_on, entered_by, entered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(mentorship)
    .bind(pause.starts_on)
    .bind(i64::from(pause.days))
    .bind(pause.ends_on())
    .bind(if let Actor::Person(mentor) = actor { Some(*mentor) } else { None })
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    move_deadlines(&mut tx, mentorship, |day| pause.postponed(day)).await?;
    Record::new(Act::PauseMentorship, Target::Mentorship(mentorship), Some(programme))
        .change(Value::Null, pause.values())
        .write(&mut tx, store, actor)
        .await?;
    notify(&mut tx, store, actor, mentorship).await?;
    commit(store, tx, mentorship).await?;
    Ok(PauseOutcome::Paused(id))
}

/// Takes the pause that was entered last back, and the deadlines that it has moved. Returns false if it is not the last one, or is over
/// on this day, or the mentorship has ended.
pub async fn take_back(
    store: &Store,
    actor: &Actor,
    mentorship: MentorshipId,
    id: PauseId,
    today: NaiveDate,
) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let programme: Option<ProgrammeId> =
        query_scalar("UPDATE mentorships SET kind = kind WHERE id = $1 AND ended_at IS NULL RETURNING programme_id")
            .bind(mentorship)
            .fetch_optional(&mut tx)
            .await?;
    let Some(programme) = programme.filter(|programme| actor.reaches(Some(*programme))) else { return Ok(false) };
    let last: Option<Row> = query_as(
        "SELECT id, mentorship_id, starts_on, days FROM mentorship_pauses WHERE mentorship_id = $1
         ORDER BY entered_at DESC, id DESC LIMIT 1",
    )
    .bind(mentorship)
    .fetch_optional(&mut tx)
    .await?;
    let Some(pause) = last.filter(|last| last.id == id).map(|last| last.pause()).filter(|last| last.ends_on() >= today)
    else {
        return Ok(false);
    };
    query("DELETE FROM mentorship_pauses WHERE id = $1").bind(id).execute(&mut tx).await?;
    move_deadlines(&mut tx, mentorship, |day| pause.restored(day)).await?;
    Record::new(Act::TakePauseBack, Target::Mentorship(mentorship), Some(programme))
        .change(pause.values(), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    notify(&mut tx, store, actor, mentorship).await?;
    commit(store, tx, mentorship).await?;
    Ok(true)
}

/// Returns the pauses of a mentorship in the order of their days.
pub async fn of_mentorship(store: &Store, mentorship: MentorshipId) -> Result<Vec<(PauseId, Pause)>> {
    let rows: Vec<Row> = query_as(
        "SELECT id, mentorship_id, starts_on, days FROM mentorship_pauses WHERE mentorship_id = $1 ORDER BY starts_on",
    )
    .bind(mentorship)
    .fetch_all(&store.db)
    .await?;
    Ok(rows.iter().map(|row| (row.id, row.pause())).collect())
}

/// Returns the pauses of a programme's active mentorships, in the order in which they were entered.
pub(super) async fn of_programme(tx: &mut Tx, programme: ProgrammeId) -> Result<BTreeMap<MentorshipId, Vec<Pause>>> {
    let rows: Vec<Row> = query_as(
        "SELECT p.id, p.mentorship_id, p.starts_on, p.days FROM mentorship_pauses p
         JOIN mentorships m ON m.id = p.mentorship_id AND m.ended_at IS NULL
         WHERE m.programme_id = $1 ORDER BY p.entered_at, p.id",
    )
    .bind(programme)
    .fetch_all(tx)
    .await?;
    let mut all: BTreeMap<MentorshipId, Vec<Pause>> = BTreeMap::new();
    for row in rows {
        all.entry(row.mentorship_id).or_default().push(row.pause());
    }
    Ok(all)
}

/// Notifies the members of what staff did. A mentor tells them in their conversation.
async fn notify(tx: &mut Tx, store: &Store, actor: &Actor, mentorship: MentorshipId) -> Result<()> {
    if !actor.is_staff() {
        return Ok(());
    }
    for (person, _) in active_members(&mut *tx, mentorship).await? {
        notices::send_in(tx, store, person, Notice::PausesChanged).await?;
    }
    Ok(())
}

/// Fills in the last day of pauses that the version before has entered.
pub(super) async fn complete(store: &Store) -> Result<()> {
    let rows: Vec<Row> =
        query_as("SELECT id, mentorship_id, starts_on, days FROM mentorship_pauses WHERE ends_on IS NULL LIMIT 500")
            .fetch_all(&store.db)
            .await?;
    for row in rows {
        query("UPDATE mentorship_pauses SET ends_on = $2 WHERE id = $1")
            .bind(row.id)
            .bind(row.pause().ends_on())
            .execute(&store.db)
            .await?;
    }
    Ok(())
}

/// Moves the deadlines of what is not completed.
async fn move_deadlines(tx: &mut Tx, mentorship: MentorshipId, moved: impl Fn(NaiveDate) -> NaiveDate) -> Result<()> {
    let open: Vec<(String, NaiveDate)> = query_as(
        "SELECT session_id, due_on FROM mentorship_sessions WHERE mentorship_id = $1 AND completed_at IS NULL",
    )
    .bind(mentorship)
    .fetch_all(&mut *tx)
    .await?;
    for (session, due_on) in open {
        query("UPDATE mentorship_sessions SET due_on = $2 WHERE session_id = $1")
            .bind(session)
            .bind(moved(due_on))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn pauses_move_the_deadlines_after_their_first_day() {
        let due = day("2026-03-16");
        for (starts_on, days, expected) in [
            ("2026-03-10", 7, "2026-03-23"),
            ("2026-03-16", 7, "2026-03-23"),
            ("2026-03-17", 7, "2026-03-16"),
            ("2026-03-10", 366, "2027-03-17"),
        ] {
            let pause = Pause { starts_on: day(starts_on), days };
            let moved = pause.postponed(due);
            assert_eq!(moved, day(expected), "{starts_on} {days}");
            assert_eq!(pause.restored(moved), due, "{starts_on} {days}");
        }
        let (summer, winter) =
            (Pause { starts_on: day("2026-03-10"), days: 7 }, Pause { starts_on: day("2026-03-20"), days: 5 });
        assert_eq!(winter.postponed(summer.postponed(due)), day("2026-03-28"), "the second meets the moved deadline");
    }

    #[test]
    fn pauses_overlap_by_a_day() {
        let pause = |starts_on, days| Pause { starts_on: day(starts_on), days };
        let first = pause("2026-03-10", 7);
        assert_eq!(first.ends_on(), day("2026-03-16"));
        for (other, expected) in [
            (pause("2026-03-16", 1), true),
            (pause("2026-03-17", 1), false),
            (pause("2026-03-09", 1), false),
            (pause("2026-03-01", 30), true),
        ] {
            assert_eq!((first.overlaps(other), other.overlaps(first)), (expected, expected), "{other:?}");
        }
    }
}
