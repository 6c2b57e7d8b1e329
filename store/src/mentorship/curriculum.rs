//! The sessions that a programme gives its mentorships, and their deadlines.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use sqlx::types::Json;

use super::pauses::{self, Pause};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::programmes::{CurriculumSession, Settings};
use crate::{MentorshipId, MentorshipSessionId, PersonId, ProgrammeId, Result, Store};

/// Rows that one statement inserts.
const CHUNK: usize = 500;

/// Returns the deadline of a session that is due some days after the start of its mentorship, or after it was added to it.
pub(crate) fn due_on(from: NaiveDate, after_days: u16) -> NaiveDate {
    from + Days::new(after_days.into())
}

/// What a session of a curriculum is to the active mentorships of a programme.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Held {
    pub(crate) session_key: String,
    /// Mentorships that have it.
    pub(crate) count: i64,
    /// Those of them in which a member has begun it.
    pub(crate) begun: i64,
}

/// Returns the sessions of the active mentorships of a programme.
pub(crate) async fn held(tx: &mut Tx, programme: ProgrammeId) -> Result<Vec<Held>> {
    query_as(
        "SELECT s.session_key, COUNT(*) AS count, COUNT(s.version) AS begun FROM mentorship_sessions s
         JOIN mentorships m ON m.id = s.mentorship_id
         WHERE m.ended_at IS NULL AND m.programme_id = $1 GROUP BY s.session_key ORDER BY s.session_key",
    )
    .bind(programme)
    .fetch_all(tx)
    .await
}

/// Returns how many mentorships of a programme are active.
pub(crate) async fn active(tx: &mut Tx, programme: ProgrammeId) -> Result<i64> {
    query_scalar("SELECT COUNT(*) FROM mentorships WHERE ended_at IS NULL AND programme_id = $1")
        .bind(programme)
        .fetch_one(tx)
        .await
}

/// Returns the members of the active mentorships of a programme.
pub(crate) async fn members_of_programme(tx: &mut Tx, programme: ProgrammeId) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT DISTINCT m.person_id FROM mentorship_members m JOIN mentorships o ON o.id = m.mentorship_id
         WHERE m.left_at IS NULL AND o.ended_at IS NULL AND o.programme_id = $1 ORDER BY m.person_id",
    )
    .bind(programme)
    .fetch_all(tx)
    .await
}

/// Brings the active mentorships of a programme in line with its stored curriculum: adds the sessions that they lack, and removes
/// those that the curriculum no longer has and no member has begun. What is added is due as many days from now as the curriculum says.
pub(crate) async fn follow(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<()> {
    let (settings, zone) = lock_rules(tx, programme).await?;
    let today = store.clock.now().with_timezone(&zone).date_naive();
    let mut pauses = pauses::of_programme(tx, programme).await?;
    pauses.values_mut().for_each(|all| all.retain(|pause| pause.ends_on() >= today));
    let offered = offered(tx).await?;
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
    let known = |one: &&CurriculumSession| offered.contains(&one.session);
    for (position, one) in (0_i64..).zip(settings.curriculum.iter().filter(known)) {
        query(
            "UPDATE mentorship_sessions SET position = $1 WHERE session_key = $2 AND position <> $1
             AND mentorship_id IN (SELECT id FROM mentorships WHERE ended_at IS NULL AND programme_id = $3)",
        )
        .bind(position)
        .bind(one.session.clone())
        .bind(programme)
        .execute(&mut *tx)
        .await?;
        let lacking: Vec<MentorshipId> = query_scalar(
            "SELECT id FROM mentorships WHERE programme_id = $1 AND ended_at IS NULL AND NOT EXISTS
             (SELECT 1 FROM mentorship_sessions s WHERE s.mentorship_id = mentorships.id AND s.session_key = $2)",
        )
        .bind(programme)
        .bind(one.session.clone())
        .fetch_all(&mut *tx)
        .await?;
        add(tx, store, position, one, today, &lacking, &pauses).await?;
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
    let (settings, zone) = share_rules(tx, programme).await?;
    let today = started_at.with_timezone(&zone).date_naive();
    let offered = offered(tx).await?;
    let known = |one: &&CurriculumSession| offered.contains(&one.session);
    for (position, one) in (0..).zip(settings.curriculum.iter().filter(known)) {
        add(tx, store, position, one, today, &[mentorship], &BTreeMap::new()).await?;
    }
    Ok(())
}

/// Returns the keys of the sessions that can be begun. A curriculum that staff changed may name others after an import.
pub(crate) async fn offered(tx: &mut Tx) -> Result<BTreeSet<String>> {
    let keys = query_scalar("SELECT key FROM content WHERE kind = 'session'").fetch_all(tx).await?;
    Ok(keys.into_iter().collect())
}

/// Adds a session to mentorships that lack it, with a deadline that counts from a day. Pauses move it.
async fn add(
    tx: &mut Tx,
    store: &Store,
    position: i64,
    session: &CurriculumSession,
    from: NaiveDate,
    mentorships: &[MentorshipId],
    pauses: &BTreeMap<MentorshipId, Vec<Pause>>,
) -> Result<()> {
    for chunk in mentorships.chunks(CHUNK) {
        let mut insertion = QueryBuilder::new(
            "INSERT INTO mentorship_sessions (session_id, mentorship_id, session_key, position, due_on) ",
        );
        insertion.push_rows(chunk, |row, mentorship| {
            let due_on = due_on(from, session.due_after_days);
            let moved = pauses.get(mentorship).into_iter().flatten().fold(due_on, |day, pause| pause.postponed(day));
            row.push_value(store.clock.id::<MentorshipSessionId>().to_string())
                .push_value(*mentorship)
                .push_value(session.session.clone())
                .push_value(position)
                .push_value(moved);
        });
        insertion.build().execute(&mut *tx).await?;
    }
    Ok(())
}

/// Returns the rules and the zone of a programme as they stay until the end of the transaction: a mentorship that begins while the
/// curriculum changes gets one of the two curricula as a whole. Transfers share this lock: they take it before those of people.
async fn share_rules(tx: &mut Tx, programme: ProgrammeId) -> Result<(Settings, Tz)> {
    let sql = if tx.is_sqlite() {
        "SELECT settings, time_zone FROM programmes WHERE id = $1"
    } else {
        "SELECT settings, time_zone FROM programmes WHERE id = $1 FOR SHARE"
    };
    let (Json(settings), zone): (Json<Settings>, String) = query_as(sql).bind(programme).fetch_one(tx).await?;
    Ok((settings, zone.parse().unwrap_or(Tz::UTC)))
}

/// Returns the rules and the zone of a programme, locked against mentorships that begin.
async fn lock_rules(tx: &mut Tx, programme: ProgrammeId) -> Result<(Settings, Tz)> {
    let (Json(settings), zone): (Json<Settings>, String) =
        query_as("UPDATE programmes SET key = key WHERE id = $1 RETURNING settings, time_zone")
            .bind(programme)
            .fetch_one(tx)
            .await?;
    Ok((settings, zone.parse().unwrap_or(Tz::UTC)))
}
