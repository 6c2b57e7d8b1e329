//! Creates accounts with a proof of the e-mail address, in one transaction.

use crate::applications;
use crate::codes::{self, Purpose, Verdict};
use crate::db::{query, query_scalar};
use crate::people::{Provider, Role, normalize_email};
use crate::programmes::year;
use crate::social::{self, Account};
use crate::{InvitationId, PersonId, ProgrammeId, Result, Store, invitations, sign_up_drafts};

/// A person who signs up.
#[derive(Clone, Debug)]
pub struct Applicant {
    /// In any spelling.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// Digits, with an optional leading plus.
    pub phone_number: String,
    /// The programme they join.
    pub programme_id: ProgrammeId,
    /// The institution code that a mentor entered.
    pub institution_code: Option<String>,
    /// The code of their language.
    pub language: String,
    /// The invitation that they accept.
    pub invitation: Option<InvitationId>,
    /// Whether they accepted the declaration of their role.
    pub has_declared: bool,
}

/// The proof of the address, and the credential for later sign-ins.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// A code that was sent to the address.
    Code {
        /// The code.
        code: &'a str,
        /// The argon2id hash of the chosen password.
        password_hash: &'a str,
    },
    /// The draft of a browser that presented a code before.
    Draft {
        /// The secret of the draft.
        secret: &'a str,
        /// The argon2id hash of the chosen password.
        password_hash: &'a str,
    },
    /// A ticket of a social sign-in.
    Social(&'a str),
}

/// The result of [`sign_up`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedUp {
    /// The account was created.
    Created(PersonId),
    /// The proof is invalid, expired or used; a wrong code was counted as a guess.
    NotProven(Verdict),
    /// The address has an account already.
    EmailTaken,
    /// The invitation expired, was withdrawn, or is of another role now.
    InvitationOver,
}

/// Checks a code without using it up, before what only its owner may learn. A wrong one counts as a guess.
pub async fn check_code(store: &Store, email: &str, code: &str) -> Result<Verdict> {
    codes::check(store, Purpose::SignUp, email, code).await
}

/// Creates an account with a proof of its address. The terms are accepted later.
pub async fn sign_up(store: &Store, applicant: &Applicant, proof: Proof<'_>) -> Result<SignedUp> {
    let email = &normalize_email(&applicant.email);
    let now = store.clock.now();
    let (provider, password_hash) = match proof {
        Proof::Code { password_hash, .. } | Proof::Draft { password_hash, .. } => {
            (Provider::Normal, Some(password_hash))
        }
        Proof::Social(_) => (Provider::Google, None),
    };
    let mut tx = store.db.begin().await?;
    year::goes_on_in(&mut tx, applicant.programme_id).await?;
    let mut ticket = None;
    let verdict = match proof {
        Proof::Code { code, .. } => codes::use_ticket(&mut tx, store, Purpose::SignUp, email, code).await?,
        Proof::Draft { secret, .. } => match sign_up_drafts::use_up(&mut tx, store, secret).await? {
            Some(draft) if draft.email == *email => Verdict::Right,
            _ => Verdict::Wrong,
        },
        Proof::Social(secret) => {
            ticket = social::use_ticket(&mut tx, store, secret).await?.filter(|ticket| ticket.email == *email);
            if ticket.is_some() { Verdict::Right } else { Verdict::Wrong }
        }
    };
    if verdict != Verdict::Right {
        // Only the guess at a code stays; other proofs are not used up.
        if matches!(proof, Proof::Code { .. }) {
            tx.commit().await?;
        }
        return Ok(SignedUp::NotProven(verdict));
    }
    // An address is proven for one account.
    for statement in
        ["DELETE FROM codes WHERE purpose = 'sign_up' AND email = $1", "DELETE FROM sign_up_drafts WHERE email = $1"]
    {
        query(statement).bind(email).execute(&mut tx).await?;
    }
    let made: Option<PersonId> = query_scalar(
        "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             password_hash, programme_id, institution_code, language, experience_overrides, is_disabled,
             email_verified_at, declared_at, failed_sign_ins, created_at, clearance_due_at, search_text)
         VALUES ($1, $2, $3, $4, $3, '', $5, $6, $7, $8, $9, $10, $11, '{}', FALSE, $12, $13, 0, $12, $12, $14)
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
    .bind(crate::people::search_text(&applicant.first_name, &applicant.last_name, email))
    .fetch_optional(&mut tx)
    .await?;
    if let (Some(person), Some(ticket)) = (made, &ticket) {
        let account = Account { issuer: &ticket.issuer, subject: &ticket.subject, email };
        social::link_account(&mut tx, store, person, account).await?;
    }
    if let (Some(person), Some(invitation)) = (made, applicant.invitation)
        && !invitations::accept_in(&mut tx, store, invitation, person).await?
    {
        // Nothing was written.
        return Ok(SignedUp::InvitationOver);
    }
    // Staff chose whom they invited.
    if let (Some(person), None) = (made, applicant.invitation) {
        applications::open_in(&mut tx, store, person).await?;
    }
    tx.commit().await?;
    Ok(made.map_or(SignedUp::EmailTaken, SignedUp::Created))
}
