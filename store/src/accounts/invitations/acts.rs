//! What staff do with invitations.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

use super::{Invitee, LIFETIME, token};
use crate::audit::{Act, Record, Target};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::people::search_text;
use crate::role::Role;
use crate::staff::Actor;
use crate::{InvitationId, PersonId, ProgrammeId, Result, Store};

/// Invitations of one transaction: other writers do not wait for all of a long list.
const BATCH: usize = 100;

/// Addresses of one query.
const MAX_ADDRESSES: usize = 500;

/// Between two mails that staff ask for.
const REMIND_AFTER: Duration = Duration::hours(24);

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

/// Why somebody is not invited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// They are in the programme with another role.
    OtherRole,
}

/// What is known of an address in a programme.
#[derive(sqlx::FromRow)]
struct Known {
    email: String,
    invitation: Option<InvitationId>,
    first_name: String,
    last_name: String,
    role: Role,
    language: String,
    birth_month: Option<String>,
}

impl Known {
    fn outcome(&self, invitee: &Invitee) -> Outcome {
        let Invitee { first_name, last_name, role, language, birth_month, .. } = invitee;
        match self.invitation {
            None if self.role != *role => Outcome::Refused(Refusal::OtherRole),
            None => Outcome::Unchanged,
            Some(_) => {
                let is_same = (&self.first_name, &self.last_name, &self.role, &self.language, &self.birth_month)
                    == (first_name, last_name, role, language, birth_month);
                if is_same { Outcome::Unchanged } else { Outcome::Changed }
            }
        }
    }
}

/// Returns what [`invite`] would do. The addresses differ.
pub async fn rehearse(store: &Store, programme: ProgrammeId, invitees: &[Invitee]) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(invitees.len());
    for part in invitees.chunks(MAX_ADDRESSES) {
        let known = known(&store.db, store.clock.now(), programme, part).await?;
        outcomes.extend(part.iter().map(|invitee| outcome_of(&known, invitee)));
    }
    Ok(outcomes)
}

/// Invites people to a programme, each with a mail, in parts that are each one transaction: after a failure the same list goes on
/// where it ended. The addresses differ. None: for this actor there is no such programme.
pub async fn invite(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    invitees: &[Invitee],
) -> Result<Option<Vec<Outcome>>> {
    let name: Option<(String,)> =
        query_as("SELECT name FROM programmes WHERE id = $1").bind(programme).fetch_optional(&store.db).await?;
    let Some((name,)) = name.filter(|_| actor.reaches(Some(programme))) else { return Ok(None) };
    // Of those an address can be invited again.
    super::end_due(store).await?;
    let mut outcomes = Vec::with_capacity(invitees.len());
    for part in invitees.chunks(BATCH) {
        let mut tx = store.db.begin().await?;
        let known = known(&mut tx, store.clock.now(), programme, part).await?;
        let before = outcomes.len();
        for invitee in part {
            let outcome = outcome_of(&known, invitee);
            outcomes.push(match (outcome, known.get(&invitee.email).and_then(|known| known.invitation)) {
                (Outcome::Invited, _) => add(&mut tx, store, (programme, &name), invitee).await?,
                (Outcome::Changed, Some(id)) => change(&mut tx, id, invitee).await?,
                _ => outcome,
            });
        }
        let count = |kind| outcomes[before..].iter().filter(|outcome| **outcome == kind).count();
        let (invited, changed) = (count(Outcome::Invited), count(Outcome::Changed));
        if invited + changed > 0 {
            let record = Record::new(Act::Invite, Target::Programme(programme), Some(programme));
            let record = record.change(Value::Null, json!({"invited": invited, "changed": changed}));
            record.write(&mut tx, store, actor).await?;
        }
        tx.commit().await?;
    }
    Ok(Some(outcomes))
}

fn outcome_of(known: &HashMap<String, Known>, invitee: &Invitee) -> Outcome {
    known.get(&invitee.email).map_or(Outcome::Invited, |known| known.outcome(invitee))
}

/// Returns the open invitations to the programme and its people with these addresses. Accounts of other programmes are not looked
/// at: nothing must tell of them.
async fn known(
    executor: impl Executor,
    now: DateTime<Utc>,
    programme: ProgrammeId,
    invitees: &[Invitee],
) -> Result<HashMap<String, Known>> {
    let mut found = QueryBuilder::new(
        "SELECT email, id AS invitation, first_name, last_name, role, language, birth_month FROM invitations
         WHERE programme_id = ",
    );
    found.push_bind(programme).push(" AND email IN (");
    found.push_list(invitees.iter().map(|invitee| invitee.email.clone())).push(") AND expires_at > ").push_bind(now);
    found.push(
        " UNION ALL SELECT email, CAST(NULL AS UUID) AS invitation, first_name, last_name, role, language, birth_month
         FROM people WHERE programme_id = ",
    );
    found.push_bind(programme).push(" AND email IN (");
    found.push_list(invitees.iter().map(|invitee| invitee.email.clone())).push(")");
    let rows: Vec<Known> = found.build_query_as().fetch_all(executor).await?;
    // Someone may have an account, and an invitation that is still open.
    let (invited, people): (Vec<_>, Vec<_>) = rows.into_iter().partition(|known| known.invitation.is_some());
    Ok(invited.into_iter().chain(people).map(|known| (known.email.clone(), known)).collect())
}

