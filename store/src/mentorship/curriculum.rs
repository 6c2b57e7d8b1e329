//! The sessions that a programme gives its mentorships, and their deadlines.

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use sqlx::types::Json;

use crate::bus::{Event, Topic};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::programmes::{CurriculumSession, Settings};
use crate::{MentorshipId, MentorshipSessionId, PersonId, ProgrammeId, Result, Store};

/// The longest pause, in days.
pub const LONGEST_PAUSE: u16 = 366;

/// Rows that one statement inserts.
const CHUNK: usize = 500;

/// A time without mentoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Its first day.
    pub starts_on: NaiveDate,
    /// How long it lasts.
    pub days: u16,
}

/// Returns the deadline of a session that is due some days after the start of its mentorship.
fn due_on(started_on: NaiveDate, after_days: u16) -> NaiveDate {
    started_on + Days::new(after_days.into())
}

/// Returns a deadline after a pause: one that lies before the pause stays.
fn postponed(due_on: NaiveDate, pause: Pause) -> NaiveDate {
    if due_on < pause.starts_on { due_on } else { due_on + Days::new(pause.days.into()) }
}

/// Brings the active mentorships of a programme in line with its stored curriculum: adds the sessions that they lack, and removes
/// those that the curriculum no longer has and no member has begun.
pub(crate) async fn follow(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<()> {
    let (settings, zone) = lock_rules(tx, programme).await?;
    let keys: Vec<&str> = settings.curriculum.iter().map(|one| one.session.as_str()).collect();
    let mut removal = QueryBuilder::new("DELETE FROM mentorship_sessions WHERE version IS NULL AND mentorship_id IN ");
    removal
        .push("(SELECT id FROM mentorships WHERE ended_at IS NULL AND programme_id = ")
        .push_bind(programme)
        .push(")");
    if !keys.is_empty() {
        removal.push(" AND session_key NOT IN (").push_list(keys.iter().map(|key| (*key).to_owned())).push(")");
    }
    removal.build().execute(&mut *tx).await?;
    for (position, one) in (0_i64..).zip(&settings.curriculum) {
        query(
            "UPDATE mentorship_sessions SET position = $1 WHERE session_key = $2 AND position <> $1
             AND mentorship_id IN (SELECT id FROM mentorships WHERE ended_at IS NULL AND programme_id = $3)",
        )
        .bind(position)
        .bind(one.session.clone())
        .bind(programme)
        .execute(&mut *tx)
        .await?;
        let lacking: Vec<(MentorshipId, DateTime<Utc>)> = query_as(
            "SELECT id, started_at FROM mentorships WHERE programme_id = $1 AND ended_at IS NULL AND NOT EXISTS
             (SELECT 1 FROM mentorship_sessions s WHERE s.mentorship_id = mentorships.id AND s.session_key = $2)",
        )
        .bind(programme)
        .bind(one.session.clone())
        .fetch_all(&mut *tx)
        .await?;
        add(tx, store, position, one, zone, &lacking).await?;
    }
    Ok(())
}

/// Gives a new mentorship the sessions of its programme's curriculum.
pub(super) async fn begin(
    tx: &mut Tx,
    store: &Store,
    mentorship: MentorshipId,
    programme: ProgrammeId,
    started_at: DateTime<Utc>,
) -> Result<()> {
    let (settings, zone) = lock_rules(tx, programme).await?;
    for (position, one) in (0..).zip(&settings.curriculum) {
        add(tx, store, position, one, zone, &[(mentorship, started_at)]).await?;
    }
    Ok(())
}

/// Adds a session to mentorships that lack it.
async fn add(
    tx: &mut Tx,
    store: &Store,
    position: i64,
    session: &CurriculumSession,
    zone: Tz,
    mentorships: &[(MentorshipId, DateTime<Utc>)],
) -> Result<()> {
    for chunk in mentorships.chunks(CHUNK) {
        let mut insertion = QueryBuilder::new(
            "INSERT INTO mentorship_sessions (session_id, mentorship_id, session_key, position, due_on) ",
        );
        insertion.push_rows(chunk, |row, (mentorship, started_at)| {
            row.push_value(store.clock.id::<MentorshipSessionId>().to_string())
                .push_value(*mentorship)
                .push_value(session.session.clone())
                .push_value(position)
                .push_value(due_on(started_at.with_timezone(&zone).date_naive(), session.due_after_days));
        });
        insertion.build().execute(&mut *tx).await?;
    }
    Ok(())
}

/// Moves the deadlines of what is not completed. Returns false if the mentorship has ended or does not exist.
pub async fn pause(store: &Store, mentorship: MentorshipId, pause: Pause) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let is_active = query("UPDATE mentorships SET kind = kind WHERE id = $1 AND ended_at IS NULL")
        .bind(mentorship)
        .execute(&mut tx)
        .await?;
    if is_active == 0 {
        return Ok(false);
    }
    let open: Vec<(String, NaiveDate)> = query_as(
        "SELECT session_id, due_on FROM mentorship_sessions WHERE mentorship_id = $1 AND completed_at IS NULL",
    )
    .bind(mentorship)
    .fetch_all(&mut tx)
    .await?;
    for (session, due_on) in open {
        query("UPDATE mentorship_sessions SET due_on = $2 WHERE session_id = $1")
            .bind(session)
            .bind(postponed(due_on, pause))
            .execute(&mut tx)
            .await?;
    }
    let people: Vec<PersonId> =
        query_scalar("SELECT person_id FROM mentorship_members WHERE mentorship_id = $1 AND left_at IS NULL")
            .bind(mentorship)
            .fetch_all(&mut tx)
            .await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Mentorship] }]);
    Ok(true)
}

/// Returns the rules and the zone of a programme, locked: a mentorship that begins while the curriculum changes gets one of the two
/// curricula as a whole.
async fn lock_rules(tx: &mut Tx, programme: ProgrammeId) -> Result<(Settings, Tz)> {
    let (Json(settings), zone): (Json<Settings>, String) =
        query_as("UPDATE programmes SET key = key WHERE id = $1 RETURNING settings, time_zone")
            .bind(programme)
            .fetch_one(tx)
            .await?;
    Ok((settings, zone.parse().unwrap_or(Tz::UTC)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_move_the_deadlines_after_their_first_day() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let due = due_on(day("2026-03-02"), 14);
        assert_eq!(due, day("2026-03-16"));
        for (starts_on, days, expected) in [
            ("2026-03-10", 7, "2026-03-23"),
            ("2026-03-16", 7, "2026-03-23"),
            ("2026-03-17", 7, "2026-03-16"),
            ("2026-03-01", 0, "2026-03-16"),
            ("2026-03-10", 366, "2027-03-17"),
        ] {
            let pause = Pause { starts_on: day(starts_on), days };
            assert_eq!(postponed(due, pause), day(expected), "{starts_on} {days}");
        }
        let (summer, winter) =
            (Pause { starts_on: day("2026-03-10"), days: 7 }, Pause { starts_on: day("2026-03-20"), days: 5 });
        assert_eq!(postponed(postponed(due, summer), winter), day("2026-03-28"), "the second meets the moved deadline");
    }
}
