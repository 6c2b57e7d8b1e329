//! The end of roles of staff, with the work that their holders had taken.

use std::collections::BTreeSet;

use super::hand_over::{self, HandOverRefusal, HandedOver};
use crate::bus::Event;
use crate::db::{QueryBuilder, Tx, query_scalar};
use crate::staff::{Actor, Grant, Permission, StaffRole, grants};
use crate::{PersonId, ProgrammeId, Result, Store, people};

/// What the end of a role leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleEnd {
    /// What is handed over.
    pub work: HandedOver,
    /// The programmes that have no lead afterwards, and had one before.
    pub without_lead: Vec<LeadlessProgramme>,
    /// Who may have some of the work.
    pub colleagues: Vec<PersonId>,
}

/// A programme without a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadlessProgramme {
    /// The programme.
    pub id: ProgrammeId,
    /// Its name.
    pub name: String,
    /// Those who learn of its cases from then on, because they give roles.
    pub cases_go_to: Vec<PersonId>,
}

/// Why a role does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleEndRefusal {
    /// For this actor there is no such role of this person.
    Unknown,
    /// Staff change nothing about themselves.
    OwnRecord,
    /// Without it none of the staff could give roles for the installation.
    LastAdministrator,
    /// A programme would have no lead, and the actor has not agreed to that.
    NoLeadLeft(Vec<LeadlessProgramme>),
    /// The new owner may do nothing of the work.
    NoColleague,
}

/// How a role ends.
#[derive(Clone, Debug)]
pub struct EndOptions {
    /// Who gets the work; None leaves it to all.
    pub to: Option<PersonId>,
    /// The programmes of which the actor agrees that they have no lead afterwards; None for any.
    pub without_lead: Option<Vec<ProgrammeId>>,
}

impl Default for EndOptions {
    /// Leaves the work to all, and no programme without a lead.
    fn default() -> Self {
        Self { to: None, without_lead: Some(Vec::new()) }
    }
}

/// Ends a role of a member of staff. Access ends at once, and what they may no longer do is handed over in the same transaction.
pub async fn end_role(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    grant: Grant,
    options: EndOptions,
) -> Result<std::result::Result<RoleEnd, RoleEndRefusal>> {
    end(store, actor, person, grant, options, false).await
}

/// Returns what the end of a role would leave behind, and changes nothing.
pub async fn rehearse_role_end(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    grant: Grant,
) -> Result<std::result::Result<RoleEnd, RoleEndRefusal>> {
    let options = EndOptions { to: None, without_lead: None };
    end(store, actor, person, grant, options, true).await
}

async fn end(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    grant: Grant,
    options: EndOptions,
    is_rehearsed: bool,
) -> Result<std::result::Result<RoleEnd, RoleEndRefusal>> {
    if !actor.reaches(grant.programme) {
        return Ok(Err(RoleEndRefusal::Unknown));
    }
    if actor.person() == Some(person) {
        return Ok(Err(RoleEndRefusal::OwnRecord));
    }
    let is_administrator = grant == Grant { role: StaffRole::Administrator, programme: None };
    let mut tx = store.db.begin().await?;
    let mut locked: BTreeSet<PersonId> = [person].into_iter().chain(options.to).collect();
    if is_administrator {
        // Two administrators who end each other's role at the same time.
        locked.extend(administrators_in(&mut tx).await?);
    }
    // Two leads whose roles end at the same time.
    locked.extend(leads_in(&mut tx, grant).await?);
    people::lock(&mut tx, locked).await?;
    let leadless_before = leadless_in(&mut tx, grant).await?;
    let taken = hand_over::taken_in(&mut tx, person, actor).await?;
    if !grants::revoke_in(&mut tx, store, actor, person, grant).await? {
        return Ok(Err(RoleEndRefusal::Unknown));
    }
    if is_administrator && administrators_in(&mut tx).await?.is_empty() {
        return Ok(Err(RoleEndRefusal::LastAdministrator));
    }
    let mut leadless = leadless_in(&mut tx, grant).await?;
    leadless.retain(|one| leadless_before.iter().all(|before| before.0 != one.0));
    let mut without_lead = Vec::new();
    for (id, name) in leadless {
        let others = grants::holders(&mut tx, Permission::GrantRoles, Some(id), None, 10).await?;
        let cases_go_to = others.into_iter().map(|one| one.id).collect();
        without_lead.push(LeadlessProgramme { id, name, cases_go_to });
    }
    let is_agreed =
        |one: &LeadlessProgramme| options.without_lead.as_ref().is_none_or(|agreed| agreed.contains(&one.id));
    if !without_lead.iter().all(is_agreed) {
        return Ok(Err(RoleEndRefusal::NoLeadLeft(without_lead)));
    }
    let lost = hand_over::lost_in(&mut tx, person, taken).await?;
    if is_rehearsed {
        let colleagues = hand_over::colleagues_in(&mut tx, person, &lost).await?;
        return Ok(Ok(RoleEnd { work: hand_over::count(&lost), without_lead, colleagues }));
    }
    let moved = hand_over::move_in(&mut tx, store, actor, person, options.to, &lost).await?;
    let (work, events) = match moved {
        Ok(moved) => moved,
        Err(HandOverRefusal::NoColleague | HandOverRefusal::Unknown) => return Ok(Err(RoleEndRefusal::NoColleague)),
    };
    tx.commit().await?;
    grants::publish(store, vec![person]);
    store.bus.publish(events);
    Ok(Ok(RoleEnd { work, without_lead, colleagues: Vec::new() }))
}

