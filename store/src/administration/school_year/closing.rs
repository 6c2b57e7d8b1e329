//! Closes the year of a programme.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{YearRefusal, archived, closed, lock, newest, record};
use crate::db::{query, query_as, query_scalar};
use crate::matching;
use crate::mentorship::Kind;
use crate::staff::Actor;
use crate::staff::audit::Act;
use crate::{MentorshipId, ProgrammeId, Result, SchoolYearId, Store};

/// SQL: the name of the group `s`, or those of the members of a pair.
pub(super) const NAME: &str = "COALESCE(NULLIF(s.name, ''), (
    SELECT STRING_AGG(TRIM(p.first_name || ' ' || p.last_name), ', ' ORDER BY m.role DESC, p.last_name, p.first_name)
    FROM mentorship_members m JOIN people p ON p.id = m.person_id
    WHERE m.mentorship_id = s.id AND m.left_at IS NULL), '')";

/// The mentorships that a preview names.
const SHOWN: i64 = 2_000;

/// A mentorship that goes on.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct RunningMentorship {
    /// The mentorship.
    pub id: MentorshipId,
    /// A pair or a group.
    pub kind: Kind,
    /// The name of the group, or those of the members of a pair.
    pub name: String,
    /// When it began.
    pub started_at: DateTime<Utc>,
}

/// A survey that people take at the end of their mentorship.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ExitSurvey {
    /// Its key.
    pub survey: String,
    /// Mentors who would be asked if all mentorships ended.
    pub mentors: i64,
    /// Mentees who would be asked.
    pub mentees: i64,
}

/// What closing the year of a programme means now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// How many mentorships go on.
    pub mentorships: i64,
    /// The first of them, by the time at which they began.
    pub running: Vec<RunningMentorship>,
    /// The surveys that follow.
    pub surveys: Vec<ExitSurvey>,
    /// Open applications: they stay.
    pub applications: i64,
    /// Open invitations: they stay.
    pub invitations: i64,
    /// Open matches: they end.
    pub matches: i64,
}

/// Returns what closing the year would do. None: there is no such programme.
pub async fn preview(store: &Store, programme: ProgrammeId) -> Result<Option<Closing>> {
    let counts: Option<(i64, i64, i64, i64)> = query_as([
        "SELECT (SELECT COUNT(*) FROM mentorships s WHERE s.programme_id = g.id AND s.ended_at IS NULL),
             (SELECT COUNT(*) FROM applications a JOIN people p ON p.id = a.person_id
                 WHERE p.programme_id = g.id AND a.state = 'open' AND p.is_disabled = FALSE),
             (SELECT COUNT(*) FROM invitations i WHERE i.programme_id = g.id AND i.email <> '' AND i.expires_at > $2),
             (SELECT COUNT(*) FROM matching_trackers t JOIN people p ON p.id = t.mentor_id
                 WHERE p.programme_id = g.id AND t.state IN ",
        matching::OPEN,
        ") FROM programmes g WHERE g.id = $1",
    ])
    .bind(programme)
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await?;
    let Some((mentorships, applications, invitations, matches)) = counts else { return Ok(None) };
    let running = query_as([
        "SELECT s.id, s.kind, s.started_at, ",
        NAME,
        " AS name FROM mentorships s WHERE s.programme_id = $1 AND s.ended_at IS NULL ORDER BY s.started_at, s.id LIMIT $2",
    ])
    .bind(programme)
    .bind(SHOWN)
    .fetch_all(&store.db)
    .await?;
    let surveys = query_as(
        "SELECT w.survey_key AS survey,
             COUNT(DISTINCT CASE WHEN m.role = 'mentor' AND w.asks_mentors = TRUE THEN m.person_id END) AS mentors,
             COUNT(DISTINCT CASE WHEN m.role = 'mentee' AND w.asks_mentees = TRUE THEN m.person_id END) AS mentees
         FROM survey_windows w
         JOIN mentorships s ON s.programme_id = w.programme_id AND s.ended_at IS NULL
         JOIN mentorship_members m ON m.mentorship_id = s.id AND m.left_at IS NULL
         JOIN people p ON p.id = m.person_id AND (w.cohort_id IS NULL OR p.cohort_id = w.cohort_id)
         WHERE w.programme_id = $1 AND w.kind = 'exit' AND w.stopped_at IS NULL AND (w.closes_at IS NULL OR w.closes_at > $2)
             AND NOT EXISTS (SELECT 1 FROM survey_progress q WHERE q.person_id = p.id AND q.survey_key = w.survey_key
                 AND q.completed_at IS NOT NULL)
         GROUP BY w.survey_key ORDER BY w.survey_key",
    )
    .bind(programme)
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await?;
    Ok(Some(Closing { mentorships, running, surveys, applications, invitations, matches }))
}

/// Closes the year of a programme: its mentorships end by and by, without those to keep, and none begins until the next year opens. What
/// is open in the matching ends at once.
pub async fn close(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    keep: &[MentorshipId],
) -> Result<std::result::Result<(), YearRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    if let Some(at) = row.archived_at {
        return Ok(Err(archived(&mut tx, programme, at).await?));
    }
    if let Some(at) = row.year_closed_at {
        return Ok(Err(closed(&mut tx, programme, at).await?));
    }
    let id: SchoolYearId = store.clock.id();
    query("UPDATE programmes SET year_closed_at = $2 WHERE id = $1").bind(programme).bind(now).execute(&mut tx).await?;
    query("INSERT INTO school_years (id, programme_id, closed_at, closed_by) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(programme)
        .bind(now)
        .bind(actor.person())
        .execute(&mut tx)
        .await?;
    let running = query(
        "INSERT INTO school_year_endings (year_id, mentorship_id, state, try_at)
         SELECT $2, s.id, 'waiting', $3 FROM mentorships s WHERE s.programme_id = $1 AND s.ended_at IS NULL",
    )
    .bind(programme)
    .bind(id)
    .bind(now)
    .execute(&mut tx)
    .await?;
    for mentorship in keep {
        let kept = query("UPDATE school_year_endings SET state = 'kept' WHERE year_id = $1 AND mentorship_id = $2")
            .bind(id)
            .bind(*mentorship)
            .execute(&mut tx)
            .await?;
        if kept == 0 {
            return Ok(Err(YearRefusal::NotRunning(*mentorship)));
        }
    }
    let event = matching::end_year_in(&mut tx, store, programme).await?;
    let kept: i64 = query_scalar("SELECT COUNT(*) FROM school_year_endings WHERE year_id = $1 AND state = 'kept'")
        .bind(id)
        .fetch_one(&mut tx)
        .await?;
    let values = json!({"mentorships": i64::try_from(running).unwrap_or(i64::MAX) - kept, "kept_mentorships": kept});
    record(Act::CloseYear, programme).change(Value::Null, values).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    store.bus.publish(event.into_iter().collect());
    Ok(Ok(()))
}

/// Has the endings tried again that failed. Returns their number.
pub async fn retry(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
) -> Result<std::result::Result<u64, YearRefusal>> {
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    let Some(year) = newest(&mut tx, programme).await?.filter(|_| row.year_closed_at.is_some()) else {
        return Ok(Err(YearRefusal::Open));
    };
    let tried = query(
        "UPDATE school_year_endings SET state = 'waiting', attempts = 0, try_at = $2 WHERE year_id = $1 AND state = 'failed'",
    )
    .bind(year.id)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if tried > 0 {
        record(Act::RetryEndings, programme)
            .change(Value::Null, json!({"mentorships": tried}))
            .write(&mut tx, store, actor)
            .await?;
    }
    tx.commit().await?;
    Ok(Ok(tried))
}
