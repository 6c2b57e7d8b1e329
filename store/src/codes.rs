//! One-time codes that prove an e-mail address, and the ticket that a right code becomes.
//!
//! A code is kept as a keyed hash, works for ten minutes and five wrong tries, once. The right code, given in time,
//! becomes a ticket of thirty minutes: the account call that shows the same code again uses it up.

use chrono::{DateTime, Duration, DurationRound, Utc};
use hmac::{Hmac, Mac};
use rand::seq::IndexedRandom;
use sha2::Sha256;

use crate::db::on;
use crate::people::normal_email;
use crate::{Result, Store, outbox};

/// Until when a code works after it was sent.
const LIFETIME: Duration = Duration::minutes(10);

/// How long a right code may be used.
const TICKET: Duration = Duration::minutes(30);

/// A new code is not sent sooner than this after the last one.
pub const RESEND_AFTER: Duration = Duration::minutes(2);

/// Wrong tries that end a code.
const TRIES: i64 = 5;

/// Wrong tries of everybody in an hour after which no code is looked at: so many are no typing errors.
const WRONG_PER_HOUR: i64 = 1_000;

/// Digits and capitals that nobody takes for one another.
const UNAMBIGUOUS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXY";

const LENGTH: usize = 6;

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Purpose {
    /// Six digits.
    SignUp,
    /// Six characters, a letter among them.
    ResetPassword,
}

/// What became of the wish for a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It is on its way.
    Yes,
    /// The last one is too young; wait so long.
    Wait(Duration),
}

/// What a code was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a ticket now.
    Right,
    /// It is not the code, or it is too old, used, or tried too often.
    Wrong,
    /// There were too many wrong ones everywhere: none is looked at for a while.
    Closed,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::SignUp => "sign_up",
            Self::ResetPassword => "reset_password",
        }
    }

    /// What the code that somebody typed can only be for.
    pub fn of(code: &str) -> Self {
        if code.bytes().all(|byte| byte.is_ascii_digit()) { Self::SignUp } else { Self::ResetPassword }
    }

    fn fresh_code(self) -> String {
        let alphabet = if self == Self::SignUp { b"0123456789" } else { UNAMBIGUOUS };
        loop {
            let mut random = rand::rng();
            let code: String =
                (0..LENGTH).filter_map(|_| alphabet.choose(&mut random)).map(|c| char::from(*c)).collect();
            if Self::of(&code) == self {
                return code;
            }
        }
    }
}

/// As people type it: spaces around and between, small letters.
pub fn normal_code(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

/// Makes a code and hands it to `mail`, whose job is stored with it: both or neither.
pub async fn send(
    store: &Store,
    purpose: Purpose,
    email: &str,
    mail: impl FnOnce(&str) -> outbox::Mail,
) -> Result<Sent> {
    let email = normal_email(email);
    let code = purpose.fresh_code();
    let now = store.clock.now();
    let job = outbox::Draft::mail(store, &mail(&code))?;
    let sent = on!(&store.db, transaction, |tx| {
        let sent = sqlx::query(
            "INSERT INTO codes (purpose, email, hash, wrong_tries, sent_at, expires_at) VALUES ($1, $2, $3, 0, $4, $5)
             ON CONFLICT (purpose, email) DO UPDATE SET hash = excluded.hash, wrong_tries = 0, sent_at = excluded.sent_at,
                 expires_at = excluded.expires_at, verified_until = NULL
             WHERE codes.sent_at <= $6",
        )
        .bind(purpose)
        .bind(&email)
        .bind(hash(store, purpose, &email, &code))
        .bind(now)
        .bind(now + LIFETIME)
        .bind(now - RESEND_AFTER)
        .execute(&mut *tx)
        .await?
        .rows_affected()
            > 0;
        if sent {
            outbox::put_in!(tx, job);
        }
        sent
    })?;
    if sent {
        return Ok(Sent::Yes);
    }
    let sent_at: Option<DateTime<Utc>> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT sent_at FROM codes WHERE purpose = $1 AND email = $2")
            .bind(purpose)
            .bind(&email)
            .fetch_optional(pool)
            .await)?;
    Ok(Sent::Wait(sent_at.map_or(Duration::zero(), |at| at + RESEND_AFTER - now)))
}

