//! What an announcement needs before it is stored, and before it is sent.

use super::{Content, Text, Texts};
use crate::content::{FALLBACK, Language};

/// Characters of a title.
pub const MAX_TITLE_CHARS: usize = 120;

/// Characters of a text.
pub const MAX_BODY_CHARS: usize = 4_000;

/// What is missing or wrong. Languages are codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The product does not have the language.
    #[error("There is no language {0}.")]
    UnknownLanguage(String),
    /// A title is too long.
    #[error("A title has at most {MAX_TITLE_CHARS} characters.")]
    TitleTooLong(String),
    /// A text is too long.
    #[error("A text has at most {MAX_BODY_CHARS} characters.")]
    BodyTooLong(String),
    /// There is a text, and no title.
    #[error("Please write a title.")]
    TitleMissing(String),
    /// There is a title, and no text.
    #[error("Please write a text.")]
    BodyMissing(String),
    /// No language has a text.
    #[error("Please write a title and a text in at least one language.")]
    NoText,
    /// It is for no role.
    #[error("Choose at least one role.")]
    NoRole,
    /// It is for a cohort that the programme does not have, or not any more.
    #[error("This cohort is not there any more. Choose another one, or none.")]
    NoCohort,
}

impl Problem {
    /// Returns the field of a request: `texts.de.title`.
    pub fn field(&self) -> String {
        match self {
            Self::UnknownLanguage(language) => format!("texts.{language}"),
            Self::TitleTooLong(language) | Self::TitleMissing(language) => format!("texts.{language}.title"),
            Self::BodyTooLong(language) | Self::BodyMissing(language) => format!("texts.{language}.body"),
            Self::NoText => "texts".to_owned(),
            Self::NoRole => "roles".to_owned(),
            Self::NoCohort => "cohort".to_owned(),
        }
    }
}

/// Cleans texts as those that people show to each other, and leaves out languages without any.
pub(super) fn cleaned(texts: &Texts) -> Texts {
    let is_blank = |text: &Text| text_fold::is_blank(&text.title) && text_fold::is_blank(&text.body);
    let clean = |text: &Text| Text {
        title: text_fold::clean_line(&text.title),
        body: text_fold::clean_text(&text.body).trim().to_owned(),
    };
    texts.iter().filter(|(_, text)| !is_blank(text)).map(|(code, text)| (code.clone(), clean(text))).collect()
}

/// Whether the product offers a language.
fn is_offered(code: &str, languages: &[Language]) -> bool {
    match languages {
        [] => code == FALLBACK,
        languages => languages.iter().any(|language| language.is_active && language.code == code),
    }
}

/// Returns the texts in languages that the product offers: those that are sent.
pub(super) fn offered(texts: &Texts, languages: &[Language]) -> Texts {
    texts
        .iter()
        .filter(|(code, _)| is_offered(code, languages))
        .map(|(code, text)| (code.clone(), text.clone()))
        .collect()
}

/// Returns the texts with the stored ones of languages that the product does not offer any more: those stay as they are.
pub(super) fn with_kept(mut texts: Texts, stored: &Texts, languages: &[Language]) -> Texts {
    let kept = stored.iter().filter(|(code, _)| !is_offered(code, languages));
    texts.extend(kept.map(|(code, text)| (code.clone(), text.clone())));
    texts
}

/// Returns why texts cannot be stored, not even in a draft.
pub(super) fn limits(texts: &Texts, stored: &Texts, languages: &[Language]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (code, text) in texts {
        if !is_offered(code, languages) && !stored.contains_key(code) {
            problems.push(Problem::UnknownLanguage(code.clone()));
        }
        if text.title.chars().count() > MAX_TITLE_CHARS {
            problems.push(Problem::TitleTooLong(code.clone()));
        }
        if text.body.chars().count() > MAX_BODY_CHARS {
            problems.push(Problem::BodyTooLong(code.clone()));
        }
    }
    problems
}

/// Returns what texts lack to be read.
pub(super) fn gaps(texts: &Texts) -> Vec<Problem> {
    if texts.is_empty() {
        return vec![Problem::NoText];
    }
    let gap = |(code, text): (&String, &Text)| {
        [
            text_fold::is_blank(&text.title).then(|| Problem::TitleMissing(code.clone())),
            text_fold::is_blank(&text.body).then(|| Problem::BodyMissing(code.clone())),
        ]
    };
    texts.iter().flat_map(gap).flatten().collect()
}

/// Returns what an announcement lacks to be sent.
pub(super) fn missing(content: &Content, languages: &[Language]) -> Vec<Problem> {
    let mut problems = gaps(&offered(&content.texts, languages));
    if !content.audience.mentees && !content.audience.mentors {
        problems.push(Problem::NoRole);
    }
    problems
}

/// Returns the code of the language in which a person reads: their own, else the first of the product that has a text. One that the product
/// does not offer any more comes last.
pub(super) fn language_for(texts: &Texts, wanted: &str, languages: &[Language]) -> Option<String> {
    if texts.contains_key(wanted) && is_offered(wanted, languages) {
        return Some(wanted.to_owned());
    }
    let mut order: Vec<&Language> = languages.iter().filter(|language| language.is_active).collect();
    order.sort_by_key(|language| !language.is_default);
    let first = order.into_iter().find(|language| texts.contains_key(&language.code));
    first.map(|language| language.code.clone()).or_else(|| texts.keys().next().cloned())
}

/// Returns the title for lists, and all titles folded.
pub(super) fn title_of(texts: &Texts, languages: &[Language]) -> (String, String) {
    let titled: Texts = texts
        .iter()
        .filter(|(_, text)| !text.title.is_empty())
        .map(|(code, text)| (code.clone(), text.clone()))
        .collect();
    let first = language_for(&titled, FALLBACK, languages).and_then(|code| titled.get(&code));
    let all: Vec<&str> = titled.values().map(|text| text.title.as_str()).collect();
    (first.map(|text| text.title.clone()).unwrap_or_default(), text_fold::fold(&all.join(" ")))
}
