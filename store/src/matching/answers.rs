//! What people answered about the criteria of their programme, as surveys recorded it.

use std::collections::{BTreeMap, BTreeSet};

use matching::group::{Need, Needs};
use questions::{AnswerForm, Question};
use serde_json::Value;

use super::{Criterion, Rules};
use crate::content::Catalogue;
use crate::db::{Db, QueryBuilder, Tx};
use crate::role::Role;
use crate::{PersonId, Result, Store};

/// The question whose answer names the criterion that matters most to a person.
const TOP_CRITERION: &str = "top-criterion";

/// An answer to a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The keys of the chosen options, in the order of the question.
    Options(Vec<String>),
    /// All options, in the person's order.
    Order(Vec<String>),
    /// A number, or a step of a scale.
    Number(i64),
}

impl Given {
    /// The keys of options.
    pub fn keys(&self) -> &[String] {
        match self {
            Self::Options(keys) | Self::Order(keys) => keys,
            Self::Number(_) => &[],
        }
    }
}

/// The answers of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// By key of the criterion.
    pub given: BTreeMap<String, Given>,
    /// The criterion that matters most to the person.
    pub top: Option<String>,
}

/// People per statement, below the limit of values of both databases.
const CHUNK: usize = 500;

/// A submitted answer: who gave it, the survey and its version, the question, and the answer as JSON.
pub(super) type Row = (PersonId, String, i64, String, String);

/// Returns the answers of people. All of them are in the map.
pub async fn of_people(
    store: &Store,
    catalogue: &Catalogue,
    rules: &Rules,
    people: &[PersonId],
) -> Result<BTreeMap<PersonId, Answers>> {
    let rows = rows_of(&store.db, catalogue, rules, people).await?;
    Ok(with_everyone(of_rows(catalogue, rules, &rows), people))
}

/// Reads the submitted answers of people to questions about criteria.
pub(super) async fn rows_of(db: &Db, catalogue: &Catalogue, rules: &Rules, people: &[PersonId]) -> Result<Vec<Row>> {
    let asked = Asked::of(catalogue, rules);
    let mut rows = Vec::new();
    for chunk in people.chunks(CHUNK) {
        let Some(mut query) = asked.query(chunk) else { break };
        rows.append(&mut query.build_query_as().persistent().fetch_all(db).await?);
    }
    Ok(rows)
}

/// Does the same within a transaction, whose connection may be the last free one.
pub(super) async fn of_people_in(
    tx: &mut Tx,
    catalogue: &Catalogue,
    rules: &Rules,
    people: &[PersonId],
) -> Result<BTreeMap<PersonId, Answers>> {
    let asked = Asked::of(catalogue, rules);
    let mut rows: Vec<Row> = Vec::new();
    for chunk in people.chunks(CHUNK) {
        let Some(mut query) = asked.query(chunk) else { break };
        rows.append(&mut query.build_query_as().fetch_all(&mut *tx).await?);
    }
    Ok(with_everyone(of_rows(catalogue, rules, &rows), people))
}

/// The answers of everyone who gave some.
pub(super) fn of_rows(catalogue: &Catalogue, rules: &Rules, rows: &[Row]) -> BTreeMap<PersonId, Answers> {
    let mut all: BTreeMap<PersonId, Answers> = BTreeMap::new();
    for (person, survey, version, question, answer) in rows {
        let Some(survey) = catalogue.surveys.at(survey, *version) else { continue };
        let asked = survey.definition.questions().find(|asked| asked.key == *question);
        if let Some(question) = asked {
            all.entry(*person).or_default().add(question, answer, rules);
        }
    }
    all
}

fn with_everyone(mut answers: BTreeMap<PersonId, Answers>, people: &[PersonId]) -> BTreeMap<PersonId, Answers> {
    for person in people {
        answers.entry(*person).or_default();
    }
    answers
}

