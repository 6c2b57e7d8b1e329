//! Guardians who are asked by mail whether a mentee may take part. The link in the mail works once; the one in the confirmation withdraws
//! the consent while it stands.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;

use super::person_facts::{Change, apply_in};
use crate::accounts::clearance::age_in;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::hmac_token::{self, Purpose};
use crate::matching::pool;
use crate::outbox::{self, Mail, NewJob};
use crate::people::{mailbox_of, normalize_email};
use crate::programmes::Settings;
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::grants::{Recipient, holders};
use crate::staff::{Actor, Permission, Reached};
use crate::{ConsentRequestId, PersonId, ProgrammeId, Result, Store, people};

mod due;

pub use due::{end_due, remind_due};

/// How long a guardian can answer.
const LIFETIME: Duration = Duration::days(30);

/// Between two mails to the same address.
const AGAIN_AFTER: Duration = Duration::hours(24);

/// Requests about one person within a day: enough to correct a mistyped address.
const PER_DAY: i64 = 3;

/// Staff who get a mail about a refusal.
const MAX_RECIPIENTS: i64 = 50;

/// How far a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum State {
    /// The guardian can answer.
    Open,
    /// They agreed.
    Given,
    /// They did not.
    Refused,
    /// They took their consent back.
    Withdrawn,
    /// They did not answer in time, or were asked again.
    Ended,
}

/// A request as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ConsentRequest {
    /// Its id.
    pub id: ConsentRequestId,
    /// How far it is; [`State::Open`] also after its end, until the job looks.
    pub state: State,
    /// The guardian's address; empty when the request is over without a consent that stands.
    pub email: String,
    /// The code of the guardian's language.
    pub language: String,
    /// The last mail.
    pub mailed_at: DateTime<Utc>,
    /// Until when the guardian can answer.
    pub expires_at: DateTime<Utc>,
    /// When they answered, or took their consent back.
    pub answered_at: Option<DateTime<Utc>>,
}

/// Whom to ask.
#[derive(Clone, Copy, Debug)]
pub struct NewConsentRequest<'a> {
    /// The mentee.
    pub person: PersonId,
    /// The guardian's address, in any spelling.
    pub email: &'a str,
    /// The code of the guardian's language.
    pub language: &'a str,
    /// Against what staff checked the address.
    pub reference: &'a str,
}

/// Why a guardian is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestRefusal {
    /// For this actor there is no such person.
    Unknown,
    /// The programme does not ask for a consent of this person, who may be of age.
    NotNeeded,
    /// A guardian has agreed already.
    Given,
    /// The address is that of the mentee or of another member of the programme.
    OfMember,
    /// The last mail is less than a day old, or there were too many.
    TooSoon,
}

/// Asks a guardian by mail. An open request about the same mentee ends.
pub async fn request(
    store: &Store,
    actor: &Actor,
    new: NewConsentRequest<'_>,
) -> Result<std::result::Result<(), RequestRefusal>> {
    let (now, email) = (store.clock.now(), normalize_email(new.email));
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([new.person])).await?;
    let Some(Reached { programme: Some(programme) }) = actor.reach(&mut tx, new.person).await? else {
        return Ok(Err(RequestRefusal::Unknown));
    };
    if let Some(refusal) = refusal_in(&mut tx, store, new.person, programme, &email).await? {
        return Ok(Err(refusal));
    }
    end_open_in(&mut tx, new.person).await?;
    let id: ConsentRequestId = store.clock.id();
    query(
        "INSERT INTO consent_requests (id, person_id, email, language, state, requested_at, mailed_at, is_reminded, expires_at)
         VALUES ($1, $2, $3, $4, 'open', $5, $5, FALSE, $6)",
    )
    .bind(id)
    .bind(new.person)
    .bind(&email)
    .bind(new.language)
    .bind(now)
    .bind(now + LIFETIME)
    .execute(&mut tx)
    .await?;
    mail_request_in(&mut tx, store, id).await?;
    Record::new(Act::RequestConsent, Target::Person(new.person), Some(programme))
        .reason(new.reference)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

