//! Invites people.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::kept_columns::{self, ReadTable};
use super::mail::Addressee;
use super::{Invitee, end_of, guardians};
use crate::audit::{Act, Record, Target};
use crate::cohorts::{self, Cohorts};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as, query_scalar};
use crate::people::search_text;
use crate::programmes::year;
use crate::role::Role;
use crate::staff::Actor;
use crate::{CohortId, Error, InvitationId, PersonId, ProgrammeId, Result, Store};

/// Invitations of one transaction: other writers do not wait for all of a long list.
const BATCH: usize = 100;

/// Addresses of one query.
const MAX_ADDRESSES: usize = 500;

/// What became of one invitee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They get a mail.
    Invited,
    /// What is known of them has changed.
    Changed,
    /// They are invited or there already.
    Unchanged,
    /// They cannot be invited.
    Refused(Refusal),
}

/// Why a person is not invited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// They are in the programme with another role.
    OtherRole,
    /// Their cohort is new, and the programme has as many as it may have.
    TooManyCohorts,
}

/// What an import would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// For each invitee what becomes of them, with what would be known of them then.
    pub rows: Vec<(Outcome, Invitee)>,
    /// The names of the cohorts that would be created.
    pub new_cohorts: Vec<String>,
}

/// What is known of an address in a programme.
#[derive(sqlx::FromRow)]
struct Known {
    email: String,
    invitation: Option<InvitationId>,
    person: Option<PersonId>,
    first_name: String,
    last_name: String,
    role: Role,
    language: String,
    birth_month: Option<String>,
    guardian_email: String,
    cohort: Option<String>,
    /// Whether an address can be proposed: of a mentee without a consent, and without an open question to a guardian.
    takes_guardian: bool,
}

impl Known {
    fn outcome(&self, invitee: &Invitee) -> Outcome {
        match self.invitation {
            None if invitee.says_role && self.role != invitee.role => Outcome::Refused(Refusal::OtherRole),
            None if self.new_guardian(invitee).is_some() => Outcome::Changed,
            None => Outcome::Unchanged,
            Some(_) => {
                let new = self.merged(invitee);
                let is_same = self.new_guardian(invitee).is_none()
                    && !self.changes_cohort(invitee)
                    && (&self.first_name, &self.last_name, &self.role, &self.language, &self.birth_month)
                        == (&new.first_name, &new.last_name, &new.role, &new.language, &new.birth_month);
                if is_same { Outcome::Unchanged } else { Outcome::Changed }
            }
        }
    }

    /// The address of a guardian, if it is to be proposed and another one than before.
    fn new_guardian<'i>(&self, invitee: &'i Invitee) -> Option<&'i str> {
        let takes_guardian = self.takes_guardian && self.merged_role(invitee) == Role::Mentee;
        invitee.guardian_email.as_deref().filter(|email| takes_guardian && *email != self.guardian_email)
    }

    fn changes_cohort(&self, invitee: &Invitee) -> bool {
        let key = |name: &Option<String>| name.as_deref().map(cohorts::key_of);
        invitee.cohort.is_some() && key(&invitee.cohort) != key(&self.cohort)
    }

    fn merged_role(&self, invitee: &Invitee) -> Role {
        if invitee.says_role { invitee.role } else { self.role }
    }

    /// What the invitee does not say stays as it is known.
    fn merged(&self, invitee: &Invitee) -> Invitee {
        let mut merged = invitee.clone();
        merged.role = self.merged_role(invitee);
        if !invitee.says_language {
            merged.language.clone_from(&self.language);
        }
        merged.birth_month = invitee.birth_month.clone().or_else(|| self.birth_month.clone());
        merged.cohort = invitee.cohort.clone().or_else(|| self.cohort.clone());
        merged
    }

    /// What is known once the invitee is imported: of an account, an import proposes a guardian only.
    fn after(&self, invitee: &Invitee) -> Invitee {
        let mut after = self.merged(invitee);
        after.guardian_email = Some(self.new_guardian(invitee).unwrap_or(&self.guardian_email).to_owned());
        if self.person.is_some() {
            after.first_name.clone_from(&self.first_name);
            after.last_name.clone_from(&self.last_name);
            after.role = self.role;
            after.language.clone_from(&self.language);
            after.birth_month.clone_from(&self.birth_month);
            after.cohort.clone_from(&self.cohort);
        }
        after
    }
}

