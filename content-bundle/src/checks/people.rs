//! Languages, programmes and declarations.

use std::collections::{BTreeMap, BTreeSet};

use chrono_tz::Tz;
use marked_yaml::Node;
use store::conditions::{Facts, Section};
use store::content::{Audience, Declaration, FALLBACK, Language, Programme};
use store::people::Role;
use store::programmes::Settings;
use store::programmes::rule_checks::{self, codes};

use super::{Known, check_key, check_markdown, check_texts, is_code, items, matching};
use crate::yaml::{Sheet, Step};

pub(super) fn languages(sheet: &mut Sheet<'_>, node: &Node) -> Vec<Language> {
    let all = items(
        sheet,
        node,
        "languages",
        |language: &Language| language.code.clone(),
        |sheet, node, language| {
            if !is_code(&language.code) {
                sheet.add_at(node, &[Step::Key("code")], "a code has two or three small letters");
            }
            if language.name.trim().is_empty() {
                sheet.add_at(node, &[Step::Key("name")], "the name is empty");
            }
            if language.is_default && !language.is_active {
                sheet.add_at(node, &[Step::Key("is_active")], "the default language must be active");
            }
        },
    );
    if all.iter().filter(|language| language.is_default).count() != 1 {
        sheet.add(1, "exactly one language must be the default (is_default: true)");
    }
    if !all.iter().any(|language| language.code == FALLBACK) {
        sheet.add(1, "English (en) must be among the languages: what is missing in another one is said in it");
    }
    all
}

pub(super) fn declarations(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<Declaration> {
    items(
        sheet,
        node,
        "declarations",
        |declaration: &Declaration| declaration.role.title().to_lowercase(),
        |sheet, node, declaration| {
            if declaration.role == Role::Staff {
                sheet.add_at(node, &[Step::Key("role")], "only a mentor or a mentee declares something");
            }
            check_markdown(sheet, node, &[Step::Key("text")], &declaration.text, known);
        },
    )
}

pub(super) fn programmes(sheet: &mut Sheet<'_>, node: &Node, known: &Known) -> Vec<Programme> {
    let mut keys = BTreeMap::new();
    let mut codes_seen = BTreeMap::new();
    let mut all = Vec::new();
    for node in sheet.list(node, "programmes") {
        let line = crate::yaml::line_of(node, &[]);
        let Some(programme) = programme(sheet, node) else { continue };
        if let Some(first) = keys.insert(programme.key.clone(), line) {
            sheet.add(line, format!("{:?} is there twice; the other one is in line {first}", programme.key));
        }
        check_surveys(sheet, node, &programme.settings, known);
        check_conditions(sheet, node, &programme.settings, known);
        check_pinned(sheet, node, &programme.settings, known);
        check_curriculum(sheet, node, &programme.settings, known);
        matching::check(sheet, node, &programme.settings, known);
        check_rules(sheet, node, &programme.settings);
        for (path, code) in codes(&programme.settings) {
            let line = crate::yaml::line_of(node, &steps(&path));
            if let Some(first) = codes_seen.insert(code.clone(), line) {
                sheet.add(line, format!("the code {code:?} is there twice; the other one is in line {first}"));
            }
        }
        all.push(programme);
    }
    all
}

fn check_surveys(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings, known: &Known) {
    for (index, named) in settings.surveys.iter().enumerate() {
        let path = [Step::Key("surveys"), Step::Item(index)];
        if known.surveys.as_ref().is_some_and(|surveys| !surveys.contains(&named.survey)) {
            sheet.add_at(node, &path, format!("there is no survey {:?}", named.survey));
        }
        if settings.surveys[..index].iter().any(|earlier| earlier.survey == named.survey) {
            sheet.add_at(node, &path, format!("the survey {:?} is there twice", named.survey));
        }
        if named.roles.is_empty() {
            sheet.add_at(node, &path, "the survey has no roles");
        }
        if let Some(facts) = &named.after {
            let path = [&path[..], &[Step::Key("after")]].concat();
            if facts.surveys.contains(&named.survey) {
                sheet.add_at(node, &path, format!("the survey {:?} cannot wait for itself", named.survey));
            } else if waits_for_itself(settings, &named.survey) {
                let text = format!("the survey {:?} waits for one that waits for it: neither would open", named.survey);
                sheet.add_at(node, &path, text);
            }
            for role in &named.roles {
                check_facts(sheet, node, &path, facts, settings, *role, known);
            }
        }
    }
}

fn check_pinned(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings, known: &Known) {
    for (index, session) in settings.pinned_sessions.iter().enumerate() {
        let path = [Step::Key("pinned_sessions"), Step::Item(index)];
        if known.sessions.as_ref().is_some_and(|sessions| sessions.get(session) != Some(&Audience::LearningHub)) {
            sheet.add_at(node, &path, format!("there is no session {session:?}"));
        }
        if settings.pinned_sessions[..index].contains(session) {
            sheet.add_at(node, &path, format!("the session {session:?} is there twice"));
        }
    }
}

/// Checks what must hold in the console as well.
fn check_rules(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings) {
    for mistake in rule_checks::check(settings) {
        sheet.add_at(node, &steps(&mistake.path), mistake.flaw.to_string());
    }
}

fn steps(path: &[rule_checks::Step]) -> Vec<Step<'static>> {
    let step = |step: &rule_checks::Step| match *step {
        rule_checks::Step::Key(key) => Step::Key(key),
        rule_checks::Step::Item(index) => Step::Item(index),
    };
    path.iter().map(step).collect()
}