/// Looks at a code that somebody typed. Of many right ones at once, one is.
pub async fn verify(store: &Store, purpose: Purpose, email: &str, code: &str) -> Result<Verdict> {
    let email = normal_email(email);
    let now = store.clock.now();
    let hour = now.duration_trunc(Duration::hours(1)).unwrap_or(now);
    let wrong: Option<i64> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT count FROM wrong_codes WHERE hour = $1")
            .bind(hour)
            .fetch_optional(pool)
            .await)?;
    if wrong.is_some_and(|count| count >= WRONG_PER_HOUR) {
        return Ok(Verdict::Closed);
    }
    let right = on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE codes SET verified_until = $4 WHERE purpose = $1 AND email = $2 AND hash = $3
             AND wrong_tries < $5 AND expires_at > $6 AND verified_until IS NULL"
        )
        .bind(purpose)
        .bind(&email)
        .bind(hash(store, purpose, &email, code))
        .bind(now + TICKET)
        .bind(TRIES)
        .bind(now)
    )?;
    if right == 1 {
        return Ok(Verdict::Right);
    }
    on!(&store.db, transaction, |tx| {
        // A ticket is not taken away by who guesses after it.
        sqlx::query(
            "UPDATE codes SET wrong_tries = wrong_tries + 1
             WHERE purpose = $1 AND email = $2 AND verified_until IS NULL",
        )
        .bind(purpose)
        .bind(&email)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "INSERT INTO wrong_codes (hour, count) VALUES ($1, 1)
             ON CONFLICT (hour) DO UPDATE SET count = wrong_codes.count + 1",
        )
        .bind(hour)
        .execute(&mut *tx)
        .await?;
    })?;
    Ok(Verdict::Wrong)
}

/// Forgets what no longer counts. Returns how much that was.
pub async fn prune(store: &Store) -> Result<u64> {
    let now = store.clock.now();
    let codes = on!(
        &store.db,
        execute,
        sqlx::query("DELETE FROM codes WHERE expires_at <= $1 AND (verified_until IS NULL OR verified_until <= $2)")
            .bind(now - RESEND_AFTER)
            .bind(now)
    )?;
    let hours =
        on!(&store.db, execute, sqlx::query("DELETE FROM wrong_codes WHERE hour < $1").bind(now - Duration::hours(2)))?;
    Ok(codes + hours)
}

/// `use_ticket!(tx, store, purpose, email, code)`: uses a ticket up inside a transaction; whether there was one.
macro_rules! use_ticket {
    ($tx:ident, $store:expr, $purpose:expr, $email:expr, $code:expr) => {
        sqlx::query("DELETE FROM codes WHERE purpose = $1 AND email = $2 AND hash = $3 AND verified_until > $4")
            .bind($purpose)
            .bind($email)
            .bind($crate::codes::hash($store, $purpose, $email, $code))
            .bind($store.clock.now())
            .execute(&mut *$tx)
            .await?
            .rows_affected()
            == 1
    };
}
pub(crate) use use_ticket;

pub(crate) fn hash(store: &Store, purpose: Purpose, email: &str, code: &str) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(&store.secrets.codes).expect("any length will do");
    for part in [purpose.name(), email, &normal_code(code)] {
        mac.update(part.as_bytes());
        mac.update(&[0]);
    }
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_tells_what_it_is_for() {
        for purpose in [Purpose::SignUp, Purpose::ResetPassword] {
            for _ in 0..200 {
                let code = purpose.fresh_code();
                assert_eq!((code.len(), Purpose::of(&code)), (6, purpose), "{code}");
            }
        }
    }

    #[test]
    fn people_type_codes_in_their_own_way() {
        assert_eq!(normal_code(" ab2 c3d\n"), "AB2C3D");
    }
}
