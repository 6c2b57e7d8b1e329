//! The pool: who waits for a match. People enter when they have done what their programme asks, and leave when they are matched
//! or wish to.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::endings::{end_if_full_in, end_open_in};
use super::{OPEN, Rules, State, changed};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::mentorship::Kind;
use crate::outbox::{self, Job, NewJob};
use crate::people::{self, Role};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, SignedIn, Store};

/// The kind of outbox jobs with an [`Entry`].
pub const ENTRIES: &str = "matching_entries";

/// The name of the job in the audit log.
pub(super) const JOB: &str = "matching";

/// The reason of a person who was matched.
pub(crate) const MATCHED: &str = "matched";

/// A job in the outbox: people may have done what the pool asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who; None for all.
    person: Option<PersonId>,
}

/// A person in the pool, or who was in it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Membership {
    /// The person.
    pub person_id: PersonId,
    /// Their programme.
    pub programme_id: ProgrammeId,
    /// Mentor or mentee.
    pub role: Role,
    /// Of mentors: pairs or a group.
    pub kind: Option<Kind>,
    /// Of mentors: mentees at once, or the size of the group.
    pub places: i64,
    /// When they entered.
    pub joined_at: DateTime<Utc>,
    /// Rounds that ended without a match.
    pub rounds_waited: i64,
    /// Rounds in a row in which they let everything expire.
    pub rounds_expired: i64,
    /// When they were paused.
    pub paused_at: Option<DateTime<Utc>>,
    /// Why, for staff.
    pub pause_reason: Option<String>,
    /// When they left.
    pub left_at: Option<DateTime<Utc>>,
    /// Why.
    pub leave_reason: Option<String>,
}

pub(super) const MEMBERSHIP: &str =
    "m.person_id, m.programme_id, m.role, m.kind, m.places, m.joined_at, m.rounds_waited,
     m.rounds_expired, m.paused_at, m.pause_reason, m.left_at, m.leave_reason";

/// The result of [`join`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The person is in the pool now, or was.
    InPool,
    /// The programme does not match people with this role, or something it asks for is missing.
    Locked,
}

/// Why a person is paused. Staff see it; the person reads one neutral text for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// The person asked for it.
    OwnWish,
    /// They let two rounds expire.
    Expired,
    /// Staff decided.
    Staff,
    /// A report or an alert.
    Safeguarding,
}

impl PauseReason {
    /// Its name in the database and for the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OwnWish => "own_wish",
            Self::Expired => "expired",
            Self::Staff => "staff",
            Self::Safeguarding => "safeguarding",
        }
    }
}

/// Returns the membership of a person, also a former one.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<Membership>> {
    query_as(["SELECT ", MEMBERSHIP, " FROM matching_pool m WHERE m.person_id = $1"])
        .bind(person)
        .fetch_optional(&store.db)
        .await
}

/// Returns all who are in the pool of a programme, by the time at which they entered.
pub async fn of_programme(store: &Store, programme: ProgrammeId) -> Result<Vec<Membership>> {
    query_as([
        "SELECT ",
        MEMBERSHIP,
        " FROM matching_pool m JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE
         WHERE m.programme_id = $1 AND m.left_at IS NULL ORDER BY m.joined_at, m.person_id",
    ])
    .bind(programme)
    .fetch_all(&store.db)
    .await
}

/// Whether a person has done what their programme asks before they may enter the pool. None: their role takes no part.
pub fn may_enter(signed_in: &SignedIn) -> Option<bool> {
    let rules = signed_in.settings().map(|rules| &rules.matching).filter(|rules| !rules.is_off())?;
    let facts = rules.enter_after.get(&signed_in.person.role)?;
    // A mentee with a mentor does not wait for another one.
    if signed_in.person.role == Role::Mentee && signed_in.has_mentorship {
        return None;
    }
    Some(facts.are_met(&signed_in.done))
}

/// Lets a person enter the pool, or come back. Ends a pause that they asked for.
pub async fn join(store: &Store, actor: &Actor, signed_in: &SignedIn) -> Result<Joined> {
    if may_enter(signed_in) != Some(true) {
        return Ok(Joined::Locked);
    }
    enter(store, actor, signed_in).await
}