/// Returns what [`invite`] would do. The addresses differ.
pub async fn rehearse(store: &Store, programme: ProgrammeId, invitees: &[Invitee]) -> Result<Vec<Outcome>> {
    Ok(preview(store, programme, invitees).await?.rows.into_iter().map(|(outcome, _)| outcome).collect())
}

/// Returns what [`invite`] would do, each with what would be known of the person then. The addresses differ.
pub async fn preview(store: &Store, programme: ProgrammeId, invitees: &[Invitee]) -> Result<Preview> {
    let mut rows = Vec::with_capacity(invitees.len());
    let asks_guardians = asks_guardians(&store.db, programme).await?;
    let invitees = &without_guardians(invitees, asks_guardians);
    let mut cohorts = Cohorts::find(&store.db, programme).await?;
    for part in invitees.chunks(MAX_ADDRESSES) {
        let known = known(&store.db, store.clock.now(), programme, part).await?;
        for invitee in part {
            let outcome = outcome_of(&known, invitee);
            let mut after = known_after(&known, invitee);
            // Only an invitation leads to a cohort: of people with an account staff say it.
            let is_invited = known.get(&invitee.email).is_none_or(|known| known.invitation.is_some());
            let is_new = is_invited && matches!(outcome, Outcome::Invited | Outcome::Changed);
            let has_place = !is_new || after.cohort.as_deref().is_none_or(|name| cohorts.add(name));
            after.cohort = after.cohort.map(|name| cohorts.spelled(name));
            rows.push((if has_place { outcome } else { Outcome::Refused(Refusal::TooManyCohorts) }, after));
        }
    }
    Ok(Preview { rows, new_cohorts: cohorts.into_new() })
}

/// Invites people to a programme, each with a mail, in parts that are each one transaction: after a failure the same list goes on
/// where it ended. The addresses differ. None: for this actor there is no such programme.
pub async fn invite(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    invitees: &[Invitee],
) -> Result<Option<Vec<Outcome>>> {
    invite_table(store, actor, programme, invitees, None).await
}

/// Does the same for the people of a table, and keeps how it was read: with the first part that changes something, and in its act.
pub async fn invite_table(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    invitees: &[Invitee],
    mut table: Option<ReadTable<'_>>,
) -> Result<Option<Vec<Outcome>>> {
    let found: Option<(String, bool)> = query_as("SELECT name, needs_guardian_consent FROM programmes WHERE id = $1")
        .bind(programme)
        .fetch_optional(&store.db)
        .await?;
    let Some((name, asks_guardians)) = found.filter(|_| actor.reaches(Some(programme))) else { return Ok(None) };
    let invitees = &without_guardians(invitees, asks_guardians);
    // Of those an address can be invited again.
    super::end_due(store).await?;
    let new = if invitees.iter().any(|invitee| invitee.cohort.is_some()) {
        preview(store, programme, invitees).await?.new_cohorts
    } else {
        Vec::new()
    };
    if year::is_archived(store, programme).await? {
        return Err(Error::ProgrammeArchived);
    }
    let cohorts = cohorts::create_missing(store, actor, programme, &new).await?;
    // In the order of addresses, so that two lists that are invited at once never wait for each other.
    let mut sorted: Vec<(usize, &Invitee)> = invitees.iter().enumerate().collect();
    sorted.sort_by(|(_, one), (_, other)| one.email.cmp(&other.email));
    let mut outcomes = vec![Outcome::Unchanged; invitees.len()];
    for part in sorted.chunks(BATCH) {
        let mut tx = store.db.begin().await?;
        year::goes_on_in(&mut tx, programme).await?;
        let known = known(&mut tx, store.clock.now(), programme, part.iter().map(|(_, invitee)| *invitee)).await?;
        for (position, invitee) in part {
            let outcome = outcome_of(&known, invitee);
            let known = known.get(&invitee.email);
            let cohort = invitee.cohort.as_deref().and_then(|name| cohorts.id(name));
            let has_place = invitee.cohort.is_none() || cohort.is_some();
            outcomes[*position] = match (outcome, known) {
                (Outcome::Invited, _) if !has_place => Outcome::Refused(Refusal::TooManyCohorts),
                (Outcome::Changed, Some(Known { person: None, .. })) if !has_place => {
                    Outcome::Refused(Refusal::TooManyCohorts)
                }
                (Outcome::Invited, _) => add(&mut tx, store, (programme, &name), invitee, cohort).await?,
                (Outcome::Changed, Some(known)) => change(&mut tx, store, known, invitee, cohort).await?,
                _ => outcome,
            };
        }
        let count = |kind| part.iter().filter(|(position, _)| outcomes[*position] == kind).count();
        let (invited, changed) = (count(Outcome::Invited), count(Outcome::Changed));
        if invited + changed > 0 {
            let record = Record::new(Act::Invite, Target::Programme(programme), Some(programme));
            let mut after = json!({"invited": invited, "changed": changed});
            if let Some(table) = table.take() {
                kept_columns::keep_in(&mut tx, store, actor, programme, table).await?;
                after["columns"] = json!(table.mapping);
            }
            let record = record.change(Value::Null, after);
            record.write(&mut tx, store, actor).await?;
        }
        tx.commit().await?;
    }
    Ok(Some(outcomes))
}