/// Leaves all that a member of staff had taken to all, within the transaction that closes their account or ends all their roles.
pub(super) async fn leave_all_in(tx: &mut Tx, store: &Store, actor: &Actor, person: PersonId) -> Result<Vec<Event>> {
    let taken = hand_over::taken_in(tx, person, actor).await?;
    if taken.is_empty() {
        return Ok(Vec::new());
    }
    let moved = hand_over::move_in(tx, store, actor, person, None, &taken).await?;
    Ok(moved.map(|(_, events)| events).unwrap_or_default())
}

/// Whether a person is the only administrator of the installation with an open account.
pub(super) async fn is_last_administrator_in(tx: &mut Tx, person: PersonId) -> Result<bool> {
    Ok(administrators_in(tx).await? == [person])
}

/// Whether a person is the only administrator of the installation with an open account, before an act of several transactions.
pub async fn is_last_administrator(store: &Store, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let is_last = is_last_administrator_in(&mut tx, person).await?;
    tx.commit().await?;
    Ok(is_last)
}

/// Returns the administrators of the installation with open accounts.
pub(super) async fn administrators_in(tx: &mut Tx) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT DISTINCT p.id FROM people p JOIN staff_grants g ON g.person_id = p.id
         WHERE p.role = 'staff' AND p.is_disabled = FALSE AND g.role = 'administrator' AND g.programme_id IS NULL",
    )
    .fetch_all(tx)
    .await
}

/// Returns the leads of the programmes of a role of leads, those of the installation included.
async fn leads_in(tx: &mut Tx, grant: Grant) -> Result<Vec<PersonId>> {
    if !grant.role.permissions().contains(&Permission::HandleCases) {
        return Ok(Vec::new());
    }
    let mut leads = QueryBuilder::new("SELECT DISTINCT s.person_id FROM staff_grants s WHERE s.role IN (");
    leads.push_list(Permission::HandleCases.roles()).push(")");
    if let Some(programme) = grant.programme {
        leads.push(" AND (s.programme_id IS NULL OR s.programme_id = ").push_bind(programme).push(")");
    }
    leads.build_query_scalar().fetch_all(tx).await
}

/// Returns the programmes of a role without a lead.
async fn leadless_in(tx: &mut Tx, grant: Grant) -> Result<Vec<(ProgrammeId, String)>> {
    if !grant.role.permissions().contains(&Permission::HandleCases) {
        return Ok(Vec::new());
    }
    let mut programmes = QueryBuilder::new(
        "SELECT g.id, g.name FROM programmes g WHERE NOT EXISTS (
             SELECT 1 FROM staff_grants s JOIN people p ON p.id = s.person_id AND p.role = 'staff' AND p.is_disabled = FALSE
             WHERE (s.programme_id = g.id OR s.programme_id IS NULL) AND s.role IN (",
    );
    programmes.push_list(Permission::HandleCases.roles()).push("))");
    if let Some(programme) = grant.programme {
        programmes.push(" AND g.id = ").push_bind(programme);
    }
    programmes.push(" ORDER BY g.name, g.id");
    programmes.build_query_as().fetch_all(tx).await
}
