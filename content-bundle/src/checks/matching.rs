//! The rules of a programme's matching.

use std::collections::BTreeMap;

use marked_yaml::Node;
use questions::AnswerForm;
use store::content::Survey;
use store::matching::{Comparison, Criterion, MAX_FAIRNESS, Rules};
use store::people::Role;
use store::programmes::Settings;

use super::people::check_facts;
use super::{Known, check_key, check_texts};
use crate::yaml::{Sheet, Step};

/// How a criterion is asked for: the form of the answer, and the keys of the options.
#[derive(Debug)]
pub(super) struct Asked {
    form: AnswerForm,
    options: Vec<String>,
}

/// Returns the criteria that questions of surveys ask for, each with all of its questions.
pub(super) fn asked(surveys: &[Survey]) -> BTreeMap<String, Vec<Asked>> {
    let questions = surveys.iter().flat_map(Survey::questions);
    let named = questions.filter_map(|question| Some((question.criterion.clone()?, question)));
    let options = |question: &questions::Question| question.options.iter().map(|option| option.key.clone()).collect();
    let mut asked: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for (criterion, question) in named {
        let form = question.question_type.answer_form();
        asked.entry(criterion).or_default().push(Asked { form, options: options(question) });
    }
    asked
}

/// Returns the questions of surveys, each with whether one option is its answer.
pub(super) fn questions(surveys: &[Survey]) -> BTreeMap<(String, String), bool> {
    let of = |survey: &Survey| -> Vec<((String, String), bool)> {
        let question = |one: &questions::Question| {
            ((survey.key.clone(), one.key.clone()), one.question_type.answer_form() == AnswerForm::OneOption)
        };
        survey.questions().map(question).collect()
    };
    surveys.iter().flat_map(of).collect()
}

fn check_fairness(sheet: &mut Sheet<'_>, node: &Node, rules: &Rules, known: &Known) {
    let path = [Step::Key("matching"), Step::Key("fairness")];
    if rules.fairness.len() > MAX_FAIRNESS {
        sheet.add_at(node, &path, format!("at most {MAX_FAIRNESS} questions"));
    }
    for (index, named) in rules.fairness.iter().enumerate() {
        let path = [&path[..], &[Step::Item(index)]].concat();
        let (survey, question) = (&named.survey, &named.question);
        if rules.fairness[..index].contains(named) {
            sheet.add_at(node, &path, format!("the question {question:?} is there twice"));
        }
        let Some(questions) = &known.questions else { continue };
        match questions.get(&(survey.clone(), question.clone())) {
            None => sheet.add_at(node, &path, format!("the survey {survey:?} has no question {question:?}")),
            Some(false) => sheet.add_at(node, &path, format!("the question {question:?} has not one answer")),
            Some(true) => {}
        }
    }
}

pub(super) fn check(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings, known: &Known) {
    let rules = &settings.matching;
    for (index, kind) in rules.vetting_kinds.iter().enumerate() {
        let path = [Step::Key("matching"), Step::Key("vetting_kinds"), Step::Item(index), Step::Key("label")];
        check_texts(sheet, node, &path, &kind.label, known);
    }
    let at = |step: &'static str| vec![Step::Key("matching"), Step::Key(step)];
    for (index, criterion) in rules.criteria.iter().enumerate() {
        let path = [&at("criteria")[..], &[Step::Item(index)]].concat();
        check_criterion(sheet, node, &path, criterion, known);
        if rules.criteria[..index].iter().any(|earlier| earlier.key == criterion.key) {
            sheet.add_at(node, &path, format!("the criterion {:?} is there twice", criterion.key));
        }
    }
    check_fairness(sheet, node, rules, known);
    for (role, facts) in &rules.enter_after {
        if *role == Role::Staff {
            sheet.add_at(node, &at("enter_after"), "staff are not matched");
        } else {
            check_facts(sheet, node, &at("enter_after"), facts, settings, *role, known);
        }
    }
    if !rules.criteria.is_empty() && rules.enter_after.is_empty() {
        sheet.add_at(node, &at("criteria"), "name in enter_after who takes part: without it the matching is off");
    }
    if !rules.review_message.is_empty() {
        check_texts(sheet, node, &at("review_message"), &rules.review_message, known);
    }
}

fn check_criterion(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], criterion: &Criterion, known: &Known) {
    let at = |step| [path, &[Step::Key(step)]].concat();
    check_key(sheet, node, &at("key"), &criterion.key);
    check_texts(sheet, node, &at("title"), &criterion.title, known);
    if !criterion.help.is_empty() {
        check_texts(sheet, node, &at("help"), &criterion.help, known);
    }
    if criterion.weight > 10 {
        sheet.add_at(node, &at("weight"), "a weight is 0 to 10");
    }
    if criterion.reach == 0 {
        sheet.add_at(node, &at("reach"), "the reach is 1 or more");
    }
    if criterion.is_exclusive && !criterion.is_visible {
        sheet.add_at(
            node,
            &at("is_visible"),
            "people choose members of a group by an exclusive criterion: it must be visible",
        );
    }
    let Some(criteria) = &known.criteria else { return };
    let Some(asked) = criteria.get(&criterion.key) else {
        sheet.add_at(node, &at("key"), format!("no question of a survey has the criterion {:?}", criterion.key));
        return;
    };
    let is_chosen = |asked: &Asked| matches!(asked.form, AnswerForm::OneOption | AnswerForm::SomeOptions);
    let is_number = |asked: &Asked| matches!(asked.form, AnswerForm::Number | AnswerForm::Scale);
    let suits = |asked: &Asked| match criterion.comparison {
        Comparison::Overlap => is_chosen(asked),
        Comparison::Equal | Comparison::Distance => is_chosen(asked) || is_number(asked),
        Comparison::Order => asked.form == AnswerForm::AllOptions,
    };
    if !asked.iter().all(suits) {
        sheet.add_at(node, &at("comparison"), "answers to its question cannot be compared in this way");
    }
    if criterion.is_exclusive && !asked.iter().all(is_chosen) {
        sheet.add_at(node, &at("is_exclusive"), "groups need criteria whose answers are options");
    }
    let is_known = |option: &String| asked.iter().all(|asked| asked.options.contains(option));
    for option in criterion.fits_all.iter().filter(|option| !is_known(option)) {
        sheet.add_at(node, &at("fits_all"), format!("its question has no option {option:?}"));
    }
}
