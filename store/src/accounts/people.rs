//! People and the data of their sign-in.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::bus::Event;
use crate::content::texts;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::experiences::Overrides;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{Db, PersonId, PictureId, ProgrammeId, Result, Store, bots, followups};

pub use crate::role::Role;

/// The identity provider of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Provider {
    /// A password stored here.
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
    /// The name in greetings.
    pub display_name: String,
    /// The person's description of themselves.
    pub bio: String,
    /// Their picture.
    pub picture_id: Option<PictureId>,
    /// Their phone number. Never shown to other people.
    pub phone_number: String,
    /// Their role.
    pub role: Role,
    /// Their identity provider.
    pub provider: Provider,
    /// Their programme, if any.
    pub programme_id: Option<ProgrammeId>,
    /// Their primary language code.
    pub language: String,
    /// Overrides that staff set for this person.
    pub experience_overrides: Json<Overrides>,
    /// Whether staff closed the account.
    pub is_disabled: bool,
    /// When the address was verified.
    pub email_verified_at: Option<DateTime<Utc>>,
    /// When the terms were agreed to.
    pub agreed_terms_at: Option<DateTime<Utc>>,
    /// The institution code that a mentor entered at sign-up.
    pub institution_code: Option<String>,
    /// When the declaration of their role was accepted.
    pub declared_at: Option<DateTime<Utc>>,
}

impl Person {
    /// First and last name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }

    /// Whether the person was erased: only the row is left.
    pub fn is_erased(&self) -> bool {
        self.email.ends_with(ERASED_DOMAIN)
    }
}

/// The end of the address of an erased person.
pub(crate) const ERASED_DOMAIN: &str = "@people.invalid";

/// What a sign-in checks besides the person.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SignInFacts {
    /// The argon2id hash, if a password was set.
    pub password_hash: Option<String>,
    /// Until when sign-ins are blocked.
    pub blocked_until: Option<DateTime<Utc>>,
}

/// A person to create.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// In any spelling; stored trimmed and in lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Their role.
    pub role: Role,
    /// Their programme.
    pub programme_id: Option<ProgrammeId>,
    /// Primary language code.
    pub language: String,
    /// Their description of themselves.
    pub bio: String,
    /// The argon2id hash of their password, None for social accounts.
    pub password_hash: Option<String>,
}

/// Failed sign-ins in a row that block an account for an hour.
pub const TRIES_BEFORE_BLOCK: i64 = 10;

/// Locks people until the end of the transaction, always in the order of their ids: two transactions about the same people
/// neither deadlock nor see each other half done.
pub(crate) async fn lock(tx: &mut Tx, people: BTreeSet<PersonId>) -> Result<()> {
    for person in people {
        query("UPDATE people SET role = role WHERE id = $1").bind(person).execute(&mut *tx).await?;
    }
    Ok(())
}

/// Returns what a search for a person looks at.
pub(crate) fn search_text(first_name: &str, last_name: &str, email: &str) -> String {
    text_fold::fold(&format!("{first_name} {last_name} {}", normalize_email(email)))
}

/// Fills the search texts of people whom a version without them added.
pub(crate) async fn index_names(db: &Db) -> Result<()> {
    loop {
        let people: Vec<(PersonId, String, String, String)> = query_as(
            "SELECT id, first_name, last_name, email FROM people
             WHERE search_text IS NULL AND email NOT LIKE '%.invalid' ORDER BY id LIMIT 500",
        )
        .fetch_all(db)
        .await?;
        if people.is_empty() {
            return Ok(());
        }
        let mut tx = db.begin().await?;
        for (id, first_name, last_name, email) in people {
            query("UPDATE people SET search_text = $2 WHERE id = $1 AND search_text IS NULL")
                .bind(id)
                .bind(search_text(&first_name, &last_name, &email))
                .execute(&mut tx)
                .await?;
        }
        tx.commit().await?;
    }
}

/// Normalises an e-mail address for storage and look-up.
pub fn normalize_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// The mailbox that an address leads to, for limits: without a tag after `+`, and for Google's domains without dots. Only for
/// comparison: mail goes to the address as it was typed.
pub fn mailbox_of(email: &str) -> String {
    let email = normalize_email(email);
    let Some((name, domain)) = email.rsplit_once('@') else { return email };
    let name = name.split_once('+').map_or(name, |(name, _)| name);
    if matches!(domain, "gmail.com" | "googlemail.com") {
        return format!("{}@gmail.com", name.replace('.', ""));
    }
    format!("{name}@{domain}")
}

/// The columns of a [`Person`].
pub(crate) const PERSON_COLUMNS: &str = "id, email, first_name, last_name, display_name, bio, picture_id, phone_number, role, \
     provider, programme_id, language, experience_overrides, is_disabled, email_verified_at, agreed_terms_at, \
     institution_code, declared_at";

/// Creates a person with a verified address and accepted terms. Returns None if the address is taken.
pub async fn add(store: &Store, actor: &Actor, new: &NewPerson) -> Result<Option<PersonId>> {
    if !actor.reaches(new.programme_id) {
        return Ok(None);
    }
    let mut tx = store.db.begin().await?;
    let now = store.clock.now();
    let provider = if new.password_hash.is_some() { Provider::Normal } else { Provider::Google };
    let added: Option<PersonId> = query_scalar(
        "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             password_hash, programme_id, language, experience_overrides, is_disabled, email_verified_at,
             agreed_terms_at, failed_sign_ins, created_at, clearance_due_at, search_text)
         VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, $10, $11, '{}', FALSE, $12, $12, 0, $12, $12, $13)
         ON CONFLICT (email) DO NOTHING RETURNING id",
    )
    .bind(store.clock.id::<PersonId>())
    .bind(normalize_email(&new.email))
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
    .bind(search_text(&new.first_name, &new.last_name, &new.email))
    .fetch_optional(&mut tx)
    .await?;
    let Some(id) = added else { return Ok(None) };
    Record::new(Act::AddPerson, Target::Person(id), new.programme_id)
        .change(Value::Null, json!({"role": new.role}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Some(id))
}