async fn refusal_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    programme: ProgrammeId,
    email: &str,
) -> Result<Option<RequestRefusal>> {
    let (role, own_email, is_disabled, consent_at, settings): (
        Role,
        String,
        bool,
        Option<DateTime<Utc>>,
        Json<Settings>,
    ) = query_as(
        "SELECT p.role, p.email, p.is_disabled, p.guardian_consent_at, g.settings
             FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1",
    )
    .bind(person)
    .fetch_one(&mut *tx)
    .await?;
    let age = age_in(tx, store, person).await?;
    if is_disabled || !settings.matching.asks_for_guardian_consent(role, age) {
        return Ok(Some(RequestRefusal::NotNeeded));
    }
    if consent_at.is_some() {
        return Ok(Some(RequestRefusal::Given));
    }
    let is_of_member: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM people WHERE programme_id = $1 AND email IN ($2, $3))")
            .bind(programme)
            .bind(email)
            .bind(mailbox_of(email))
            .fetch_one(&mut *tx)
            .await?;
    if is_of_member || mailbox_of(email) == mailbox_of(&own_email) {
        return Ok(Some(RequestRefusal::OfMember));
    }
    let (today, same): (i64, i64) = query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN email = $3 THEN 1 END) FROM consent_requests WHERE person_id = $1 AND mailed_at > $2",
    )
    .bind(person)
    .bind(store.clock.now() - AGAIN_AFTER)
    .bind(email)
    .fetch_one(tx)
    .await?;
    Ok((same > 0 || today >= PER_DAY).then_some(RequestRefusal::TooSoon))
}

/// Ends the open request about a mentee: its link does not work any more.
async fn end_open_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    let open: Option<ConsentRequestId> = query_scalar(
        "UPDATE consent_requests SET state = 'ended', email = '' WHERE person_id = $1 AND state = 'open' RETURNING id",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    match open {
        Some(id) => forget_mails_in(tx, id).await,
        None => Ok(()),
    }
}

/// Deletes the mails of a request that are not sent.
pub(super) async fn forget_mails_in(tx: &mut Tx, id: ConsentRequestId) -> Result<()> {
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2")
        .bind(outbox::MAIL)
        .bind(format!("%\"{}.%", id.0.simple()))
        .execute(tx)
        .await?;
    Ok(())
}

/// Returns the last request about a person.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<ConsentRequest>> {
    query_as(
        "SELECT id, state, email, language, mailed_at, expires_at, answered_at FROM consent_requests
         WHERE person_id = $1 ORDER BY requested_at DESC, id DESC LIMIT 1",
    )
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// What a guardian is asked.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Asked {
    id: ConsentRequestId,
    person_id: PersonId,
    /// The programme.
    pub programme_name: String,
    /// The code of the guardian's language.
    pub language: String,
}

/// A consent that stands.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    id: ConsentRequestId,
    person_id: PersonId,
    /// What the guardian agreed to.
    pub version: String,
    /// When.
    pub answered_at: DateTime<Utc>,
    /// The code of the guardian's language.
    pub language: String,
}

/// Returns what the guardian with a link can answer; None once they have.
pub async fn asked(store: &Store, token: &str) -> Result<Option<Asked>> {
    let Some(id) = id_of(store, Purpose::Consent, token) else { return Ok(None) };
    query_as(
        "SELECT c.id, c.person_id, c.language, g.name AS programme_name FROM consent_requests c
         JOIN people p ON p.id = c.person_id JOIN programmes g ON g.id = p.programme_id
         WHERE c.id = $1 AND c.state = 'open' AND c.expires_at > $2 AND p.is_disabled = FALSE",
    )
    .bind(id)
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await
}

/// Stores the answer of a guardian with the text that they read. Returns false if the link does not work any more.
pub async fn answer(store: &Store, asked: &Asked, agrees: bool, version: &str, text: &str) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, asked.person_id).await?;
    let answered = query(
        "UPDATE consent_requests SET state = $2, answered_at = $3, version = $4, text = $5
         WHERE id = $1 AND state = 'open' AND expires_at > $3",
    )
    .bind(asked.id)
    .bind(if agrees { State::Given } else { State::Refused })
    .bind(now)
    .bind(version)
    .bind(text)
    .execute(&mut tx)
    .await?;
    if answered == 0 {
        return Ok(false);
    }
    let actor = Actor::Guardian;
    let Some(Reached { programme }) = actor.reach(&mut tx, asked.person_id).await? else { return Ok(false) };
    let reference = if agrees { "By email" } else { "Refused by email" };
    if agrees {
        mail_in(&mut tx, store, asked.id, "consent_given", Some(Purpose::ConsentWithdrawal)).await?;
    } else {
        mail_staff_in(&mut tx, store, programme).await?;
        forget_address_in(&mut tx, asked.id).await?;
    }
    let change = Change { guardian_consent: Some(agrees), ..Change::default() };
    let reference = format!("{reference}, text {version}");
    let events = apply_in(&mut tx, store, &actor, asked.person_id, programme, change, Some(&reference)).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(true)
}

