//! Facts about a person that rules need and that staff know: vetting, the consent of a guardian, the month of birth.

use chrono::{DateTime, NaiveDate, Utc};

use crate::bus::{Event, Topic};
use crate::db::{query, query_as};
use crate::{PersonId, Result, Store};

/// The facts of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct PersonFacts {
    /// The last day on which the vetting is valid.
    pub vetted_until: Option<NaiveDate>,
    /// When the consent of a guardian was recorded.
    pub guardian_consent_at: Option<DateTime<Utc>>,
    /// The month of birth, `2009-03`.
    pub birth_month: Option<String>,
}

/// Returns the facts of a person.
pub async fn of_person(store: &Store, person: PersonId) -> Result<PersonFacts> {
    query_as("SELECT vetted_until, guardian_consent_at, birth_month FROM people WHERE id = $1")
        .bind(person)
        .fetch_one(&store.db)
        .await
}

/// Replaces the facts of a person, and notifies the person's pages.
pub async fn set(store: &Store, person: PersonId, facts: &PersonFacts) -> Result<()> {
    query("UPDATE people SET vetted_until = $2, guardian_consent_at = $3, birth_month = $4 WHERE id = $1")
        .bind(person)
        .bind(facts.vetted_until)
        .bind(facts.guardian_consent_at)
        .bind(&facts.birth_month)
        .execute(&store.db)
        .await?;
    let topics = vec![Topic::Surveys, Topic::Profile];
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics }]);
    Ok(())
}
