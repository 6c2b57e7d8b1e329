//! Hours of duty and absences as stored.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};

use super::{Absence, Hours, Lead};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as, query_scalar};
use crate::programmes::{self, zone};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Permission, Scope, grants};
use crate::{PersonId, ProgrammeId, Result, Store};

/// The most hours that a lead has in a week of one programme.
pub const MAX_HOURS: usize = 14;

/// The most absences of a person that are not over.
pub const MAX_ABSENCES: usize = 20;

/// How far back an absence may begin, and how far ahead it may end.
const MAX_DAYS: u64 = 366;

const MINUTES_OF_DAY: i64 = 24 * 60;
const MINUTES_OF_WEEK: i64 = 7 * MINUTES_OF_DAY;

/// The most leads of a programme whose duty is read.
const MAX_LEADS: i64 = 100;

/// Why hours or absences stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DutyRefusal {
    /// For this actor there is no such person, or the person is no lead of the programme.
    Unknown,
    /// Too many, two that overlap, an end before its beginning, or days too far away.
    Invalid,
    /// They are not as the actor saw them.
    Changed,
}

/// A programme with its leads.
#[derive(Clone, Debug)]
pub struct ProgrammeDuty {
    /// The programme.
    pub id: ProgrammeId,
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its time zone.
    pub zone: Tz,
    /// Its leads, by id.
    pub leads: Vec<Lead>,
    /// The names of the leads.
    pub names: BTreeMap<PersonId, String>,
}

/// Returns the leads of a programme, those of the installation included; for something of no programme the latter, without hours.
pub(crate) async fn leads(
    tx: &mut Tx,
    programme: Option<ProgrammeId>,
    except: Option<PersonId>,
) -> Result<(Vec<Lead>, Tz)> {
    let holders = grants::holders(&mut *tx, Permission::HandleCases, programme, except, MAX_LEADS).await?;
    let hours: Vec<(PersonId, i64, i64, i64)> =
        query_as("SELECT person_id, weekday, from_minute, until_minute FROM duty_hours WHERE programme_id = $1")
            .bind(programme)
            .fetch_all(&mut *tx)
            .await?;
    let mut absences: BTreeMap<PersonId, Vec<Absence>> = BTreeMap::new();
    let mut away = QueryBuilder::new("SELECT person_id, first_day, last_day FROM staff_absences WHERE person_id IN (");
    away.push_list(holders.iter().map(|one| one.id)).push(")");
    if !holders.is_empty() {
        let rows: Vec<(PersonId, NaiveDate, NaiveDate)> = away.build_query_as().fetch_all(&mut *tx).await?;
        for (person, first_day, last_day) in rows {
            absences.entry(person).or_default().push(Absence { first_day, last_day });
        }
    }
    let name: Option<String> =
        query_scalar("SELECT time_zone FROM programmes WHERE id = $1").bind(programme).fetch_optional(tx).await?;
    let leads = holders.into_iter().map(|one| Lead {
        person: one.id,
        hours: hours
            .iter()
            .filter(|(person, ..)| *person == one.id)
            .map(|&(_, weekday, from_minute, until_minute)| Hours { weekday, from_minute, until_minute })
            .collect(),
        absences: absences.remove(&one.id).unwrap_or_default(),
    });
    Ok((leads.collect(), name.map_or(Tz::UTC, |name| zone(&name))))
}

