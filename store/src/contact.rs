//! Contact: who may write to others and call them.
//!
//! A person may have contact while they lack nothing that their programme demands ([`Missing`]), and two people while no report keeps
//! them apart. `people.contact_closed_at` holds the first answer and the memberships of channels both, so that the message path reads
//! only the membership. Each change of a fact calls [`refresh_in`] in its transaction; [`due`] finds whom time alone changes.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::json;
use sqlx::types::Json;

pub mod losses;

pub use crate::accounts::clearance::Missing;
use crate::accounts::clearance::{Clearance, FACT_COLUMNS, Facts, facts_of};
use crate::bus::{Event, Topic};
use crate::channels;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::followups;
use crate::programmes::matching_rules::Rules;
use crate::programmes::vetting_kinds::VettingKind;
use crate::programmes::{Programme, Settings};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{MentorshipId, PersonId, ProgrammeId, Result, Store};

/// People whom one turn of the job looks at.
const BATCH: i64 = 200;

/// What the programme of a person demands, and from when that closes contact which runs.
#[derive(Default)]
struct Demands {
    rules: Rules,
    time_zone: Tz,
    bind_from: Option<DateTime<Utc>>,
}

impl Demands {
    /// People without a programme need nothing.
    async fn of(executor: impl Executor, person: PersonId) -> Result<Self> {
        let found: Option<(Json<Settings>, String, Option<DateTime<Utc>>)> = query_as(
            "SELECT g.settings, g.time_zone, g.contact_binds_from
             FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1",
        )
        .bind(person)
        .fetch_optional(executor)
        .await?;
        let demands = found.map(|(Json(settings), time_zone, bind_from)| Self {
            rules: settings.matching,
            time_zone: time_zone.parse().unwrap_or_default(),
            bind_from,
        });
        Ok(demands.unwrap_or_default())
    }

    fn clearance(&self, now: DateTime<Utc>) -> Clearance<'_> {
        Clearance::new(&self.rules, self.time_zone, now)
    }
}

/// Returns what a person lacks for contact that begins now. Existing contact waits for the day from which facts bind.
pub(crate) async fn missing_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Vec<Missing>> {
    let Some(facts) = facts_of(&mut *tx, person).await? else { return Ok(vec![Missing::Closed]) };
    Ok(Demands::of(tx, person).await?.clearance(store.clock.now()).missing(&facts))
}

/// Returns what a person lacks for contact that begins now.
pub async fn missing(store: &Store, person: PersonId) -> Result<Vec<Missing>> {
    let Some(facts) = facts_of(&store.db, person).await? else { return Ok(vec![Missing::Closed]) };
    Ok(Demands::of(&store.db, person).await?.clearance(store.clock.now()).missing(&facts))
}

/// Returns the facts that a person lacks for contact in another programme. Its approval, a suspension and a closed account are not facts.
pub(crate) fn missing_under(facts: &Facts, programme: &Programme, now: DateTime<Utc>) -> Vec<Missing> {
    let missing = Clearance::new(&programme.settings.matching, programme.tz(), now).missing(facts);
    missing
        .into_iter()
        .filter(|one| matches!(one, Missing::Vetting | Missing::GuardianConsent | Missing::Age))
        .collect()
}

/// Returns the kinds of vetting among them, for programmes that name kinds.
pub(crate) fn kinds_missing_under(facts: &Facts, programme: &Programme, now: DateTime<Utc>) -> Vec<VettingKind> {
    let rules = &programme.settings.matching;
    let missing = Clearance::new(rules, programme.tz(), now).missing_kinds(facts);
    rules.vetting_kinds.iter().filter(|kind| missing.contains(&&*kind.key)).cloned().collect()
}

