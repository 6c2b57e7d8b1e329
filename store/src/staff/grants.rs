//! Grants of roles to staff.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::audit::{Act, Record, Target};
use super::{Actor, Grant, Permission, StaffRole, api_keys, duty};
use crate::bus::{Event, Topic};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as};
use crate::role::Role;
use crate::{PersonId, ProgrammeId, Result, Store, programmes};

/// What came of a change of grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantOutcome {
    /// The grants changed.
    Changed,
    /// They were so already.
    Unchanged,
    /// The person is not staff, or there is no such programme.
    NotStaff,
    /// Staff change nothing about themselves.
    OwnRecord,
}

/// A grant in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct GrantRow {
    /// The person.
    pub person_id: PersonId,
    /// Their address.
    pub email: String,
    /// The role.
    pub role: StaffRole,
    /// The programme; None for the whole installation.
    pub programme_id: Option<ProgrammeId>,
    /// When it was granted.
    pub granted_at: DateTime<Utc>,
}

/// A member of staff who is notified by mail.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Recipient {
    /// The person.
    pub(crate) id: PersonId,
    /// Their address.
    pub(crate) email: String,
    /// Their language code.
    pub(crate) language: String,
}

/// Gives a member of staff a role.
pub async fn grant(store: &Store, actor: &Actor, person: PersonId, grant: Grant) -> Result<GrantOutcome> {
    if !actor.reaches(grant.programme) {
        return Ok(GrantOutcome::NotStaff);
    }
    let mut tx = store.db.begin().await?;
    let outcome = grant_in(&mut tx, store, actor, person, grant).await?;
    if outcome == GrantOutcome::Changed {
        tx.commit().await?;
        publish(store, vec![person]);
    }
    Ok(outcome)
}

/// Gives a member of staff a role, within a transaction whose actor reaches it. The caller publishes the change.
pub(crate) async fn grant_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    person: PersonId,
    grant: Grant,
) -> Result<GrantOutcome> {
    if actor.staff().is_some_and(|staff| staff.person == person) {
        return Ok(GrantOutcome::OwnRecord);
    }
    let role: Option<(Role,)> = query_as("UPDATE people SET role = role WHERE id = $1 RETURNING role")
        .bind(person)
        .fetch_optional(&mut *tx)
        .await?;
    if role != Some((Role::Staff,)) || !programmes::exists_in(&mut *tx, grant.programme).await? {
        return Ok(GrantOutcome::NotStaff);
    }
    let added = query(
        "INSERT INTO staff_grants (person_id, programme_id, role, granted_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(grant.programme)
    .bind(grant.role)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    if added == 0 {
        return Ok(GrantOutcome::Unchanged);
    }
    let record = Record::new(Act::Grant, Target::Person(person), grant.programme);
    record.change(Value::Null, json!({"role": grant.role})).write(&mut *tx, store, actor).await?;
    Ok(GrantOutcome::Changed)
}

/// Takes a role from a person, within a transaction that also hands over their work. Access ends at once: each request reads the
/// grants. Returns whether the person had the role.
pub(crate) async fn revoke_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    person: PersonId,
    Grant { role, programme }: Grant,
) -> Result<bool> {
    let removed = query(match programme {
        Some(_) => "DELETE FROM staff_grants WHERE person_id = $1 AND role = $2 AND programme_id = $3",
        None => "DELETE FROM staff_grants WHERE person_id = $1 AND role = $2 AND programme_id IS NULL AND $3 IS NULL",
    })
    .bind(person)
    .bind(role)
    .bind(programme)
    .execute(&mut *tx)
    .await?;
    if removed == 0 {
        return Ok(false);
    }
    duty::forget_lost_in(tx, person).await?;
    api_keys::forget_lost_in(tx, person).await?;
    let record = Record::new(Act::Revoke, Target::Person(person), programme);
    record.change(json!({"role": role}), Value::Null).write(tx, store, actor).await?;
    Ok(true)
}

/// Takes all roles of staff away, within the transaction that makes the person no longer staff.
pub(crate) async fn revoke_all_in(tx: &mut Tx, store: &Store, actor: &Actor, person: PersonId) -> Result<()> {
    let revoked: Vec<(StaffRole, Option<ProgrammeId>)> =
        query_as("DELETE FROM staff_grants WHERE person_id = $1 RETURNING role, programme_id")
            .bind(person)
            .fetch_all(&mut *tx)
            .await?;
    for (role, programme) in revoked {
        let record = Record::new(Act::Revoke, Target::Person(person), programme);
        record.change(json!({"role": role}), Value::Null).write(&mut *tx, store, actor).await?;
    }
    api_keys::forget_lost_in(tx, person).await?;
    duty::forget_lost_in(tx, person).await
}

/// Open pages of these people fetch again what they may see.
pub(crate) fn publish(store: &Store, people: Vec<PersonId>) {
    store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Staff, Topic::Profile] }]);
}

/// Returns the grants of all staff, by person.
pub async fn all(store: &Store) -> Result<Vec<GrantRow>> {
    query_as(
        "SELECT g.person_id, p.email, g.role, g.programme_id, g.granted_at
         FROM staff_grants g JOIN people p ON p.id = g.person_id ORDER BY p.email, g.role, g.granted_at",
    )
    .fetch_all(&store.db)
    .await
}

/// A programme with fewer than two staff for reports and alerts.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ShortOfLeads {
    /// The key of the programme.
    pub programme: String,
    /// The address of its only lead, about whom a case reaches no lead; None without any.
    pub only_lead: Option<String>,
}

/// Returns the programmes with fewer than two staff for reports and alerts, those of the whole installation included.
pub async fn short_of_leads(store: &Store) -> Result<Vec<ShortOfLeads>> {
    let mut short = QueryBuilder::new(
        "SELECT g.key AS programme, MIN(p.email) AS only_lead FROM programmes g LEFT JOIN people p
             ON p.is_disabled = FALSE AND EXISTS (SELECT 1 FROM staff_grants s
                 WHERE s.person_id = p.id AND (s.programme_id = g.id OR s.programme_id IS NULL) AND s.role IN (",
    );
    short.push_list(Permission::HandleCases.roles()).push(")) GROUP BY g.key HAVING COUNT(p.id) < 2 ORDER BY g.key");
    short.build_query_as().fetch_all(&store.db).await
}

/// Returns staff with open accounts who hold a permission for something of a programme; for something of no programme, those
/// of the installation. Without `except`, who must not learn of it.
pub(crate) async fn holders(
    executor: impl Executor,
    permission: Permission,
    programme: Option<ProgrammeId>,
    except: Option<PersonId>,
    limit: i64,
) -> Result<Vec<Recipient>> {
    let mut staff = QueryBuilder::new(
        "SELECT id, email, language FROM people WHERE role = 'staff' AND is_disabled = FALSE AND EXISTS (
             SELECT 1 FROM staff_grants g WHERE g.person_id = people.id AND g.role IN (",
    );
    staff.push_list(permission.roles()).push(") AND (g.programme_id IS NULL");
    if let Some(programme) = programme {
        staff.push(" OR g.programme_id = ").push_bind(programme);
    }
    staff.push("))");
    if let Some(except) = except {
        staff.push(" AND id <> ").push_bind(except);
    }
    staff.push(" ORDER BY id LIMIT ").push_bind(limit);
    staff.build_query_as().fetch_all(executor).await
}
