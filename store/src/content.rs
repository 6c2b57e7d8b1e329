//! What a programme says: legal documents, questions and answers, cards, declarations, languages, translations.
//!
//! It is written as files (crate `bundle`), imported as a whole ([`put`]), and only read by everybody else.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::db::on;
use crate::people::Role;
use crate::{Result, Store};

mod import;
mod pictures;

pub use import::{Imported, Origin, get, put};
pub use pictures::{Picture, picture};

/// The language of which every text exists.
pub const FALLBACK: &str = "en";

/// One text in several languages, by code. English is always among them.
pub type Texts = BTreeMap<String, String>;

/// The text in this language, else in English.
pub fn text_in<'a>(texts: &'a Texts, language: &str) -> &'a str {
    texts.get(language).or_else(|| texts.get(FALLBACK)).map_or("", String::as_str)
}

/// Everything that can be imported. A kind that is `None` is left as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// The languages that can be chosen.
    pub languages: Option<Vec<Language>>,
    /// All programmes; one that is missing is closed to newcomers.
    pub programmes: Option<Vec<Programme>>,
    /// Legal documents.
    pub documents: Option<Vec<Document>>,
    /// Frequently asked questions.
    pub topics: Option<Vec<Topic>>,
    /// Cards.
    pub cards: Option<Vec<Card>>,
    /// What people declare when they sign up.
    pub declarations: Option<Vec<Declaration>>,
    /// What the pages say differently than they were made, or in further languages.
    pub translations: Option<Vec<Translation>>,
    /// The pictures of the cards.
    pub pictures: Option<Vec<Picture>>,
}

/// A language that the product speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// "de"
    pub code: String,
    /// Its name, by its speakers.
    pub name: String,
    /// Whether it can be chosen.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Whether it is that of people of whom nothing is known. One is.
    #[serde(default)]
    pub is_default: bool,
}

const fn yes() -> bool {
    true
}

/// A programme as a bundle tells of it.
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
    /// Its number in the contract.
    pub id: i64,
    /// Its name.
    pub title: Texts,
    /// What it says, in Markdown.
    pub text: Texts,
}

/// Questions that belong together.
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

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its short name in addresses, unique over all topics.
    pub key: String,
    /// The question.
    pub question: Texts,
    /// The answer, in Markdown.
    pub answer: Texts,
}

/// What a card is shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// The internship page.
    Internship,
    /// The mentorship area.
    Mentorship,
}

/// A picture, a few words and a way on.
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
    /// What the picture shows, for those who do not see it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub alt: Texts,
    /// Where it leads: a page of ours, or an https address. Empty for nowhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// What it says.
    pub text: Texts,
}

/// What people of a role declare when they sign up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Whose it is.
    pub role: Role,
    /// What it says, in Markdown.
    pub text: Texts,
}

/// Texts of the pages in one language, by namespace and dotted key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    /// The code of the language.
    pub language: String,
    /// "app" → "home.greeting" → the text.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// A kind of content that is kept as it was written.
pub trait Kind: Serialize + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// Its name in the database.
    const NAME: &'static str;

    /// What names one of it.
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
}

/// All content of a kind, in the order of its bundle.
pub async fn all<T: Kind>(store: &Store) -> Result<Vec<T>> {
    let bodies: Vec<Json<T>> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT body FROM content WHERE kind = $1 ORDER BY position")
            .bind(T::NAME)
            .fetch_all(pool)
            .await)?;
    Ok(bodies.into_iter().map(|Json(body)| body).collect())
}

/// One piece of content.
pub async fn one<T: Kind>(store: &Store, key: &str) -> Result<Option<T>> {
    let body: Option<Json<T>> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT body FROM content WHERE kind = $1 AND key = $2")
            .bind(T::NAME)
            .bind(key)
            .fetch_optional(pool)
            .await)?;
    Ok(body.map(|Json(body)| body))
}
