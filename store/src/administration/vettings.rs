//! The kinds of vetting of a person, as staff record, withdraw and read them.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};

use super::clearance;
use super::person_facts::{self, Change};
use crate::accounts::vettings::{self, Recorded, Valid, valid};
use crate::bus::{Event, Topic};
use crate::db::{Executor, Tx, query_as};
use crate::matching::pool;
use crate::programmes::vetting_kinds::{VETTING, VettingKind};
use crate::programmes::{self, Programme};
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached, Scope};
use crate::{PersonId, ProgrammeId, Result, Store, VettingId, followups};

/// Why a vetting was neither recorded nor withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VettingRefusal {
    /// For this actor there is no such person.
    Unknown,
    /// The programme does not ask people of this role for this kind.
    NoSuchKind,
    /// The kind needs a last day.
    NoDay,
    /// It is not any more what the actor saw. Holds how long it is valid now.
    ChangedMeanwhile(Valid),
}

/// A vetting to record.
#[derive(Clone, Copy, Debug)]
pub struct NewVetting<'a> {
    /// The kind.
    pub kind: &'a str,
    /// How long the one was valid that the actor saw.
    pub seen: Valid,
    /// The last day; None is without an end.
    pub valid_until: Option<NaiveDate>,
    /// What was checked, and where it stands.
    pub reference: &'a str,
}

/// A kind of vetting with what a person has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonVetting {
    /// The kind, as the programme of the person has it.
    pub kind: VettingKind,
    /// Whether contact demands it.
    pub is_demanded: bool,
    /// Whether contact that runs closes without it.
    pub binds: bool,
    /// How long it is valid.
    pub valid: Valid,
    /// Whether it is valid today.
    pub is_valid: bool,
    /// What was recorded, newest first. A version without kinds, and commands, record without a row.
    pub history: Vec<VettingRecord>,
}

/// What was recorded of a kind.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct VettingRecord {
    /// The record.
    pub id: VettingId,
    kind: String,
    /// The last day; None is without an end.
    pub valid_until: Option<NaiveDate>,
    /// What was checked; None for staff of another programme than that whose staff recorded it.
    pub reference: Option<String>,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// Who checked it; None for commands, after an erasure, and for staff of another programme.
    pub recorded_by: Option<PersonId>,
    /// Their name.
    pub recorded_by_name: Option<String>,
    /// When another one replaced it, or when it was withdrawn.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether it was withdrawn.
    pub is_withdrawn: bool,
    /// Who withdrew it, as [`Self::recorded_by`].
    pub withdrawn_by: Option<PersonId>,
    /// Their name.
    pub withdrawn_by_name: Option<String>,
    /// Why, as [`Self::reference`].
    pub withdrawal: Option<String>,
}

/// What rules know of the vetting of a person.
#[derive(sqlx::FromRow)]
struct Standing {
    role: Role,
    vetted_until: Option<NaiveDate>,
    vettings: Option<String>,
    contact_binds_from: Option<DateTime<Utc>>,
}

impl Standing {
    async fn of(executor: impl Executor, person: PersonId) -> Result<Self> {
        query_as(
            "SELECT people.role, people.vetted_until, g.contact_binds_from,
                 (SELECT string_agg(v.kind || '=' || COALESCE(CAST(v.valid_until AS TEXT), ''), ',') FROM vettings v
                     WHERE v.person_id = people.id AND v.ended_at IS NULL AND v.kind <> 'vetting') AS vettings
             FROM people LEFT JOIN programmes g ON g.id = people.programme_id WHERE people.id = $1",
        )
        .bind(person)
        .fetch_one(executor)
        .await
    }

    fn of_kind(&self, kind: &str) -> Valid {
        valid(kind, self.vetted_until, self.vettings.as_deref())
    }
}

/// Records a kind of vetting of a mentor. It replaces the one before.
pub async fn record(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    new: NewVetting<'_>,
) -> Result<std::result::Result<(), VettingRefusal>> {
    let NewVetting { kind, seen, valid_until, reference } = new;
    let wanted = valid_until.map_or(Valid::Always, Valid::Until);
    change(store, actor, person, (kind, seen, wanted), reference.trim()).await
}

/// Withdraws a kind of vetting of a mentor, with a reason.
pub async fn withdraw(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    kind: &str,
    seen: Valid,
    reason: &str,
) -> Result<std::result::Result<(), VettingRefusal>> {
    change(store, actor, person, (kind, seen, Valid::Missing), reason.trim()).await
}

async fn change(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    (kind, seen, wanted): (&str, Valid, Valid),
    words: &str,
) -> Result<std::result::Result<(), VettingRefusal>> {
    let mut tx = store.db.begin().await?;
    programmes::share_of_person_in(&mut tx, person).await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(VettingRefusal::Unknown));
    };
    let standing = Standing::of(&mut tx, person).await?;
    let Some(known) = kind_in(&mut tx, programme, &standing, kind).await? else {
        return Ok(Err(VettingRefusal::NoSuchKind));
    };
    if wanted == Valid::Always && known.needs_day() {
        return Ok(Err(VettingRefusal::NoDay));
    }
    let now = standing.of_kind(kind);
    // A repeated request finds its own work done.
    if now != seen && now == wanted {
        return Ok(Ok(()));
    }
    if now != seen {
        return Ok(Err(VettingRefusal::ChangedMeanwhile(now)));
    }
    if now == Valid::Missing && wanted == Valid::Missing {
        return Ok(Ok(()));
    }
    let events = if kind == VETTING {
        let change = Change { vetted_until: Some(wanted.until()), ..Change::default() };
        person_facts::apply_in(&mut tx, store, actor, person, programme, change, Some(words)).await?
    } else {
        put_in(&mut tx, store, actor, (person, programme), (kind, now, wanted), words).await?
    };
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok(()))
}

