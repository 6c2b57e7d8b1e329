//! Facts about a person that rules need and that staff know: vetting, the consent of a guardian, the month of birth.

use chrono::{DateTime, Months, NaiveDate, Utc};

use crate::bus::{Event, Topic};
use crate::db::{query, query_as, query_scalar};
use crate::matching::{follow_facts_in, hold_between, pool};
use crate::surveys::openings;
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

impl PersonFacts {
    /// Whether the person is certainly of age: 18 years after the month of birth is over. False if that is not known.
    pub fn is_adult(&self, today: NaiveDate) -> bool {
        let first_day = |month: &String| format!("{month}-01").parse::<NaiveDate>().ok();
        let of_age = |first: NaiveDate| first.checked_add_months(Months::new(18 * 12 + 1));
        self.birth_month.as_ref().and_then(first_day).and_then(of_age).is_some_and(|day| day <= today)
    }
}

/// Returns the facts of a person.
pub async fn of_person(store: &Store, person: PersonId) -> Result<PersonFacts> {
    query_as("SELECT vetted_until, guardian_consent_at, birth_month FROM people WHERE id = $1")
        .bind(person)
        .fetch_one(&store.db)
        .await
}

/// What becomes of the facts of a person; None keeps a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Some(None) takes the vetting away.
    pub vetted_until: Option<Option<NaiveDate>>,
    /// Whether a guardian agreed; a repeated Yes keeps the first time.
    pub guardian_consent: Option<bool>,
    /// Some(None) takes the month of birth away.
    pub birth_month: Option<Option<String>>,
}

/// Changes facts of a person, and notifies the person's pages. Without the vetting or consent that matching asks for, what is open about
/// them there ends.
pub async fn change(store: &Store, person: PersonId, change: Change) -> Result<()> {
    let Change { vetted_until, guardian_consent, birth_month } = change;
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, person).await?;
    // Only the named columns: a survey may fill another one at the same time.
    query(
        "UPDATE people SET
             vetted_until = CASE WHEN $2 THEN $3 ELSE vetted_until END,
             guardian_consent_at = CASE WHEN $4 THEN COALESCE(guardian_consent_at, $5) WHEN $6 THEN NULL
                 ELSE guardian_consent_at END,
             birth_month = CASE WHEN $7 THEN $8 ELSE birth_month END
         WHERE id = $1",
    )
    .bind(person)
    .bind(vetted_until.is_some())
    .bind(vetted_until.flatten())
    .bind(guardian_consent == Some(true))
    .bind(store.clock.now())
    .bind(guardian_consent == Some(false))
    .bind(birth_month.is_some())
    .bind(birth_month.flatten())
    .execute(&mut tx)
    .await?;
    openings::look_in(&mut tx, store, Some(person)).await?;
    pool::look_in(&mut tx, store, Some(person)).await?;
    let ended = follow_facts_in(&mut tx, store, person).await?;
    tx.commit().await?;
    let topics = vec![Topic::Surveys, Topic::Learning, Topic::Profile];
    let changed = Event::TopicsChanged { people: vec![person], topics };
    store.bus.publish([changed].into_iter().chain(ended).collect());
    Ok(())
}

/// Sets whether two people must not be matched, such as relatives; what is open between them ends then. Returns whether it changed.
pub async fn set_conflict(store: &Store, one: PersonId, other: PersonId, must_not: bool) -> Result<bool> {
    let (first, second) = (one.min(other), one.max(other));
    let mut tx = store.db.begin().await?;
    let changed = if must_not {
        query("INSERT INTO person_conflicts (person_id, other_id, noted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(first)
            .bind(second)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?
    } else {
        query("DELETE FROM person_conflicts WHERE person_id = $1 AND other_id = $2")
            .bind(first)
            .bind(second)
            .execute(&mut tx)
            .await?
    };
    let held = if must_not { hold_between(&mut tx, store, first, second).await? } else { None };
    tx.commit().await?;
    store.bus.publish(held.into_iter().collect());
    Ok(changed > 0)
}

/// Returns the people with whom a person must not be matched, by address.
pub async fn conflicts(store: &Store, person: PersonId) -> Result<Vec<String>> {
    query_scalar(
        "SELECT p.email FROM person_conflicts c
         JOIN people p ON p.id = CASE WHEN c.person_id = $1 THEN c.other_id ELSE c.person_id END
         WHERE c.person_id = $1 OR c.other_id = $1 ORDER BY p.email",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_adults_after_the_month_of_their_birthday() {
        let facts =
            |month: Option<&str>| PersonFacts { birth_month: month.map(str::to_owned), ..PersonFacts::default() };
        for (month, today, expected) in [
            (Some("2008-02"), "2026-03-01", true),
            (Some("2008-02"), "2026-02-28", false),
            (Some("2008-12"), "2027-01-01", true),
            (Some("soon"), "2026-03-01", false),
            (None, "2026-03-01", false),
        ] {
            assert_eq!(facts(month).is_adult(today.parse().unwrap()), expected, "{month:?} on {today}");
        }
    }
}
