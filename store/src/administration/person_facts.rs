//! Facts about a person that rules need and that staff know: vetting, the consent of a guardian, the month of birth.

use chrono::{DateTime, Months, NaiveDate, Utc};
use serde_json::{Value, json};

use super::{clearance, consents};
use crate::accounts::vettings::{self, Recorded};
use crate::bus::{Event, Topic};
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::followups;
use crate::matching::{end_open_between, pool};
use crate::programmes::vetting_kinds::VETTING;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{PersonId, ProgrammeId, Result, Store};

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
    /// Returns what the audit log says of them.
    fn values(&self) -> Value {
        let Self { vetted_until, guardian_consent_at, birth_month } = self;
        json!({"vetted_until": vetted_until, "guardian_consent_at": guardian_consent_at, "birth_month": birth_month})
    }

    /// Whether the person is certainly of age: 18 years after the month of birth is over. False if that is not known.
    pub fn is_adult(&self, today: NaiveDate) -> bool {
        let first_day = |month: &String| format!("{month}-01").parse::<NaiveDate>().ok();
        let of_age = |first: NaiveDate| first.checked_add_months(Months::new(18 * 12 + 1));
        self.birth_month.as_ref().and_then(first_day).and_then(of_age).is_some_and(|day| day <= today)
    }
}

/// Returns the facts of a person.
pub async fn of_person(store: &Store, person: PersonId) -> Result<PersonFacts> {
    of_person_in(&store.db, person).await
}

async fn of_person_in(executor: impl Executor, person: PersonId) -> Result<PersonFacts> {
    query_as("SELECT vetted_until, guardian_consent_at, birth_month FROM people WHERE id = $1")
        .bind(person)
        .fetch_one(executor)
        .await
}

/// Why a text is no fact.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAFact {
    /// No day.
    #[error("{0} is not a day such as 2027-06-30.")]
    Day(String),
    /// No month.
    #[error("{0} is not a month such as 2009-03.")]
    Month(String),
    /// A month of birth after this one.
    #[error("{0} has not come yet: name the month of birth.")]
    Future(String),
}

/// Reads the last day of a vetting.
pub fn parse_day(text: &str) -> std::result::Result<NaiveDate, NotAFact> {
    text.parse().map_err(|_| NotAFact::Day(text.to_owned()))
}

/// Reads a month of birth, which is not after today's.
pub fn parse_month(text: &str, today: NaiveDate) -> std::result::Result<String, NotAFact> {
    if text.len() != 7 || format!("{text}-01").parse::<NaiveDate>().is_err() {
        return Err(NotAFact::Month(text.to_owned()));
    }
    if *text > *today.format("%Y-%m").to_string() {
        return Err(NotAFact::Future(text.to_owned()));
    }
    Ok(text.to_owned())
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

/// Why a fact was not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactRefusal {
    /// For this actor there is no such person.
    Unknown,
    /// The fact is not any more what the actor saw. Holds what it is now.
    ChangedMeanwhile(PersonFacts),
}

impl Change {
    /// Whether the facts have the values of the change: a repeated request finds its own work done.
    fn is_in(&self, now: &PersonFacts) -> bool {
        self.vetted_until.is_none_or(|until| until == now.vetted_until)
            && self.guardian_consent.is_none_or(|is_given| is_given == now.guardian_consent_at.is_some())
            && self.birth_month.as_ref().is_none_or(|month| *month == now.birth_month)
    }

    /// Whether the facts that change are the same in both.
    fn finds_same(&self, seen: &PersonFacts, now: &PersonFacts) -> bool {
        (self.vetted_until.is_none() || seen.vetted_until == now.vetted_until)
            && (self.guardian_consent.is_none()
                || seen.guardian_consent_at.is_some() == now.guardian_consent_at.is_some())
            && (self.birth_month.is_none() || seen.birth_month == now.birth_month)
    }
}

/// Changes facts of a person, and notifies the person's pages. Without the vetting or consent that the programme demands, contact closes
/// and open matches end.
pub async fn change(store: &Store, actor: &Actor, person: PersonId, change: Change) -> Result<()> {
    apply(store, actor, person, change, None).await.map(drop)
}

/// Changes facts of a person as [`change`], with a reference to what was checked, unless they are not any more what the actor saw.
pub async fn record(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    change: Change,
    reference: &str,
    seen: &PersonFacts,
) -> Result<std::result::Result<(), FactRefusal>> {
    apply(store, actor, person, change, Some((reference, seen))).await
}

