//! All answers of a stage or a quiz.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use crate::{Problem, Question, accept};

/// The answers that are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Submission {
    /// Converted answers by question key.
    pub answers: BTreeMap<String, Value>,
    /// Keys of answers that were dropped, because their questions are not asked after other answers. A page says so.
    pub dropped: Vec<String>,
}

/// Whether a question is asked after these accepted answers.
pub fn is_visible(question: &Question, answers: &BTreeMap<String, Value>) -> bool {
    question.visible_if.as_ref().is_none_or(|condition| condition.holds(answers.get(&condition.question)))
}

/// Accepts all answers, or returns the problem of each question that has one.
pub fn submit(
    questions: &[Question],
    answers: &Map<String, Value>,
    today: NaiveDate,
) -> Result<Submission, BTreeMap<String, Problem>> {
    let (submission, mut problems) = sort(questions, answers, today);
    for question in questions.iter().filter(|question| question.mandatory) {
        let is_missing = !submission.answers.contains_key(&question.key) && is_visible(question, &submission.answers);
        if is_missing && !problems.contains_key(&question.key) {
            problems.insert(question.key.clone(), Problem::Mandatory);
        }
    }
    if problems.is_empty() { Ok(submission) } else { Err(problems) }
}

/// Accepts the answers that are valid so far; mandatory ones may be missing.
pub fn draft(
    questions: &[Question],
    answers: &Map<String, Value>,
    today: NaiveDate,
) -> (Submission, BTreeMap<String, Problem>) {
    sort(questions, answers, today)
}

fn sort(
    questions: &[Question],
    answers: &Map<String, Value>,
    today: NaiveDate,
) -> (Submission, BTreeMap<String, Problem>) {
    let (mut submission, mut problems) = (Submission::default(), BTreeMap::new());
    // Conditions refer to earlier questions only.
    for question in questions {
        let Some(answer) = answers.get(&question.key) else { continue };
        if !is_visible(question, &submission.answers) {
            submission.dropped.push(question.key.clone());
            continue;
        }
        match accept(question, answer, today) {
            Ok(Some(accepted)) => drop(submission.answers.insert(question.key.clone(), accepted)),
            Ok(None) => {}
            Err(problem) => drop(problems.insert(question.key.clone(), problem)),
        }
    }
    for key in answers.keys().filter(|key| !questions.iter().any(|question| question.key == **key)) {
        problems.insert(key.clone(), Problem::UnknownQuestion);
    }
    (submission, problems)
}
