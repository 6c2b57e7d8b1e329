//! Right answers of a quiz, and how answers are judged by them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{AnswerForm, Question};

impl Question {
    /// Whether its answer is an order of all options.
    pub fn is_arranged(&self) -> bool {
        self.question_type.answer_form() == AnswerForm::AllOptions
    }

    /// Returns its key: the right options in the order of their names, or all options in their right order. None if no answer is
    /// right or wrong.
    pub fn answer_key(&self) -> Option<Vec<String>> {
        if self.is_arranged() {
            return Some(self.options.iter().map(|option| option.key.clone()).collect());
        }
        let right: BTreeSet<_> = self.options.iter().filter(|option| option.is_correct).map(|one| &one.key).collect();
        (!right.is_empty()).then(|| right.into_iter().cloned().collect())
    }

    /// Whether these options can be its key: some of them, or all of them once if they are arranged.
    pub fn fits(&self, key: &[String]) -> bool {
        let named: BTreeSet<_> = key.iter().collect();
        let is_known = named.len() == key.len() && !key.is_empty() && key.iter().all(|key| self.option(key).is_some());
        match self.question_type.answer_form() {
            AnswerForm::AllOptions => is_known && key.len() == self.options.len(),
            AnswerForm::OneOption | AnswerForm::SomeOptions => is_known,
            _ => false,
        }
    }

    /// Replaces its key by one that [`Question::fits`].
    pub fn set_answer_key(&mut self, key: &[String]) {
        if self.is_arranged() {
            self.options.sort_by_key(|option| key.iter().position(|named| *named == option.key));
        } else {
            self.options.iter_mut().for_each(|option| option.is_correct = key.contains(&option.key));
        }
    }

    /// Whether another version of it has the same form and the same options, so that a key of one is a key of the other.
    pub fn has_options_of(&self, other: &Self) -> bool {
        let keys = |question: &Self| question.options.iter().map(|one| one.key.clone()).collect::<BTreeSet<_>>();
        self.question_type.answer_form() == other.question_type.answer_form() && keys(self) == keys(other)
    }

    /// Whether the answer to it is right; None if it has no key. Without an answer it is wrong.
    pub fn is_right(&self, answers: &BTreeMap<String, Value>) -> Option<bool> {
        let given = answers.get(&self.key);
        let key = self.answer_key()?;
        let chosen = || given.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        Some(match self.question_type.answer_form() {
            AnswerForm::AllOptions => chosen().eq(key.iter().map(String::as_str)),
            AnswerForm::SomeOptions => chosen().collect::<BTreeSet<_>>() == key.iter().map(String::as_str).collect(),
            AnswerForm::OneOption => {
                given.and_then(Value::as_str).is_some_and(|chosen| key.iter().any(|k| k == chosen))
            }
            _ => false,
        })
    }
}

/// Returns how many questions with a key were answered right, and how many there are.
pub fn score(questions: &[Question], answers: &BTreeMap<String, Value>) -> (usize, usize) {
    let judged: Vec<bool> = questions.iter().filter_map(|question| question.is_right(answers)).collect();
    (judged.iter().filter(|is_right| **is_right).count(), judged.len())
}
