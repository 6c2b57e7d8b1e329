//! Guardians who are asked by mail whether a mentee may take part. The link in the mail works once; the one in the confirmation withdraws
//! the consent while it stands.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};

use super::person_facts::{Change, apply_in};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::hmac_token::{self, Purpose};
use crate::invitations::{end_of, forget_guardian_in};
use crate::matching::pool;
use crate::people::{mailbox_of, normalize_email};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{ConsentRequestId, PersonId, Result, Store, people};

mod due;
mod mail;
mod needs;

pub use due::{end_due, remind_due};
pub(super) use mail::forget_mails_of;

/// Between two mails to the same address.
const AGAIN_AFTER: Duration = Duration::hours(24);

/// Requests about one person within a day: enough to correct a mistyped address.
const PER_DAY: i64 = 3;

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
    /// When the guardian was asked.
    pub requested_at: DateTime<Utc>,
    /// Until when they can answer.
    pub expires_at: DateTime<Utc>,
    /// When they answered.
    pub answered_at: Option<DateTime<Utc>>,
    /// When the consent was taken back.
    pub withdrawn_at: Option<DateTime<Utc>>,
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
    /// The programme does not ask for a consent of this person, who may be of age, or they do not take part any more.
    NotNeeded,
    /// A guardian has agreed already.
    Given,
    /// The address is that of the mentee, of another member of the programme or of staff.
    OfMember,
    /// The last mail to this mailbox is less than a day old, or there were too many.
    TooSoon,
}

/// Asks a guardian by mail. An open request about the same mentee ends.
pub async fn request(
    store: &Store,
    actor: &Actor,
    new: NewConsentRequest<'_>,
) -> Result<std::result::Result<(), RequestRefusal>> {
    let email = normalize_email(new.email);
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([new.person])).await?;
    let Some(Reached { programme: Some(programme) }) = actor.reach(&mut tx, new.person).await? else {
        return Ok(Err(RequestRefusal::Unknown));
    };
    let mailbox = hmac_token::sign(store, Purpose::GuardianMailbox, &mailbox_of(&email));
    let refusal = match needs::refusal_in(&mut tx, store, new.person, &email).await? {
        None if is_too_soon(&mut tx, store, new.person, &mailbox).await? => Some(RequestRefusal::TooSoon),
        refusal => refusal,
    };
    if let Some(refusal) = refusal {
        return Ok(Err(refusal));
    }
    end_in(&mut tx, new.person, &[State::Open]).await?;
    forget_guardian_in(&mut tx, new.person).await?;
    let (id, now): (ConsentRequestId, _) = (store.clock.id(), store.clock.now());
    query(
        "INSERT INTO consent_requests (id, person_id, email, mailbox_hash, language, state, requested_at, mailed_at,
             is_reminded, expires_at)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $6, FALSE, $7)",
    )
    .bind(id)
    .bind(new.person)
    .bind(&email)
    .bind(mailbox)
    .bind(new.language)
    .bind(now)
    .bind(end_of(now))
    .execute(&mut tx)
    .await?;
    mail::request_in(&mut tx, store, id).await?;
    Record::new(Act::RequestConsent, Target::Person(new.person), Some(programme))
        .reason(new.reference)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Whether this mailbox got a mail about the mentee within a day, or guardians were asked too often.
async fn is_too_soon(tx: &mut Tx, store: &Store, person: PersonId, mailbox: &str) -> Result<bool> {
    let (today, same): (i64, i64) = query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN mailbox_hash = $3 THEN 1 END) FROM consent_requests
         WHERE person_id = $1 AND mailed_at > $2",
    )
    .bind(person)
    .bind(store.clock.now() - AGAIN_AFTER)
    .bind(mailbox)
    .fetch_one(tx)
    .await?;
    Ok(same > 0 || today >= PER_DAY)
}

/// Takes the open question to a guardian back: its link does not work any more. Returns false if there is none for this actor.
pub async fn cancel(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    if end_in(&mut tx, person, &[State::Open]).await? == 0 {
        return Ok(false);
    }
    Record::new(Act::CancelConsentRequest, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends the requests about a mentee in some states, with the address and the mails that are not sent. Returns the number.
async fn end_in(tx: &mut Tx, person: PersonId, states: &[State]) -> Result<usize> {
    let mut count = 0;
    for state in states {
        let ended: Vec<ConsentRequestId> = query_scalar(
            "UPDATE consent_requests SET state = 'ended', email = '' WHERE person_id = $1 AND state = $2 RETURNING id",
        )
        .bind(person)
        .bind(state)
        .fetch_all(&mut *tx)
        .await?;
        for id in &ended {
            mail::forget_in(tx, *id).await?;
        }
        count += ended.len();
    }
    Ok(count)
}

/// Ends what a fact recorded by staff overtakes: an open question, and with a consent that they take away, also its link.
pub(super) async fn overtake_in(tx: &mut Tx, person: PersonId, is_given: bool) -> Result<()> {
    forget_guardian_in(tx, person).await?;
    let states = if is_given { &[State::Open][..] } else { &[State::Open, State::Given] };
    end_in(tx, person, states).await.map(drop)
}

/// Returns the last request about a person.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<ConsentRequest>> {
    query_as(
        "SELECT id, state, email, requested_at, expires_at, answered_at, withdrawn_at FROM consent_requests
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
    email: String,
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
        "SELECT c.id, c.person_id, c.email, c.language, g.name AS programme_name FROM consent_requests c
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
    let (id, person) = (asked.id, asked.person_id);
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let answered = query(
        "UPDATE consent_requests SET state = $2, answered_at = $3, version = $4, text = $5
         WHERE id = $1 AND state = 'open' AND expires_at > $3",
    )
    .bind(id)
    .bind(if agrees { State::Given } else { State::Refused })
    .bind(store.clock.now())
    .bind(version)
    .bind(text)
    .execute(&mut tx)
    .await?;
    // Since the question was asked the mentee may have grown up or left, or the address may have become that of a member.
    if answered == 0 || needs::refusal_in(&mut tx, store, person, &asked.email).await?.is_some() {
        return Ok(false);
    }
    let actor = Actor::Guardian;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    mail::forget_in(&mut tx, id).await?;
    let reference = if agrees { "By email" } else { "Refused by email" };
    if agrees {
        mail::guardian_in(&mut tx, store, id, "consent_given", Some(Purpose::ConsentWithdrawal)).await?;
    } else {
        mail::staff_in(&mut tx, store, programme, person).await?;
        forget_address_in(&mut tx, id).await?;
    }
    let change = Change { guardian_consent: Some(agrees), ..Change::default() };
    let reference = format!("{reference}, text {version}");
    let events = apply_in(&mut tx, store, &actor, person, programme, change, Some(&reference)).await?;
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
    let (id, person) = (standing.id, standing.person_id);
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let withdrawn =
        query("UPDATE consent_requests SET state = 'withdrawn', withdrawn_at = $2 WHERE id = $1 AND state = 'given'")
            .bind(id)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
    if withdrawn == 0 {
        return Ok(false);
    }
    let actor = Actor::Guardian;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    mail::forget_in(&mut tx, id).await?;
    mail::guardian_in(&mut tx, store, id, "consent_withdrawn", None).await?;
    forget_address_in(&mut tx, id).await?;
    mail::staff_in(&mut tx, store, programme, person).await?;
    let change = Change { guardian_consent: Some(false), ..Change::default() };
    let events = apply_in(&mut tx, store, &actor, person, programme, change, Some("Withdrawn by email")).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(true)
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
