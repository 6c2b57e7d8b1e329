//! The content of a programme: legal documents, FAQ, cards, declarations, languages, translations.
//!
//! It is written as files (crate `content-bundle`) and imported as a whole ([`crate::administration::import_content`]).

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

pub use questions::Texts;

use crate::db::query_scalar;
use crate::role::Role;
use crate::{Result, Store};

pub(crate) mod answer_keys;
mod catalogue;
mod definitions;
mod import;
mod learning;
mod pictures;
pub mod session_progress;
pub mod texts;

pub use answer_keys::{MergedKey, QuestionPath};
pub(crate) use catalogue::CatalogueCache;
pub(crate) use catalogue::catalogue_at;
pub use catalogue::{Catalogue, Definitions, Versioned, catalogue};
pub(crate) use definitions::patch_in;
pub use definitions::{Change, Changed};
pub(crate) use import::{Edited, Put, lock_imports_in, put_in};
pub use import::{Imported, MergedRule, Origin, get, preview};
pub use learning::{
    Audience, Color, ContentItem, ContentType, FeedEvent, FeedItem, Page, Quiz, Session, Stage, Step, Survey, Tag,
};
pub use pictures::{Picture, picture};

/// The language in which every text exists.
pub const FALLBACK: &str = "en";

/// Returns the text in a language, or in English without it.
pub fn text_in<'a>(texts: &'a Texts, language: &str) -> &'a str {
    texts.get(language).or_else(|| texts.get(FALLBACK)).map_or("", String::as_str)
}

/// All content of an import; None leaves a kind unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// The languages that can be chosen.
    pub languages: Option<Vec<Language>>,
    /// All programmes; missing ones are closed to new people.
    pub programmes: Option<Vec<Programme>>,
    /// Legal documents.
    pub documents: Option<Vec<Document>>,
    /// Frequently asked questions.
    pub topics: Option<Vec<Topic>>,
    /// Cards.
    pub cards: Option<Vec<Card>>,
    /// Declarations at sign-up.
    pub declarations: Option<Vec<Declaration>>,
    /// Texts of the pages that replace the built-in ones, or add languages.
    pub translations: Option<Vec<Translation>>,
    /// Surveys.
    pub surveys: Option<Vec<Survey>>,
    /// Tags of the sessions.
    pub tags: Option<Vec<Tag>>,
    /// Learning sessions.
    pub sessions: Option<Vec<Session>>,
    /// Posts and quotes of the feed.
    pub feed: Option<Vec<FeedItem>>,
    /// The pictures of all content.
    pub pictures: Option<Vec<Picture>>,
    /// The mails of the program. Files of bundles have none: a bundle of an older program would bring placeholders that do not exist.
    pub mails: Option<Vec<MailText>>,
    /// Whether definitions that the kinds above do not name stay as they are, and what staff changed in them stays known.
    pub leaves_others: bool,
}

/// A language of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// "de"
    pub code: String,
    /// Its name in the language itself.
    pub name: String,
    /// Whether it can be chosen.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Whether it is the default; one language is.
    #[serde(default)]
    pub is_default: bool,
}

const fn yes() -> bool {
    true
}

/// A programme in a bundle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Programme {
    /// Its short name, unique.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Its IANA time zone.
    pub time_zone: String,
    /// Its rules.
    #[serde(flatten)]
    pub settings: crate::programmes::Settings,
}

/// A legal document: 3 is the privacy policy, 4 the terms of service, 6 the code of conduct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its number in the specification.
    pub id: i64,
    /// Its name.
    pub title: Texts,
    /// Its text, in Markdown.
    pub text: Texts,
}

/// A group of questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Its short name, unique.
    pub key: String,
    /// Its name for people.
    pub title: Texts,
    /// Its questions, in order.
    pub questions: Vec<Question>,
}

/// A question of the FAQ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its key in URLs, unique over all topics.
    pub key: String,
    /// The question.
    pub question: Texts,
    /// The answer, in Markdown.
    pub answer: Texts,
}

/// The page that shows a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// The internship page.
    Internship,
    /// The mentorship area.
    Mentorship,
}

/// A card: a picture, a text and a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its short name, unique.
    pub key: String,
    /// Where it is shown.
    pub place: CardPlace,
    /// The name of its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The alternative text of the picture.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub alt: Texts,
    /// A path of the product, or an https URL; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// Its text.
    pub text: Texts,
}

/// The declaration that people of a role accept at sign-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The role.
    pub role: Role,
    /// Its text, in Markdown.
    pub text: Texts,
}

/// A mail that the program sends, with placeholders in double braces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailText {
    /// The name by which the program sends it.
    pub key: String,
    /// One line.
    pub subject: Texts,
    /// Paragraphs, with blank lines between them.
    pub body: Texts,
}

/// Texts of the pages in one language, by namespace and key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    /// The code of the language.
    pub language: String,
    /// "app" → "home.greeting" → the text.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// A kind of content that is stored as it was written.
pub trait Kind: Serialize + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// Its name in the database.
    const NAME: &'static str;

    /// Returns its key.
    fn key(&self) -> String;
}

macro_rules! kinds {
    ($($type:ty, $name:literal, $this:ident => $key:expr;)+) => {$(
        impl Kind for $type {
            const NAME: &'static str = $name;

            fn key(&self) -> String {
                let $this = self;
                $key
            }
        }
    )+};
}

kinds! {
    Language, "language", this => this.code.clone();
    Document, "document", this => this.id.to_string();
    Topic, "topic", this => this.key.clone();
    Card, "card", this => this.key.clone();
    Declaration, "declaration", this => this.role.title().to_lowercase();
    Translation, "translation", this => this.language.clone();
    Survey, "survey", this => this.key.clone();
    Tag, "tag", this => this.key.clone();
    Session, "session", this => this.key.clone();
    FeedItem, "feed_item", this => this.key.clone();
    MailText, "mail", this => this.key.clone();
}

/// Returns all content of a kind, in the order of its bundle.
pub async fn all<T: Kind>(store: &Store) -> Result<Vec<T>> {
    let bodies: Vec<Json<T>> = query_scalar("SELECT body FROM content WHERE kind = $1 ORDER BY position")
        .bind(T::NAME)
        .fetch_all(&store.db)
        .await?;
    Ok(bodies.into_iter().map(|Json(body)| body).collect())
}

/// Returns one piece of content.
pub async fn by_key<T: Kind>(store: &Store, key: &str) -> Result<Option<T>> {
    let body: Option<Json<T>> = query_scalar("SELECT body FROM content WHERE kind = $1 AND key = $2")
        .bind(T::NAME)
        .bind(key)
        .fetch_optional(&store.db)
        .await?;
    Ok(body.map(|Json(body)| body))
}
