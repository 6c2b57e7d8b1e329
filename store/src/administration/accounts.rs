//! Closes accounts and changes roles.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::types::Json;

use super::{clearance, data_requests, retention, staff_roles};
use crate::accounts::clearance::age_in;
use crate::accounts::cohorts;
use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::matching::{self, pool};
use crate::programmes::Settings;
use crate::programmes::matching_rules::OF_AGE;
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached, grants};
use crate::{LoginSessionId, PersonId, ProgrammeId, Result, Store, login_sessions};

/// What came of closing or opening an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// It is as the actor wants it.
    Done,
    /// For this actor there is no such person, or the account does not open again.
    Unknown,
    /// Without it none of the staff could give roles for the installation.
    LastAdministrator,
}

/// Closes or reopens an account. Closing ends all login sessions of the person in the same transaction, and what is open in the
/// matching. An account whose erasure has begun does not open again.
pub async fn set_disabled(
    store: &Store,
    actor: &Actor,
    id: PersonId,
    is_disabled: bool,
    reason: Option<&str>,
) -> Result<AccountChange> {
    let mut tx = store.db.begin().await?;
    lock_account(&mut tx, id).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, id).await? else { return Ok(AccountChange::Unknown) };
    let is_erasing =
        data_requests::is_due_in(&mut tx, store, id).await? || retention::has_begun_in(&mut tx, id).await?;
    if !is_disabled && is_erasing {
        return Ok(AccountChange::Unknown);
    }
    if is_disabled && staff_roles::is_last_administrator_in(&mut tx, id).await? {
        return Ok(AccountChange::LastAdministrator);
    }
    let (ended, events) = set_disabled_in(&mut tx, store, actor, id, programme, is_disabled, reason).await?;
    tx.commit().await?;
    store.bus.publish(events);
    login_sessions::publish_ended(store, id, ended);
    Ok(AccountChange::Done)
}

/// Locks what [`set_disabled_in`] and [`set_role`] change: of an administrator also the others, of whom one has to stay.
pub(super) async fn lock_account(tx: &mut Tx, id: PersonId) -> Result<()> {
    let administrators: BTreeSet<PersonId> = staff_roles::administrators_in(tx).await?.into_iter().collect();
    let others = if administrators.contains(&id) { administrators } else { BTreeSet::new() };
    pool::lock_with_partners_and(tx, id, &others).await.map(drop)
}

/// Closes or reopens the account of a person whom the actor reaches, within a transaction that holds its lock. Returns the login sessions
/// that ended and the events, which the caller publishes. The caller refuses to close the account of the last administrator.
pub(super) async fn set_disabled_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    id: PersonId,
    programme: Option<ProgrammeId>,
    is_disabled: bool,
    reason: Option<&str>,
) -> Result<(Vec<LoginSessionId>, Vec<Event>)> {
    let closed_at = is_disabled.then(|| store.clock.now());
    let changed = query("UPDATE people SET is_disabled = $2, closed_at = $3 WHERE id = $1 AND is_disabled <> $2")
        .bind(id)
        .bind(is_disabled)
        .bind(closed_at)
        .execute(&mut *tx)
        .await?;
    if changed > 0 {
        let act = if is_disabled { Act::CloseAccount } else { Act::OpenAccount };
        let row = Record::new(act, Target::Person(id), programme);
        let row = if let Some(reason) = reason { row.reason(reason) } else { row };
        row.write(&mut *tx, store, actor).await?;
    }
    let (mut ended, mut events) = (Vec::new(), Vec::new());
    if is_disabled {
        ended = login_sessions::end_in(tx, store, id, None).await?;
        events.extend(matching::drop_out_in(tx, store, id).await?);
        events.extend(staff_roles::leave_all_in(tx, store, actor, id).await?);
    } else {
        data_requests::take_back_in(tx, id).await?;
    }
    events.extend(clearance::follow_in(tx, store, id).await?);
    Ok((ended, events))
}

/// Signs a person out everywhere: lost devices, or a session that is not theirs. Returns false if for this actor there is no such person.
pub async fn sign_out(store: &Store, actor: &Actor, id: PersonId, reason: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, id).await? else { return Ok(false) };
    let ended = login_sessions::end_in(&mut tx, store, id, None).await?;
    Record::new(Act::SignOut, Target::Person(id), programme)
        .reason(reason)
        .change(json!({"login_sessions": ended.len()}), json!({"login_sessions": 0}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    login_sessions::publish_ended(store, id, ended);
    Ok(true)
}

/// Why a person keeps the role of before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoleRefusal {
    /// The person is in a mentorship that goes on, with the role of before.
    #[error("{0} is in a mentorship. End it first.")]
    InMentorship(PersonId),
    /// A proposal to the person, or of the person, is open.
    #[error("{0} has open matches. Take them out of the matching first.")]
    InMatching(PersonId),
    /// Staff have not approved the application of the person.
    #[error("The application of {0} is not approved. Decide about it first.")]
    Applying(PersonId),
    /// The month of birth of a mentee is not known, or says that they are too young.
    #[error("{0} is not known to be old enough for this role. Record the month of birth first.")]
    NotOfAge(PersonId),
    /// Without the person none of the staff could give roles for the installation.
    #[error("{0} is the last administrator of the installation. Grant the role to another person first.")]
    LastAdministrator(PersonId),
}

