//! Criteria and answers on the wire, in the reader's language.

use std::collections::BTreeMap;

use serde::Serialize;
use store::content::{Catalogue, FALLBACK, text_in};
use store::matching::{Answers, Criterion, Given, Icon, Rules, question_of};
use store::people::Role;
use utoipa::ToSchema;

/// What a person answered to a criterion that members of a group must agree on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchExclusiveCriterion)]
pub(super) struct ExclusiveCriterion {
    /// Whether it must fit.
    mandatory: bool,
    /// The keys of the person's answers.
    matched_answer: Vec<String>,
    name: String,
    locale_name: String,
    icon: Icon,
}

/// A criterion with answers that people read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchReason)]
pub(super) struct Named {
    key: String,
    name: String,
    locale_name: String,
    icon: Icon,
    answers: Vec<String>,
    locale_answers: Vec<String>,
}

/// Reads criteria in a language.
#[derive(Clone, Copy)]
pub(super) struct Reader<'r> {
    pub(super) catalogue: &'r Catalogue,
    pub(super) rules: &'r Rules,
    pub(super) language: &'r str,
}

impl<'r> Reader<'r> {
    /// Returns the criteria whose answers others see.
    pub(super) fn visible(&self) -> impl Iterator<Item = &'r Criterion> {
        self.rules.criteria.iter().filter(|criterion| criterion.is_visible)
    }

    /// Returns the visible criteria that members of a group must agree on, with a person's answers, by key.
    pub(super) fn exclusive(&self, answers: &Answers) -> BTreeMap<String, ExclusiveCriterion> {
        let exclusive = self.visible().filter(|criterion| criterion.is_exclusive);
        let given = exclusive.filter_map(|criterion| Some((criterion, answers.given.get(&criterion.key)?)));
        let response = |(criterion, given): (&Criterion, &Given)| {
            let response = ExclusiveCriterion {
                mandatory: criterion.mandatory.is_for(Role::Mentee),
                matched_answer: given.keys().to_vec(),
                name: text_in(&criterion.title, FALLBACK).to_owned(),
                locale_name: text_in(&criterion.title, self.language).to_owned(),
                icon: criterion.icon,
            };
            (criterion.key.clone(), response)
        };
        given.map(response).collect()
    }

    /// Returns what two people have in common, the weightiest criterion first, at most `most`.
    pub(super) fn common(&self, one: &Answers, other: &Answers, most: usize) -> Vec<Named> {
        let mut visible: Vec<&Criterion> = self.visible().collect();
        visible.sort_by_key(|criterion| std::cmp::Reverse(criterion.weight));
        let named = |criterion: &&Criterion| {
            let keys = matched(one.given.get(&criterion.key)?, other.given.get(&criterion.key)?);
            (!keys.is_empty()).then(|| self.named(criterion, &keys))
        };
        visible.iter().filter_map(named).take(most).collect()
    }

    /// Names a criterion and options of it.
    pub(super) fn named(&self, criterion: &Criterion, keys: &[String]) -> Named {
        Named {
            key: criterion.key.clone(),
            name: text_in(&criterion.title, FALLBACK).to_owned(),
            locale_name: text_in(&criterion.title, self.language).to_owned(),
            icon: criterion.icon,
            answers: self.labels(criterion, keys, FALLBACK),
            locale_answers: self.labels(criterion, keys, self.language),
        }
    }

    /// Returns the words of options.
    pub(super) fn labels(&self, criterion: &Criterion, keys: &[String], language: &str) -> Vec<String> {
        let Some(question) = question_of(self.catalogue, &criterion.key) else { return Vec::new() };
        let label = |key: &String| question.option(key).map(|option| text_in(&option.label, language).to_owned());
        keys.iter().filter_map(label).collect()
    }

    /// Returns the words of an answer.
    pub(super) fn words(&self, criterion: &Criterion, given: &Given, language: &str) -> Vec<String> {
        match given {
            Given::Number(number) => vec![number.to_string()],
            Given::Options(keys) | Given::Order(keys) => self.labels(criterion, keys, language),
        }
    }
}

/// Returns the options that two answers have in common; of two orders, what both put first.
pub(super) fn matched(one: &Given, other: &Given) -> Vec<String> {
    match (one, other) {
        (Given::Order(one), Given::Order(other)) => {
            one.iter().zip(other).take_while(|(a, b)| a == b).map(|(key, _)| key.clone()).collect()
        }
        _ => one.keys().iter().filter(|key| other.keys().contains(key)).cloned().collect(),
    }
}
