//! One-time codes that prove an e-mail address, and the tickets that valid codes become.
//!
//! A code is stored as a keyed hash. It is valid for ten minutes. A right one becomes a ticket of thirty minutes: until then
//! repeating it gives the same answer. The request that creates the account or resets the password presents the same code again
//! and uses the ticket up. Five wrong guesses end a code, whatever request makes them.

use chrono::{DateTime, Duration, Utc};
use rand::seq::IndexedRandom;

use super::guesses::{self, Target};
use crate::db::{Executor, Tx, query, query_scalar};
use crate::people::{mailbox_of, normalize_email};
use crate::rate_limits::{self, Bucket};
use crate::signing::keyed_hash;
use crate::{PersonId, Result, Store, outbox};

/// How long a code is valid after it was sent.
const LIFETIME: Duration = Duration::minutes(10);

/// How long a ticket is valid.
const TICKET: Duration = Duration::minutes(30);

/// Minimum time between two codes for the same address.
pub const RESEND_AFTER: Duration = Duration::minutes(2);

/// Wrong attempts after which a code is invalid.
const TRIES: i64 = 5;

/// Wrong guesses at live codes of one mailbox, at once and in an hour: six codes. Guesses at addresses without a code do not
/// count: anyone could close the mailbox to its owner with them.
const WRONG_PER_MAILBOX: u32 = 30;

/// Digits and capital letters that are not easily confused.
pub(super) const UNAMBIGUOUS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXY";

const LENGTH: usize = 6;

/// The purpose of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Purpose {
    /// Six digits.
    SignUp,
    /// Six characters, a letter among them.
    ResetPassword,
}

/// The result of [`send`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The code was stored and its mail enqueued.
    Enqueued,
    /// The last code is too recent; the time to wait.
    TooSoon(Duration),
}

/// The verdict about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The code is right, and its ticket valid.
    Right,
    /// The code is wrong, expired, used, or had too many wrong attempts.
    Wrong,
    /// There were too many wrong attempts at codes of this mailbox; none is checked for now.
    Locked,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::SignUp => "sign_up",
            Self::ResetPassword => "reset_password",
        }
    }

    /// Derives the purpose of a code from its characters.
    pub fn of(code: &str) -> Self {
        if code.bytes().all(|byte| byte.is_ascii_digit()) { Self::SignUp } else { Self::ResetPassword }
    }

    fn fresh_code(self) -> String {
        let alphabet = if self == Self::SignUp { b"0123456789" } else { UNAMBIGUOUS };
        loop {
            let code = random(alphabet, LENGTH);
            if Self::of(&code) == self {
                return code;
            }
        }
    }
}

/// Returns a random code.
pub(super) fn random(alphabet: &[u8], length: usize) -> String {
    let mut random = rand::rng();
    (0..length).filter_map(|_| alphabet.choose(&mut random)).map(|c| char::from(*c)).collect()
}

