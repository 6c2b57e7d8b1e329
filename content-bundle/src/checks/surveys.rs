//! Surveys, and the questions that they share with quizzes.

use std::collections::{BTreeMap, BTreeSet};

use marked_yaml::Node;
use questions::Question;
use store::content::Survey;

use super::{Known, check_key, check_texts};
use crate::yaml::{Sheet, Step};

/// Reads a survey. Its file has the name of its key.
pub(super) fn survey(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Option<Survey> {
    let survey: Survey = sheet.value(node)?;
    check_file_key(sheet, node, "surveys/", &survey.key);
    check_texts(sheet, node, &[Step::Key("name")], &survey.name, known);
    check_texts(sheet, node, &[Step::Key("short_description")], &survey.short_description, known);
    if let Some(picture) = &survey.picture {
        check_picture(sheet, node, &[Step::Key("picture")], picture, known);
    }
    if survey.stages.is_empty() {
        sheet.add_at(node, &[Step::Key("stages")], "there is no stage");
    }
    let mut keys = BTreeSet::new();
    let mut asked_in: BTreeMap<String, &str> = BTreeMap::new();
    for (index, stage) in survey.stages.iter().enumerate() {
        let path = [Step::Key("stages"), Step::Item(index)];
        let at = |step| [&path[..], &[Step::Key(step)]].concat();
        check_key(sheet, node, &at("key"), &stage.key);
        if !keys.insert(&stage.key) {
            sheet.add_at(node, &at("key"), format!("{:?} is there twice", stage.key));
        }
        check_texts(sheet, node, &at("name"), &stage.name, known);
        if !stage.description.is_empty() {
            check_texts(sheet, node, &at("description"), &stage.description, known);
        }
        let mut paths = Vec::new();
        let mut all = Vec::new();
        for (number, page) in stage.pages.iter().enumerate() {
            let path = [&at("pages")[..], &[Step::Item(number)]].concat();
            let at = |step| [&path[..], &[Step::Key(step)]].concat();
            check_texts(sheet, node, &at("title"), &page.title, known);
            if !page.description.is_empty() {
                check_texts(sheet, node, &at("description"), &page.description, known);
            }
            paths.extend((0..page.questions.len()).map(|item| [&at("questions")[..], &[Step::Item(item)]].concat()));
            all.extend(page.questions.iter().cloned());
        }
        check_questions(sheet, node, &paths, &all, survey.allows_password, known);
        for (question, path) in all.iter().zip(&paths) {
            let other = asked_in.insert(question.key.clone(), &stage.key).filter(|other| *other != stage.key);
            if let Some(other) = other {
                let path = [path, &[Step::Key("key")][..]].concat();
                sheet.add_at(
                    node,
                    &path,
                    format!("{:?} is there twice; the other one is in stage {other}", question.key),
                );
            }
        }
    }
    Some(survey)
}

/// Checks the questions of a stage or a quiz, each at its path in the file.
pub(super) fn check_questions(
    sheet: &mut Sheet<'_>,
    node: &Node,
    paths: &[Vec<Step<'_>>],
    questions: &[Question],
    passwords: bool,
    known: &Known,
) {
    for flaw in questions::check(questions, passwords) {
        let mut path = paths[flaw.question].clone();
        path.push(Step::Key(flaw.field));
        path.extend(flaw.option.map(Step::Item));
        sheet.add_at(node, &path, flaw.text);
    }
    for (question, path) in questions.iter().zip(paths) {
        let at = |step| [&path[..], &[Step::Key(step)]].concat();
        check_texts(sheet, node, &at("label"), &question.label, known);
        for (name, texts) in [("help", &question.help), ("transcript", &question.transcript)] {
            if !texts.is_empty() {
                check_texts(sheet, node, &at(name), texts, known);
            }
        }
        for (index, option) in question.options.iter().enumerate() {
            let path = [&at("options")[..], &[Step::Item(index)]].concat();
            let at = |step| [&path[..], &[Step::Key(step)]].concat();
            check_texts(sheet, node, &at("label"), &option.label, known);
            if !option.explanation.is_empty() {
                check_texts(sheet, node, &at("explanation"), &option.explanation, known);
            }
            check_tags(sheet, node, &path, &option.tags, known);
            if let Some(picture) = &option.picture {
                check_picture(sheet, node, &at("picture"), picture, known);
            }
        }
        for (name, texts) in
            question.scale.iter().flat_map(|scale| [("min_label", &scale.min_label), ("max_label", &scale.max_label)])
        {
            if !texts.is_empty() {
                check_texts(sheet, node, &[&at("scale")[..], &[Step::Key(name)]].concat(), texts, known);
            }
        }
    }
}

/// Checks the `tags` of what is at a path.
pub(super) fn check_tags(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], tags: &[String], known: &Known) {
    for (index, tag) in tags.iter().enumerate() {
        if known.tags.as_ref().is_none_or(|tags| !tags.contains(tag)) {
            let path = [path, &[Step::Key("tags"), Step::Item(index)]].concat();
            sheet.add_at(node, &path, format!("tags.yaml has no tag {tag:?}"));
        }
    }
}

pub(super) fn check_picture(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], picture: &str, known: &Known) {
    if !known.pictures.contains(picture) {
        sheet.add_at(node, path, format!("there is no file pictures/{picture}"));
    }
}

/// A file of a folder is named after the key in it, so that no key is there twice.
pub(super) fn check_file_key(sheet: &mut Sheet<'_>, node: &Node, folder: &str, key: &str) {
    check_key(sheet, node, &[Step::Key("key")], key);
    let expected = format!("{folder}{key}.yaml");
    if sheet.name() != expected {
        sheet.add_at(node, &[Step::Key("key")], format!("the file must be named {expected}, after its key"));
    }
}