async fn apply(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    change: Change,
    basis: Option<(&str, &PersonFacts)>,
) -> Result<std::result::Result<(), FactRefusal>> {
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(FactRefusal::Unknown));
    };
    let before = of_person_in(&mut tx, person).await?;
    if basis.is_some_and(|(_, seen)| !change.finds_same(seen, &before) && !change.is_in(&before)) {
        return Ok(Err(FactRefusal::ChangedMeanwhile(before)));
    }
    let events =
        apply_in(&mut tx, store, actor, person, programme, change, basis.map(|(reference, _)| reference)).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok(()))
}

/// Changes facts of a person within a transaction that holds the locks of the person and of their open matches, with a reference to what
/// was checked. The caller publishes the events.
pub(super) async fn apply_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    person: PersonId,
    programme: Option<ProgrammeId>,
    change: Change,
    reference: Option<&str>,
) -> Result<Vec<Event>> {
    let before = of_person_in(&mut *tx, person).await?;
    let Change { vetted_until, guardian_consent, birth_month } = change;
    if let (Some(is_given), false) = (guardian_consent, matches!(actor, Actor::Guardian)) {
        consents::overtake_in(tx, person, is_given).await?;
    }
    // Only the named columns: a survey may fill another one at the same time.
    query(
        "UPDATE people SET
             vetted_until = CASE WHEN $2 THEN $3 ELSE vetted_until END,
             vetting_warned_days = CASE WHEN $2 THEN NULL ELSE vetting_warned_days END,
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
    .execute(&mut *tx)
    .await?;
    if let Some(until) = vetted_until {
        let by = actor.person();
        let words = reference.unwrap_or_default();
        if until.is_some() {
            let new = Recorded { kind: VETTING, valid_until: until, reference: words, by, programme };
            vettings::put_in(tx, store, person, new).await?;
        } else {
            vettings::end_in(tx, store, person, VETTING, Some((by, words))).await?;
        }
    }
    let after = of_person_in(&mut *tx, person).await?;
    // A fact that is checked again has a new proof.
    if after == before && reference.is_none() {
        return Ok(Vec::new());
    }
    let row = Record::new(Act::ChangeFacts, Target::Person(person), programme).change(before.values(), after.values());
    let row = if let Some(reference) = reference { row.reason(reference) } else { row };
    row.write(&mut *tx, store, actor).await?;
    followups::enqueue_in(&mut *tx, store, Some(person)).await?;
    let ended = clearance::follow_in(tx, store, person).await?;
    let topics = vec![Topic::Surveys, Topic::Learning, Topic::Profile];
    let changed = Event::TopicsChanged { people: vec![person], topics };
    Ok([changed].into_iter().chain(ended).collect())
}

/// Sets whether two people must not be matched, such as relatives; what is open between them ends then. Returns whether it changed.
pub async fn set_conflict(
    store: &Store,
    actor: &Actor,
    one: PersonId,
    other: PersonId,
    must_not: bool,
) -> Result<bool> {
    let (first, second) = (one.min(other), one.max(other));
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, one).await? else { return Ok(false) };
    if actor.reach(&mut tx, other).await?.is_none() {
        return Ok(false);
    }
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
    if changed > 0 {
        let state = |is_set: bool| json!({"other": other, "conflict": is_set});
        Record::new(Act::SetConflict, Target::Person(one), programme)
            .change(state(!must_not), state(must_not))
            .write(&mut tx, store, actor)
            .await?;
    }
    let ended = if must_not { end_open_between(&mut tx, store, first, second).await? } else { None };
    tx.commit().await?;
    store.bus.publish(ended.into_iter().collect());
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
    fn months_of_birth_are_not_in_the_future() {
        let today = "2026-03-02".parse().unwrap();
        assert_eq!(parse_month("2026-03", today), Ok("2026-03".to_owned()));
        assert_eq!(parse_month("2026-04", today), Err(NotAFact::Future("2026-04".to_owned())));
        for text in ["2009-3", "2009-13", "March", "2009-03-01"] {
            assert_eq!(parse_month(text, today), Err(NotAFact::Month(text.to_owned())));
        }
        assert_eq!(parse_day("2027-02-30"), Err(NotAFact::Day("2027-02-30".to_owned())));
    }

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
