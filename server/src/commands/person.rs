//! `mentorhub person`: what rules need to know about a person.

use anyhow::{Result, ensure};
use chrono::NaiveDate;
use store::Store;
use store::administration::{self, Lifted, SuspendedBy};
use store::person_facts::{self, Change, PersonFacts};

use super::{contact, users};
use crate::cli::{Person, YesNo};
use crate::output::print;

pub(crate) async fn run(store: &Store, command: Person) -> Result<()> {
    let (person, vetted_until, guardian_consent, birth_month, conflict, no_conflict) = match command {
        Person::Set { person, vetted_until, guardian_consent, birth_month, conflict, no_conflict } => {
            (person, vetted_until, guardian_consent, birth_month, conflict, no_conflict)
        }
        Person::Suspend { person, reason, until } => return suspend(store, &person, &reason, until.as_deref()).await,
        Person::Release { person } => return release(store, &person).await,
    };
    let person = users::named(store, &person).await?;
    let today = store.clock.now().date_naive();
    let change = Change {
        vetted_until: value(vetted_until.as_deref())
            .map(|day| day.map(person_facts::parse_day).transpose())
            .transpose()?,
        guardian_consent: guardian_consent.map(|answer| answer == YesNo::Yes),
        birth_month: value(birth_month.as_deref())
            .map(|month| month.map(|month| person_facts::parse_month(month, today)).transpose())
            .transpose()?,
    };
    // A mistyped address must not leave half of the command done.
    let mut conflicts = Vec::new();
    for (others, must_not) in [(conflict, true), (no_conflict, false)] {
        for other in others {
            let other = users::named(store, &other).await?;
            ensure!(other.id != person.id, "A conflict is between two people: name another person.");
            conflicts.push((other.id, must_not));
        }
    }
    if change != Change::default() {
        person_facts::change(store, &crate::commands::actor(), person.id, change).await?;
    }
    for (other, must_not) in conflicts {
        person_facts::set_conflict(store, &crate::commands::actor(), person.id, other, must_not).await?;
    }
    let facts = person_facts::of_person(store, person.id).await?;
    say(&person.email, &facts, &person_facts::conflicts(store, person.id).await?);
    Ok(())
}

async fn suspend(store: &Store, person: &str, reason: &str, until: Option<&str>) -> Result<()> {
    let person = users::named(store, person).await?;
    let until = match until {
        Some(day) => Some(contact::start_of_day(store, person.programme_id, person_facts::parse_day(day)?, 1).await?),
        None => None,
    };
    administration::suspend(store, &crate::commands::actor(), person.id, until, reason, SuspendedBy::Lead).await??;
    print(format_args!("{} is suspended: no messages, no calls, no matching.", person.email));
    Ok(())
}

async fn release(store: &Store, person: &str) -> Result<()> {
    let person = users::named(store, person).await?;
    let lifted =
        administration::lift_suspension(store, &crate::commands::actor(), person.id, SuspendedBy::Lead).await?;
    ensure!(lifted == Lifted::Lifted, "{} is not suspended.", person.email);
    print(format_args!("{} is not suspended any more.", person.email));
    Ok(())
}

/// Returns what a flag sets: Some(None) takes the value away.
fn value(flag: Option<&str>) -> Option<Option<&str>> {
    flag.map(|text| (text != "none").then_some(text))
}

fn say(email: &str, facts: &PersonFacts, conflicts: &[String]) {
    let day = |day: Option<NaiveDate>| day.map_or_else(|| "no".to_owned(), |day| format!("until {day}"));
    let consent = facts.guardian_consent_at.map_or_else(|| "no".to_owned(), |at| format!("since {}", at.date_naive()));
    print(email);
    print(format_args!("  vetted            {}", day(facts.vetted_until)));
    print(format_args!("  guardian consent  {consent}"));
    print(format_args!("  birth month       {}", facts.birth_month.as_deref().unwrap_or("not known")));
    let conflicts = if conflicts.is_empty() { "none".to_owned() } else { conflicts.join(", ") };
    print(format_args!("  conflicts         {conflicts}"));
}
