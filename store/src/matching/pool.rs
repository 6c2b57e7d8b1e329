//! The pool: who waits for a match. People enter when they have done what their programme asks, and leave when they are matched
//! or wish to.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde_json::json;

use super::endings::{end_if_full_in, end_open_in};
use super::{Rules, State, changed};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::followups::{FollowUp, person_or_all};
use crate::mentorship::Kind;
use crate::outbox::{self, Job};
use crate::people;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, SignedIn, Store, applications};

mod locks;
mod pauses;
mod standing;

pub(super) use locks::lock_all_in;
pub(crate) use locks::{lock_with_partners, lock_with_partners_and};
pub(super) use pauses::pause_in;
pub use pauses::{PauseReason, pause, resume};
pub use standing::{Lacks, Standing, standing};

/// The name of the job in the audit log.
pub(super) const JOB: &str = "matching";

/// The reason of a person who was matched.
pub(crate) const MATCHED: &str = "matched";

/// The reason of a paused person who was moved to another programme.
const TRANSFERRED: &str = "transferred";

/// Why the pool does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolRefusal {
    /// The person is not in the pool.
    #[error("{0} is not in the pool.")]
    NotInPool(PersonId),
    /// The person never was in the pool.
    #[error("{0} never was in the pool.")]
    NeverInPool(PersonId),
    /// The person is not paused.
    #[error("{0} is not paused.")]
    NotPaused(PersonId),
    /// The person is not a mentor in the pool.
    #[error("{0} is not a mentor in the pool.")]
    NoMentor(PersonId),
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
    Some(facts.are_met(&signed_in.done) && !signed_in.is_applying())
}

/// The learning sessions that a person still completes before they may enter the pool.
pub fn missing_sessions(signed_in: &SignedIn) -> u32 {
    let facts = signed_in.settings().and_then(|rules| rules.matching.enter_after.get(&signed_in.person.role));
    facts.map_or(0, |facts| facts.learning_sessions.saturating_sub(signed_in.done.learning_sessions))
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
    let has_left: bool = query_scalar("SELECT left_programme_at IS NOT NULL FROM people WHERE id = $1")
        .bind(person)
        .fetch_one(&mut tx)
        .await?;
    if has_left {
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
pub(super) fn defaults(rules: &Rules, role: Role) -> (Option<Kind>, i64) {
    match (role, rules.mentors.kind) {
        (Role::Mentor, Kind::Pair) => (Some(Kind::Pair), i64::from(rules.mentors.places)),
        (Role::Mentor, Kind::Group) => (Some(Kind::Group), i64::from(rules.groups.size)),
        _ => (None, 0),
    }
}

/// Sets how a mentor mentors. A change between pairs and a group ends what is open: the mentees agreed to the other one.
pub async fn set_places(
    store: &Store,
    actor: &Actor,
    mentor: PersonId,
    kind: Kind,
    places: i64,
) -> Result<Result<(), PoolRefusal>> {
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
    let Some((before, places_before, programme)) = before else { return Ok(Err(PoolRefusal::NoMentor(mentor))) };
    if (before, places_before) == (Some(kind), places) {
        return Ok(Ok(()));
    }
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
    Ok(Ok(()))
}

/// Lets a person leave the pool; what is open about them ends.
pub async fn leave(store: &Store, actor: &Actor, person: PersonId, reason: &str) -> Result<Result<(), PoolRefusal>> {
    let refused = Ok(Err(PoolRefusal::NotInPool(person)));
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, person).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return refused };
    if !leave_in(&mut tx, store, person, reason).await? {
        return refused;
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
    Ok(Ok(()))
}

/// Returns the programme in whose pool a person is or was, if the actor reaches it.
async fn reach(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<Option<ProgrammeId>> {
    let programme: Option<ProgrammeId> = query_scalar("SELECT programme_id FROM matching_pool WHERE person_id = $1")
        .bind(person)
        .fetch_optional(tx)
        .await?;
    Ok(programme.filter(|programme| actor.reaches(Some(*programme))))
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

/// Follows the transfer of a person: they enter the pool of the other programme once they may. Who was paused or had left does not enter
/// with the job: they come back by [`join`], and then a pause of staff still holds. The caller holds their lock.
pub(crate) async fn transfer_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    (to, role): (ProgrammeId, Role),
    rules: &Rules,
) -> Result<()> {
    query("DELETE FROM matching_pool WHERE person_id = $1 AND left_at IS NULL AND paused_at IS NULL")
        .bind(person)
        .execute(&mut *tx)
        .await?;
    let (kind, places) = defaults(rules, role);
    // A paused person leaves: with the end of the pause alone they would wait without what the other programme asks for.
    query(
        "UPDATE matching_pool SET programme_id = $2, role = $3, kind = $4, places = $5, rounds_waited = 0, rounds_expired = 0,
             left_at = COALESCE(left_at, $6), leave_reason = CASE WHEN left_at IS NULL THEN $7 ELSE leave_reason END
         WHERE person_id = $1",
    )
    .bind(person)
    .bind(to)
    .bind(role)
    .bind(kind)
    .bind(places)
    .bind(store.clock.now())
    .bind(TRANSFERRED)
    .execute(tx)
    .await
    .map(drop)
}

/// Lets all enter who may, and ends the job.
pub(super) async fn enter_due(store: &Store, job: &Job<FollowUp>) -> Result<()> {
    let candidates: Vec<PersonId> = query_scalar([
        "SELECT p.id FROM people p WHERE p.role IN ('mentor', 'mentee') AND p.is_disabled = FALSE
         AND p.programme_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matching_pool m WHERE m.person_id = p.id)",
        person_or_all(job.payload.person),
    ])
    .bind(job.payload.person)
    .fetch_all(&store.db)
    .await?;
    for person in candidates {
        let Some(signed_in) = SignedIn::of_person(store, person).await? else { continue };
        applications::note_progress(store, &signed_in).await?;
        if may_enter(&signed_in) == Some(true) {
            enter(store, &Actor::Job { name: JOB }, &signed_in).await?;
        }
    }
    outbox::done(store, job.id).await
}
