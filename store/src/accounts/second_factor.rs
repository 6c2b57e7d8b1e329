//! The second factor of staff: the codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost device.

mod demo;
mod ticket;

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use totp_rs::Builder;

use crate::codes::{self, normalize_code};
use crate::db::{Tx, query, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::people::{self, Person};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Error, LoginSessionId, PersonId, Result, Store, login_sessions};

pub use demo::{DemoCode, demo_codes, set_up_for_demo};
pub use ticket::{Ticket, issue_ticket, of_ticket};

/// How long an accepted code counts for acts that ask for one again.
pub const RECENT: Duration = Duration::minutes(10);

/// Wrong codes after which no code is accepted for [`BLOCK`].
const TRIES: i64 = 10;

const BLOCK: Duration = Duration::hours(1);

const RECOVERY_CODES: usize = 10;

/// 49 bits of chance.
const RECOVERY_CODE_LENGTH: usize = 10;

/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_LENGTH: usize = 20;

const STEP_SECONDS: u64 = 30;

/// What an app needs that is being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For people who type it: Base32.
    pub secret: String,
    /// For a picture that the app scans: `otpauth://…`.
    pub address: String,
}

/// What a person has set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Overview {
    /// When the app was set up.
    pub set_up_at: DateTime<Utc>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

/// Why a code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The code is wrong, or was used.
    Wrong,
    /// There were too many wrong codes; none is accepted until then.
    Blocked(DateTime<Utc>),
}

/// A login session that a code opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The login session.
    pub session: login_sessions::Opened,
    /// Recovery codes, if this was the first code of an app.
    pub recovery_codes: Vec<String>,
}

/// Whether the person has set up an app.
pub async fn is_set_up(store: &Store, person: PersonId) -> Result<bool> {
    Ok(overview(store, person).await?.is_some())
}