async fn put_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    (person, programme): (PersonId, Option<ProgrammeId>),
    (kind, before, after): (&str, Valid, Valid),
    words: &str,
) -> Result<Vec<Event>> {
    let act = if after == Valid::Missing {
        vettings::end_in(tx, store, person, kind, Some((actor.person(), words))).await?;
        Act::WithdrawVetting
    } else {
        let by = actor.person();
        let new = Recorded { kind, valid_until: after.until(), reference: words, by, programme };
        vettings::put_in(tx, store, person, new).await?;
        Act::RecordVetting
    };
    let value = |valid: Valid| match valid {
        Valid::Missing => Value::Null,
        Valid::Until(day) => json!({"vetting_kind": kind, "valid_until": day}),
        Valid::Always => json!({"vetting_kind": kind}),
    };
    // A withdrawal names the kind with what it had.
    Record::new(act, Target::Person(person), programme)
        .change(value(before), value(after))
        .reason(words)
        .write(&mut *tx, store, actor)
        .await?;
    followups::enqueue_in(&mut *tx, store, Some(person)).await?;
    let ended = clearance::follow_in(tx, store, person).await?;
    let topics = vec![Topic::Surveys, Topic::Learning, Topic::Profile];
    let changed = Event::TopicsChanged { people: vec![person], topics };
    Ok([changed].into_iter().chain(ended).collect())
}

/// Returns a kind that the programme asks of a person.
async fn kind_in(
    tx: &mut Tx,
    programme: Option<ProgrammeId>,
    standing: &Standing,
    kind: &str,
) -> Result<Option<VettingKind>> {
    let (Some(programme), Role::Mentor) = (programme, standing.role) else { return Ok(None) };
    let found: Option<Programme> = query_as("SELECT id, key, name, time_zone, settings FROM programmes WHERE id = $1")
        .bind(programme)
        .fetch_optional(tx)
        .await?;
    Ok(found.and_then(|programme| programme.settings.matching.vetting_kind(kind)))
}

/// Returns the kinds of vetting that the programme of a mentor names, with what the person has of them. Empty for programmes without
/// kinds, and for people of other roles. None: within this scope there is no such person.
pub async fn of_person(store: &Store, scope: &Scope, person: PersonId) -> Result<Option<Vec<PersonVetting>>> {
    let found: Option<(Option<ProgrammeId>,)> =
        query_as("SELECT programme_id FROM people WHERE id = $1").bind(person).fetch_optional(&store.db).await?;
    let Some((programme,)) = found.filter(|(programme,)| scope.includes(*programme)) else { return Ok(None) };
    let standing = Standing::of(&store.db, person).await?;
    let programme = match programme {
        Some(id) => programmes::by_id(store, id).await?,
        None => None,
    };
    let Some(programme) = programme.filter(|_| standing.role == Role::Mentor) else { return Ok(Some(Vec::new())) };
    let rules = &programme.settings.matching;
    let now = store.clock.now();
    let today = now.with_timezone(&programme.tz()).date_naive();
    let demanded: BTreeSet<&str> = rules.demanded_kinds().collect();
    let history = history(store, person, programme.id).await?;
    let binds = standing.contact_binds_from.is_some_and(|from| from <= now);
    let kinds = rules.vetting_kinds.iter().map(|kind| {
        let valid = standing.of_kind(&kind.key);
        let is_demanded = demanded.contains(&*kind.key);
        PersonVetting {
            is_demanded,
            binds: is_demanded && binds && rules.kind_binds(&kind.key, today),
            valid,
            is_valid: valid.on(today),
            history: history.iter().filter(|record| record.kind == kind.key).cloned().collect(),
            kind: kind.clone(),
        }
    });
    Ok(Some(kinds.collect()))
}

/// Returns what was recorded. Words and names stay with the team whose they are.
async fn history(store: &Store, person: PersonId, programme: ProgrammeId) -> Result<Vec<VettingRecord>> {
    query_as(
        "SELECT v.id, v.kind, v.valid_until, v.recorded_at, v.ended_at, v.withdrawal IS NOT NULL AS is_withdrawn,
             CASE WHEN v.programme_id = $2 THEN v.reference END AS reference,
             CASE WHEN v.programme_id = $2 THEN r.id END AS recorded_by,
             CASE WHEN v.programme_id = $2 THEN TRIM(r.first_name || ' ' || r.last_name) END AS recorded_by_name,
             CASE WHEN v.programme_id = $2 THEN w.id END AS withdrawn_by,
             CASE WHEN v.programme_id = $2 THEN TRIM(w.first_name || ' ' || w.last_name) END AS withdrawn_by_name,
             CASE WHEN v.programme_id = $2 THEN v.withdrawal END AS withdrawal
         FROM vettings v LEFT JOIN people r ON r.id = v.recorded_by LEFT JOIN people w ON w.id = v.withdrawn_by
         WHERE v.person_id = $1 ORDER BY v.recorded_at DESC, v.id DESC",
    )
    .bind(person)
    .bind(programme)
    .fetch_all(&store.db)
    .await
}
