//! Making an account, and a new password for one: with a ticket that proves the address, in one transaction.

use crate::codes::{Purpose, use_ticket};
use crate::db::on;
use crate::people::{Person, Provider, Role, normal_email};
use crate::social::{Account, link_account, use_social_ticket};
use crate::{PersonId, ProgrammeId, Result, Store};

/// Somebody who wants in.
#[derive(Clone, Debug)]
pub struct Applicant {
    /// Any spelling.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// Digits, perhaps with a plus before them.
    pub phone_number: String,
    /// The programme they join.
    pub programme_id: ProgrammeId,
    /// What a mentor typed to be let in.
    pub institution_code: Option<String>,
    /// The code of their language.
    pub language: String,
    /// Whether they accepted the declaration of their role.
    pub has_declared: bool,
}

/// What proves that the address is theirs, and will let them in from then on.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// A code that was sent there.
    Code {
        /// The code.
        code: &'a str,
        /// The argon2id hash of the password that they chose.
        password_hash: &'a str,
    },
    /// A ticket that a provider's word became.
    Social(&'a str),
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedUp {
    /// The account is made.
    Yes(PersonId),
    /// The address was not proven by this code, or too long ago, or the proof was used before.
    NotProven,
    /// There is an account of this address already.
    EmailTaken,
}

/// Makes an account for whoever proved the address. The terms are not agreed to yet.
pub async fn sign_up(store: &Store, applicant: &Applicant, proof: Proof<'_>) -> Result<SignedUp> {
    let email = &normal_email(&applicant.email);
    let now = store.clock.now();
    let (provider, password_hash) = match proof {
        Proof::Code { password_hash, .. } => (Provider::Normal, Some(password_hash)),
        Proof::Social(_) => (Provider::Google, None),
    };
    on!(&store.db, transaction, |tx| {
        let ticket = match proof {
            Proof::Code { code, .. } => {
                if !use_ticket!(tx, store, Purpose::SignUp, email, code) {
                    return Ok(SignedUp::NotProven);
                }
                None
            }
            Proof::Social(ticket) => match use_social_ticket!(tx, store, ticket) {
                Some(ticket) if ticket.email == *email => Some(ticket),
                _ => return Ok(SignedUp::NotProven),
            },
        };
        let made: Option<PersonId> = sqlx::query_scalar(
            "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
                 password_hash, programme_id, institution_code, language, experience_overrides, is_disabled,
                 email_verified_at, declared_at, failed_sign_ins, created_at)
             VALUES ($1, $2, $3, $4, $3, '', $5, $6, $7, $8, $9, $10, $11, '{}', FALSE, $12, $13, 0, $12)
             ON CONFLICT (email) DO NOTHING RETURNING id",
        )
        .bind(store.clock.id::<PersonId>())
        .bind(email)
        .bind(&applicant.first_name)
        .bind(&applicant.last_name)
        .bind(&applicant.phone_number)
        .bind(applicant.role)
        .bind(provider)
        .bind(password_hash)
        .bind(applicant.programme_id)
        .bind(&applicant.institution_code)
        .bind(&applicant.language)
        .bind(now)
        .bind(applicant.has_declared.then_some(now))
        .fetch_optional(&mut *tx)
        .await?;
        if let (Some(person), Some(ticket)) = (made, &ticket) {
            let account = Account { issuer: &ticket.issuer, subject: &ticket.subject, email };
            link_account!(tx, store, person, account);
        }
        made.map_or(SignedUp::EmailTaken, SignedUp::Yes)
    })
}

/// Sets another password for whoever proved the address with `code`. False if it was not proven. The caller ends the
/// person's sessions.
pub async fn reset_password(store: &Store, person: &Person, code: &str, password_hash: &str) -> Result<bool> {
    on!(&store.db, transaction, |tx| {
        if !use_ticket!(tx, store, Purpose::ResetPassword, &person.email, code) {
            return Ok(false);
        }
        // Who reads the mail of an address owns it: it is proven now, if it was not before.
        sqlx::query(
            "UPDATE people SET password_hash = $2, failed_sign_ins = 0, blocked_until = NULL,
                 email_verified_at = COALESCE(email_verified_at, $3) WHERE id = $1",
        )
        .bind(person.id)
        .bind(password_hash)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
        true
    })
}
