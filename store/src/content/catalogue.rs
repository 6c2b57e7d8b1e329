//! The program side's content, parsed once per import.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::answer_keys::{self, Correction};
use super::definitions::Definition;
use super::{FeedItem, Kind, Language, Session, Survey, Tag, all};
use crate::db::{query_as, query_scalar};
use crate::programmes::{self, Programme};
use crate::{ProgrammeId, Result, Store};

/// A version of a definition.
#[derive(Debug)]
pub struct Versioned<T> {
    /// From 1.
    pub version: i64,
    /// The definition.
    pub definition: T,
    /// When this version was first imported, where it is known.
    pub added_at: Option<DateTime<Utc>>,
    /// When staff last corrected right answers of a quiz, by its key.
    corrected: BTreeMap<String, DateTime<Utc>>,
}

impl<T> Versioned<T> {
    /// Returns a definition that is not stored, to look at.
    pub fn unsaved(definition: T) -> Self {
        Self { version: 0, definition, added_at: None, corrected: BTreeMap::new() }
    }

    /// Returns when staff last corrected right answers of a quiz.
    pub fn corrected_at(&self, quiz: &str) -> Option<DateTime<Utc>> {
        self.corrected.get(quiz).copied()
    }

    /// The same, if it was after this time.
    pub fn corrected_after(&self, quiz: &str, submitted_at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.corrected_at(quiz).filter(|at| *at > submitted_at)
    }
}

/// Definitions of one kind with all their versions.
#[derive(Debug)]
pub struct Definitions<T> {
    versions: BTreeMap<(String, i64), Arc<Versioned<T>>>,
    /// The newest versions of those that the content has, in its order. The others are retired.
    offered: Vec<Arc<Versioned<T>>>,
}

impl<T> Definitions<T> {
    /// Iterates over the newest versions of all definitions that people may begin, in the order of the content.
    pub fn offered(&self) -> impl Iterator<Item = &Arc<Versioned<T>>> {
        self.offered.iter()
    }

    /// Returns the newest version of a definition, retired or not.
    pub fn newest(&self, key: &str) -> Option<&Arc<Versioned<T>>> {
        let key = key.to_owned();
        self.versions.range((key.clone(), 0)..=(key, i64::MAX)).next_back().map(|(_, version)| version)
    }

    /// Iterates over the versions of a definition, the oldest first.
    pub fn versions(&self, key: &str) -> impl Iterator<Item = &Arc<Versioned<T>>> {
        let key = key.to_owned();
        self.versions.range((key.clone(), 0)..=(key, i64::MAX)).map(|(_, version)| version)
    }

    /// Iterates over all versions of all definitions, also retired ones.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Versioned<T>>> {
        self.versions.values()
    }

    /// Returns when a definition was first imported, in any version.
    pub fn added_at(&self, key: &str) -> Option<DateTime<Utc>> {
        self.at(key, 1)?.added_at
    }

    /// Returns the version that somebody began.
    pub fn at(&self, key: &str, version: i64) -> Option<&Arc<Versioned<T>>> {
        self.versions.get(&(key.to_owned(), version))
    }

    /// Returns the newest version if people may begin it.
    pub fn to_begin(&self, key: &str) -> Option<&Arc<Versioned<T>>>
    where
        T: Kind,
    {
        self.offered.iter().find(|offered| offered.definition.key() == key)
    }
}

/// The parsed content of one revision.
#[derive(Debug)]
pub struct Catalogue {
    revision: i64,
    /// The languages.
    pub languages: Vec<Language>,
    /// The programmes.
    pub programmes: BTreeMap<ProgrammeId, Arc<Programme>>,
    /// Surveys.
    pub surveys: Definitions<Survey>,
    /// Sessions of the learning hub and of mentorships.
    pub sessions: Definitions<Session>,
    /// Tags of sessions.
    pub tags: BTreeMap<String, Tag>,
    /// The feed, in the order of its content.
    pub feed: Vec<Arc<FeedItem>>,
    /// When each item of the feed was first imported.
    pub feed_added: BTreeMap<String, DateTime<Utc>>,
}

/// The newest catalogue that this process has parsed.
#[derive(Debug, Default)]
pub(crate) struct CatalogueCache(Mutex<Option<Arc<Catalogue>>>);

impl CatalogueCache {
    fn get(&self) -> Option<Arc<Catalogue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, catalogue: Arc<Catalogue>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(catalogue);
    }
}

/// Returns the parsed content. Another process may have imported some: the revision is compared each time.
pub async fn catalogue(store: &Store) -> Result<Arc<Catalogue>> {
    let revision: i64 = query_scalar("SELECT revision FROM content_revision").fetch_one(&store.db).await?;
    catalogue_at(store, revision).await
}

/// Returns the parsed content of a revision that was just read.
pub(crate) async fn catalogue_at(store: &Store, revision: i64) -> Result<Arc<Catalogue>> {
    if let Some(catalogue) = store.catalogue.get().filter(|catalogue| catalogue.revision == revision) {
        return Ok(catalogue);
    }
    let feed = all(store).await?.into_iter().map(Arc::new).collect();
    let added: Vec<(String, DateTime<Utc>)> =
        query_as("SELECT item_key, added_at FROM feed_items").fetch_all(&store.db).await?;
    let programmes = programmes::all(store).await?.into_iter();
    let programmes = programmes.map(|programme| (programme.id, Arc::new(programme))).collect();
    let languages = all(store).await?;
    let tags = all::<Tag>(store).await?.into_iter().map(|tag| (tag.key.clone(), tag)).collect();
    let (surveys, sessions) =
        (definitions(store, &[]).await?, definitions(store, &answer_keys::corrections(store).await?).await?);
    // Read before the rest: an import in between makes the next request parse again.
    let feed_added = added.into_iter().collect();
    let catalogue = Arc::new(Catalogue { revision, languages, programmes, surveys, sessions, tags, feed, feed_added });
    store.catalogue.set(catalogue.clone());
    Ok(catalogue)
}

/// Key, version, definition, and when it was first imported.
type VersionRow<T> = (String, i64, Json<T>, Option<DateTime<Utc>>);

async fn definitions<T: Definition>(store: &Store, corrections: &[Correction]) -> Result<Definitions<T>> {
    let rows: Vec<VersionRow<T>> = query_as("SELECT key, version, body, added_at FROM definitions WHERE kind = $1")
        .bind(T::NAME)
        .fetch_all(&store.db)
        .await?;
    let offered: Vec<String> = query_scalar("SELECT key FROM content WHERE kind = $1 ORDER BY position")
        .bind(T::NAME)
        .fetch_all(&store.db)
        .await?;
    let versions = rows
        .into_iter()
        .map(|(key, version, Json(definition), added_at)| {
            let corrected = answer_keys::of_version(corrections, &key, version);
            ((key, version), Arc::new(Versioned { version, definition, added_at, corrected }))
        })
        .collect();
    let mut definitions = Definitions { versions, offered: Vec::new() };
    definitions.offered = offered.iter().filter_map(|key| definitions.newest(key).cloned()).collect();
    Ok(definitions)
}
