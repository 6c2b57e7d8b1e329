//! The second factor of staff: the codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost device.

use chrono::{DateTime, Duration, Utc};
use totp_rs::{Builder, Totp};

use crate::codes::{self, normalize_code};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::hmac_token::{self, Purpose};
use crate::people::{self, Role};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Error, LoginSessionId, PersonId, Result, Store, login_sessions};

/// How long the second step of a sign-in may take.
const TICKET: Duration = Duration::minutes(10);

/// How long an accepted code counts for acts that ask for one again.
pub const RECENT: Duration = Duration::minutes(10);

const RECOVERY_CODES: usize = 10;

/// 49 bits of chance.
const RECOVERY_CODE_LENGTH: usize = 10;

const STEP_SECONDS: u64 = 30;

/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_LENGTH: usize = 20;

/// An app that is being set up.
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
    pub confirmed_at: DateTime<Utc>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

#[derive(sqlx::FromRow)]
struct SecondFactor {
    secret: Vec<u8>,
    confirmed_at: Option<DateTime<Utc>>,
}

/// Returns a ticket for the second step of a sign-in, for a person whose first factor was right.
pub fn issue_ticket(store: &Store, person: PersonId) -> String {
    let until = (store.clock.now() + TICKET).timestamp();
    let text = format!("{person}.{until}");
    let signature = hmac_token::sign(store, Purpose::SecondFactor, &text);
    format!("{text}.{signature}")
}

/// Returns the person of a ticket. None if it is not genuine, too old, or its person may no longer sign in as staff.
pub async fn of_ticket(store: &Store, ticket: &str) -> Result<Option<people::Person>> {
    let Some((text, signature)) = ticket.rsplit_once('.') else { return Ok(None) };
    if !hmac_token::verify(store, Purpose::SecondFactor, text, signature) {
        return Ok(None);
    }
    let named = text.split_once('.').and_then(|(person, until)| Some((person.parse().ok()?, until.parse().ok()?)));
    let Some((id, until)) = named else { return Ok(None) };
    if store.clock.now().timestamp() >= until {
        return Ok(None);
    }
    let person = people::by_id(store, id).await?;
    Ok(person.filter(|person| person.role == Role::Staff && !person.is_disabled))
}

/// Whether the person has set up an app.
pub async fn is_confirmed(store: &Store, person: PersonId) -> Result<bool> {
    Ok(overview(store, person).await?.is_some())
}

/// Returns what the person has set up; None before the first code.
pub async fn overview(store: &Store, person: PersonId) -> Result<Option<Overview>> {
    query_as(
        "SELECT confirmed_at, (SELECT COUNT(*) FROM recovery_codes r WHERE r.person_id = f.person_id) AS recovery_codes
         FROM second_factors f WHERE person_id = $1 AND confirmed_at IS NOT NULL",
    )
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Begins to set up an app, or goes on with it: the secret stays the same until its first code. None if an app is set up.
pub async fn set_up(store: &Store, person: &people::Person) -> Result<Option<Setup>> {
    insert(store, person.id, None).await?;
    let stored: Option<Vec<u8>> =
        query_scalar("SELECT secret FROM second_factors WHERE person_id = $1 AND confirmed_at IS NULL")
            .bind(person.id)
            .fetch_optional(&store.db)
            .await?;
    let Some(secret) = stored else { return Ok(None) };
    let app = authenticator(&secret).with_account_name(person.email.as_str()).with_issuer(Some("Mentor Hub"));
    let address = app.build().and_then(|totp| totp.to_url());
    let address = address.map_err(|error| Error::Secret(format!("an authenticator app: {error}")))?;
    Ok(Some(Setup { secret: totp_rs::Secret::from(secret).to_base32(), address }))
}

/// What an accepted code opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The login session.
    pub session: login_sessions::Opened,
    /// Recovery codes, if this was the first code of an app.
    pub recovery_codes: Vec<String>,
}

/// Opens a login session for a person with a code of their app or a recovery code. The first code of a new app confirms it. None
/// if the code is wrong or was used.
pub async fn sign_in(store: &Store, person: PersonId, code: &str, user_agent: &str) -> Result<Option<Opened>> {
    let mut tx = store.db.begin().await?;
    let Some(factor) = accept_in(&mut tx, store, person, code).await? else { return Ok(None) };
    let recovery_codes = if factor.confirmed_at.is_none() {
        query("UPDATE second_factors SET confirmed_at = $2 WHERE person_id = $1")
            .bind(person)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
        replace_recovery_codes_in(&mut tx, store, person).await?
    } else {
        Vec::new()
    };
    let session = login_sessions::open_in(&mut tx, store, person, user_agent, login_sessions::Factors::Two).await?;
    tx.commit().await?;
    Ok(Some(Opened { session, recovery_codes }))
}

