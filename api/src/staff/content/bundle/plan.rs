//! What the import of a bundle does, for staff.

use content_bundle::Mistake;
use serde::Serialize;
use store::content::texts::{MergedText, TextKind};
use store::content::{Bundle, Change, Changed, Imported, MergedKey, MergedRule, QuestionPath};
use store::programmes::rules::{Fate, RuleKey};
use utoipa::ToSchema;

/// Mistakes that are listed.
const MAX_MISTAKES: usize = 100;

/// What an import does, or which mistakes stand in its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::content) struct BundlePlanResponse {
    /// Whether it was imported.
    is_imported: bool,
    /// The first 100; empty without any.
    mistakes: Vec<BundleMistake>,
    /// All of them.
    mistake_count: usize,
    /// The kinds that the bundle has.
    kinds: Vec<BundleKind>,
    /// Surveys and sessions that change.
    definitions: Vec<BundleDefinition>,
    /// Texts that staff had changed.
    texts: Vec<BundleText>,
    /// Answer keys that staff had corrected.
    answer_keys: Vec<BundleAnswerKey>,
    /// Rules that staff had changed.
    rules: Vec<BundleRule>,
    /// Programmes that close to new people.
    closed: Vec<String>,
}

/// A mistake in a file.
#[derive(Serialize, ToSchema)]
struct BundleMistake {
    file: String,
    line: usize,
    /// A sentence in English.
    text: String,
}

/// A kind of content, counted.
#[derive(Serialize, ToSchema)]
struct BundleKind {
    kind: &'static str,
    count: usize,
}

/// What happens to a survey or session.
#[derive(Serialize, ToSchema)]
struct BundleDefinition {
    /// `survey` or `session`.
    kind: &'static str,
    key: String,
    /// `added`, `patched`, `new_version`, `returned` or `retired`.
    change: &'static str,
    /// The people who began one that is retired.
    begun: i64,
}

/// What happens to a text that staff had changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BundleText {
    kind: TextKind,
    key: String,
    path: String,
    /// Null for a definition or a question as a whole.
    #[schema(required)]
    language: Option<String>,
    /// False: the bundle changed it, too, and replaces it.
    is_kept: bool,
}

/// What happens to an answer key that staff had corrected.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BundleAnswerKey {
    session: String,
    quiz: String,
    question: String,
    /// False: the bundle changed it, too, and replaces it.
    is_kept: bool,
}

/// What happens to a rule that staff had changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BundleRule {
    /// The key of its programme.
    programme: String,
    rule: RuleKey,
    /// False: the bundle changed it, too, and replaces it.
    is_kept: bool,
}

impl BundlePlanResponse {
    pub(super) fn new(bundle: &Bundle, imported: Imported, is_imported: bool) -> Self {
        let Imported { closed, rules, texts, keys, definitions } = imported;
        Self {
            is_imported,
            mistakes: Vec::new(),
            mistake_count: 0,
            kinds: kinds(bundle),
            definitions: definitions.into_iter().filter_map(definition).collect(),
            texts: texts
                .into_iter()
                .map(|MergedText { kind, key, path, language, fate }| BundleText {
                    kind,
                    key,
                    path,
                    language,
                    is_kept: fate == Fate::Kept,
                })
                .collect(),
            answer_keys: keys
                .into_iter()
                .map(|MergedKey { path: QuestionPath { session, quiz, question }, fate }| BundleAnswerKey {
                    session,
                    quiz,
                    question,
                    is_kept: fate == Fate::Kept,
                })
                .collect(),
            rules: rules
                .into_iter()
                .map(|MergedRule { programme, rule, fate }| BundleRule { programme, rule, is_kept: fate == Fate::Kept })
                .collect(),
            closed,
        }
    }

    pub(super) fn mistaken(mistakes: &[Mistake]) -> Self {
        let shown = mistakes.iter().take(MAX_MISTAKES).cloned();
        Self {
            mistakes: shown.map(|Mistake { file, line, text }| BundleMistake { file, line, text }).collect(),
            mistake_count: mistakes.len(),
            ..Self::new(&Bundle::default(), Imported::default(), false)
        }
    }

    /// Refused as a whole by a sentence of the store.
    pub(super) fn refused(sentence: &str) -> Self {
        let (file, text) = ("programmes.yaml".to_owned(), sentence.to_owned());
        Self::mistaken(&[Mistake { file, line: 1, text }])
    }
}

fn definition(Changed { kind, key, change }: Changed) -> Option<BundleDefinition> {
    let (change, begun) = match change {
        Change::Added => ("added", 0),
        Change::Patched => ("patched", 0),
        Change::NewVersion(_) => ("new_version", 0),
        Change::Returned => ("returned", 0),
        Change::Retired { begun } => ("retired", begun),
        Change::Unchanged => return None,
    };
    Some(BundleDefinition { kind, key, change, begun })
}

fn kinds(bundle: &Bundle) -> Vec<BundleKind> {
    fn count<T>(kind: &'static str, items: Option<&Vec<T>>) -> Option<BundleKind> {
        items.map(|items| BundleKind { kind, count: items.len() })
    }
    let all = [
        count("languages", bundle.languages.as_ref()),
        count("programmes", bundle.programmes.as_ref()),
        count("documents", bundle.documents.as_ref()),
        count("topics", bundle.topics.as_ref()),
        count("cards", bundle.cards.as_ref()),
        count("declarations", bundle.declarations.as_ref()),
        count("translations", bundle.translations.as_ref()),
        count("surveys", bundle.surveys.as_ref()),
        count("sessions", bundle.sessions.as_ref()),
        count("feed", bundle.feed.as_ref()),
        count("pictures", bundle.pictures.as_ref()),
    ];
    all.into_iter().flatten().collect()
}
