//! The job: ends the mentorships of a year that was closed, opens years whose day has come, and welcomes those who continue.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;

use super::{JOB, opening};
use crate::administration::mentorships::{MenteesAfter, end_within};
use crate::db::{query, query_as};
use crate::matching;
use crate::mentorship::EndReason;
use crate::notifications::notices::Recipient;
use crate::people;
use crate::role::{MEMBER, Role};
use crate::staff::Actor;
use crate::{MentorshipId, PersonId, ProgrammeId, Result, SchoolYearId, Store};

/// Rows of each kind of one turn of the job.
const BATCH: i64 = 50;

/// How often an ending is tried before staff read that it failed.
const ATTEMPTS: i64 = 3;

/// How long an ending waits that failed.
const RETRY_AFTER: Duration = Duration::minutes(1);

/// Does what is due in all programmes, and returns how much. What fails does not hold up the rest. Several nodes may call this: each step
/// is done once.
pub async fn work(store: &Store) -> Result<usize> {
    Ok(end_due(store).await? + open_due(store).await? + welcome_due(store).await?)
}

async fn end_due(store: &Store) -> Result<usize> {
    let due: Vec<(SchoolYearId, MentorshipId)> = query_as(
        "SELECT year_id, mentorship_id FROM school_year_endings WHERE state = 'waiting' AND try_at <= $1
         ORDER BY try_at, mentorship_id LIMIT $2",
    )
    .bind(store.clock.now())
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    let mut count = 0;
    for (year, mentorship) in due {
        match end_one(store, year, mentorship).await {
            Ok(is_first) => count += usize::from(is_first),
            Err(error) => {
                tracing::warn!(%mentorship, %error, "a mentorship did not end with the year");
                note_failure(store, year, mentorship).await?;
            }
        }
    }
    Ok(count)
}

/// Ends a mentorship, if no other node was first. One that a colleague ended meanwhile has ended as well.
async fn end_one(store: &Store, year: SchoolYearId, mentorship: MentorshipId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let actor = Actor::Job { name: JOB };
    let ending = EndReason::Completed.alone();
    let ended = end_within(&mut tx, store, &actor, mentorship, ending, MenteesAfter::StayOut).await?;
    let is_first = query(
        "UPDATE school_year_endings SET state = 'ended' WHERE year_id = $1 AND mentorship_id = $2 AND state = 'waiting'",
    )
    .bind(year)
    .bind(mentorship)
    .execute(&mut tx)
    .await?
        > 0;
    if !is_first {
        return Ok(false);
    }
    tx.commit().await?;
    store.bus.publish(ended.unwrap_or_default());
    Ok(true)
}

async fn note_failure(store: &Store, year: SchoolYearId, mentorship: MentorshipId) -> Result<()> {
    query(
        "UPDATE school_year_endings SET attempts = attempts + 1, try_at = $3,
             state = CASE WHEN attempts + 1 >= $4 THEN 'failed' ELSE state END
         WHERE year_id = $1 AND mentorship_id = $2 AND state = 'waiting'",
    )
    .bind(year)
    .bind(mentorship)
    .bind(store.clock.now() + RETRY_AFTER)
    .bind(ATTEMPTS)
    .execute(&store.db)
    .await
    .map(drop)
}

async fn open_due(store: &Store) -> Result<usize> {
    let due: Vec<(SchoolYearId, ProgrammeId)> =
        query_as("SELECT id, programme_id FROM school_years WHERE opened_at IS NULL AND opens_at <= $1")
            .bind(store.clock.now())
            .fetch_all(&store.db)
            .await?;
    let mut count = 0;
    for (year, programme) in due {
        match opening::open_due_one(store, year, programme).await {
            Ok(is_open) => count += usize::from(is_open),
            Err(error) => tracing::error!(%programme, %error, "a year did not open"),
        }
    }
    Ok(count)
}

#[derive(sqlx::FromRow)]
struct Continuing {
    year_id: SchoolYearId,
    person_id: PersonId,
    choice: String,
}

async fn welcome_due(store: &Store) -> Result<usize> {
    let due: Vec<Continuing> = query_as(
        "SELECT e.year_id, e.person_id, e.choice FROM school_years y JOIN school_year_people e ON e.year_id = y.id
         WHERE y.opened_at IS NOT NULL AND e.welcomed_at IS NULL AND e.choice <> 'leaves'
         ORDER BY e.year_id, e.person_id LIMIT $1",
    )
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    let mut count = 0;
    for one in due {
        match welcome(store, &one).await {
            Ok(is_first) => count += usize::from(is_first),
            Err(error) => tracing::warn!(person = %one.person_id, %error, "a person is not welcomed to the year yet"),
        }
    }
    Ok(count)
}

/// Lets a mentee without a mentor wait again, and mails that the year begins with what comes next. Those who left meanwhile get nothing.
async fn welcome(store: &Store, one: &Continuing) -> Result<bool> {
    let person = one.person_id;
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let is_first = query(
        "UPDATE school_year_people SET welcomed_at = $3 WHERE year_id = $1 AND person_id = $2 AND welcomed_at IS NULL",
    )
    .bind(one.year_id)
    .bind(person)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?
        > 0;
    if !is_first {
        return Ok(false);
    }
    let found: Option<(Role, String, bool)> = query_as([
        "SELECT p.role, g.name, EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
             WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)
         FROM people p JOIN school_years y ON y.programme_id = p.programme_id JOIN programmes g ON g.id = y.programme_id
         WHERE p.id = $1 AND y.id = $2 AND g.archived_at IS NULL AND ",
        MEMBER,
    ])
    .bind(person)
    .bind(one.year_id)
    .fetch_optional(&mut tx)
    .await?;
    let Some((role, programme, is_matched)) = found else {
        tx.commit().await?;
        return Ok(false);
    };
    if role == Role::Mentee && !is_matched {
        matching::begin_year_in(&mut tx, store, person, one.choice == "continues_first").await?;
    }
    let template = match role {
        _ if is_matched => "year_begins_matched",
        Role::Mentee => "year_begins_mentee",
        _ => "year_begins_mentor",
    };
    if let Some(recipient) = Recipient::find(&mut tx, person).await? {
        let values = BTreeMap::from([("programme".to_owned(), programme)]);
        recipient.mail_in(&mut tx, store, template, values).await?;
    }
    tx.commit().await?;
    store.bus.publish(vec![matching::changed([person])]);
    Ok(true)
}
