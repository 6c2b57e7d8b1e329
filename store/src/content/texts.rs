//! Texts of the content, one by one, as staff change them in the console.
//!
//! A definition is a tree; a text is a table of languages in it. What staff changed is kept when content is imported, unless the import
//! changed that very text.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::{Card, Declaration, Document, FeedItem, Kind, MailText, Session, Survey, Topic};
use crate::db::{Executor, Tx, query_as};
use crate::{Result, Store, digest_text};

mod changes;
mod edit;
mod merge;
mod overview;
mod places;

pub use changes::{ContentChange, Differences, TextChange, history};
pub(crate) use changes::{differences, record_in};
pub use edit::{Flaw, NewText, TextEdit, TextMistake, apply};
pub use merge::MergedText;
pub(super) use merge::merge;
pub use overview::{ListedTexts, page};
pub use places::{Part, Place, places};

/// Characters of a revision.
const REVISION_LENGTH: usize = 16;

/// The kinds of content whose texts staff change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    /// A legal document.
    Document,
    /// A topic of the FAQ. Its questions can be added, removed and put in another order as well.
    Topic,
    /// What people declare when they sign up.
    Declaration,
    /// A learning session.
    Session,
    /// A survey.
    Survey,
    /// A card.
    Card,
    /// A post or a quote of the feed.
    FeedItem,
    /// A mail that the program sends. Its placeholders belong to the program, so bundles have none.
    Mail,
}

impl TextKind {
    /// All kinds, in the order in which pages show them.
    pub const ALL: [Self; 8] = [
        Self::Topic,
        Self::Document,
        Self::Declaration,
        Self::Session,
        Self::Survey,
        Self::Card,
        Self::FeedItem,
        Self::Mail,
    ];

    /// Returns the name in rows and requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => Document::NAME,
            Self::Topic => Topic::NAME,
            Self::Declaration => Declaration::NAME,
            Self::Session => Session::NAME,
            Self::Survey => Survey::NAME,
            Self::Card => Card::NAME,
            Self::FeedItem => FeedItem::NAME,
            Self::Mail => MailText::NAME,
        }
    }

    /// Returns the kind of a name in rows.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A definition whose texts staff see.
#[derive(Clone, Debug, PartialEq)]
pub struct TextDefinition {
    /// Its kind.
    pub kind: TextKind,
    /// Its key.
    pub key: String,
    /// As it is stored.
    pub body: Value,
}

impl TextDefinition {
    /// Returns what differs whenever the definition does.
    pub fn revision(&self) -> String {
        let mut digest = digest_text(&self.body.to_string());
        digest.truncate(REVISION_LENGTH);
        digest
    }

    /// Returns the keys of the questions of a topic; None for other kinds.
    pub fn entries(&self) -> Option<Vec<String>> {
        (self.kind == TextKind::Topic).then(|| places::entries(&self.body))
    }
}

/// Returns a definition; None if the content has none of this kind and key.
pub async fn definition(store: &Store, kind: TextKind, key: &str) -> Result<Option<TextDefinition>> {
    let found: Option<(Json<Value>,)> = query_as("SELECT body FROM content WHERE kind = $1 AND key = $2")
        .bind(kind.name())
        .bind(key)
        .fetch_optional(&store.db)
        .await?;
    Ok(found.map(|(Json(body),)| TextDefinition { kind, key: key.to_owned(), body }))
}

/// Returns what differs whenever one of the legal documents does. Agreement is to all of them.
pub async fn revision_of_documents(store: &Store) -> Result<String> {
    revision_of_documents_in(&store.db, "").await
}

/// Returns the revision of the legal documents, which stay as they are until the end of the transaction.
pub(crate) async fn lock_documents_in(tx: &mut Tx) -> Result<String> {
    let lock = if tx.is_sqlite() { "" } else { " FOR SHARE" };
    revision_of_documents_in(tx, lock).await
}

async fn revision_of_documents_in(executor: impl Executor, lock: &'static str) -> Result<String> {
    let documents: Vec<(String, Json<Value>)> =
        query_as(["SELECT key, body FROM content WHERE kind = $1 ORDER BY key", lock])
            .bind(TextKind::Document.name())
            .fetch_all(executor)
            .await?;
    let texts: Vec<String> = documents.into_iter().map(|(key, Json(body))| format!("{key} {body}")).collect();
    let mut digest = digest_text(&texts.join("\n"));
    digest.truncate(REVISION_LENGTH);
    Ok(digest)
}

/// Locks a definition until the end of the transaction, after the lock of imports.
pub(crate) async fn lock_in(executor: impl Executor, kind: TextKind, key: &str) -> Result<Option<TextDefinition>> {
    let found: Option<(Json<Value>,)> =
        query_as("UPDATE content SET key = key WHERE kind = $1 AND key = $2 RETURNING body")
            .bind(kind.name())
            .bind(key)
            .fetch_optional(executor)
            .await?;
    Ok(found.map(|(Json(body),)| TextDefinition { kind, key: key.to_owned(), body }))
}