/// Sets the role of a person, unless others rely on the role of before. With another role they leave the pool of the matching.
pub async fn set_role(store: &Store, actor: &Actor, id: PersonId, role: Role) -> Result<Result<(), RoleRefusal>> {
    let mut tx = store.db.begin().await?;
    lock_account(&mut tx, id).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, id).await? else { return Ok(Ok(())) };
    if role != Role::Staff && staff_roles::is_last_administrator_in(&mut tx, id).await? {
        return Ok(Err(RoleRefusal::LastAdministrator(id)));
    }
    if let Some(refusal) = role_refusal(&mut tx, store, id, role).await? {
        return Ok(Err(refusal));
    }
    let before: Role = query_scalar("SELECT role FROM people WHERE id = $1").bind(id).fetch_one(&mut tx).await?;
    let changed =
        query("UPDATE people SET role = $2 WHERE id = $1 AND role <> $2").bind(id).bind(role).execute(&mut tx).await?;
    let mut events = vec![Event::ChannelsChanged { people: vec![id] }];
    let mut ended = Vec::new();
    if changed > 0 {
        if role == Role::Staff {
            cohorts::leave_in(&mut tx, id).await?;
            // Staff sign in with a second factor.
            ended = login_sessions::end_in(&mut tx, store, id, None).await?;
        } else {
            grants::revoke_all_in(&mut tx, store, actor, id).await?;
            events.extend(staff_roles::leave_all_in(&mut tx, store, actor, id).await?);
        }
        events.extend(matching::drop_out_in(&mut tx, store, id).await?);
        events.extend(clearance::follow_in(&mut tx, store, id).await?);
        Record::new(Act::SetRole, Target::Person(id), programme)
            .change(json!({"role": before}), json!({"role": role}))
            .write(&mut tx, store, actor)
            .await?;
    }
    tx.commit().await?;
    store.bus.publish(events);
    login_sessions::publish_ended(store, id, ended);
    Ok(Ok(()))
}

/// Returns from which age on a person may mentor in their programme.
async fn mentor_minimum_age(tx: &mut Tx, person: PersonId) -> Result<u8> {
    let settings: Option<Json<Settings>> =
        query_scalar("SELECT g.settings FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1")
            .bind(person)
            .fetch_optional(tx)
            .await?;
    Ok(settings.map_or(OF_AGE, |Json(settings)| settings.matching.mentor_minimum_age))
}

/// Returns why a person cannot get another role now.
async fn role_refusal(tx: &mut Tx, store: &Store, id: PersonId, role: Role) -> Result<Option<RoleRefusal>> {
    let (is_in_mentorship, is_in_matching, is_applying): (bool, bool, bool) = query_as([
        "SELECT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE m.person_id = $1 AND m.role <> $2 AND m.left_at IS NULL AND s.ended_at IS NULL),
             EXISTS (SELECT 1 FROM matching_trackers t JOIN people p ON p.id = $1 AND p.role <> $2
                 WHERE (t.mentor_id = $1 OR t.mentee_id = $1) AND t.state IN ",
        matching::OPEN,
        "), EXISTS (SELECT 1 FROM applications WHERE person_id = $1 AND state <> 'approved')",
    ])
    .bind(id)
    .bind(role)
    .fetch_one(&mut *tx)
    .await?;
    if is_in_mentorship {
        return Ok(Some(RoleRefusal::InMentorship(id)));
    }
    if is_applying {
        return Ok(Some(RoleRefusal::Applying(id)));
    }
    if is_in_matching {
        return Ok(Some(RoleRefusal::InMatching(id)));
    }
    let before: Role = query_scalar("SELECT role FROM people WHERE id = $1").bind(id).fetch_one(&mut *tx).await?;
    let grows_up = role != Role::Mentee && before == Role::Mentee;
    if !grows_up {
        return Ok(None);
    }
    let minimum_age = if role == Role::Mentor { mentor_minimum_age(&mut *tx, id).await? } else { OF_AGE };
    let is_old_enough = age_in(tx, store, id).await?.is_some_and(|age| age >= minimum_age);
    Ok((!is_old_enough).then_some(RoleRefusal::NotOfAge(id)))
}