async fn enter(store: &Store, actor: &Actor, signed_in: &SignedIn) -> Result<Joined> {
    let (Some(rules), Some(programme)) = (signed_in.settings(), signed_in.person.programme_id) else {
        return Ok(Joined::Locked);
    };
    if !actor.reaches(Some(programme)) {
        return Ok(Joined::Locked);
    }
    let (kind, places) = defaults(&rules.matching, signed_in.person.role);
    let person = signed_in.person.id;
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    // A mentor may have accepted the mentee since the request was read.
    if signed_in.person.role == Role::Mentee && is_mentee_now(&mut tx, person).await? {
        return Ok(Joined::Locked);
    }
    let is_inside: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM matching_pool WHERE person_id = $1 AND left_at IS NULL
             AND COALESCE(pause_reason, '') <> 'own_wish')",
    )
    .bind(person)
    .fetch_one(&mut tx)
    .await?;
    query(
        "INSERT INTO matching_pool (person_id, programme_id, role, kind, places, joined_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person_id) DO UPDATE SET programme_id = excluded.programme_id, role = excluded.role,
             kind = COALESCE(matching_pool.kind, excluded.kind),
             joined_at = CASE WHEN matching_pool.left_at IS NULL THEN matching_pool.joined_at ELSE excluded.joined_at END,
             rounds_waited = CASE WHEN matching_pool.left_at IS NULL THEN matching_pool.rounds_waited ELSE 0 END,
             rounds_expired = 0,
             paused_at = CASE WHEN matching_pool.pause_reason = 'own_wish' THEN NULL ELSE matching_pool.paused_at END,
             pause_reason = NULLIF(matching_pool.pause_reason, 'own_wish'), left_at = NULL, leave_reason = NULL",
    )
    .bind(person)
    .bind(programme)
    .bind(signed_in.person.role)
    .bind(kind)
    .bind(places)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if !is_inside {
        let record = Record::new(Act::JoinPool, Target::Person(person), Some(programme));
        record.write(&mut tx, store, actor).await?;
    }
    tx.commit().await?;
    store.bus.publish(vec![changed([person])]);
    Ok(Joined::InPool)
}

/// Whether a person is the mentee of a mentorship that goes on.
async fn is_mentee_now(tx: &mut Tx, person: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE m.person_id = $1 AND m.role = 'mentee' AND m.left_at IS NULL AND s.ended_at IS NULL)",
    )
    .bind(person)
    .fetch_one(tx)
    .await
}

/// Pairs or a group, and the places, of a person for whom staff set nothing.
fn defaults(rules: &Rules, role: Role) -> (Option<Kind>, i64) {
    match (role, rules.mentors.kind) {
        (Role::Mentor, Kind::Pair) => (Some(Kind::Pair), i64::from(rules.mentors.places)),
        (Role::Mentor, Kind::Group) => (Some(Kind::Group), i64::from(rules.groups.size)),
        _ => (None, 0),
    }
}

/// Sets how a mentor mentors. A change between pairs and a group ends what is open: the mentees agreed to the other one. Returns
/// false for a person who is not a mentor in the pool.
pub async fn set_places(store: &Store, actor: &Actor, mentor: PersonId, kind: Kind, places: i64) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, mentor).await?;
    let before: Option<(Option<Kind>, i64, ProgrammeId)> = query_as(
        "SELECT kind, places, programme_id FROM matching_pool
         WHERE person_id = $1 AND role = 'mentor' AND left_at IS NULL",
    )
    .bind(mentor)
    .fetch_optional(&mut tx)
    .await?;
    let before = before.filter(|(.., programme)| actor.reaches(Some(*programme)));
    let Some((before, places_before, programme)) = before else { return Ok(false) };
    query("UPDATE matching_pool SET kind = $2, places = $3 WHERE person_id = $1")
        .bind(mentor)
        .bind(kind)
        .bind(places)
        .execute(&mut tx)
        .await?;
    if before != Some(kind) {
        end_open_in(&mut tx, store, mentor, State::LeftPool).await?;
    }
    query("UPDATE matching_groups SET size = $2, staff_notified_at = NULL WHERE mentor_id = $1 AND closed_at IS NULL")
        .bind(mentor)
        .bind(places)
        .execute(&mut tx)
        .await?;
    end_if_full_in(&mut tx, store, mentor).await?;
    Record::new(Act::SetPlaces, Target::Person(mentor), Some(programme))
        .change(json!({"kind": before, "places": places_before}), json!({"kind": kind, "places": places}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![changed(partners)]);
    Ok(true)
}