impl Answers {
    fn add(&mut self, question: &Question, answer: &str, rules: &Rules) {
        let Some(criterion) = &question.criterion else { return };
        let Ok(answer) = serde_json::from_str::<Value>(answer) else { return };
        if criterion == TOP_CRITERION {
            self.top = answer.as_str().map(str::to_owned);
            return;
        }
        let Some(rule) = rules.criteria.iter().find(|rule| rule.key == *criterion) else { return };
        let keys = |answer: &Value| -> Vec<String> {
            match answer {
                Value::String(key) => vec![key.clone()],
                Value::Array(keys) => keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
                _ => Vec::new(),
            }
        };
        let given = match question.question_type.answer_form() {
            AnswerForm::OneOption | AnswerForm::SomeOptions => {
                let chosen = keys(&answer);
                if chosen.iter().any(|key| rule.fits_all.contains(key)) {
                    Given::Options(question.options.iter().map(|option| option.key.clone()).collect())
                } else {
                    let chosen: BTreeSet<String> = chosen.into_iter().collect();
                    let in_order = question.options.iter().map(|option| &option.key);
                    Given::Options(in_order.filter(|key| chosen.contains(*key)).cloned().collect())
                }
            }
            AnswerForm::AllOptions => Given::Order(keys(&answer)),
            AnswerForm::Number | AnswerForm::Scale => match answer.as_f64() {
                // Rounded: the engine compares whole numbers.
                #[expect(clippy::cast_possible_truncation, reason = "saturates")]
                Some(number) => Given::Number(number.round() as i64),
                None => return,
            },
            _ => return,
        };
        self.given.insert(criterion.clone(), given);
    }
}

/// The keys of the questions that ask for criteria.
struct Asked<'c>(BTreeSet<&'c str>);

impl<'c> Asked<'c> {
    fn of(catalogue: &'c Catalogue, rules: &Rules) -> Self {
        let names =
            |criterion: &str| criterion == TOP_CRITERION || rules.criteria.iter().any(|rule| rule.key == criterion);
        let all = catalogue.surveys.all().flat_map(|survey| survey.definition.questions());
        let keys =
            all.filter(|question| question.criterion.as_deref().is_some_and(names)).map(|question| &*question.key);
        Self(keys.collect())
    }

    /// The submitted answers of people; None if no question asks for a criterion.
    fn query(&self, people: &[PersonId]) -> Option<QueryBuilder<'static>> {
        if self.0.is_empty() {
            return None;
        }
        let mut query = QueryBuilder::new(
            "SELECT a.person_id, a.survey_key, p.version, a.question_key, a.answer FROM survey_answers a
             JOIN survey_progress p ON p.person_id = a.person_id AND p.survey_key = a.survey_key
             JOIN survey_stages s ON s.person_id = a.person_id AND s.survey_key = a.survey_key
                 AND s.stage_key = a.stage_key AND s.submitted_at IS NOT NULL
             WHERE a.question_key IN (",
        );
        query.push_list(self.0.iter().map(|key| (*key).to_owned())).push(") AND a.person_id IN (");
        query.push_list(people.iter().copied()).push(")");
        Some(query)
    }
}

/// Returns what a mentee needs in a group: the answers to exclusive criteria.
pub fn needs(rules: &Rules, answers: &Answers) -> Needs {
    let exclusive = rules.criteria.iter().filter(|rule| rule.is_exclusive);
    let answered = exclusive.filter_map(|rule| Some((rule, answers.given.get(&rule.key)?)));
    let need = |(rule, given): (&Criterion, &Given)| {
        let mandatory = rule.mandatory.is_for(Role::Mentee);
        (rule.key.clone(), Need { mandatory, answers: given.keys().iter().cloned().collect() })
    };
    answered.map(need).collect()
}

/// Returns the newest question that asks for a criterion, whose texts people read.
pub fn question_of<'c>(catalogue: &'c Catalogue, criterion: &str) -> Option<&'c Question> {
    let mut all = catalogue.surveys.offered().flat_map(|survey| survey.definition.questions());
    all.find(|question| question.criterion.as_deref() == Some(criterion))
}