fn outcome_of(known: &HashMap<String, Known>, invitee: &Invitee) -> Outcome {
    known.get(&invitee.email).map_or(Outcome::Invited, |known| known.outcome(invitee))
}

fn known_after(known: &HashMap<String, Known>, invitee: &Invitee) -> Invitee {
    let mut after = known.get(&invitee.email).map_or_else(|| invitee.clone(), |known| known.after(invitee));
    after.guardian_email = after.guardian_email.filter(|email| after.role == Role::Mentee && !email.is_empty());
    after
}

/// Whether a programme asks guardians; of others no address is kept.
async fn asks_guardians(executor: impl Executor, programme: ProgrammeId) -> Result<bool> {
    let asks: Option<bool> = query_scalar("SELECT needs_guardian_consent FROM programmes WHERE id = $1")
        .bind(programme)
        .fetch_optional(executor)
        .await?;
    Ok(asks.unwrap_or_default())
}

/// Leaves out the addresses of guardians where no one may ask them.
fn without_guardians(invitees: &[Invitee], asks_guardians: bool) -> Vec<Invitee> {
    let mut invitees = invitees.to_vec();
    for invitee in &mut invitees {
        if !asks_guardians {
            invitee.guardian_email = None;
        }
    }
    invitees
}

/// Returns the open invitations to the programme and its people with these addresses. Accounts of other programmes are not looked
/// at: nothing must tell of them.
async fn known<'i>(
    executor: impl Executor,
    now: DateTime<Utc>,
    programme: ProgrammeId,
    invitees: impl IntoIterator<Item = &'i Invitee>,
) -> Result<HashMap<String, Known>> {
    let addresses: Vec<String> = invitees.into_iter().map(|invitee| invitee.email.clone()).collect();
    let mut found = QueryBuilder::new(
        "SELECT email, id AS invitation, CAST(NULL AS UUID) AS person, first_name, last_name, role, language, birth_month,
             guardian_email, (SELECT c.name FROM cohorts c WHERE c.id = invitations.cohort_id AND c.removed_at IS NULL) AS cohort,
             TRUE AS takes_guardian FROM invitations
         WHERE programme_id = ",
    );
    found.push_bind(programme).push(" AND email IN (");
    found.push_list(addresses.clone()).push(") AND expires_at > ").push_bind(now);
    found.push(
        " UNION ALL SELECT p.email, CAST(NULL AS UUID) AS invitation, p.id AS person, p.first_name, p.last_name, p.role,
             p.language, p.birth_month, COALESCE(n.email, '') AS guardian_email,
             (SELECT c.name FROM cohorts c WHERE c.id = p.cohort_id AND c.programme_id = p.programme_id) AS cohort,
             (p.role = 'mentee' AND p.is_disabled = FALSE AND p.guardian_consent_at IS NULL AND NOT EXISTS (
                 SELECT 1 FROM consent_requests c WHERE c.person_id = p.id AND c.state = 'open')) AS takes_guardian
         FROM people p LEFT JOIN proposed_guardians n ON n.person_id = p.id WHERE p.programme_id = ",
    );
    found.push_bind(programme).push(" AND p.email IN (");
    found.push_list(addresses).push(")");
    let rows: Vec<Known> = found.build_query_as().fetch_all(executor).await?;
    // Someone may have an account, and an invitation that is still open.
    let (invited, people): (Vec<_>, Vec<_>) = rows.into_iter().partition(|known| known.invitation.is_some());
    Ok(invited.into_iter().chain(people).map(|known| (known.email.clone(), known)).collect())
}