fn check_curriculum(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings, known: &Known) {
    for (index, named) in settings.curriculum.iter().enumerate() {
        let path = [Step::Key("curriculum"), Step::Item(index), Step::Key("session")];
        let session = &named.session;
        match known.sessions.as_ref().map(|sessions| sessions.get(session)) {
            Some(None) => sheet.add_at(node, &path, format!("there is no session {session:?}")),
            Some(Some(Audience::LearningHub)) => {
                sheet.add_at(node, &path, format!("the session {session:?} is for the learning hub"));
            }
            Some(Some(Audience::Mentorship)) | None => {}
        }
        if settings.curriculum[..index].iter().any(|earlier| earlier.session == *session) {
            sheet.add_at(node, &path, format!("the session {session:?} is there twice"));
        }
        if index > 0 && named.due_after_days < settings.curriculum[index - 1].due_after_days {
            sheet.add_at(node, &path, format!("the session {session:?} is due before the one that it follows"));
        }
    }
}

/// Whether a survey is, over others, among those that it waits for.
fn waits_for_itself(settings: &Settings, survey: &str) -> bool {
    let mut reached = BTreeSet::new();
    let mut left = vec![survey];
    while let Some(key) = left.pop() {
        let named = settings.surveys.iter().filter(|named| named.survey == key);
        let facts = named.filter_map(|named| named.after.as_ref());
        left.extend(facts.flat_map(|facts| &facts.surveys).map(String::as_str).filter(|key| reached.insert(*key)));
    }
    reached.contains(survey)
}

fn check_conditions(sheet: &mut Sheet<'_>, node: &Node, settings: &Settings, known: &Known) {
    for (&named, sections) in &settings.conditions {
        let role = named.title().to_lowercase();
        for (section, condition) in sections {
            let section = section.name();
            let path = [Step::Key("conditions"), Step::Key(&role), Step::Key(section)];
            let after = [&path[..], &[Step::Key("use_after")]].concat();
            check_facts(sheet, node, &after, &condition.use_after, settings, named, known);
            let message = [&path[..], &[Step::Key("message")]].concat();
            if !condition.message.is_empty() && section != Section::Curriculum.name() {
                sheet.add_at(node, &message, "only the curriculum shows a message");
            } else if !condition.message.is_empty() {
                check_texts(sheet, node, &message, &condition.message, known);
            }
        }
    }
}

/// Checks what people of a role must have done.
pub(super) fn check_facts(
    sheet: &mut Sheet<'_>,
    node: &Node,
    path: &[Step<'_>],
    facts: &Facts,
    settings: &Settings,
    role: Role,
    known: &Known,
) {
    if *facts == Facts::default() {
        sheet.add_at(node, path, "nothing is named that opens it");
    }
    for survey in &facts.surveys {
        if known.surveys.as_ref().is_some_and(|surveys| !surveys.contains(survey)) {
            sheet.add_at(node, path, format!("there is no survey {survey:?}"));
        } else if !settings.surveys.iter().any(|named| named.survey == *survey && named.roles.contains(&role)) {
            let role = role.title().to_lowercase();
            sheet.add_at(node, path, format!("no {role} takes the survey {survey:?}: it would never open"));
        }
    }
}

/// The rules are parsed separately from the name, so that both can report mistakes.
fn programme(sheet: &mut Sheet<'_>, node: &Node) -> Option<Programme> {
    let Node::Mapping(mapping) = node else {
        sheet.add_at(node, &[], "a programme has a key, a name, a time zone and rules");
        return None;
    };
    let mut rules = mapping.clone();
    let mut text = |sheet: &mut Sheet<'_>, name: &str| match rules.remove(name) {
        Some(Node::Scalar(text)) if !text.as_str().trim().is_empty() => Some(text.as_str().to_owned()),
        Some(other) => {
            sheet.add_at(&other, &[], format!("{name} must be a text"));
            None
        }
        None => {
            sheet.add_at(node, &[], format!("{name} is missing"));
            None
        }
    };
    let (key, name, time_zone) = (text(sheet, "key"), text(sheet, "name"), text(sheet, "time_zone"));
    if let Some(key) = &key {
        check_key(sheet, node, &[Step::Key("key")], key);
    }
    if let Some(zone) = time_zone.as_ref().filter(|zone| zone.parse::<Tz>().is_err()) {
        sheet.add_at(node, &[Step::Key("time_zone")], format!("{zone:?} is not an IANA time zone"));
    }
    let listed = rules.get_mapping("sign_up").and_then(|sign_up| sign_up.get_sequence("email_domains"));
    if listed.is_some_and(|domains| !domains.is_empty()) {
        let path = [Step::Key("sign_up"), Step::Key("email_domains")];
        sheet.add_at(node, &path, "name the role that each domain admits: {mentees: […], mentors: […]}".to_owned());
    }
    let settings: Settings = sheet.value(&Node::Mapping(rules))?;
    Some(Programme { key: key?, name: name?, time_zone: time_zone?, settings })
}