/// Lets a person leave the pool; what is open about them ends. Returns false if they were not in it.
pub async fn leave(store: &Store, actor: &Actor, person: PersonId, reason: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, person).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return Ok(false) };
    if !leave_in(&mut tx, store, person, reason).await? {
        return Ok(false);
    }
    end_open_in(&mut tx, store, person, State::LeftPool).await?;
    let record = Record::new(Act::LeavePool, Target::Person(person), Some(programme));
    let record = match actor {
        // Their own words stay with them, and are erased with them.
        Actor::Person(_) => record,
        _ => record.reason(reason.trim()),
    };
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed(partners)]);
    Ok(true)
}

/// Returns the programme in whose pool a person is or was, if the actor reaches it.
async fn reach(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<Option<ProgrammeId>> {
    let programme: Option<ProgrammeId> = query_scalar("SELECT programme_id FROM matching_pool WHERE person_id = $1")
        .bind(person)
        .fetch_optional(tx)
        .await?;
    Ok(programme.filter(|programme| actor.reaches(Some(*programme))))
}

/// Locks all who are in the pool of a programme, in the order of [`people::lock`]: what changes memberships holds the locks of its
/// people, and would deadlock with a change of all memberships. SQLite has one writer.
pub(super) async fn lock_all_in(tx: &mut Tx, programme: ProgrammeId) -> Result<()> {
    if tx.is_sqlite() {
        return Ok(());
    }
    let all = "SELECT p.id FROM people p JOIN matching_pool m ON m.person_id = p.id
         WHERE m.programme_id = $1 AND m.left_at IS NULL ORDER BY p.id FOR NO KEY UPDATE OF p";
    query_scalar::<PersonId>(all).bind(programme).fetch_all(tx).await.map(drop)
}

/// Takes a person out of the pool, within a transaction that holds their lock. Their open trackers are the caller's. A pause stays unless
/// they asked for it: leaving and coming back does not end a pause of staff.
pub(super) async fn leave_in(tx: &mut Tx, store: &Store, person: PersonId, reason: &str) -> Result<bool> {
    let left = query(
        "UPDATE matching_pool SET left_at = $2, leave_reason = $3,
             paused_at = CASE WHEN pause_reason = 'own_wish' THEN NULL ELSE paused_at END,
             pause_reason = NULLIF(pause_reason, 'own_wish')
         WHERE person_id = $1 AND left_at IS NULL",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(reason.trim())
    .execute(tx)
    .await?;
    Ok(left > 0)
}

/// Pauses a person: nothing is proposed to them, and what is open ends. A person who left is paused when they come back. A person's own
/// wish replaces no other reason. Returns false if they never were in the pool.
pub async fn pause(store: &Store, actor: &Actor, person: PersonId, reason: PauseReason) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, person).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return Ok(false) };
    if !pause_in(&mut tx, store, person, reason).await? {
        return Ok(false);
    }
    let state = if reason == PauseReason::Safeguarding { State::Held } else { State::LeftPool };
    end_open_in(&mut tx, store, person, state).await?;
    record_pause_in(&mut tx, store, actor, (person, programme), reason).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed(partners)]);
    Ok(true)
}

/// Writes the row of a pause, in the transaction that began it.
pub(super) async fn record_pause_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    (person, programme): (PersonId, ProgrammeId),
    reason: PauseReason,
) -> Result<()> {
    Record::new(Act::PausePool, Target::Person(person), Some(programme))
        .change(Value::Null, json!({"pause_reason": reason.name()}))
        .write(tx, store, actor)
        .await
}

