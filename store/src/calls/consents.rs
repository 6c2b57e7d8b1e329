//! Consents to recording. Answers are only added, never overwritten.

use sqlx::types::Uuid;

use super::changed;
use crate::db::{query, query_as, query_scalar};
use crate::{CallId, PersonId, Result, Store};

/// The version of the question; a new text gets a new version.
pub const CONSENT_VERSION: &str = "2";

/// The latest answer of a person.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Consent {
    /// The person.
    pub person_id: PersonId,
    /// Their first name.
    pub first_name: String,
    /// Their last name.
    pub last_name: String,
    /// Whether they consent.
    pub consent: bool,
}

/// Adds an answer; it counts from now on.
pub async fn record_consent(
    store: &Store,
    call: CallId,
    person: PersonId,
    consent: bool,
    language: &str,
) -> Result<()> {
    query(
        "INSERT INTO call_consents (id, call_id, person_id, consent, version, language, given_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(store.clock.id::<Uuid>())
    .bind(call)
    .bind(person)
    .bind(consent)
    .bind(CONSENT_VERSION)
    .bind(language)
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    changed(store, call);
    Ok(())
}

/// Returns the latest answer of each person who answered.
pub async fn consents(store: &Store, call: CallId) -> Result<Vec<Consent>> {
    query_as(
        "SELECT s.person_id, p.first_name, p.last_name, s.consent FROM (
             SELECT person_id, consent,
                 ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY given_at DESC, id DESC) AS place
             FROM call_consents WHERE call_id = $1
         ) s JOIN people p ON p.id = s.person_id WHERE s.place = 1 ORDER BY p.first_name, p.last_name, s.person_id",
    )
    .bind(call)
    .fetch_all(&store.db)
    .await
}

/// Returns the latest answer of a person; None without one.
pub async fn consent_of(store: &Store, call: CallId, person: PersonId) -> Result<Option<bool>> {
    query_scalar(
        "SELECT consent FROM call_consents WHERE call_id = $1 AND person_id = $2 ORDER BY given_at DESC, id DESC LIMIT 1"
    )
    .bind(call)
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Returns the latest answer of a person in any call; None before the first one.
pub async fn last_consent_of(store: &Store, person: PersonId) -> Result<Option<bool>> {
    query_scalar("SELECT consent FROM call_consents WHERE person_id = $1 ORDER BY given_at DESC, id DESC LIMIT 1")
        .bind(person)
        .fetch_optional(&store.db)
        .await
}
