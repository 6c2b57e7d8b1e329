//! The job: warns people, and erases those whose day has come, in small numbers.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Duration, NaiveDate};
use sqlx::types::Json;

use super::due::{self, Leaver, WARNING};
use super::{Reason, record_in};
use crate::administration::{erase, lock_account, set_disabled_in};
use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::outbox::{self, Mail, NewJob};
use crate::people;
use crate::programmes::{self, Programme, Settings};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, Result, Store, login_sessions};

/// People whom one turn of the job warns in a programme.
const WARNINGS: usize = 100;

/// Accounts that one turn of the job begins to erase.
const BATCH: usize = 5;

/// Erasures that one turn of the job tries again.
const RETRIES: i64 = 5;

/// How long an erasure that did not end waits for its next try: those that fail let others go first.
const RETRY_AFTER: Duration = Duration::hours(1);

/// The name of the job in the audit log.
const JOB: &str = "retention";

/// Does what is due in all programmes, and returns the number of people who were warned or erased. One that fails does not hold up the
/// others.
pub async fn work(store: &Store) -> Result<usize> {
    let (mut count, mut erased, mut left, mut failure) = (0, 0, BATCH, None);
    for person in begun(store).await? {
        match go_on(store, person).await {
            Ok(is_erased) => erased += usize::from(is_erased),
            Err(error) => failure = Some(error),
        }
    }
    for programme in programmes::all(store).await? {
        let due = match turn(store, &programme).await {
            Ok((warned, due)) => {
                count += warned;
                due
            }
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        for person in due {
            if left == 0 {
                break;
            }
            // One by one: what keeps people is looked at right before their erasure.
            match claim(store, &programme, person).await {
                Ok(false) => continue,
                Ok(true) => left -= 1,
                Err(error) => {
                    failure = Some(error);
                    continue;
                }
            }
            match erase_one(store, person).await {
                Ok(()) => erased += 1,
                Err(error) => failure = Some(error),
            }
        }
    }
    if erased > 0 {
        store.db.vacuum().await?;
    }
    failure.map_or(Ok(count + erased), Err)
}

/// Returns people whose erasure was interrupted and is to be tried again.
async fn begun(store: &Store) -> Result<Vec<PersonId>> {
    query_scalar("SELECT person_id FROM retention_warnings WHERE begun_at <= $1 ORDER BY begun_at, person_id LIMIT $2")
        .bind(store.clock.now())
        .bind(RETRIES)
        .fetch_all(&store.db)
        .await
}

/// Goes on with an erasure, unless something keeps the person meanwhile: then it is cancelled. Returns whether they are erased.
async fn go_on(store: &Store, person: PersonId) -> Result<bool> {
    let Some(row) = people::by_id(store, person).await? else { return Ok(false) };
    let programme = match row.programme_id {
        Some(id) => programmes::by_id(store, id).await?,
        None => None,
    };
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    lock_account(&mut tx, person).await?;
    let is_first = query("UPDATE retention_warnings SET begun_at = $2 WHERE person_id = $1 AND begun_at <= $3")
        .bind(person)
        .bind(now + RETRY_AFTER)
        .bind(now)
        .execute(&mut tx)
        .await?
        > 0;
    if let Some(programme) = programme.filter(|_| is_first)
        && due::is_kept(&mut tx, store, &programme, person).await?
    {
        let events = cancel_in(&mut tx, store, &programme, person).await?;
        tx.commit().await?;
        store.bus.publish(events);
        return Ok(false);
    }
    tx.commit().await?;
    if is_first {
        erase_one(store, person).await?;
    }
    Ok(is_first)
}

/// Cancels an erasure that has begun: an account that it closed opens again, and where the rule is about the person later, it warns them
/// anew. What was erased before does not come back.
async fn cancel_in(tx: &mut Tx, store: &Store, programme: &Programme, person: PersonId) -> Result<Vec<Event>> {
    let job = Actor::Job { name: JOB };
    query("DELETE FROM retention_warnings WHERE person_id = $1").bind(person).execute(&mut *tx).await?;
    // It is not counted among the erased any more.
    query(
        "UPDATE retention_days SET erased = erased - 1 WHERE programme_id = $1
             AND day = (SELECT MAX(d.day) FROM retention_days d WHERE d.programme_id = $1 AND d.erased > 0)",
    )
    .bind(programme.id)
    .execute(&mut *tx)
    .await?;
    Record::new(Act::CancelErasure, Target::Person(person), Some(programme.id)).write(&mut *tx, store, &job).await?;
    let closed_by: Option<Option<String>> = query_scalar(
        "SELECT actor_name FROM audit WHERE subject_id = $1 AND target_kind = 'person'
             AND action IN ('close_account', 'open_account') ORDER BY created_at DESC, id DESC LIMIT 1",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    if closed_by.flatten().as_deref() != Some(JOB) {
        return Ok(Vec::new());
    }
    Ok(set_disabled_in(tx, store, &job, person, Some(programme.id), false, None).await?.1)
}

/// Warns. Returns how many were warned, and whose day has come.
async fn turn(store: &Store, programme: &Programme) -> Result<(usize, Vec<PersonId>)> {
    let Some(months) = programme.settings.retention.people_months else {
        forget_others(store, programme, &BTreeSet::new()).await?;
        return Ok((0, Vec::new()));
    };
    date_closed(store, programme).await?;
    let leavers = due::find(&store.db, store, programme, months, None, None).await?;
    let today = due::today(store, programme);
    let (kept, free): (Vec<_>, Vec<_>) = leavers.into_iter().partition(Leaver::is_kept);
    forget_others(store, programme, &free.iter().map(|one| one.id).collect()).await?;
    let mut warned = 0;
    for one in free.iter().filter(|one| one.erase_on.is_none()).take(WARNINGS) {
        warned += usize::from(warn(store, programme, one.id).await?);
    }
    record_kept(store, programme, today, kept.iter().filter(|one| one.due_on <= today)).await?;
    let due = free.iter().filter(|one| one.erase_on.is_some_and(|day| day <= today));
    Ok((warned, due.map(|one| one.id).collect()))
}

/// Gives a time to accounts that a version without it closed: they count from now on.
async fn date_closed(store: &Store, programme: &Programme) -> Result<()> {
    query(
        "UPDATE people SET closed_at = $2 WHERE programme_id = $1 AND is_disabled = TRUE AND closed_at IS NULL
             AND role IN ('mentor', 'mentee') AND email NOT LIKE '%.invalid'",
    )
    .bind(programme.id)
    .bind(store.clock.now())
    .execute(&store.db)
    .await
    .map(drop)
}

/// Takes warnings back of people whom the rule is not about any more: they would be warned again.
async fn forget_others(store: &Store, programme: &Programme, free: &BTreeSet<PersonId>) -> Result<()> {
    let warned: Vec<PersonId> = query_scalar(
        "SELECT w.person_id FROM retention_warnings w JOIN people p ON p.id = w.person_id
         WHERE p.programme_id = $1 AND w.begun_at IS NULL",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    for person in warned.into_iter().filter(|person| !free.contains(person)) {
        query("DELETE FROM retention_warnings WHERE person_id = $1 AND begun_at IS NULL")
            .bind(person)
            .execute(&store.db)
            .await?;
    }
    Ok(())
}

/// Warns a person, once. Returns false if the rule is not about them any more.
async fn warn(store: &Store, programme: &Programme, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(one) = lock(&mut tx, store, programme, person).await? else { return Ok(false) };
    let today = due::today(store, programme);
    let erase_on = one.due_on.max(today + WARNING);
    let is_first = query(
        "INSERT INTO retention_warnings (person_id, warned_at, erase_on) VALUES ($1, $2, $3) ON CONFLICT (person_id) DO NOTHING",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(erase_on)
    .execute(&mut tx)
    .await?
        > 0;
    if !is_first {
        return Ok(false);
    }
    let (to, name, language): (String, String, String) =
        query_as("SELECT email, display_name, language FROM people WHERE id = $1")
            .bind(person)
            .fetch_one(&mut tx)
            .await?;
    let values = [("name", name), ("programme", programme.name.clone()), ("day", erase_on.to_string())];
    let values: BTreeMap<_, _> = values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let mail = Mail { to, template: "retention_warning".to_owned(), language, values };
    outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    record_in(&mut tx, programme, today, (1, 0)).await?;
    tx.commit().await?;
    Ok(true)
}

/// Closes an account for good whose day has come, as the first step of its erasure. Returns false if something keeps it meanwhile. The time
/// that it stores is that of the next try.
async fn claim(store: &Store, programme: &Programme, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    lock_account(&mut tx, person).await?;
    let Some(one) = lock(&mut tx, store, programme, person).await? else { return Ok(false) };
    let today = due::today(store, programme);
    if one.due_on > today || one.erase_on.is_none_or(|day| day > today) {
        return Ok(false);
    }
    let is_first = query("UPDATE retention_warnings SET begun_at = $2 WHERE person_id = $1 AND begun_at IS NULL")
        .bind(person)
        .bind(store.clock.now() + RETRY_AFTER)
        .execute(&mut tx)
        .await?
        > 0;
    if !is_first {
        return Ok(false);
    }
    let job = Actor::Job { name: JOB };
    let (ended, events) = set_disabled_in(&mut tx, store, &job, person, Some(programme.id), true, None).await?;
    record_in(&mut tx, programme, today, (0, 1)).await?;
    tx.commit().await?;
    store.bus.publish(events);
    login_sessions::publish_ended(store, person, ended);
    Ok(true)
}

/// Locks a person, and returns them if the rule, as it is now, is still about them and nothing keeps them.
async fn lock(tx: &mut Tx, store: &Store, programme: &Programme, person: PersonId) -> Result<Option<Leaver>> {
    people::lock(tx, BTreeSet::from([person])).await?;
    let rules: Option<Json<Settings>> = query_scalar("SELECT settings FROM programmes WHERE id = $1")
        .bind(programme.id)
        .fetch_optional(&mut *tx)
        .await?;
    let Some(months) = rules.and_then(|rules| rules.retention.people_months) else { return Ok(None) };
    let found = due::find(&mut *tx, store, programme, months, Some(person), None).await?;
    Ok(found.into_iter().find(|one| !one.is_kept()))
}

async fn erase_one(store: &Store, person: PersonId) -> Result<()> {
    if let Some(person) = people::by_id(store, person).await? {
        erase::erase_rows(store, &Actor::Job { name: JOB }, &person).await?;
    }
    Ok(())
}

/// Records how many people are kept, on the first day on which it differs from what was recorded last.
async fn record_kept<'a>(
    store: &Store,
    programme: &Programme,
    day: NaiveDate,
    kept: impl Iterator<Item = &'a Leaver>,
) -> Result<()> {
    let mut counts = BTreeMap::from([(Reason::Protection, 0_i64), (Reason::Request, 0), (Reason::Mentorship, 0)]);
    for reason in kept.flat_map(Leaver::reasons) {
        *counts.entry(reason).or_default() += 1;
    }
    let known: Option<(i64, i64, i64)> = query_as(
        "SELECT kept_protection, kept_requests, kept_mentorships FROM retention_days WHERE programme_id = $1
         ORDER BY day DESC LIMIT 1",
    )
    .bind(programme.id)
    .fetch_optional(&store.db)
    .await?;
    let found = (counts[&Reason::Protection], counts[&Reason::Request], counts[&Reason::Mentorship]);
    if known.unwrap_or_default() == found {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    record_in(&mut tx, programme, day, (0, 0)).await?;
    query(
        "UPDATE retention_days SET kept_protection = $3, kept_requests = $4, kept_mentorships = $5
         WHERE programme_id = $1 AND day = $2",
    )
    .bind(programme.id)
    .bind(day)
    .bind(found.0)
    .bind(found.1)
    .bind(found.2)
    .execute(&mut tx)
    .await?;
    tx.commit().await
}
