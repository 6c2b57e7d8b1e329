//! Parses files into a bundle, or into a list of all mistakes.

use std::collections::{BTreeMap, BTreeSet};

use marked_yaml::Node;
use serde::de::DeserializeOwned;
use store::content::{Audience, Bundle, FALLBACK, Texts};

use crate::yaml::{Sheet, Step};
use crate::{Files, Mistake, markdown};

mod definition;
mod learning;
mod matching;
mod pages;
mod people;
mod pictures;
mod surveys;

pub(crate) use definition::definition;

/// Names that files of a bundle refer to.
#[derive(Debug, Default)]
struct Known {
    /// Language codes, if the bundle lists them.
    languages: Option<BTreeSet<String>>,
    /// Names of the existing pictures.
    pictures: BTreeSet<String>,
    /// Keys of the surveys, if the bundle has some.
    surveys: Option<BTreeSet<String>>,
    /// The matching criteria that surveys ask for, if the bundle has some.
    criteria: Option<BTreeMap<String, Vec<matching::Asked>>>,
    /// The questions of surveys, each with whether one option is its answer, by the keys of survey and question.
    questions: Option<BTreeMap<(String, String), bool>>,
    /// The sessions and where they are offered, if the bundle has some.
    sessions: Option<BTreeMap<String, Audience>>,
    /// Keys of the tags, if the bundle lists them.
    tags: Option<BTreeSet<String>>,
}

/// Reads a bundle. Reports all mistakes at once, with file and line.
pub fn read(files: &Files) -> Result<Bundle, Vec<Mistake>> {
    let (bundle, mistakes) = parse(files);
    if mistakes.is_empty() { Ok(bundle) } else { Err(mistakes) }
}

/// Reads a bundle in which a file is new. Mistakes that the other files have without it stand in its way as little as they did before.
pub fn read_with(others: &Files, name: &str, bytes: Vec<u8>) -> Result<Bundle, Vec<Mistake>> {
    let mut files = others.clone();
    files.insert(name.to_owned(), bytes);
    let (bundle, mut mistakes) = parse(&files);
    if mistakes.iter().any(|mistake| mistake.file != name) {
        let (_, known) = parse(others);
        mistakes.retain(|mistake| mistake.file == name || !known.contains(mistake));
    }
    if mistakes.is_empty() { Ok(bundle) } else { Err(mistakes) }
}

/// Returns what can be read, and all mistakes in order.
fn parse(files: &Files) -> (Bundle, Vec<Mistake>) {
    let mut mistakes = Vec::new();
    let mut bundle = Bundle::default();
    let mut known = Known::default();
    let found = &mut mistakes;
    bundle.languages = file(files, "languages.yaml", found, people::languages);
    // An invalid list would turn every text into a mistake.
    known.languages = bundle
        .languages
        .as_ref()
        .filter(|_| found.is_empty())
        .map(|all| all.iter().map(|language| language.code.clone()).collect());
    bundle.pictures = pictures::all(files, found);
    known.pictures = pictures::names(files);
    bundle.declarations =
        file(files, "declarations.yaml", found, |sheet, node| people::declarations(sheet, node, &known));
    bundle.documents = folder(files, "documents/", found, |sheet, node| pages::document(sheet, node, &known));
    bundle.topics = file(files, "faq.yaml", found, |sheet, node| pages::topics(sheet, node, &known));
    bundle.cards = file(files, "cards.yaml", found, |sheet, node| pages::cards(sheet, node, &known));
    bundle.translations = folder(files, "translations/", found, |sheet, node| pages::translation(sheet, node, &known));
    bundle.tags = file(files, "tags.yaml", found, |sheet, node| learning::tags(sheet, node, &known));
    known.tags = bundle.tags.as_ref().map(|tags| tags.iter().map(|tag| tag.key.clone()).collect());
    bundle.surveys = folder(files, "surveys/", found, |sheet, node| surveys::survey(sheet, node, &known));
    known.surveys = bundle.surveys.as_ref().map(|surveys| surveys.iter().map(|survey| survey.key.clone()).collect());
    known.questions = bundle.surveys.as_deref().map(matching::questions);
    known.criteria = bundle.surveys.as_deref().map(matching::asked);
    let mut quizzes = BTreeMap::new();
    bundle.sessions =
        folder(files, "sessions/", found, |sheet, node| learning::session(sheet, node, &known, &mut quizzes));
    known.sessions = bundle
        .sessions
        .as_ref()
        .map(|sessions| sessions.iter().map(|session| (session.key.clone(), session.audience)).collect());
    bundle.programmes = file(files, "programmes.yaml", found, |sheet, node| people::programmes(sheet, node, &known));
    bundle.feed = file(files, "feed.yaml", found, |sheet, node| learning::feed(sheet, node, &known));
    if let Some(documents) = &bundle.documents {
        pages::refuse_two_documents_of_one_id(files, documents, found);
    }
    refuse_strangers(files, found);
    mistakes.sort();
    mistakes.dedup();
    (bundle, mistakes)
}

