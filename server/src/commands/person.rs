//! `mentorhub person`: what rules need to know about a person.

use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use store::Store;
use store::person_facts::{self, PersonFacts};

use super::users;
use crate::cli::{Person, YesNo};
use crate::output::print;

pub(crate) async fn run(store: &Store, command: Person) -> Result<()> {
    let Person::Set { person, vetted_until, guardian_consent, birth_month } = command;
    let person = users::named(store, &person).await?;
    let before = person_facts::of_person(store, person.id).await?;
    let mut facts = before.clone();
    if let Some(day) = value(vetted_until.as_deref()) {
        facts.vetted_until = day.map(parse_day).transpose()?;
    }
    if let Some(answer) = guardian_consent {
        // A repeated Yes keeps the first time.
        let given = facts.guardian_consent_at.unwrap_or_else(|| store.clock.now());
        facts.guardian_consent_at = (answer == YesNo::Yes).then_some(given);
    }
    if let Some(month) = value(birth_month.as_deref()) {
        facts.birth_month = month.map(parse_month).transpose()?;
    }
    if facts != before {
        person_facts::set(store, person.id, &facts).await?;
    }
    say(&person.email, &facts);
    Ok(())
}

/// Returns what a flag sets: Some(None) takes the value away.
fn value(flag: Option<&str>) -> Option<Option<&str>> {
    flag.map(|text| (text != "none").then_some(text))
}

fn parse_day(text: &str) -> Result<NaiveDate> {
    text.parse().with_context(|| format!("{text} is not a day such as 2027-06-30."))
}

fn parse_month(text: &str) -> Result<String> {
    let is_month = text.len() == 7 && format!("{text}-01").parse::<NaiveDate>().is_ok();
    ensure!(is_month, "{text} is not a month such as 2009-03.");
    Ok(text.to_owned())
}

fn say(email: &str, facts: &PersonFacts) {
    let day = |day: Option<NaiveDate>| day.map_or_else(|| "no".to_owned(), |day| format!("until {day}"));
    let consent = facts.guardian_consent_at.map_or_else(|| "no".to_owned(), |at| format!("since {}", at.date_naive()));
    print(email);
    print(format_args!("  vetted            {}", day(facts.vetted_until)));
    print(format_args!("  guardian consent  {consent}"));
    print(format_args!("  birth month       {}", facts.birth_month.as_deref().unwrap_or("not known")));
}