/// Accepts a code within a login session, for acts that ask for one again. Returns whether it was right.
pub async fn confirm(store: &Store, session: LoginSessionId, person: PersonId, code: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    if accept_in(&mut tx, store, person, code).await?.is_none_or(|factor| factor.confirmed_at.is_none()) {
        return Ok(false);
    }
    // A session without a second factor does not get one later: it was opened for 30 days.
    let confirmed = query(
        "UPDATE login_sessions SET second_factor_at = $3
         WHERE id = $1 AND person_id = $2 AND ended_at IS NULL AND second_factor_at IS NOT NULL",
    )
    .bind(session)
    .bind(person)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(confirmed == 1)
}

/// Replaces the recovery codes of a person, and returns the new ones. They are not stored.
pub async fn replace_recovery_codes(store: &Store, person: PersonId) -> Result<Vec<String>> {
    let mut tx = store.db.begin().await?;
    let codes = replace_recovery_codes_in(&mut tx, store, person).await?;
    tx.commit().await?;
    Ok(codes)
}

/// Takes app and recovery codes of a person away and ends their login sessions: the next sign-in sets up an app. Returns
/// whether there was one that the actor reaches.
pub async fn reset(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(reached) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    query("DELETE FROM recovery_codes WHERE person_id = $1").bind(person).execute(&mut tx).await?;
    let removed = query("DELETE FROM second_factors WHERE person_id = $1").bind(person).execute(&mut tx).await?;
    if removed == 0 {
        return Ok(false);
    }
    let ended = login_sessions::end_in(&mut tx, store, person, None).await?;
    let record = Record::new(Act::ResetSecondFactor, Target::Person(person), reached.programme);
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    login_sessions::publish_ended(store, person, ended);
    Ok(true)
}

/// Sets up an app for a person of a demonstration, whose codes [`demo_code`] shows.
pub async fn set_up_for_demo(store: &Store, person: PersonId) -> Result<()> {
    insert(store, person, Some(store.clock.now())).await
}

/// The code of an app, for the pages of a demonstration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoCode {
    /// The address of the person.
    pub email: String,
    /// The next code that the person may use.
    pub code: String,
}

/// Returns the codes of all apps.
pub async fn demo_codes(store: &Store) -> Result<Vec<DemoCode>> {
    let rows: Vec<(String, Vec<u8>, i64)> = query_as(
        "SELECT email, secret, last_step FROM second_factors f JOIN people p ON p.id = f.person_id
         WHERE confirmed_at IS NOT NULL ORDER BY email",
    )
    .fetch_all(&store.db)
    .await?;
    let current = unix_time(store) / STEP_SECONDS;
    let codes = rows.into_iter().map(|(email, secret, last_step)| {
        // The server accepts one step of drift; after that the person waits.
        let unused = u64::try_from(last_step).unwrap_or(0) + 1;
        let step = unused.clamp(current, current + 1);
        DemoCode { email, code: totp(&secret).generate(step * STEP_SECONDS).to_string() }
    });
    Ok(codes.collect())
}

async fn insert(store: &Store, person: PersonId, confirmed_at: Option<DateTime<Utc>>) -> Result<()> {
    let secret: [u8; SECRET_LENGTH] = rand::random();
    query(
        "INSERT INTO second_factors (person_id, secret, confirmed_at, last_step) VALUES ($1, $2, $3, 0)
         ON CONFLICT (person_id) DO NOTHING",
    )
    .bind(person)
    .bind(&secret[..])
    .bind(confirmed_at)
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Uses up a code. Returns the factor as it was, or None if the code is wrong or was used. Of concurrent guesses, a right one
/// counts only if the others have not blocked the account.
async fn accept_in(tx: &mut Tx, store: &Store, person: PersonId, code: &str) -> Result<Option<SecondFactor>> {
    let factor: Option<SecondFactor> = query_as(
        "SELECT secret, confirmed_at FROM second_factors f JOIN people p ON p.id = f.person_id
         WHERE person_id = $1 AND is_disabled = FALSE AND (blocked_until IS NULL OR blocked_until <= $2)",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_optional(&mut *tx)
    .await?;
    let Some(factor) = factor else { return Ok(None) };
    let code = normalize_code(&code.replace('-', ""));
    let Some(step) = totp(&factor.secret).check(&code, unix_time(store)) else {
        let is_recovery = query("DELETE FROM recovery_codes WHERE person_id = $1 AND hash = $2")
            .bind(person)
            .bind(codes::recovery_hash(store, person, &code))
            .execute(tx)
            .await?;
        return Ok((is_recovery == 1).then_some(factor));
    };
    let used = query("UPDATE second_factors SET last_step = $2 WHERE person_id = $1 AND last_step < $2")
        .bind(person)
        .bind(i64::try_from(step).unwrap_or(i64::MAX))
        .execute(tx)
        .await?;
    Ok((used == 1).then_some(factor))
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

fn totp(secret: &[u8]) -> Totp {
    authenticator(secret).build_noncompliant()
}

/// Six digits of SHA-1 every 30 seconds, one step of drift: what all apps know.
fn authenticator(secret: &[u8]) -> Builder {
    Builder::new().with_secret(secret.to_vec()).with_step_duration(STEP_SECONDS)
}

fn unix_time(store: &Store) -> u64 {
    u64::try_from(store.clock.now().timestamp()).unwrap_or(0)
}
