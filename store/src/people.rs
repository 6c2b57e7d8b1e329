//! People and what their sign-in needs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::bots;
use crate::db::on;
use crate::experiences::Overrides;
use crate::{PersonId, PictureId, ProgrammeId, Result, Store};

/// What a person is in the programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Role {
    /// An adult who helps.
    Mentor,
    /// A young person.
    Mentee,
    /// Who runs the programme.
    Staff,
}

impl Role {
    /// As the contract spells it: capitalised.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mentor => "Mentor",
            Self::Mentee => "Mentee",
            Self::Staff => "Staff",
        }
    }

    /// Whether they look after calls over a conference server: adults do.
    pub fn moderates(self) -> bool {
        self != Self::Mentee
    }
}

/// Who vouches for a person's sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Provider {
    /// A password kept here.
    Normal,
    /// A social account.
    Google,
}

/// A person as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// Their address, trimmed and lower-cased. Never shown to other people.
    pub email: String,
    /// Their first name.
    pub first_name: String,
    /// Their last name.
    pub last_name: String,
    /// The name that greets them.
    pub display_name: String,
    /// What they say of themselves.
    pub bio: String,
    /// Their picture.
    pub picture_id: Option<PictureId>,
    /// Their phone number. Never shown to other people.
    pub phone_number: String,
    /// What they are.
    pub role: Role,
    /// Who vouches for their sign-in.
    pub provider: Provider,
    /// Their programme, if any.
    pub programme_id: Option<ProgrammeId>,
    /// Their primary language code.
    pub language: String,
    /// What staff decided for them alone.
    pub experience_overrides: Json<Overrides>,
    /// Whether staff closed the account.
    pub is_disabled: bool,
    /// When the address was proven.
    pub email_verified_at: Option<DateTime<Utc>>,
    /// When the terms were agreed to.
    pub agreed_terms_at: Option<DateTime<Utc>>,
    /// What a mentor typed to be let in.
    pub institution_code: Option<String>,
    /// When the declaration of their role was accepted.
    pub declared_at: Option<DateTime<Utc>>,
}

impl Person {
    /// First and last name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }
}

/// What a sign-in must know beside the person.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SignInFacts {
    /// The argon2id hash, if a password was set.
    pub password_hash: Option<String>,
    /// Until when no password is even looked at.
    pub blocked_until: Option<DateTime<Utc>>,
}

/// A person to be made.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// Any spelling; stored trimmed and lower-cased.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// What they are.
    pub role: Role,
    /// Their programme.
    pub programme_id: Option<ProgrammeId>,
    /// Primary language code.
    pub language: String,
    /// What they say of themselves.
    pub bio: String,
    /// The argon2id hash of their password, None for social accounts.
    pub password_hash: Option<String>,
}

/// Failed sign-ins in a row after which an account is blocked for an hour.
pub const TRIES_BEFORE_BLOCK: i64 = 10;

/// The form in which addresses are stored and looked up.
pub fn normal_email(email: &str) -> String {
    email.trim().to_lowercase()
}

macro_rules! person_columns {
    () => {
        "id, email, first_name, last_name, display_name, bio, picture_id, phone_number, role, provider, programme_id, \
         language, experience_overrides, is_disabled, email_verified_at, agreed_terms_at, \
         institution_code, declared_at"
    };
}

/// Makes a person with a proven address who has agreed to the terms. None if the address is taken.
pub async fn add(store: &Store, new: &NewPerson) -> Result<Option<PersonId>> {
    let now = store.clock.now();
    let provider = if new.password_hash.is_some() { Provider::Normal } else { Provider::Google };
    Ok(on!(
        &store.db,
        returning_one,
        sqlx::query_scalar(
            "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             password_hash, programme_id, language, experience_overrides, is_disabled, email_verified_at,
             agreed_terms_at, failed_sign_ins, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, $10, $11, '{}', FALSE, $12, $12, 0, $12)
         ON CONFLICT (email) DO NOTHING RETURNING id"
        )
        .bind(store.clock.id::<PersonId>())
        .bind(normal_email(&new.email))
        .bind(&new.first_name)
        .bind(&new.last_name)
        .bind(&new.first_name)
        .bind(&new.bio)
        .bind(new.role)
        .bind(provider)
        .bind(&new.password_hash)
        .bind(new.programme_id)
        .bind(&new.language)
        .bind(now)
    )?)
}

