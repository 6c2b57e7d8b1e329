//! The sessions that a programme gives its mentorships, and their deadlines.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use sqlx::types::Json;

use super::pauses::{self, Pause};
use crate::db::{QueryBuilder, Tx, query, query_as};
use crate::programmes::{CurriculumSession, Settings};
use crate::{MentorshipId, MentorshipSessionId, ProgrammeId, Result, Store};

/// Rows that one statement inserts.
const CHUNK: usize = 500;

/// Returns the deadline of a session that is due some days after the start of its mentorship.
fn due_on(started_on: NaiveDate, after_days: u16) -> NaiveDate {
    started_on + Days::new(after_days.into())
}

/// Brings the active mentorships of a programme in line with its stored curriculum: adds the sessions that they lack, and removes
/// those that the curriculum no longer has and no member has begun.
pub(crate) async fn follow(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<()> {
    let (settings, zone) = lock_rules(tx, programme).await?;
    let pauses = pauses::of_programme(tx, programme).await?;
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
        add(tx, store, position, one, zone, &lacking, &pauses).await?;
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
    for (position, one) in (0..).zip(&settings.curriculum) {
        add(tx, store, position, one, zone, &[(mentorship, started_at)], &BTreeMap::new()).await?;
    }
    Ok(())
}

/// Adds a session to mentorships that lack it. Pauses that they have had move its deadline too.
async fn add(
    tx: &mut Tx,
    store: &Store,
    position: i64,
    session: &CurriculumSession,
    zone: Tz,
    mentorships: &[(MentorshipId, DateTime<Utc>)],
    pauses: &BTreeMap<MentorshipId, Vec<Pause>>,
) -> Result<()> {
    for chunk in mentorships.chunks(CHUNK) {
        let mut insertion = QueryBuilder::new(
            "INSERT INTO mentorship_sessions (session_id, mentorship_id, session_key, position, due_on) ",
        );
        insertion.push_rows(chunk, |row, (mentorship, started_at)| {
            let due_on = due_on(started_at.with_timezone(&zone).date_naive(), session.due_after_days);
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