fn file<T>(
    files: &Files,
    name: &str,
    mistakes: &mut Vec<Mistake>,
    read: impl FnOnce(&mut Sheet<'_>, &Node) -> T,
) -> Option<T> {
    let mut sheet = Sheet::new(name, mistakes);
    let node = sheet.parse(files.get(name)?)?;
    Some(read(&mut sheet, &node))
}

/// Reads each file of a folder.
fn folder<T>(
    files: &Files,
    prefix: &str,
    mistakes: &mut Vec<Mistake>,
    mut read: impl FnMut(&mut Sheet<'_>, &Node) -> Option<T>,
) -> Option<Vec<T>> {
    let names = files.keys().filter(|name| name.starts_with(prefix) && name.ends_with(".yaml")).collect::<Vec<_>>();
    if names.is_empty() {
        return None;
    }
    let one = |name: &String| file(files, name, mistakes, &mut read).flatten();
    Some(names.into_iter().filter_map(one).collect())
}

fn refuse_strangers(files: &Files, mistakes: &mut Vec<Mistake>) {
    const SINGLE: [&str; 7] =
        ["languages.yaml", "programmes.yaml", "declarations.yaml", "faq.yaml", "cards.yaml", "tags.yaml", "feed.yaml"];
    if files.is_empty() {
        Sheet::new("languages.yaml", mistakes).add(1, "there is no content here");
    }
    for name in files.keys() {
        let is_one_of_many = ["documents/", "translations/", "surveys/", "sessions/"]
            .iter()
            .any(|folder| name.strip_prefix(folder).is_some_and(|rest| rest.ends_with(".yaml") && !rest.contains('/')));
        if !SINGLE.contains(&name.as_str()) && !is_one_of_many && !name.starts_with("pictures/") {
            Sheet::new(name, mistakes).add(1, "unknown file name");
        }
    }
}

/// Reads and checks the items of a list; names must be unique.
fn items<T: DeserializeOwned>(
    sheet: &mut Sheet<'_>,
    node: &Node,
    list: &str,
    name: impl Fn(&T) -> String,
    mut look: impl FnMut(&mut Sheet<'_>, &Node, &T),
) -> Vec<T> {
    let mut names = BTreeMap::new();
    let mut read = Vec::new();
    for node in sheet.list(node, list) {
        let Some(item) = sheet.value::<T>(node) else { continue };
        let line = crate::yaml::line_of(node, &[]);
        if let Some(first) = names.insert(name(&item), line) {
            sheet.add(line, format!("{:?} is there twice; the other one is in line {first}", name(&item)));
        }
        look(sheet, node, &item);
        read.push(item);
    }
    read
}

/// Checks a text: English is required, languages must be known, no text may be empty.
fn check_texts(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], texts: &Texts, known: &Known) {
    if !texts.contains_key(FALLBACK) {
        sheet.add_at(node, path, "the English text (en) is missing");
    }
    for (language, text) in texts {
        let path = [path, &[Step::Key(language)]].concat();
        let is_known = known.languages.as_ref().map_or_else(|| is_code(language), |all| all.contains(language));
        if !is_known {
            sheet.add_at(node, &path, format!("{language:?} is not one of the languages"));
        }
        if text.trim().is_empty() {
            sheet.add_at(node, &path, "the text is empty");
        }
    }
}

/// Checks a Markdown text in the same way.
fn check_markdown(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], texts: &Texts, known: &Known) {
    check_texts(sheet, node, path, texts, known);
    for (language, text) in texts {
        for markup in markdown::unsupported(text) {
            sheet.add_at(node, &[path, &[Step::Key(language)]].concat(), markup);
        }
    }
}

/// Checks an identifier such as "sound-studio".
fn check_key(sheet: &mut Sheet<'_>, node: &Node, path: &[Step<'_>], key: &str) {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.is_empty() || key.len() > 60 || !key.chars().all(is_plain) {
        sheet.add_at(node, path, format!("{key:?} must be made of small letters, digits and hyphens"));
    }
}

/// "de", "sgn"
fn is_code(code: &str) -> bool {
    (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase())
}
