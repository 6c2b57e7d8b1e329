//! People of the demo data who come to a programme: they answer its survey, and wait in its pool.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Map, Value, json};
use store::content::{self, Catalogue};
use store::matching::pool::{self, Joined};
use store::people::{self, NewPerson, Role};
use store::person_facts::{self, Change};
use store::staff::{Grant, StaffRole, grants};
use store::surveys::{self, Mode, Outcome};
use store::{PersonId, ProgrammeId, SignedIn, Store};

const SURVEY: &str = "about-you";

/// Where they come to.
pub(super) struct Newcomers<'n> {
    pub(super) store: &'n Store,
    pub(super) programme: ProgrammeId,
    pub(super) catalogue: Arc<Catalogue>,
}

impl<'n> Newcomers<'n> {
    pub(super) async fn of(store: &'n Store, programme: ProgrammeId) -> Result<Self> {
        Ok(Self { store, programme, catalogue: content::catalogue(store).await? })
    }

    /// Gives people of other programmes, by their addresses, roles in this one.
    pub(super) async fn grant_roles(&self, staff: &BTreeMap<String, Vec<StaffRole>>) -> Result<()> {
        for (email, roles) in staff {
            let Some(person) = people::by_email(self.store, email).await? else { continue };
            for role in roles {
                let grant = Grant { role: *role, programme: Some(self.programme) };
                grants::grant(self.store, &super::JOB, person.id, grant).await?;
            }
        }
        Ok(())
    }

    /// Adds a person with answers and facts, who waits in the pool. Goes on where an earlier import stopped.
    pub(super) async fn add(&self, new: NewPerson, answers: &Map<String, Value>, facts: Change) -> Result<PersonId> {
        let Self { store, .. } = self;
        let email = &new.email;
        let person = match people::by_email(store, email).await? {
            Some(known) => known.id,
            None => {
                let added = people::add(store, &super::JOB, &new).await?;
                added.with_context(|| format!("{email} is already in use"))?
            }
        };
        self.answer(person, &new.first_name, answers).await?;
        person_facts::change(store, &super::JOB, person, facts).await?;
        ensure!(
            pool::join(store, &super::JOB, &self.signed_in(person).await?).await? == Joined::InPool,
            "{email} does not enter the pool"
        );
        Ok(person)
    }

    pub(super) async fn signed_in(&self, person: PersonId) -> Result<SignedIn> {
        SignedIn::of_person(self.store, person).await?.context("a newcomer")
    }

    pub(super) async fn answer(&self, person: PersonId, name: &str, answers: &Map<String, Value>) -> Result<()> {
        let survey = self.catalogue.surveys.to_begin(SURVEY).context("no survey about-you")?;
        let mut all = answers.clone();
        all.insert("called-as".to_owned(), json!(name));
        all.entry("birth-date").or_insert_with(|| json!("1990-05-05"));
        for stage in &survey.definition.stages {
            let asked: Vec<_> = stage.pages.iter().flat_map(|page| page.questions.clone()).collect();
            let mut own = all.clone();
            own.retain(|key, _| asked.iter().any(|question| question.key == *key));
            let submission = questions::submit(&asked, &own, self.store.clock.now().date_naive())
                .map_err(|problems| anyhow!("{name}: {problems:?}"))?;
            let outcome = surveys::save(self.store, person, survey, stage, &submission, Mode::Submit).await?;
            let is_stored = matches!(outcome, Outcome::Saved { .. } | Outcome::StageSubmitted);
            ensure!(is_stored, "{name}: {SURVEY}.{}: {outcome:?}", stage.key);
        }
        Ok(())
    }
}

/// Answers that follow from the place in the list: about as varied as those of a real cohort.
pub(super) fn invented(index: usize, role: Role) -> Map<String, Value> {
    let pick = |of: &[&str], step: usize| of[(index * step + step) % of.len()].to_owned();
    let second = ["german", "english", "arabic", "turkish", "ukrainian", "german", "persian", "english"];
    let times = ["weekday-afternoon", "weekday-evening", "weekend-morning", "weekend-afternoon", "weekday-morning"];
    let fields =
        ["health", "technology", "crafts", "business", "education", "arts", "environment", "hospitality", "open"];
    let interests = ["outdoors", "words", "people", "discoveries", "making", "helping"];
    let both = |one: String, other: String| if one == other { json!([one]) } else { json!([one, other]) };
    // Every fifth speaks only one of the two languages of the city.
    let first = if index.is_multiple_of(5) { "german" } else { "english" };
    let is_mentee = role == Role::Mentee;
    let month = 1 + index % 12;
    let born = if is_mentee {
        format!("{}-{month:02}-10", 2008 + index % 3)
    } else {
        format!("{}-{month:02}-10", 1970 + index % 30)
    };
    let answers = json!({
        "birth-date": born,
        "meeting-place": pick(&["online", "both", "in-person"], 1),
        "languages": both(first.to_owned(), pick(&second, 3)),
        "availability": both(pick(&times, 1), pick(&times, 2)),
        "rhythm": pick(&["weekly", "fortnightly", "flexible"], 2),
        "interests": both(pick(&interests, 1), pick(&interests, 4)),
        "field": pick(&fields, if is_mentee { 2 } else { 1 }),
    });
    match answers {
        Value::Object(answers) => answers,
        _ => Map::new(),
    }
}