/// Returns the programmes of a scope with their leads, by name.
pub async fn of_programmes(store: &Store, scope: &Scope) -> Result<Vec<ProgrammeDuty>> {
    let mut rows = QueryBuilder::new(
        "SELECT g.id, g.key, g.name, g.time_zone, p.id, TRIM(p.first_name || ' ' || p.last_name) FROM programmes g
         LEFT JOIN people p ON p.role = 'staff' AND p.is_disabled = FALSE AND EXISTS (SELECT 1 FROM staff_grants s
             WHERE s.person_id = p.id AND (s.programme_id = g.id OR s.programme_id IS NULL) AND s.role IN (",
    );
    rows.push_list(Permission::HandleCases.roles()).push(")) WHERE ");
    scope.push(&mut rows, "g.id");
    rows.push(" ORDER BY g.name, g.id, p.id");
    type Row = (ProgrammeId, String, String, String, Option<PersonId>, Option<String>);
    let rows: Vec<Row> = rows.build_query_as().fetch_all(&store.db).await?;
    let hours: Vec<(PersonId, ProgrammeId, i64, i64, i64)> = query_as(
        "SELECT person_id, programme_id, weekday, from_minute, until_minute FROM duty_hours ORDER BY weekday, from_minute",
    )
    .fetch_all(&store.db)
    .await?;
    let absences: Vec<(PersonId, NaiveDate, NaiveDate)> =
        query_as("SELECT person_id, first_day, last_day FROM staff_absences WHERE last_day >= $1")
            .bind(yesterday(store))
            .fetch_all(&store.db)
            .await?;
    let mut programmes: Vec<ProgrammeDuty> = Vec::new();
    for (id, key, name, time_zone, person, person_name) in rows {
        if programmes.last().is_none_or(|last| last.id != id) {
            let zone = zone(&time_zone);
            programmes.push(ProgrammeDuty { id, key, name, zone, leads: Vec::new(), names: BTreeMap::new() });
        }
        let (Some(person), Some(programme)) = (person, programmes.last_mut()) else { continue };
        let own_hours = hours.iter().filter(|row| row.0 == person && row.1 == id);
        let own_absences = absences.iter().filter(|row| row.0 == person);
        programme.leads.push(Lead {
            person,
            hours: own_hours
                .map(|&(.., weekday, from_minute, until_minute)| Hours { weekday, from_minute, until_minute })
                .collect(),
            absences: own_absences.map(|&(_, first_day, last_day)| Absence { first_day, last_day }).collect(),
        });
        programme.names.insert(person, person_name.unwrap_or_default());
    }
    Ok(programmes)
}

/// Returns when staff of a programme next read about a crisis; None if a lead is on duty now, or nothing is known. Without hours of leads
/// the hours of the team count.
pub async fn reads_at(store: &Store, programme: ProgrammeId) -> Result<Option<DateTime<Utc>>> {
    let now = store.clock.now();
    let planned = of_programmes(store, &Scope::Programmes(vec![programme])).await?;
    let planned = planned.into_iter().find(|one| one.leads.iter().any(|lead| !lead.hours.is_empty()));
    let Some(ProgrammeDuty { zone, leads, .. }) = planned else {
        return Ok(programmes::by_id(store, programme).await?.and_then(|programme| programme.team_back_at(now)));
    };
    let shifts = super::timeline(&leads, now, zone);
    let is_on_duty = shifts.first().is_some_and(|shift| !shift.on_duty.is_empty());
    let next = shifts.iter().find(|shift| !shift.on_duty.is_empty());
    Ok(next.filter(|_| !is_on_duty).map(|shift| shift.from))
}

/// Returns the hours of a person for a programme, in the order of the week.
async fn own_hours(executor: impl Executor, person: PersonId, programme: ProgrammeId) -> Result<Vec<Hours>> {
    query_as(
        "SELECT weekday, from_minute, until_minute FROM duty_hours WHERE person_id = $1 AND programme_id = $2
         ORDER BY weekday, from_minute",
    )
    .bind(person)
    .bind(programme)
    .fetch_all(executor)
    .await
}

/// Replaces the hours of a lead for a programme; `before` is what the actor saw.
pub async fn set_hours(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    programme: ProgrammeId,
    before: &[Hours],
    after: &[Hours],
) -> Result<std::result::Result<(), DutyRefusal>> {
    let mut after = after.to_vec();
    after.sort_unstable();
    if !actor.reaches(Some(programme)) {
        return Ok(Err(DutyRefusal::Unknown));
    }
    if !are_valid(&after) {
        return Ok(Err(DutyRefusal::Invalid));
    }
    let mut tx = store.db.begin().await?;
    query("UPDATE people SET role = role WHERE id = $1").bind(person).execute(&mut tx).await?;
    let leads = grants::holders(&mut tx, Permission::HandleCases, Some(programme), None, MAX_LEADS).await?;
    // The leads of the installation are also those of programmes that do not exist.
    let exists = programmes::exists_in(&mut tx, Some(programme)).await?;
    if !exists || !leads.iter().any(|lead| lead.id == person) {
        return Ok(Err(DutyRefusal::Unknown));
    }
    let stored = own_hours(&mut tx, person, programme).await?;
    if stored == after {
        return Ok(Ok(()));
    }
    if stored != before {
        return Ok(Err(DutyRefusal::Changed));
    }
    query("DELETE FROM duty_hours WHERE person_id = $1 AND programme_id = $2")
        .bind(person)
        .bind(programme)
        .execute(&mut tx)
        .await?;
    for hours in &after {
        query(
            "INSERT INTO duty_hours (person_id, programme_id, weekday, from_minute, until_minute)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(person)
        .bind(programme)
        .bind(hours.weekday)
        .bind(hours.from_minute)
        .bind(hours.until_minute)
        .execute(&mut tx)
        .await?;
    }
    let shown = |hours: &[Hours]| json!({"hours": hours.iter().copied().map(in_words).collect::<Vec<_>>()});
    Record::new(Act::SetDuty, Target::Person(person), Some(programme))
        .change(shown(&stored), shown(&after))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    grants::publish(store, leads.into_iter().map(|lead| lead.id).collect());
    Ok(Ok(()))
}

/// Returns the absences of a person that are not over.
pub async fn absences(store: &Store, person: PersonId) -> Result<Vec<Absence>> {
    absences_in(&store.db, store, person).await
}

async fn absences_in(executor: impl Executor, store: &Store, person: PersonId) -> Result<Vec<Absence>> {
    query_as(
        "SELECT first_day, last_day FROM staff_absences WHERE person_id = $1 AND last_day >= $2 ORDER BY first_day",
    )
    .bind(person)
    .bind(yesterday(store))
    .fetch_all(executor)
    .await
}

/// Replaces the absences of a member of staff, for all programmes; `before` is what the actor saw. People enter their own; others only
/// those who reach all that the person may do.
pub async fn set_absences(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    before: &[Absence],
    after: &[Absence],
) -> Result<std::result::Result<(), DutyRefusal>> {
    let mut after = after.to_vec();
    after.sort_unstable();
    let today = store.clock.now().date_naive();
    let days = Days::new(MAX_DAYS);
    let is_valid =
        |one: &Absence| today - days <= one.first_day && one.first_day <= one.last_day && one.last_day <= today + days;
    let overlap = after.windows(2).any(|pair| pair[0].last_day >= pair[1].first_day);
    if after.len() > MAX_ABSENCES || overlap || !after.iter().all(is_valid) {
        return Ok(Err(DutyRefusal::Invalid));
    }
    let mut tx = store.db.begin().await?;
    query("UPDATE people SET role = role WHERE id = $1").bind(person).execute(&mut tx).await?;
    let is_own = actor.person() == Some(person);
    if !is_own && actor.reach(&mut tx, person).await?.is_none() {
        return Ok(Err(DutyRefusal::Unknown));
    }
    let of_staff: Option<(Option<ProgrammeId>,)> =
        query_as("SELECT programme_id FROM people WHERE id = $1 AND role = 'staff' AND is_disabled = FALSE")
            .bind(person)
            .fetch_optional(&mut tx)
            .await?;
    let Some((programme,)) = of_staff else { return Ok(Err(DutyRefusal::Unknown)) };
    let stored = absences_in(&mut tx, store, person).await?;
    if stored == after {
        return Ok(Ok(()));
    }
    if stored != before {
        return Ok(Err(DutyRefusal::Changed));
    }
    // Those that are over go, too.
    query("DELETE FROM staff_absences WHERE person_id = $1").bind(person).execute(&mut tx).await?;
    for absence in &after {
        query("INSERT INTO staff_absences (person_id, first_day, last_day) VALUES ($1, $2, $3)")
            .bind(person)
            .bind(absence.first_day)
            .bind(absence.last_day)
            .execute(&mut tx)
            .await?;
    }
    let shown = |absences: &[Absence]| -> Value {
        let days = absences.iter().map(|one| format!("{} – {}", one.first_day, one.last_day));
        json!({"absences": days.collect::<Vec<_>>()})
    };
    Record::new(Act::SetAbsence, Target::Person(person), programme)
        .change(shown(&stored), shown(&after))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    grants::publish(store, vec![person]);
    Ok(Ok(()))
}

/// Deletes the hours of a person for programmes that they are no longer a lead of, within the transaction that ends a role.
pub(crate) async fn forget_lost_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    let mut lost = QueryBuilder::new("DELETE FROM duty_hours WHERE person_id = ");
    lost.push_bind(person).push(
        " AND NOT EXISTS (SELECT 1 FROM staff_grants g WHERE g.person_id = duty_hours.person_id
             AND (g.programme_id IS NULL OR g.programme_id = duty_hours.programme_id) AND g.role IN (",
    );
    lost.push_list(Permission::HandleCases.roles()).push("))");
    lost.build().execute(tx).await.map(drop)
}

/// Absences are days of programmes in several time zones.
fn yesterday(store: &Store) -> NaiveDate {
    let today = store.clock.now().date_naive();
    today.pred_opt().unwrap_or(today)
}

/// Whether hours in the order of the week are possible, and none overlaps another one.
fn are_valid(hours: &[Hours]) -> bool {
    let is_minute = |minute| (0..MINUTES_OF_DAY).contains(&minute);
    let is_possible =
        |one: &Hours| (0..7).contains(&one.weekday) && is_minute(one.from_minute) && is_minute(one.until_minute);
    if hours.len() > MAX_HOURS || !hours.iter().all(is_possible) {
        return false;
    }
    let minutes = |one: &Hours| {
        // Hours that end when they begin are a whole day.
        let length = (one.until_minute - one.from_minute - 1).rem_euclid(MINUTES_OF_DAY) + 1;
        let from = one.weekday * MINUTES_OF_DAY + one.from_minute;
        from..from + length
    };
    let mut taken = BTreeSet::new();
    hours.iter().flat_map(minutes).all(|minute| taken.insert(minute % MINUTES_OF_WEEK))
}

/// Such as `Mon 09:00–12:00`.
fn in_words(hours: Hours) -> String {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let day = usize::try_from(hours.weekday).ok().and_then(|day| DAYS.get(day)).unwrap_or(&"?");
    let time = |minute: i64| format!("{:02}:{:02}", minute / 60, minute % 60);
    format!("{day} {}–{}", time(hours.from_minute), time(hours.until_minute))
}