/// Returns the person with this id.
pub async fn by_id(store: &Store, id: PersonId) -> Result<Option<Person>> {
    query_as(["SELECT ", PERSON_COLUMNS, " FROM people WHERE id = $1"]).bind(id).fetch_optional(&store.db).await
}

/// Returns the person with this address, in any spelling. Bots have no address.
pub async fn by_email(store: &Store, email: &str) -> Result<Option<Person>> {
    Ok(query_as(["SELECT ", PERSON_COLUMNS, " FROM people WHERE email = $1"])
        .bind(normalize_email(email))
        .fetch_optional(&store.db)
        .await?
        .filter(|person: &Person| !bots::is_bot(person.id)))
}

/// Returns what a sign-in checks.
pub async fn sign_in_facts(store: &Store, id: PersonId) -> Result<Option<SignInFacts>> {
    query_as("SELECT password_hash, blocked_until FROM people WHERE id = $1").bind(id).fetch_optional(&store.db).await
}

/// Counts a failed sign-in. Attempt number [`TRIES_BEFORE_BLOCK`] blocks the account until `blocked_until`.
pub async fn sign_in_failed(store: &Store, id: PersonId, blocked_until: DateTime<Utc>) -> Result<()> {
    query(
        "UPDATE people SET
             blocked_until = CASE WHEN failed_sign_ins + 1 >= $3 THEN $2 ELSE blocked_until END,
             failed_sign_ins = CASE WHEN failed_sign_ins + 1 >= $3 THEN 0 ELSE failed_sign_ins + 1 END
         WHERE id = $1",
    )
    .bind(id)
    .bind(blocked_until)
    .bind(TRIES_BEFORE_BLOCK)
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Resets the count of failed sign-ins.
pub async fn sign_in_succeeded(store: &Store, id: PersonId) -> Result<()> {
    query(
        "UPDATE people SET failed_sign_ins = 0, blocked_until = NULL WHERE id = $1 AND (failed_sign_ins > 0 OR blocked_until IS NOT NULL)"
    )
    .bind(id).execute(&store.db).await?;
    Ok(())
}

/// Records that the person accepts the terms; the first time counts.
pub async fn agree_to_terms(store: &Store, id: PersonId) -> Result<()> {
    query("UPDATE people SET agreed_terms_at = $2 WHERE id = $1 AND agreed_terms_at IS NULL")
        .bind(id)
        .bind(store.clock.now())
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Records that the person accepts the terms that they saw. Returns false if the legal documents are not those any more.
pub async fn agree_to_revision(store: &Store, id: PersonId, seen: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    // Before the person, as staff who change them lock.
    let revision = texts::lock_documents_in(&mut tx).await?;
    let has_agreed: Option<bool> = query_scalar("SELECT agreed_terms_at IS NOT NULL FROM people WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut tx)
        .await?;
    if revision != seen && has_agreed != Some(true) {
        return Ok(false);
    }
    query("UPDATE people SET agreed_terms_at = $2 WHERE id = $1 AND agreed_terms_at IS NULL")
        .bind(id)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    tx.commit().await?;
    Ok(true)
}

/// Records that the person accepts the declaration of their role; the first time counts.
pub async fn declare(store: &Store, id: PersonId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query("UPDATE people SET declared_at = $2 WHERE id = $1 AND declared_at IS NULL")
        .bind(id)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    followups::enqueue_in(&mut tx, store, Some(id)).await?;
    tx.commit().await
}

/// Sets the language code of a person.
pub async fn set_language(store: &Store, id: PersonId, language: &str) -> Result<()> {
    query("UPDATE people SET language = $2 WHERE id = $1").bind(id).bind(language).execute(&store.db).await?;
    Ok(())
}

/// Replaces the overrides that staff set for this person.
pub async fn set_overrides(store: &Store, actor: &Actor, id: PersonId, overrides: &Overrides) -> Result<()> {
    let mut tx = store.db.begin().await?;
    lock(&mut tx, BTreeSet::from([id])).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, id).await? else { return Ok(()) };
    let before: Json<Overrides> =
        query_scalar("SELECT experience_overrides FROM people WHERE id = $1").bind(id).fetch_one(&mut tx).await?;
    if before.0 == *overrides {
        return Ok(());
    }
    query("UPDATE people SET experience_overrides = $2 WHERE id = $1")
        .bind(id)
        .bind(Json(overrides))
        .execute(&mut tx)
        .await?;
    Record::new(Act::SetOverrides, Target::Person(id), programme)
        .change(json!(before), json!(overrides))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    // Experiences decide which channels the person sees.
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![id] }]);
    Ok(())
}

/// First and last names of all staff whose accounts are open.
pub async fn names_of_staff(store: &Store) -> Result<Vec<(String, String)>> {
    query_as("SELECT first_name, last_name FROM people WHERE role = 'staff' AND is_disabled = FALSE")
        .fetch_all(&store.db)
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tagged_addresses_share_a_mailbox() {
        for (email, mailbox) in [
            (" Tom+a@Example.org", "tom@example.org"),
            ("tom+a+b@example.org", "tom@example.org"),
            ("t.om@example.org", "t.om@example.org"),
            ("T.o.m+x@googlemail.com", "tom@gmail.com"),
            ("nobody", "nobody"),
        ] {
            assert_eq!(mailbox_of(email), mailbox);
        }
    }
}