/// Normalises a code as people type it: with spaces and in lower case.
pub fn normalize_code(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

/// Creates a code and enqueues its mail, in one transaction. `mail` writes the mail.
pub async fn send(
    store: &Store,
    purpose: Purpose,
    email: &str,
    mail: impl FnOnce(&str) -> outbox::Mail,
) -> Result<Sent> {
    let email = normalize_email(email);
    let code = purpose.fresh_code();
    let now = store.clock.now();
    let job = outbox::NewJob::mail(store, &mail(&code))?;
    let mailbox = keyed_hash(&store.secrets.codes, &[purpose.name(), &mailbox_of(&email)]);
    let mut tx = store.db.begin().await?;
    let may_send = query(
        "INSERT INTO code_mails (purpose, mailbox_hash, sent_at) VALUES ($1, $2, $3)
         ON CONFLICT (purpose, mailbox_hash) DO UPDATE SET sent_at = excluded.sent_at WHERE code_mails.sent_at <= $4",
    )
    .bind(purpose)
    .bind(&mailbox)
    .bind(now)
    .bind(now - RESEND_AFTER)
    .execute(&mut tx)
    .await?;
    if may_send == 0 {
        let sent_at: DateTime<Utc> =
            query_scalar("SELECT sent_at FROM code_mails WHERE purpose = $1 AND mailbox_hash = $2")
                .bind(purpose)
                .bind(&mailbox)
                .fetch_one(&mut tx)
                .await?;
        return Ok(Sent::TooSoon(sent_at + RESEND_AFTER - now));
    }
    query(
        "INSERT INTO codes (purpose, email, hash, wrong_tries, sent_at, expires_at) VALUES ($1, $2, $3, 0, $4, $5)
         ON CONFLICT (purpose, email) DO UPDATE SET hash = excluded.hash, wrong_tries = 0, sent_at = excluded.sent_at,
             expires_at = excluded.expires_at, verified_until = NULL",
    )
    .bind(purpose)
    .bind(&email)
    .bind(hash(store, purpose, &email, &code))
    .bind(now)
    .bind(now + LIFETIME)
    .execute(&mut tx)
    .await?;
    outbox::put_in(&mut tx, &job).await?;
    tx.commit().await?;
    Ok(Sent::Enqueued)
}

/// What a request does with a code.
#[derive(Clone, Copy)]
enum Step {
    /// Makes it a ticket.
    Verify,
    /// Checks its ticket.
    Check,
    /// Uses its ticket up.
    UseUp,
}

/// Checks a code and makes it a ticket.
pub async fn verify(store: &Store, purpose: Purpose, email: &str, code: &str) -> Result<Verdict> {
    present(store, Step::Verify, purpose, email, code).await
}

/// Checks a code that became a ticket before, and leaves it.
pub(super) async fn check(store: &Store, purpose: Purpose, email: &str, code: &str) -> Result<Verdict> {
    present(store, Step::Check, purpose, email, code).await
}

async fn present(store: &Store, step: Step, purpose: Purpose, email: &str, code: &str) -> Result<Verdict> {
    if is_locked(store, &store.db, email).await? {
        return Ok(Verdict::Locked);
    }
    let mut tx = store.db.begin().await?;
    let verdict = present_in(&mut tx, store, step, purpose, email, code).await?;
    tx.commit().await?;
    Ok(verdict)
}

/// Uses a ticket up. The caller commits whatever the verdict is: the transaction holds the count of wrong guesses.
pub(super) async fn use_ticket(
    tx: &mut Tx,
    store: &Store,
    purpose: Purpose,
    email: &str,
    code: &str,
) -> Result<Verdict> {
    if is_locked(store, &mut *tx, email).await? {
        return Ok(Verdict::Locked);
    }
    present_in(tx, store, Step::UseUp, purpose, email, code).await
}

async fn is_locked(store: &Store, executor: impl Executor, email: &str) -> Result<bool> {
    Ok(wrong_guesses(store, email).wait_in(store, executor).await?.is_some())
}

/// The budget of wrong guesses at codes of a mailbox.
fn wrong_guesses(store: &Store, email: &str) -> Bucket {
    let interval = std::time::Duration::from_secs(3600) / WRONG_PER_MAILBOX;
    Bucket::new(store, "wrong codes", &mailbox_of(email), interval, WRONG_PER_MAILBOX)
}

async fn present_in(
    tx: &mut Tx,
    store: &Store,
    step: Step,
    purpose: Purpose,
    email: &str,
    code: &str,
) -> Result<Verdict> {
    let email = normalize_email(email);
    let now = store.clock.now();
    let hash = hash(store, purpose, &email, code);
    let right = match step {
        Step::Verify => query(
            "UPDATE codes SET verified_until = COALESCE(verified_until, $6) WHERE purpose = $1 AND email = $2
             AND hash = $3 AND wrong_tries < $4 AND COALESCE(verified_until, expires_at) > $5",
        ),
        // The row is locked, so that of two concurrent requests one uses the ticket up.
        Step::Check => query(
            "UPDATE codes SET verified_until = verified_until WHERE purpose = $1 AND email = $2 AND hash = $3
             AND wrong_tries < $4 AND verified_until > $5",
        ),
        Step::UseUp => query(
            "DELETE FROM codes WHERE purpose = $1 AND email = $2 AND hash = $3 AND wrong_tries < $4
             AND verified_until > $5",
        ),
    };
    let right = right.bind(purpose).bind(&email).bind(&hash).bind(TRIES).bind(now);
    let right = if matches!(step, Step::Verify) { right.bind(now + TICKET) } else { right };
    if right.execute(&mut *tx).await? == 1 {
        return Ok(Verdict::Right);
    }
    let live = query(
        "UPDATE codes SET wrong_tries = wrong_tries + 1 WHERE purpose = $1 AND email = $2 AND hash <> $3
         AND wrong_tries < $4 AND COALESCE(verified_until, expires_at) > $5",
    )
    .bind(purpose)
    .bind(&email)
    .bind(&hash)
    .bind(TRIES)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    if live == 1 {
        wrong_guesses(store, &email).take_in(store, &mut *tx).await?;
        guesses::count_wrong_in(tx, store, Target::Codes).await?;
    }
    Ok(Verdict::Wrong)
}

/// Deletes expired codes, drafts, counters and rate limits, and returns their number.
pub async fn prune(store: &Store) -> Result<u64> {
    let now = store.clock.now();
    let mut pruned = query("DELETE FROM codes WHERE COALESCE(verified_until, expires_at) <= $1")
        .bind(now)
        .execute(&store.db)
        .await?;
    for (statement, until) in [
        ("DELETE FROM code_mails WHERE sent_at <= $1", now - RESEND_AFTER),
        ("DELETE FROM sign_up_drafts WHERE expires_at <= $1", now),
    ] {
        pruned += query(statement).bind(until).execute(&store.db).await?;
    }
    Ok(pruned + guesses::prune(store).await? + rate_limits::prune(store).await?)
}

fn hash(store: &Store, purpose: Purpose, email: &str, code: &str) -> Vec<u8> {
    keyed_hash(&store.secrets.codes, &[purpose.name(), email, &normalize_code(code)])
}

/// The stored form of a recovery code.
pub(super) fn recovery_hash(store: &Store, person: PersonId, code: &str) -> Vec<u8> {
    keyed_hash(&store.secrets.codes, &["recovery", &person.to_string(), &normalize_code(&code.replace('-', ""))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purpose_is_derived_from_code() {
        for purpose in [Purpose::SignUp, Purpose::ResetPassword] {
            for _ in 0..200 {
                let code = purpose.fresh_code();
                assert_eq!((code.len(), Purpose::of(&code)), (6, purpose), "{code}");
            }
        }
    }

    #[test]
    fn normal_code_ignores_spaces_and_case() {
        assert_eq!(normalize_code(" ab2 c3d\n"), "AB2C3D");
    }
}