/// Computes anew whether a person may have contact, and pauses or resumes the memberships concerned. The caller holds the lock of the
/// person, and publishes the events after its commit.
pub(crate) async fn refresh_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Vec<Event>> {
    let now = store.clock.now();
    let Some(facts) = facts_of(&mut *tx, person).await? else { return Ok(Vec::new()) };
    let demands = Demands::of(&mut *tx, person).await?;
    let clearance = demands.clearance(now);
    let binds = demands.bind_from.is_some_and(|from| from <= now);
    let is_closed = clearance.closes(&facts, binds);
    let binds_later = demands.bind_from.filter(|from| *from > now);
    let due_at = [clearance.changes_at(&facts), binds_later].into_iter().flatten().min();
    let was_closed: bool = query_scalar("SELECT contact_closed_at IS NOT NULL FROM people WHERE id = $1")
        .bind(person)
        .fetch_one(&mut *tx)
        .await?;
    query(
        "UPDATE people SET clearance_due_at = $2,
             contact_closed_at = CASE WHEN $3 THEN COALESCE(contact_closed_at, $4) END
         WHERE id = $1",
    )
    .bind(person)
    .bind(due_at)
    .bind(is_closed)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    if was_closed == is_closed { Ok(Vec::new()) } else { follow_in(tx, store, person, None).await }
}

/// Pauses or resumes the memberships of a person, or those that they share with another one. The caller publishes the events.
pub(crate) async fn follow_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    with: Option<PersonId>,
) -> Result<Vec<Event>> {
    let mut people: BTreeSet<PersonId> = [Some(person), with].into_iter().flatten().collect();
    for channel in channels::shared_in(tx, person, with).await? {
        people.extend(channels::follow_contact_in(tx, store, channel).await?);
    }
    let people: Vec<PersonId> = people.into_iter().collect();
    Ok(vec![
        Event::ChannelsChanged { people: people.clone() },
        Event::TopicsChanged { people, topics: vec![Topic::Profile, Topic::Mentorship] },
    ])
}

/// Whether a member of a mentorship may write to the others there: what they write in its conversation arrives.
pub(crate) async fn is_open_in(executor: impl Executor, mentorship: MentorshipId, person: PersonId) -> Result<bool> {
    query_scalar([
        "SELECT EXISTS (SELECT 1 FROM mentorships o JOIN channels c ON c.id = o.channel_id
             JOIN members m ON m.channel_id = c.id AND m.person_id = $2 AND m.status = 'active'
             WHERE o.id = $1 AND NOT ",
        channels::IS_BLOCKED,
        ")",
    ])
    .bind(mentorship)
    .bind(person)
    .fetch_one(executor)
    .await
}

/// Returns people for whom time may have changed what they lack.
pub(crate) async fn due(store: &Store) -> Result<Vec<PersonId>> {
    query_scalar("SELECT id FROM people WHERE clearance_due_at <= $1 ORDER BY clearance_due_at, id LIMIT $2")
        .bind(store.clock.now())
        .bind(BATCH)
        .fetch_all(&store.db)
        .await
}

