//! A definition with all its texts.

use std::collections::BTreeMap;

use serde::Serialize;
use store::content::texts::{Part, Place, TextDefinition, TextKind, places};
use store::content::{FALLBACK, Language};
use utoipa::ToSchema;

use crate::mail::{self, Parts};

/// A definition with its texts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::content) struct StaffTextsResponse {
    kind: TextKind,
    key: String,
    /// Differs whenever the definition does.
    revision: String,
    /// Whether the caller may change it.
    may_change: bool,
    /// The languages of the installation, English first.
    languages: Vec<TextLanguage>,
    /// In the order of pages.
    texts: Vec<StaffText>,
    /// The keys of the questions of a topic, in their order; null for other kinds.
    #[schema(required)]
    entries: Option<Vec<String>>,
    /// Of a document: how many people a new version would ask again. Null for other kinds.
    #[schema(required)]
    agreed: Option<i64>,
    /// Of a mail: what its texts can contain. Null for other kinds.
    #[schema(required)]
    mail: Option<MailParts>,
}

/// What the texts of a mail can contain.
#[derive(Serialize, ToSchema)]
struct MailParts {
    /// The subjects with sample values, by code of language.
    subjects: BTreeMap<String, String>,
    /// Values that can stand anywhere, such as `{{ name }}`.
    values: Vec<MailValue>,
    /// Begins, middles and ends of parts that are there in some cases only.
    conditions: Vec<String>,
    /// Links and codes that have to remain.
    kept: Vec<String>,
}

/// A value of a mail.
#[derive(Serialize, ToSchema)]
struct MailValue {
    /// Its name, such as `day`.
    name: String,
    /// As it stands in texts: `{{ day | in_full }}`.
    tag: String,
}

/// A language of texts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TextLanguage {
    code: String,
    /// Its own name.
    name: String,
    /// Whether people can choose it.
    is_active: bool,
}

/// A text of a definition.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffText {
    /// Its place within the definition.
    path: String,
    /// The lists on the way to it.
    parts: Vec<TextPart>,
    /// The name of its field.
    field: String,
    /// Whether it is Markdown.
    is_markdown: bool,
    /// The most characters.
    limit: usize,
    /// By code of language.
    texts: BTreeMap<String, String>,
}

/// An item of a list.
#[derive(Serialize, ToSchema)]
struct TextPart {
    /// The name of the list.
    list: String,
    /// Which item, from 1.
    number: usize,
}

impl StaffTextsResponse {
    pub(super) fn new(
        found: &TextDefinition,
        mut languages: Vec<Language>,
        agreed: Option<i64>,
        may_change: bool,
    ) -> Self {
        languages.sort_by_key(|language| (language.code != FALLBACK, !language.is_active));
        let languages = languages.into_iter();
        Self {
            kind: found.kind,
            key: found.key.clone(),
            revision: found.revision(),
            may_change,
            languages: languages
                .map(|Language { code, name, is_active, .. }| TextLanguage { code, name, is_active })
                .collect(),
            texts: places(found.kind, &found.body).into_iter().map(StaffText::from).collect(),
            entries: found.entries(),
            agreed,
            mail: (found.kind == TextKind::Mail).then(|| MailParts::of(found)).flatten(),
        }
    }
}

impl MailParts {
    /// Returns the parts of a mail; None if the program does not send it any more.
    fn of(found: &TextDefinition) -> Option<Self> {
        let Parts { values, blocks, kept } = Parts::of(mail::built_in_of(&found.key)?);
        let subject = places(found.kind, &found.body).into_iter().find(|place| place.field == "subject");
        let value = |tag: String| {
            let name = tag.trim_matches(['{', '}', ' ']).split(' ').next().unwrap_or_default().to_owned();
            MailValue { name, tag }
        };
        Some(Self {
            subjects: subject.map(|subject| mail::subjects(&subject.texts)).unwrap_or_default(),
            values: values.into_iter().map(value).collect(),
            conditions: blocks,
            kept,
        })
    }
}

impl From<Place> for StaffText {
    fn from(Place { path, parts, field, is_markdown, limit, texts }: Place) -> Self {
        let parts = parts.into_iter().map(|Part { list, number }| TextPart { list, number }).collect();
        Self { path, parts, field, is_markdown, limit, texts }
    }
}
