//! Whom a window asks, before it opens.

use super::{NewWindow, WindowKind, WindowRefusal, check, overlaps};
use crate::db::query_as;
use crate::role::Role;
use crate::staff::Scope;
use crate::{ProgrammeId, Result, Store};

/// SQL: the person `p` takes part, and their account is open, at the time that stands for `$now`.
macro_rules! takes_part {
    () => {
        takes_part!("$1")
    };
    ($now:literal) => {
        concat!(
            "p.is_disabled = FALSE AND (p.suspended_at IS NULL OR COALESCE(p.suspended_until <= ",
            $now,
            ", FALSE)) AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.person_id = p.id AND a.state <> 'approved')"
        )
    };
}
pub(super) use takes_part;

/// People of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Audience {
    /// Of a window between two days those who would be asked today; else those whose mentorship goes on.
    pub people: i64,
    /// How many others have sent the survey already, and are not asked.
    pub done: i64,
}

/// Counts whom a window would ask, without opening it.
pub async fn audience(
    store: &Store,
    scope: &Scope,
    new: &NewWindow,
) -> Result<std::result::Result<Audience, WindowRefusal>> {
    let programme = match check(store, |programme| scope.includes(programme), new).await? {
        Ok(programme) => programme,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut tx = store.db.begin().await?;
    if overlaps(&mut tx, store, &new.times(&programme, store.clock.now())).await? {
        return Ok(Err(WindowRefusal::Exists));
    }
    drop(tx);
    let counted = query_as(concat!(
        "SELECT COALESCE(SUM(CASE WHEN q.person_id IS NULL THEN 1 ELSE 0 END), 0) AS people,
             COALESCE(SUM(CASE WHEN q.person_id IS NULL THEN 0 ELSE 1 END), 0) AS done
         FROM people p
         LEFT JOIN survey_progress q ON q.person_id = p.id AND q.survey_key = $3 AND q.completed_at IS NOT NULL
         WHERE p.programme_id = $2 AND ((p.role = 'mentor' AND $4) OR (p.role = 'mentee' AND $5)) AND ",
        takes_part!(),
        " AND p.left_programme_at IS NULL AND ($6 OR EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
             WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL))
         AND ($7 IS NULL OR p.cohort_id = $7)"
    ))
    .bind(store.clock.now())
    .bind(new.programme)
    .bind(&new.survey)
    .bind(new.roles.contains(&Role::Mentor))
    .bind(new.roles.contains(&Role::Mentee))
    .bind(new.when.kind() == WindowKind::Dates)
    .bind(new.cohort)
    .fetch_one(&store.db)
    .await?;
    Ok(Ok(counted))
}

/// Counts those who take part in each programme, by role.
pub async fn members(store: &Store) -> Result<Vec<(ProgrammeId, Role, i64)>> {
    query_as(concat!(
        "SELECT p.programme_id, p.role, COUNT(*) FROM people p WHERE p.programme_id IS NOT NULL AND p.role <> 'staff' AND ",
        takes_part!(),
        " AND p.left_programme_at IS NULL GROUP BY p.programme_id, p.role"
    ))
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await
}
