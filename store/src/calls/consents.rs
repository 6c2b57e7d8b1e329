//! What people answered when they were asked whether a call may be recorded. Nothing is ever overwritten.

use sqlx::types::Uuid;

use super::changed;
use crate::db::on;
use crate::{CallId, PersonId, Result, Store};

/// The text that people are asked with. A new text gets a new version.
pub const CONSENT_VERSION: &str = "1";

/// The newest answer of a person.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Said {
    /// Who.
    pub person_id: PersonId,
    /// Their first name.
    pub first_name: String,
    /// Their last name.
    pub last_name: String,
    /// Yes or No.
    pub consent: bool,
}

/// Adds an answer; it counts from now on.
pub async fn say(store: &Store, call: CallId, person: PersonId, consent: bool, language: &str) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO call_consents (id, call_id, person_id, consent, version, language, given_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)"
        )
        .bind(store.clock.id::<Uuid>())
        .bind(call)
        .bind(person)
        .bind(consent)
        .bind(CONSENT_VERSION)
        .bind(language)
        .bind(store.clock.now())
    )?;
    changed(store, call);
    Ok(())
}

/// The newest answer of everybody who answered.
pub async fn consents(store: &Store, call: CallId) -> Result<Vec<Said>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT s.person_id, p.first_name, p.last_name, s.consent FROM (
             SELECT person_id, consent,
                 ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY given_at DESC, id DESC) AS place
             FROM call_consents WHERE call_id = $1
         ) s JOIN people p ON p.id = s.person_id WHERE s.place = 1 ORDER BY p.first_name, p.last_name, s.person_id"
    )
    .bind(call)
    .fetch_all(pool)
    .await)?)
}

/// What a person last said of a call; None if they did not answer yet.
pub async fn consent_of(store: &Store, call: CallId, person: PersonId) -> Result<Option<bool>> {
    Ok(on!(&store.db, |pool| {
        sqlx::query_scalar(
        "SELECT consent FROM call_consents WHERE call_id = $1 AND person_id = $2 ORDER BY given_at DESC, id DESC LIMIT 1"
    )
    .bind(call)
    .bind(person)
    .fetch_optional(pool)
    .await
    })?)
}