async fn add(tx: &mut Tx, store: &Store, (programme, name): (ProgrammeId, &str), invitee: &Invitee) -> Result<Outcome> {
    let (id, now): (InvitationId, _) = (store.clock.id(), store.clock.now());
    let added = query(
        "INSERT INTO invitations (id, programme_id, role, email, first_name, last_name, language, birth_month, search_text,
             created_at, expires_at, mailed_at, is_reminded)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, FALSE) ON CONFLICT DO NOTHING",
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
    .bind(now + LIFETIME)
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
        expires_at: now + LIFETIME,
    };
    to.mail(tx, store).await?;
    Ok(Outcome::Invited)
}

async fn change(tx: &mut Tx, id: InvitationId, invitee: &Invitee) -> Result<Outcome> {
    query(
        "UPDATE invitations SET role = $2, first_name = $3, last_name = $4, language = $5, birth_month = $6,
             search_text = $7 WHERE id = $1",
    )
    .bind(id)
    .bind(invitee.role)
    .bind(&invitee.first_name)
    .bind(&invitee.last_name)
    .bind(&invitee.language)
    .bind(&invitee.birth_month)
    .bind(search_text(&invitee.first_name, &invitee.last_name, &invitee.email))
    .execute(tx)
    .await?;
    Ok(Outcome::Changed)
}

/// Who gets the mail of an invitation.
#[derive(sqlx::FromRow)]
pub(super) struct Addressee {
    pub(super) id: InvitationId,
    pub(super) email: String,
    pub(super) first_name: String,
    pub(super) role: Role,
    pub(super) language: String,
    pub(super) programme_name: String,
    pub(super) expires_at: DateTime<Utc>,
}

impl Addressee {
    /// Enqueues the mail. An address with an account gets another text: an account belongs to one programme.
    pub(super) async fn mail(self, tx: &mut Tx, store: &Store) -> Result<()> {
        let account: Option<(PersonId,)> =
            query_as("SELECT id FROM people WHERE email = $1").bind(&self.email).fetch_optional(&mut *tx).await?;
        let template = match (account.is_some(), self.role) {
            (true, _) => "invitation_with_account",
            (false, Role::Mentor) => "invitation_of_mentor",
            (false, _) => "invitation_of_mentee",
        };
        let values = BTreeMap::from([
            ("name".to_owned(), self.first_name),
            ("programme".to_owned(), self.programme_name),
            ("day".to_owned(), self.expires_at.date_naive().to_string()),
            ("token".to_owned(), token(store, self.id)),
        ]);
        let mail = Mail { to: self.email, template: template.to_owned(), language: self.language, values };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await
    }
}

/// The result of [`remind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminded {
    /// A mail is on its way, and the invitation is valid for another 30 days.
    Sent,
    /// The last mail is less than a day old.
    TooSoon,
    /// For this actor there is no such open invitation.
    Missing,
}

/// Sends the mail of an open invitation again.
pub async fn remind(store: &Store, actor: &Actor, id: InvitationId) -> Result<Reminded> {
    let Some(programme) = programme_of(store, actor, id).await? else { return Ok(Reminded::Missing) };
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let addressee: Option<Addressee> = query_as(
        "UPDATE invitations SET mailed_at = $2, expires_at = $3 WHERE id = $1 AND email <> '' AND mailed_at <= $4
         RETURNING id, email, first_name, role, language, expires_at,
             (SELECT g.name FROM programmes g WHERE g.id = invitations.programme_id) AS programme_name",
    )
    .bind(id)
    .bind(now)
    .bind(now + LIFETIME)
    .bind(now - REMIND_AFTER)
    .fetch_optional(&mut tx)
    .await?;
    let Some(addressee) = addressee else { return Ok(Reminded::TooSoon) };
    addressee.mail(&mut tx, store).await?;
    let record = Record::new(Act::RemindInvitee, Target::Invitation(id), Some(programme));
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(Reminded::Sent)
}

/// Withdraws an open invitation and deletes what is known of the person. Returns false if there is none for this actor.
pub async fn withdraw(store: &Store, actor: &Actor, id: InvitationId) -> Result<bool> {
    let Some(programme) = programme_of(store, actor, id).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    let withdrawn = query(
        "UPDATE invitations SET withdrawn_at = $2, email = '', first_name = '', last_name = '', birth_month = NULL,
             search_text = '' WHERE id = $1 AND email <> ''",
    )
    .bind(id)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if withdrawn == 0 {
        return Ok(false);
    }
    let record = Record::new(Act::WithdrawInvitation, Target::Invitation(id), Some(programme));
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns the programme of an open invitation that the actor reaches.
async fn programme_of(store: &Store, actor: &Actor, id: InvitationId) -> Result<Option<ProgrammeId>> {
    let programme: Option<(ProgrammeId,)> =
        query_as("SELECT programme_id FROM invitations WHERE id = $1 AND email <> ''")
            .bind(id)
            .fetch_optional(&store.db)
            .await?;
    Ok(programme.map(|(programme,)| programme).filter(|programme| actor.reaches(Some(*programme))))
}