pub(super) async fn pause_in(tx: &mut Tx, store: &Store, person: PersonId, reason: PauseReason) -> Result<bool> {
    let paused = query(
        "UPDATE matching_pool SET paused_at = COALESCE(paused_at, $2),
             pause_reason = CASE WHEN $4 THEN COALESCE(pause_reason, $3) ELSE $3 END
         WHERE person_id = $1",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(reason.name())
    .bind(reason == PauseReason::OwnWish)
    .execute(tx)
    .await?;
    Ok(paused > 0)
}

/// Ends a pause, also of a person who left. Returns false if the person was not paused.
pub async fn resume(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return Ok(false) };
    let before: Option<(Option<String>,)> = query_as("SELECT pause_reason FROM matching_pool WHERE person_id = $1")
        .bind(person)
        .fetch_optional(&mut tx)
        .await?;
    let resumed = query(
        "UPDATE matching_pool SET paused_at = NULL, pause_reason = NULL, rounds_expired = 0
         WHERE person_id = $1 AND paused_at IS NOT NULL",
    )
    .bind(person)
    .execute(&mut tx)
    .await?;
    if resumed == 0 {
        return Ok(false);
    }
    Record::new(Act::ResumePool, Target::Person(person), Some(programme))
        .change(json!({"pause_reason": before.and_then(|(reason,)| reason)}), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![changed([person])]);
    Ok(true)
}

/// Locks a person and all with whom something is open. Returns them.
pub(crate) async fn lock_with_partners(tx: &mut Tx, person: PersonId) -> Result<BTreeSet<PersonId>> {
    lock_with_partners_and(tx, person, &BTreeSet::new()).await
}

/// Locks others, too: all at once, because only one order of ids cannot deadlock.
pub(crate) async fn lock_with_partners_and(
    tx: &mut Tx,
    person: PersonId,
    others: &BTreeSet<PersonId>,
) -> Result<BTreeSet<PersonId>> {
    let pairs: Vec<(PersonId, PersonId)> = query_as([
        "SELECT mentor_id, mentee_id FROM matching_trackers WHERE (mentor_id = $1 OR mentee_id = $1) AND state IN ",
        OPEN,
    ])
    .bind(person)
    .fetch_all(&mut *tx)
    .await?;
    let all: BTreeSet<PersonId> = pairs
        .into_iter()
        .flat_map(|(mentor, mentee)| [mentor, mentee])
        .chain([person])
        .chain(others.iter().copied())
        .collect();
    people::lock(tx, all.clone()).await?;
    Ok(all)
}

/// Enqueues a look whether people may enter the pool now, in the transaction that may have let them. Those who left keep away, and
/// programmes without matching need no look.
pub(crate) async fn look_in(tx: &mut Tx, store: &Store, person: Option<PersonId>) -> Result<()> {
    let may_matter: bool = query_scalar([
        "SELECT EXISTS (SELECT 1 FROM people p JOIN programmes g ON g.id = p.programme_id
             WHERE CAST(g.settings AS TEXT) LIKE '%\"matching\"%'
             AND NOT EXISTS (SELECT 1 FROM matching_pool m WHERE m.person_id = p.id)",
        of_person_or_all(person),
        ")",
    ])
    .bind(person)
    .fetch_one(&mut *tx)
    .await?;
    if !may_matter {
        return Ok(());
    }
    outbox::put_in(tx, &NewJob::new(store, ENTRIES, &Entry { person })?).await
}

/// SQL: the person $1, by the index, or all people.
fn of_person_or_all(person: Option<PersonId>) -> &'static str {
    if person.is_some() { " AND p.id = $1" } else { " AND $1 IS NULL" }
}

/// Lets all enter who may, and ends the job.
pub async fn enter_due(store: &Store, job: &Job<Entry>) -> Result<()> {
    let candidates: Vec<PersonId> = query_scalar([
        "SELECT p.id FROM people p WHERE p.role IN ('mentor', 'mentee') AND p.is_disabled = FALSE
         AND p.programme_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matching_pool m WHERE m.person_id = p.id)",
        of_person_or_all(job.payload.person),
    ])
    .bind(job.payload.person)
    .fetch_all(&store.db)
    .await?;
    for person in candidates {
        let Some(signed_in) = SignedIn::of_person(store, person).await? else { continue };
        if may_enter(&signed_in) == Some(true) {
            enter(store, &Actor::Job { name: JOB }, &signed_in).await?;
        }
    }
    outbox::done(store, job.id).await
}