/// Returns what the person has set up.
pub async fn overview(store: &Store, person: PersonId) -> Result<Option<Overview>> {
    query_as(
        "SELECT set_up_at, (SELECT COUNT(*) FROM recovery_codes r WHERE r.person_id = f.person_id) AS recovery_codes
         FROM second_factors f WHERE person_id = $1",
    )
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Returns what a new app needs. The secret belongs to the ticket, so that one sign-in never learns the secret of another. None if
/// the person has an app.
pub fn set_up(store: &Store, ticket: &Ticket) -> Result<Option<Setup>> {
    if ticket.is_set_up {
        return Ok(None);
    }
    let secret = ticket.new_secret(store);
    let app = authenticator(&secret).with_account_name(ticket.person.email.as_str()).with_issuer(Some("Mentor Hub"));
    let address = app.build().and_then(|totp| totp.to_url());
    let address = address.map_err(|error| Error::Secret(format!("an authenticator app: {error}")))?;
    Ok(Some(Setup { secret: totp_rs::Secret::from(secret).to_base32(), address }))
}

/// Opens a login session with a code of the person's app or a recovery code. The first code of a new app sets it up.
pub async fn sign_in(
    store: &Store,
    ticket: &Ticket,
    code: &str,
    user_agent: &str,
) -> Result<std::result::Result<Opened, Refusal>> {
    let person = ticket.person.id;
    let mut tx = store.db.begin().await?;
    let mut recovery_codes = Vec::new();
    if ticket.is_set_up {
        if let Err(refusal) = accept_in(&mut tx, store, person, code).await? {
            tx.commit().await?;
            return Ok(Err(refusal));
        }
    } else {
        let secret = ticket.new_secret(store);
        let Some(step) = step_of(store, &secret, code) else { return Ok(Err(Refusal::Wrong)) };
        if !insert_in(&mut tx, store, person, &secret, step).await? {
            return Ok(Err(Refusal::Wrong));
        }
        recovery_codes = replace_recovery_codes_in(&mut tx, store, person).await?;
        enqueue_notice(&mut tx, store, &ticket.person).await?;
    }
    let session = login_sessions::open_in(&mut tx, store, person, user_agent, login_sessions::Factors::Two).await?;
    tx.commit().await?;
    Ok(Ok(Opened { session, recovery_codes }))
}

/// Accepts a code within a login session, for acts that ask for one again.
pub async fn confirm(
    store: &Store,
    session: LoginSessionId,
    person: PersonId,
    code: &str,
) -> Result<std::result::Result<(), Refusal>> {
    let mut tx = store.db.begin().await?;
    let verdict = accept_in(&mut tx, store, person, code).await?;
    if verdict.is_ok() {
        // A login session without a second factor does not get one later: it was opened for 30 days.
        query(
            "UPDATE login_sessions SET second_factor_at = $3
             WHERE id = $1 AND person_id = $2 AND ended_at IS NULL AND second_factor_at IS NOT NULL",
        )
        .bind(session)
        .bind(person)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    Ok(verdict)
}

/// Replaces the recovery codes of a person, who gets a mail, and returns the new ones; only their hashes are stored. None
/// without an app.
pub async fn replace_recovery_codes(store: &Store, person: PersonId) -> Result<Option<Vec<String>>> {
    let Some(owner) = people::by_id(store, person).await? else { return Ok(None) };
    let mut tx = store.db.begin().await?;
    if lock(&mut tx, person).await?.is_none() {
        return Ok(None);
    }
    let codes = replace_recovery_codes_in(&mut tx, store, person).await?;
    enqueue_notice(&mut tx, store, &owner).await?;
    tx.commit().await?;
    Ok(Some(codes))
}

/// Takes app and recovery codes of a person away and ends their login sessions: the next sign-in sets up an app. Returns
/// whether there was one that the actor reaches.
pub async fn reset(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let Some(owner) = people::by_id(store, person).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    let Some(reached) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    let removed = query("DELETE FROM second_factors WHERE person_id = $1").bind(person).execute(&mut tx).await?;
    if removed == 0 {
        return Ok(false);
    }
    let ended = login_sessions::end_in(&mut tx, store, person, None).await?;
    let record = Record::new(Act::ResetSecondFactor, Target::Person(person), reached.programme);
    record.write(&mut tx, store, actor).await?;
    enqueue_notice(&mut tx, store, &owner).await?;
    tx.commit().await?;
    login_sessions::publish_ended(store, person, ended);
    Ok(true)
}

#[derive(sqlx::FromRow)]
struct SecondFactor {
    secret: Vec<u8>,
    wrong_tries: i64,
    blocked_until: Option<DateTime<Utc>>,
}

/// Locks the app of a person for the transaction, so that concurrent guesses are counted one after the other.
async fn lock(tx: &mut Tx, person: PersonId) -> Result<Option<SecondFactor>> {
    query_as(
        "UPDATE second_factors SET last_step = last_step WHERE person_id = $1
         RETURNING secret, wrong_tries, blocked_until",
    )
    .bind(person)
    .fetch_optional(tx)
    .await
}

/// Uses up a code, or counts a wrong one. The caller commits in both cases.
async fn accept_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    code: &str,
) -> Result<std::result::Result<(), Refusal>> {
    let Some(factor) = lock(tx, person).await? else { return Ok(Err(Refusal::Wrong)) };
    let now = store.clock.now();
    if let Some(until) = factor.blocked_until.filter(|until| *until > now) {
        return Ok(Err(Refusal::Blocked(until)));
    }
    if use_up(tx, store, person, &factor.secret, code).await? {
        query("UPDATE second_factors SET wrong_tries = 0 WHERE person_id = $1").bind(person).execute(tx).await?;
        return Ok(Ok(()));
    }
    let tries = factor.wrong_tries + 1;
    let (tries, blocked_until) = if tries >= TRIES { (0, Some(now + BLOCK)) } else { (tries, None) };
    query("UPDATE second_factors SET wrong_tries = $2, blocked_until = $3 WHERE person_id = $1")
        .bind(person)
        .bind(tries)
        .bind(blocked_until)
        .execute(tx)
        .await?;
    Ok(Err(Refusal::Wrong))
}

async fn use_up(tx: &mut Tx, store: &Store, person: PersonId, secret: &[u8], code: &str) -> Result<bool> {
    let used = match step_of(store, secret, code) {
        Some(step) => {
            query("UPDATE second_factors SET last_step = $2 WHERE person_id = $1 AND last_step < $2")
                .bind(person)
                .bind(step)
                .execute(tx)
                .await?
        }
        None => {
            query("DELETE FROM recovery_codes WHERE person_id = $1 AND hash = $2")
                .bind(person)
                .bind(codes::recovery_hash(store, person, code))
                .execute(tx)
                .await?
        }
    };
    Ok(used == 1)
}

/// Stores an app. Returns false if the person has one.
async fn insert_in(tx: &mut Tx, store: &Store, person: PersonId, secret: &[u8], step: i64) -> Result<bool> {
    let inserted = query(
        "INSERT INTO second_factors (person_id, secret, set_up_at, last_step) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id) DO NOTHING",
    )
    .bind(person)
    .bind(secret)
    .bind(store.clock.now())
    .bind(step)
    .execute(tx)
    .await?;
    Ok(inserted == 1)
}

async fn replace_recovery_codes_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Vec<String>> {
    query("DELETE FROM recovery_codes WHERE person_id = $1").bind(person).execute(&mut *tx).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = codes::random(codes::UNAMBIGUOUS, RECOVERY_CODE_LENGTH);
        query("INSERT INTO recovery_codes (person_id, hash) VALUES ($1, $2)")
            .bind(person)
            .bind(codes::recovery_hash(store, person, &code))
            .execute(&mut *tx)
            .await?;
        // In two halves, which are easier to copy.
        let (first, second) = code.split_at(RECOVERY_CODE_LENGTH / 2);
        codes.push(format!("{first}-{second}"));
    }
    Ok(codes)
}

/// Enqueues the notice to the owner of the account, who may not be the person that set the app up.
async fn enqueue_notice(tx: &mut Tx, store: &Store, person: &Person) -> Result<()> {
    let notice = Mail {
        to: person.email.clone(),
        template: "second_factor_changed".to_owned(),
        language: person.language.clone(),
        values: BTreeMap::new(),
    };
    outbox::put_in(tx, &NewJob::mail(store, &notice)?).await
}

/// Returns the step of a code that the app of a secret shows now, or with one step of drift.
fn step_of(store: &Store, secret: &[u8], code: &str) -> Option<i64> {
    let now = u64::try_from(store.clock.now().timestamp()).ok()?;
    let step = authenticator(secret).build_noncompliant().check(&normalize_code(code), now)?;
    i64::try_from(step).ok()
}

/// Six digits of SHA-1 every 30 seconds, one step of drift: what all apps know.
fn authenticator(secret: &[u8]) -> Builder {
    Builder::new().with_secret(secret.to_vec()).with_step_duration(STEP_SECONDS)
}
