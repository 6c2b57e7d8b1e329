//! Sending an announcement, at once or at a time of the programme.

use chrono::{DateTime, Days, Duration, NaiveDateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};

use super::check::{Problem, missing};
use super::delivery::{self, Delivery};
use super::{Locked, MAX_A_DAY, Refusal, State, lock_for, publish};
use crate::db::{Tx, query, query_scalar};
use crate::outbox::{self, NewJob};
use crate::programmes::blackout::to_utc;
use crate::programmes::year;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{AnnouncementId, ProgrammeId, Result, Store, cohorts, content};

/// How far ahead an announcement can be scheduled.
const LONGEST_WAIT: Duration = Duration::days(366);

/// Sends a draft at once, or at a local time of its programme; `revision` is the one that the actor saw. Sent again for
/// the same time, nothing changes.
pub async fn send(
    store: &Store,
    actor: &Actor,
    id: AnnouncementId,
    revision: i64,
    at: Option<NaiveDateTime>,
) -> Result<std::result::Result<(), Refusal>> {
    let catalogue = content::catalogue(store).await?;
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock_for(&mut tx, actor, id).await? else { return Ok(Err(Refusal::NotFound)) };
    let zone = lock_programme(&mut tx, row.programme_id).await?;
    year::goes_on_in(&mut tx, row.programme_id).await?;
    let send_at = at.map(|local| to_utc(local, zone));
    let is_again = matches!(row.state, State::Scheduled | State::Sent) && row.revision == revision + 1;
    if is_again && row.send_at == send_at {
        return Ok(Ok(()));
    }
    if row.state != State::Draft || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    let mut problems = missing(&row.content(), &catalogue.languages);
    let mut cohort = None;
    if let Some(id) = row.cohort_id {
        // It stays until the announcement has reached its people.
        cohort = cohorts::share(&mut tx, id).await?.filter(|(programme, _)| *programme == row.programme_id);
        problems.extend(cohort.is_none().then_some(Problem::NoCohort));
    }
    if !problems.is_empty() {
        return Ok(Err(Refusal::Invalid(problems)));
    }
    if let (Some(local), Some(send_at)) = (at, send_at)
        && (send_at <= now || send_at > now + LONGEST_WAIT)
    {
        return Ok(Err(Refusal::WrongTime(local)));
    }
    let due_at = send_at.unwrap_or(now);
    if (row.by_push || row.by_mail) && is_full(&mut tx, &row, due_at, zone).await? {
        return Ok(Err(Refusal::TooMany));
    }
    let state = if send_at.is_some() { State::Scheduled } else { State::Sent };
    query(
        "UPDATE announcements SET state = $2, send_at = $3, sent_at = $4, revision = $5, changed_at = $6 WHERE id = $1",
    )
    .bind(id)
    .bind(state)
    .bind(send_at)
    .bind((state == State::Sent).then_some(now))
    .bind(revision + 1)
    .bind(now)
    .execute(&mut tx)
    .await?;
    let delivery = Delivery { announcement: id, revision: revision + 1 };
    outbox::put_in(&mut tx, &NewJob { due_at, ..NewJob::new(store, delivery::KIND, &delivery)? }).await?;
    let roles: Vec<&str> = [(row.for_mentees, "mentee"), (row.for_mentors, "mentor")]
        .iter()
        .filter(|one| one.0)
        .map(|one| one.1)
        .collect();
    let mut values = json!({
        "state": state, "at": send_at, "roles": roles, "among": row.among, "push": row.by_push, "mail": row.by_mail,
    });
    if let Some((_, name)) = cohort {
        values["cohort"] = json!(name);
    }
    Record::new(Act::SendAnnouncement, Target::Announcement(id), Some(row.programme_id))
        .change(Value::Null, values)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    if state == State::Sent {
        publish(store, row.programme_id).await;
    }
    Ok(Ok(()))
}

/// Makes a scheduled announcement a draft again, with its time as a proposal.
pub async fn unschedule(
    store: &Store,
    actor: &Actor,
    id: AnnouncementId,
    revision: i64,
) -> Result<std::result::Result<(), Refusal>> {
    let mut tx = store.db.begin().await?;
    let Some(row) = lock_for(&mut tx, actor, id).await? else { return Ok(Err(Refusal::NotFound)) };
    if row.state == State::Draft && row.revision == revision + 1 {
        return Ok(Ok(()));
    }
    if row.state != State::Scheduled || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    query("UPDATE announcements SET state = $2, revision = $3, changed_at = $4 WHERE id = $1")
        .bind(id)
        .bind(State::Draft)
        .bind(revision + 1)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    Record::new(Act::TakeAnnouncementBack, Target::Announcement(id), Some(row.programme_id))
        .change(json!({"state": State::Scheduled, "at": row.send_at}), json!({"state": State::Draft}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Locks the programme, so that two announcements do not both take its last place of a day, and returns its zone.
async fn lock_programme(tx: &mut Tx, programme: ProgrammeId) -> Result<Tz> {
    let zone: String = query_scalar("UPDATE programmes SET time_zone = time_zone WHERE id = $1 RETURNING time_zone")
        .bind(programme)
        .fetch_one(tx)
        .await?;
    Ok(zone.parse().unwrap_or(Tz::UTC))
}

/// Whether the programme has as many announcements with push or mail on the day of a time as it may have; those that were taken back count.
async fn is_full(tx: &mut Tx, row: &Locked, at: DateTime<Utc>, zone: Tz) -> Result<bool> {
    let day = at.with_timezone(&zone).date_naive();
    let midnight = |day: chrono::NaiveDate| to_utc(day.and_time(NaiveTime::MIN), zone);
    let count: i64 = query_scalar(
        "SELECT COUNT(*) FROM announcements WHERE programme_id = $1 AND (by_push OR by_mail) AND state <> 'draft'
             AND COALESCE(send_at, sent_at) >= $2 AND COALESCE(send_at, sent_at) < $3",
    )
    .bind(row.programme_id)
    .bind(midnight(day))
    .bind(midnight(day + Days::new(1)))
    .fetch_one(tx)
    .await?;
    Ok(count >= MAX_A_DAY)
}
