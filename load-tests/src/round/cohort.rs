//! People who wait for a match, with answers of every kind that criteria compare.

use std::collections::BTreeSet;

use anyhow::{Context, ensure};
use questions::{AnswerForm, Question};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use store::Store;
use store::content::{self, Survey};
use store::matching::Rules;
use store::programmes::Programme;

use crate::bulk::{Bulk, id_of, text};
use crate::target::Resources;

/// The survey that asks for all criteria of [`rules`].
const SURVEY: &str = "about-you";

const SEED: u64 = 17;

/// Six criteria; languages and times must fit.
pub(super) fn rules(publishes: bool) -> anyhow::Result<Rules> {
    let criterion = |key: &str, weight: u8, comparison: &str, mandatory: &str| json!({"key": key, "title": {"en": key}, "weight": weight, "comparison": comparison, "mandatory": mandatory});
    let entry = json!({"surveys": [SURVEY]});
    Ok(serde_json::from_value(json!({
        "publishes_automatically": publishes,
        "enter_after": {"mentor": entry, "mentee": entry},
        "criteria": [
            criterion("languages", 8, "overlap", "both"),
            criterion("availability", 7, "overlap", "mentee"),
            criterion("field", 9, "equal", "nobody"),
            criterion("interests", 6, "overlap", "nobody"),
            criterion("rhythm", 3, "equal", "nobody"),
            criterion("meeting-place", 4, "equal", "nobody"),
        ],
    }))?)
}

/// Fills the pool of a programme. Mentors have one to three places.
pub(super) async fn fill(
    store: &Store,
    resources: &Resources,
    programme: &Programme,
    mentees: usize,
    mentors: usize,
) -> anyhow::Result<()> {
    let catalogue = content::catalogue(store).await?;
    let survey = catalogue.surveys.offered().find(|survey| survey.definition.key == SURVEY).context(SURVEY)?;
    let asked = asked(&survey.definition, &programme.settings.matching);
    ensure!(asked.len() == programme.settings.matching.criteria.len(), "the survey does not ask for all criteria");
    let now = text(&store.clock.now().to_rfc3339());
    let mut bulk = Bulk::open(&resources.database, mentees + mentors).await?;
    let id = bulk.id(programme.id.0);
    let role = format!("CASE WHEN i < {mentees} THEN 'mentee' ELSE 'mentor' END");
    bulk.insert(
        "people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider, programme_id,
         language, experience_overrides, is_disabled, email_verified_at, agreed_terms_at, declared_at,
         failed_sign_ins, created_at)",
        &format!(
            "{{id}}, 'waiting' || i || '@load.invalid', 'Load', 'Test', 'Load', '', '', {role}, 'normal', {id}, 'en',
             '{{}}', FALSE, {now}, {now}, {now}, 0, {now}"
        ),
    )
    .await?;
    bulk.insert(
        "matching_pool (person_id, programme_id, role, kind, places, joined_at)",
        &format!(
            "{{id}}, {id}, {role}, CASE WHEN i < {mentees} THEN NULL ELSE '1to1' END,
             CASE WHEN i < {mentees} THEN 1 ELSE 1 + i % 3 END, {now}"
        ),
    )
    .await?;
    let (key, version) = (text(SURVEY), survey.version);
    bulk.insert(
        "survey_progress (person_id, survey_key, version, started_at, completed_at)",
        &format!("{{id}}, {key}, {version}, {now}, {now}"),
    )
    .await?;
    // Only answers of submitted stages count.
    for stage in asked.iter().map(|(stage, _)| *stage).collect::<BTreeSet<_>>() {
        let stage = text(stage);
        bulk.insert(
            "survey_stages (person_id, survey_key, stage_key, submitted_at, draft_revision)",
            &format!("{{id}}, {key}, {stage}, {now}, 1"),
        )
        .await?;
    }
    let mut random = StdRng::seed_from_u64(SEED);
    let mut rows = Vec::new();
    for number in 0..mentees + mentors {
        let person = bulk.id(id_of(number));
        for (stage, question) in &asked {
            let answer = answer_to(question, &mut random).with_context(|| question.key.clone())?;
            let (stage, question, answer) = (text(stage), text(&question.key), text(&answer.to_string()));
            rows.push(format!("{person}, {key}, {question}, {stage}, {answer}, {now}"));
        }
    }
    let columns = "survey_answers (person_id, survey_key, question_key, stage_key, answer, answered_at)";
    bulk.insert_rows(columns, &rows).await?;
    bulk.finish().await
}

/// The questions that ask for criteria, with their stages.
fn asked<'s>(survey: &'s Survey, rules: &Rules) -> Vec<(&'s str, &'s Question)> {
    let is_criterion =
        |question: &&Question| rules.criteria.iter().any(|rule| question.criterion.as_ref() == Some(&rule.key));
    let of_stage = |stage: &'s content::Stage| {
        let questions = stage.pages.iter().flat_map(|page| &page.questions);
        questions.map(|question| (&*stage.key, question))
    };
    survey.stages.iter().flat_map(of_stage).filter(|(_, question)| is_criterion(question)).collect()
}

/// Chooses options; the first ones are more common than the last.
fn answer_to(question: &Question, random: &mut StdRng) -> Option<Value> {
    let mut option = || {
        let count = question.options.len();
        let index = random.random_range(0..count).min(random.random_range(0..count));
        question.options[index].key.clone()
    };
    Some(match question.question_type.answer_form() {
        AnswerForm::OneOption => json!(option()),
        AnswerForm::SomeOptions => {
            let mut chosen = vec![option(), option(), option()];
            chosen.sort();
            chosen.dedup();
            json!(chosen)
        }
        _ => return None,
    })
}
