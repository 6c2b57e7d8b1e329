//! What interests a person, as their answers to surveys say: options may carry tags of learning sessions.

use std::collections::BTreeMap;

use questions::{AnswerForm, Question};
use serde_json::Value;

use crate::content::Catalogue;
use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// Returns how many of the person's submitted answers name each tag.
pub async fn of_person(store: &Store, person: PersonId, catalogue: &Catalogue) -> Result<BTreeMap<String, usize>> {
    let rows: Vec<(String, i64, String, String)> = query_as(
        "SELECT a.survey_key, p.version, a.question_key, a.answer FROM survey_answers a
         JOIN survey_progress p ON p.person_id = a.person_id AND p.survey_key = a.survey_key
         JOIN survey_stages s ON s.person_id = a.person_id AND s.survey_key = a.survey_key
             AND s.stage_key = a.stage_key AND s.submitted_at IS NOT NULL
         WHERE a.person_id = $1",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    let mut interests = BTreeMap::new();
    for (survey, version, question, answer) in rows {
        let Some(survey) = catalogue.surveys.at(&survey, version) else { continue };
        let Some(question) = survey.definition.questions().find(|asked| asked.key == question) else { continue };
        for tag in chosen(question, &answer).into_iter().flat_map(|choice| &choice.tags) {
            *interests.entry(tag.clone()).or_default() += 1;
        }
    }
    Ok(interests)
}

/// Returns the chosen options of a stored answer. An order names all options, and says nothing here.
fn chosen<'q>(question: &'q Question, answer: &str) -> Vec<&'q questions::Choice> {
    if !matches!(question.question_type.answer_form(), AnswerForm::OneOption | AnswerForm::SomeOptions) {
        return Vec::new();
    }
    let keys = match serde_json::from_str(answer) {
        Ok(Value::String(key)) => vec![key],
        Ok(Value::Array(keys)) => keys.into_iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    };
    keys.iter().filter_map(|key| question.option(key)).collect()
}
