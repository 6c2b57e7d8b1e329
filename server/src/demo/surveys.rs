//! The answers of the demo users to surveys.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Map, Value};
use store::content::{self, Stage};
use store::surveys::{self, Mode, Outcome};
use store::{PersonId, Store};

use super::file;
use super::world::World;
use crate::commands::content::import_built_in;

/// Submits the answers stage by stage, as the pages do.
pub(super) async fn import(store: &Store, world: &World, people: &BTreeMap<String, PersonId>) -> Result<()> {
    import_built_in(store).await?;
    let catalogue = content::catalogue(store).await?;
    for person in &world.people {
        let Some(name) = &person.answers else { continue };
        let answers: BTreeMap<String, Map<String, Value>> = file(name)?;
        for (key, answers) in answers {
            let survey = catalogue.surveys.to_begin(&key).with_context(|| format!("{name}: no survey {key}"))?;
            for stage in &survey.definition.stages {
                let submission = check(store, stage, &answers).with_context(|| format!("{name}: {key}"))?;
                let outcome =
                    surveys::save(store, people[&person.key], survey, stage, &submission, Mode::Submit).await?;
                let is_stored = matches!(outcome, Outcome::Saved { .. } | Outcome::StageSubmitted);
                ensure!(is_stored, "{name}: {key}.{}: {outcome:?}", stage.key);
            }
        }
    }
    Ok(())
}

fn check(store: &Store, stage: &Stage, answers: &Map<String, Value>) -> Result<questions::Submission> {
    let asked: Vec<_> = stage.pages.iter().flat_map(|page| page.questions.clone()).collect();
    let mut own = answers.clone();
    own.retain(|key, _| asked.iter().any(|question| question.key == *key));
    let today = store.clock.now().date_naive();
    questions::submit(&asked, &own, today).map_err(|problems| anyhow!("{}: {problems:?}", stage.key))
}