/// The person of this id.
pub async fn by_id(store: &Store, id: PersonId) -> Result<Option<Person>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!("SELECT ", person_columns!(), " FROM people WHERE id = $1"))
        .bind(id)
        .fetch_optional(pool)
        .await)?)
}

/// The person of this address, in any spelling of it. Programs have none.
pub async fn by_email(store: &Store, email: &str) -> Result<Option<Person>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!("SELECT ", person_columns!(), " FROM people WHERE email = $1"))
        .bind(normal_email(email))
        .fetch_optional(pool)
        .await)?
    .filter(|person: &Person| !bots::is_bot(person.id)))
}

/// What a sign-in must check.
pub async fn sign_in_facts(store: &Store, id: PersonId) -> Result<Option<SignInFacts>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT password_hash, blocked_until FROM people WHERE id = $1")
        .bind(id)
        .fetch_optional(pool)
        .await)?)
}

/// Counts a wrong password; the last try of [`TRIES_BEFORE_BLOCK`] blocks the account until `blocked_until`.
pub async fn sign_in_failed(store: &Store, id: PersonId, blocked_until: DateTime<Utc>) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE people SET
             blocked_until = CASE WHEN failed_sign_ins + 1 >= $3 THEN $2 ELSE blocked_until END,
             failed_sign_ins = CASE WHEN failed_sign_ins + 1 >= $3 THEN 0 ELSE failed_sign_ins + 1 END
         WHERE id = $1"
        )
        .bind(id)
        .bind(blocked_until)
        .bind(TRIES_BEFORE_BLOCK)
    )?;
    Ok(())
}

/// Forgets earlier wrong passwords.
pub async fn sign_in_succeeded(store: &Store, id: PersonId) -> Result<()> {
    on!(&store.db, execute, sqlx::query(
        "UPDATE people SET failed_sign_ins = 0, blocked_until = NULL WHERE id = $1 AND (failed_sign_ins > 0 OR blocked_until IS NOT NULL)"
    )
    .bind(id))?;
    Ok(())
}

/// Sets the password and forgets wrong ones. The caller ends the person's sessions.
pub async fn set_password(store: &Store, id: PersonId, hash: &str) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE people SET password_hash = $2, failed_sign_ins = 0, blocked_until = NULL WHERE id = $1")
            .bind(id)
            .bind(hash)
    )?;
    Ok(())
}

/// The person agrees to the terms; the first time counts.
pub async fn agree_to_terms(store: &Store, id: PersonId) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE people SET agreed_terms_at = $2 WHERE id = $1 AND agreed_terms_at IS NULL")
            .bind(id)
            .bind(store.clock.now())
    )?;
    Ok(())
}

/// Changes what a person says of themselves; what is None stays.
pub async fn set_details(store: &Store, id: PersonId, bio: Option<&str>, phone_number: Option<&str>) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE people SET bio = COALESCE($2, bio), phone_number = COALESCE($3, phone_number) WHERE id = $1"
        )
        .bind(id)
        .bind(bio)
        .bind(phone_number)
    )?;
    Ok(())
}

/// Sets the code of the person's language.
pub async fn set_language(store: &Store, id: PersonId, language: &str) -> Result<()> {
    on!(&store.db, execute, sqlx::query("UPDATE people SET language = $2 WHERE id = $1").bind(id).bind(language))?;
    Ok(())
}

/// Closes or reopens an account. The caller ends the person's sessions.
pub async fn set_disabled(store: &Store, id: PersonId, is_disabled: bool) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE people SET is_disabled = $2 WHERE id = $1").bind(id).bind(is_disabled)
    )?;
    Ok(())
}

/// Gives a person another role.
pub async fn set_role(store: &Store, id: PersonId, role: Role) -> Result<()> {
    on!(&store.db, execute, sqlx::query("UPDATE people SET role = $2 WHERE id = $1").bind(id).bind(role))?;
    Ok(())
}

/// Replaces what staff decided for this person alone.
pub async fn set_overrides(store: &Store, id: PersonId, overrides: &Overrides) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE people SET experience_overrides = $2 WHERE id = $1").bind(id).bind(Json(overrides))
    )?;
    Ok(())
}
