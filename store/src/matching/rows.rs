//! The rows from which the engine's instance is built: who waits, what they answered, and who must not meet.

use chrono::{DateTime, NaiveDate, Utc};
use matching::Separation;

use super::State;
use super::answers;
use super::pool::{self, Membership};
use crate::content::Catalogue;
use crate::db::{Db, query_as};
use crate::programmes::Programme;
use crate::{PersonId, Result, RunId};

/// The rows of one programme. There may be 100,000: they are read and worked on by a thread of their own.
pub(super) struct Rows {
    /// When they were read.
    pub(super) now: DateTime<Utc>,
    /// Who waits and is not paused.
    pub(super) waiting: Vec<Membership>,
    /// Their answers to questions about criteria.
    pub(super) answers: Vec<answers::Row>,
    /// What hard rules need to know about people in the pool.
    pub(super) facts: Vec<PersonFacts>,
    /// Proposals that are open.
    pub(super) open: Vec<OpenPair>,
    /// Mentorships of mentors.
    pub(super) busy: Vec<Busy>,
    /// Conflicts, blocks and reports.
    pub(super) separated: Vec<(PersonId, PersonId, Separation)>,
    /// Earlier rounds, the latest first.
    pub(super) rounds: Vec<(RunId,)>,
    /// What was proposed before.
    pub(super) past: Vec<PastPair>,
}

/// What hard rules need to know about a person.
#[derive(Clone, sqlx::FromRow)]
pub(super) struct PersonFacts {
    pub(super) id: PersonId,
    pub(super) vetted_until: Option<NaiveDate>,
    pub(super) guardian_consent_at: Option<DateTime<Utc>>,
    pub(super) birth_month: Option<String>,
}

/// A proposal that is open.
#[derive(sqlx::FromRow)]
pub(super) struct OpenPair {
    pub(super) mentor_id: PersonId,
    pub(super) mentee_id: PersonId,
    pub(super) state: State,
    pub(super) run_id: RunId,
}

/// What a mentor does already.
#[derive(sqlx::FromRow)]
pub(super) struct Busy {
    pub(super) person_id: PersonId,
    pub(super) pairs: i64,
    pub(super) groups: i64,
}

/// A proposal of any round.
#[derive(sqlx::FromRow)]
pub(super) struct PastPair {
    pub(super) mentor_id: PersonId,
    pub(super) mentee_id: PersonId,
    pub(super) run_id: RunId,
    pub(super) state: State,
}

impl Rows {
    /// Reads the rows of a programme.
    pub(super) async fn read(
        db: &Db,
        programme: &Programme,
        catalogue: &Catalogue,
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let mut waiting = pool::all(db, programme.id).await?;
        waiting.retain(|member| member.paused_at.is_none());
        let people: Vec<PersonId> = waiting.iter().map(|member| member.person_id).collect();
        Ok(Self {
            now,
            answers: answers::rows_of(db, catalogue, &programme.settings.matching, &people).await?,
            waiting,
            facts: facts(db, programme).await?,
            open: open_pairs(db, programme).await?,
            busy: busy_mentors(db, programme).await?,
            separated: separated(db).await?,
            rounds: rounds(db, programme).await?,
            past: past(db, programme).await?,
        })
    }
}

async fn facts(db: &Db, programme: &Programme) -> Result<Vec<PersonFacts>> {
    query_as(
        "SELECT p.id, p.vetted_until, p.guardian_consent_at, p.birth_month FROM people p
         JOIN matching_pool m ON m.person_id = p.id AND m.left_at IS NULL WHERE m.programme_id = $1",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}

async fn open_pairs(db: &Db, programme: &Programme) -> Result<Vec<OpenPair>> {
    query_as(
        "SELECT t.mentor_id, t.mentee_id, t.state, t.run_id FROM matching_pool m
         JOIN matching_trackers t ON t.mentee_id = m.person_id
         WHERE m.programme_id = $1 AND m.left_at IS NULL AND t.state IN ('PROPOSED', 'INTERESTED', 'SELECTED')",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}

async fn busy_mentors(db: &Db, programme: &Programme) -> Result<Vec<Busy>> {
    query_as(
        "SELECT x.person_id, COUNT(CASE WHEN s.kind = '1to1' THEN 1 END) AS pairs,
             COUNT(CASE WHEN s.kind = '1toM' AND EXISTS
                 (SELECT 1 FROM matching_trackers t WHERE t.mentor_id = x.person_id AND t.mentorship_id = s.id)
                 THEN 1 END) AS groups
         FROM mentorship_members x JOIN mentorships s ON s.id = x.mentorship_id AND s.ended_at IS NULL
         WHERE s.programme_id = $1 AND x.role = 'mentor' AND x.left_at IS NULL GROUP BY x.person_id",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}

async fn separated(db: &Db) -> Result<Vec<(PersonId, PersonId, Separation)>> {
    let mut pairs = Vec::new();
    for (sql, because) in [
        ("SELECT person_id, other_id FROM person_conflicts", Separation::Conflict),
        ("SELECT blocker_id, blocked_id FROM blocks", Separation::Block),
        ("SELECT reporter_id, subject_id FROM reports", Separation::Block),
    ] {
        let rows: Vec<(PersonId, PersonId)> = query_as(sql).fetch_all(db).await?;
        pairs.extend(rows.into_iter().map(|(one, other)| (one, other, because)));
    }
    Ok(pairs)
}

async fn rounds(db: &Db, programme: &Programme) -> Result<Vec<(RunId,)>> {
    query_as(
        "SELECT id FROM matching_runs WHERE programme_id = $1 AND state = 'PUBLISHED' ORDER BY published_at DESC, id DESC",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}

/// Reads only pairs of mentees who wait again; the other pairs of earlier rounds have no effect on a run.
async fn past(db: &Db, programme: &Programme) -> Result<Vec<PastPair>> {
    query_as(
        "SELECT t.mentor_id, t.mentee_id, t.run_id, t.state FROM matching_pool m
         JOIN matching_trackers t ON t.mentee_id = m.person_id JOIN matching_runs r ON r.id = t.run_id
         WHERE m.programme_id = $1 AND m.left_at IS NULL AND r.programme_id = $1",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}