async fn add(
    tx: &mut Tx,
    store: &Store,
    (programme, name): (ProgrammeId, &str),
    invitee: &Invitee,
    cohort: Option<CohortId>,
) -> Result<Outcome> {
    let (id, now): (InvitationId, _) = (store.clock.id(), store.clock.now());
    let added = query(
        "INSERT INTO invitations (id, programme_id, role, email, first_name, last_name, language, birth_month, search_text,
             created_at, expires_at, mailed_at, is_reminded, guardian_email, cohort_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, FALSE, $12, $13) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(programme)
    .bind(invitee.role)
    .bind(&invitee.email)
    .bind(&invitee.first_name)
    .bind(&invitee.last_name)
    .bind(&invitee.language)
    .bind(&invitee.birth_month)
    .bind(search_text(&invitee.first_name, &invitee.last_name, &invitee.email))
    .bind(now)
    .bind(end_of(now))
    .bind(invitee.guardian_email.as_deref().filter(|_| invitee.role == Role::Mentee).unwrap_or_default())
    .bind(cohort)
    .execute(&mut *tx)
    .await?;
    if added == 0 {
        // A colleague was faster.
        return Ok(Outcome::Unchanged);
    }
    let to = Addressee {
        id,
        email: invitee.email.clone(),
        first_name: invitee.first_name.clone(),
        role: invitee.role,
        language: invitee.language.clone(),
        programme_name: name.to_owned(),
        expires_at: end_of(now),
    };
    to.mail(tx, store).await?;
    Ok(Outcome::Invited)
}

async fn change(
    tx: &mut Tx,
    store: &Store,
    known: &Known,
    invitee: &Invitee,
    cohort: Option<CohortId>,
) -> Result<Outcome> {
    if let Some(person) = known.person {
        if let Some(email) = known.new_guardian(invitee) {
            guardians::propose_in(tx, person, email, store.clock.now()).await?;
        }
        return Ok(Outcome::Changed);
    }
    let Invitee { email, first_name, last_name, role, language, birth_month, guardian_email, .. } =
        known.merged(invitee);
    let changed = query(
        "UPDATE invitations SET role = $2, first_name = $3, last_name = $4, language = $5, birth_month = $6,
             search_text = $7, guardian_email = CASE WHEN $8 = '' THEN guardian_email ELSE $8 END,
             cohort_id = COALESCE($9, cohort_id) WHERE id = $1 AND email <> ''",
    )
    .bind(known.invitation)
    .bind(role)
    .bind(&first_name)
    .bind(&last_name)
    .bind(language)
    .bind(birth_month)
    .bind(search_text(&first_name, &last_name, &email))
    .bind(guardian_email.filter(|_| role == Role::Mentee).unwrap_or_default())
    .bind(cohort)
    .execute(tx)
    .await?;
    // It may have ended in the meantime.
    Ok(if changed == 0 { Outcome::Unchanged } else { Outcome::Changed })
}