/// Returns the consent that a link withdraws; None once none stands.
pub async fn standing(store: &Store, token: &str) -> Result<Option<Standing>> {
    let Some(id) = id_of(store, Purpose::ConsentWithdrawal, token) else { return Ok(None) };
    query_as(
        "SELECT c.id, c.person_id, c.version, c.answered_at, c.language FROM consent_requests c
         JOIN people p ON p.id = c.person_id
         WHERE c.id = $1 AND c.state = 'given' AND p.guardian_consent_at IS NOT NULL",
    )
    .bind(id)
    .fetch_optional(&store.db)
    .await
}

/// Takes the consent of a guardian back: contact and matching close at once. Returns false if none stands any more.
pub async fn withdraw(store: &Store, standing: &Standing) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, standing.person_id).await?;
    let withdrawn =
        query("UPDATE consent_requests SET state = 'withdrawn', answered_at = $2 WHERE id = $1 AND state = 'given'")
            .bind(standing.id)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
    if withdrawn == 0 {
        return Ok(false);
    }
    let actor = Actor::Guardian;
    let Some(Reached { programme }) = actor.reach(&mut tx, standing.person_id).await? else { return Ok(false) };
    mail_in(&mut tx, store, standing.id, "consent_withdrawn", None).await?;
    forget_address_in(&mut tx, standing.id).await?;
    mail_staff_in(&mut tx, store, programme).await?;
    let change = Change { guardian_consent: Some(false), ..Change::default() };
    let events =
        apply_in(&mut tx, store, &actor, standing.person_id, programme, change, Some("Withdrawn by email")).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(true)
}

fn token(store: &Store, purpose: Purpose, id: ConsentRequestId) -> String {
    let id = id.0.simple().to_string();
    let signature = hmac_token::sign(store, purpose, &id);
    format!("{id}.{signature}")
}

fn id_of(store: &Store, purpose: Purpose, token: &str) -> Option<ConsentRequestId> {
    let (id, signature) = token.split_once('.')?;
    if !hmac_token::verify(store, purpose, id, signature) {
        return None;
    }
    id.parse().ok().map(ConsentRequestId)
}

async fn forget_address_in(tx: &mut Tx, id: ConsentRequestId) -> Result<()> {
    query("UPDATE consent_requests SET email = '' WHERE id = $1").bind(id).execute(tx).await?;
    Ok(())
}

/// Enqueues the mail that asks.
pub(super) async fn mail_request_in(tx: &mut Tx, store: &Store, id: ConsentRequestId) -> Result<()> {
    mail_in(tx, store, id, "consent_request", Some(Purpose::Consent)).await
}

/// Enqueues a mail to the guardian of a request, with a link for a purpose.
async fn mail_in(
    tx: &mut Tx,
    store: &Store,
    id: ConsentRequestId,
    template: &str,
    link: Option<Purpose>,
) -> Result<()> {
    let (to, language, expires_at, name, programme): (String, String, DateTime<Utc>, String, String) = query_as(
        "SELECT c.email, c.language, c.expires_at, p.first_name, g.name FROM consent_requests c
         JOIN people p ON p.id = c.person_id JOIN programmes g ON g.id = p.programme_id WHERE c.id = $1",
    )
    .bind(id)
    .fetch_one(&mut *tx)
    .await?;
    let mut values = BTreeMap::from([
        ("name".to_owned(), name),
        ("programme".to_owned(), programme),
        ("day".to_owned(), expires_at.date_naive().to_string()),
    ]);
    values.extend(link.map(|purpose| ("token".to_owned(), token(store, purpose, id))));
    outbox::put_in(tx, &NewJob::mail(store, &Mail { to, template: template.to_owned(), language, values })?).await
}

/// Tells those who manage the people of a programme that a guardian does not agree, without a name.
async fn mail_staff_in(tx: &mut Tx, store: &Store, programme: Option<ProgrammeId>) -> Result<()> {
    let Some(id) = programme else { return Ok(()) };
    let name: String = query_scalar("SELECT name FROM programmes WHERE id = $1").bind(id).fetch_one(&mut *tx).await?;
    for Recipient { email: to, language, .. } in
        holders(&mut *tx, Permission::ManagePeople, programme, None, MAX_RECIPIENTS).await?
    {
        let values = BTreeMap::from([("programme".to_owned(), name.clone())]);
        let mail = Mail { to, template: "staff_consent_refused".to_owned(), language, values };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await?;
    }
    Ok(())
}

/// Deletes the mails to the guardians of a person that are not sent.
pub(super) async fn forget_mails_of(store: &Store, person: PersonId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    for id in ids_of(&mut tx, person).await? {
        forget_mails_in(&mut tx, id).await?;
    }
    tx.commit().await
}

async fn ids_of(executor: impl Executor, person: PersonId) -> Result<Vec<ConsentRequestId>> {
    query_scalar("SELECT id FROM consent_requests WHERE person_id = $1").bind(person).fetch_all(executor).await
}
