//! The rows from which the engine's instance is built: who waits, what they answered, and who must not meet.

use chrono::{DateTime, NaiveDate, Utc};
use matching::Separation;

use super::answers;
use super::pool::{MEMBERSHIP, Membership};
use super::{OPEN, State};
use crate::content::Catalogue;
use crate::db::{Db, QueryBuilder, query_as, query_scalar};
use crate::pace::paced;
use crate::programmes::Programme;
use crate::{PersonId, Result, RunId};

/// The rows of one programme. There may be 100,000: they are read and worked on by a thread of their own.
pub(super) struct Rows {
    /// When they were read.
    pub(super) now: DateTime<Utc>,
    /// The people in the pool who are not paused.
    pub(super) pool: Vec<Membership>,
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
    /// The other kinds of vetting.
    pub(super) vettings: Option<String>,
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

/// People whose rows are read together.
const PEOPLE_PER_PART: usize = 150;

impl Rows {
    /// Reads the rows of a programme, some people at a time.
    pub(super) async fn read(
        db: &Db,
        programme: &Programme,
        catalogue: &Catalogue,
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let mut rows = Self {
            now,
            pool: Vec::new(),
            answers: Vec::new(),
            facts: Vec::new(),
            open: Vec::new(),
            busy: Vec::new(),
            separated: separated(db).await?,
            rounds: rounds(db, programme).await?,
            past: Vec::new(),
        };
        for part in in_pool(db, programme).await?.chunks(PEOPLE_PER_PART) {
            paced(rows.add(db, programme, catalogue, part)).await?;
        }
        rows.pool.sort_unstable_by_key(|member| (member.joined_at, member.person_id));
        Ok(rows)
    }

    async fn add(&mut self, db: &Db, programme: &Programme, catalogue: &Catalogue, people: &[PersonId]) -> Result<()> {
        self.pool.append(&mut pool(db, people).await?);
        self.facts.append(&mut facts(db, people).await?);
        self.answers.append(&mut answers::rows_of(db, catalogue, &programme.settings.matching, people).await?);
        self.open.append(&mut open_pairs(db, people).await?);
        self.busy.append(&mut busy_mentors(db, programme, people).await?);
        self.past.append(&mut past(db, programme, people).await?);
        Ok(())
    }
}

/// Returns who is in the pool and not paused: nothing is open about a paused mentee.
async fn in_pool(db: &Db, programme: &Programme) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT person_id FROM matching_pool WHERE programme_id = $1 AND left_at IS NULL AND paused_at IS NULL",
    )
    .bind(programme.id)
    .fetch_all(db)
    .await
}

async fn pool(db: &Db, people: &[PersonId]) -> Result<Vec<Membership>> {
    let mut query = QueryBuilder::new("SELECT ");
    query.push(MEMBERSHIP).push(
        " FROM matching_pool m JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE AND p.suspended_at IS NULL
         WHERE m.left_at IS NULL AND m.paused_at IS NULL AND m.person_id IN (",
    );
    query.push_list(people.iter().copied()).push(")").build_query_as().persistent().fetch_all(db).await
}

async fn facts(db: &Db, people: &[PersonId]) -> Result<Vec<PersonFacts>> {
    let mut query = QueryBuilder::new(
        "SELECT id, vetted_until, guardian_consent_at, birth_month,
             (SELECT string_agg(v.kind || '=' || COALESCE(CAST(v.valid_until AS TEXT), ''), ',') FROM vettings v
                 WHERE v.person_id = people.id AND v.ended_at IS NULL AND v.kind <> 'vetting') AS vettings
             FROM people WHERE id IN (",
    );
    query.push_list(people.iter().copied()).push(")").build_query_as().persistent().fetch_all(db).await
}

/// Reads the open proposals of mentees.
async fn open_pairs(db: &Db, people: &[PersonId]) -> Result<Vec<OpenPair>> {
    let mut query =
        QueryBuilder::new("SELECT mentor_id, mentee_id, state, run_id FROM matching_trackers WHERE state IN ");
    query
        .push(OPEN)
        .push(" AND mentee_id IN (")
        .push_list(people.iter().copied())
        .push(")")
        .build_query_as()
        .persistent()
        .fetch_all(db)
        .await
}

async fn busy_mentors(db: &Db, programme: &Programme, people: &[PersonId]) -> Result<Vec<Busy>> {
    let mut query = QueryBuilder::new(
        "SELECT x.person_id, COUNT(CASE WHEN s.kind = '1to1' THEN 1 END) AS pairs,
             COUNT(CASE WHEN s.kind = '1toM' AND EXISTS
                 (SELECT 1 FROM matching_trackers t WHERE t.mentor_id = x.person_id AND t.mentorship_id = s.id)
                 THEN 1 END) AS groups
         FROM mentorship_members x JOIN mentorships s ON s.id = x.mentorship_id AND s.ended_at IS NULL
         WHERE x.role = 'mentor' AND x.left_at IS NULL AND s.programme_id = ",
    );
    query.push_bind(programme.id).push(" AND x.person_id IN (").push_list(people.iter().copied());
    query.push(") GROUP BY x.person_id").build_query_as().persistent().fetch_all(db).await
}

async fn separated(db: &Db) -> Result<Vec<(PersonId, PersonId, Separation)>> {
    let mut pairs = Vec::new();
    for (sql, because) in [
        ("SELECT person_id, other_id FROM person_conflicts", Separation::Conflict),
        ("SELECT blocker_id, blocked_id FROM blocks", Separation::Block),
        ("SELECT reporter_id, subject_id FROM reports", Separation::Block),
        (
            "SELECT a.person_id, b.person_id FROM mentorships s
             JOIN mentorship_members a ON a.mentorship_id = s.id AND a.role = 'mentor'
             JOIN mentorship_members b ON b.mentorship_id = s.id AND b.role = 'mentee'
             WHERE s.ended_at IS NOT NULL OR b.left_at IS NOT NULL",
            Separation::History,
        ),
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
async fn past(db: &Db, programme: &Programme, people: &[PersonId]) -> Result<Vec<PastPair>> {
    let mut query = QueryBuilder::new(
        "SELECT t.mentor_id, t.mentee_id, t.run_id, t.state FROM matching_trackers t
         JOIN matching_runs r ON r.id = t.run_id WHERE r.programme_id = ",
    );
    query.push_bind(programme.id).push(" AND t.mentee_id IN (").push_list(people.iter().copied()).push(")");
    query.build_query_as().persistent().fetch_all(db).await
}