/// Sets from when missing facts close the contact of people in a programme. False: for this actor there is no such programme.
pub async fn set_binding(store: &Store, actor: &Actor, programme: ProgrammeId, from: DateTime<Utc>) -> Result<bool> {
    if !actor.reaches(Some(programme)) {
        return Ok(false);
    }
    let mut tx = store.db.begin().await?;
    let before: Option<Option<DateTime<Utc>>> = query_scalar("SELECT contact_binds_from FROM programmes WHERE id = $1")
        .bind(programme)
        .fetch_optional(&mut tx)
        .await?;
    let Some(before) = before else { return Ok(false) };
    if before == Some(from) {
        return Ok(true);
    }
    query("UPDATE programmes SET contact_binds_from = $2 WHERE id = $1")
        .bind(programme)
        .bind(from)
        .execute(&mut tx)
        .await?;
    followups::recheck_clearance_in(&mut tx, store, programme).await?;
    losses::follow_binding_in(&mut tx, store, programme, before, from).await?;
    Record::new(Act::SetContactBinding, Target::Programme(programme), Some(programme))
        .change(json!({"binds_from": before}), json!({"binds_from": from}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns from when missing facts close contact in a programme; None while staff have not set it since an upgrade.
pub async fn binds_from(store: &Store, programme: ProgrammeId) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT contact_binds_from FROM programmes WHERE id = $1").bind(programme).fetch_one(&store.db).await
}

/// Whether facts close contact in a programme.
async fn binds_in(executor: impl Executor, store: &Store, programme: ProgrammeId) -> Result<bool> {
    let from: Option<DateTime<Utc>> = query_scalar("SELECT contact_binds_from FROM programmes WHERE id = $1")
        .bind(programme)
        .fetch_one(executor)
        .await?;
    Ok(from.is_some_and(|from| from <= store.clock.now()))
}

/// Whom of a programme other rules would change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cleared {
    /// They lack a fact that they did not lack before, which closes contact that runs.
    pub(crate) loses: Vec<PersonId>,
    /// The same, which does not close it yet.
    pub(crate) lacks: Vec<PersonId>,
    /// They lack nothing any more.
    pub(crate) regains: Vec<PersonId>,
}

/// Returns whom other rules of a programme would change.
pub(crate) async fn cleared_by_in(tx: &mut Tx, store: &Store, programme: &Programme, after: &Rules) -> Result<Cleared> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: PersonId,
        #[sqlx(flatten)]
        facts: Facts,
    }
    let now = store.clock.now();
    let people: Vec<Row> = query_as([
        "SELECT id, ",
        FACT_COLUMNS,
        " FROM people WHERE programme_id = $1 AND is_disabled = FALSE AND role <> 'staff'
             AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%' ORDER BY id",
    ])
    .bind(programme.id)
    .fetch_all(&mut *tx)
    .await?;
    let [before, after] = [&programme.settings.matching, after].map(|rules| Clearance::new(rules, programme.tz(), now));
    let binds = binds_in(tx, store, programme.id).await?;
    let mut cleared = Cleared::default();
    for Row { id, facts } in people {
        let lacked = [before.missing(&facts), after.missing(&facts)].map(|missing| !missing.is_empty());
        match (lacked, after.closes(&facts, binds) && !before.closes(&facts, binds)) {
            (_, true) => cleared.loses.push(id),
            ([false, true], false) => cleared.lacks.push(id),
            ([true, false], false) => cleared.regains.push(id),
            _ => {}
        }
    }
    Ok(cleared)
}

/// A person who lacks a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncleared {
    /// The person.
    pub person: PersonId,
    /// Their address.
    pub email: String,
    /// What they lack.
    pub missing: Vec<Missing>,
    /// The kinds of vetting among it.
    pub vettings: Vec<String>,
    /// Whether they are in a mentorship, which pauses while they lack it.
    pub has_mentorship: bool,
    /// Whether contact is closed already.
    pub is_closed: bool,
}

/// Returns the people of a programme who lack facts; those in mentorships first.
pub async fn uncleared(store: &Store, programme: &Programme) -> Result<Vec<Uncleared>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: PersonId,
        email: String,
        has_mentorship: bool,
        is_closed: bool,
        #[sqlx(flatten)]
        facts: Facts,
    }
    let rows: Vec<Row> = query_as([
        "SELECT id, email, contact_closed_at IS NOT NULL AS is_closed,
             EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE m.person_id = people.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS has_mentorship, ",
        FACT_COLUMNS,
        " FROM people WHERE programme_id = $1 AND is_disabled = FALSE ORDER BY email",
    ])
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    let clearance = Clearance::new(&programme.settings.matching, programme.tz(), store.clock.now());
    let mut uncleared: Vec<Uncleared> = rows
        .into_iter()
        .map(|Row { id, email, has_mentorship, is_closed, facts }| {
            let missing = clearance.missing(&facts);
            let vettings = clearance.missing_kinds(&facts).into_iter().map(str::to_owned).collect();
            Uncleared { person: id, email, missing, vettings, has_mentorship, is_closed }
        })
        .filter(|person| !person.missing.is_empty())
        .collect();
    uncleared.sort_by_key(|person| !person.has_mentorship);
    Ok(uncleared)
}
