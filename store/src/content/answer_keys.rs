//! Answer keys that staff corrected, and what imports do to them.
//!
//! A correction changes the right answers of a question in all versions that ask it with the same options. Results are computed from
//! answers and definitions, so that nothing else is stored.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use questions::Question;
use sqlx::types::Json;

use super::{Kind, Session};
use crate::db::{Tx, query, query_as};
use crate::programmes::rules::Fate;
use crate::{Result, Store};

/// The place of a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QuestionPath {
    /// The key of its session.
    pub session: String,
    /// The key of its quiz.
    pub quiz: String,
    /// Its own key.
    pub question: String,
}

/// A corrected key, and what an import did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedKey {
    /// The question.
    pub path: QuestionPath,
    /// What became of the correction.
    pub fate: Fate,
}

/// The last correction of a question.
#[derive(Debug)]
pub(crate) struct Correction {
    path: QuestionPath,
    imported_key: Vec<String>,
    versions: Vec<i64>,
    corrected_at: DateTime<Utc>,
}

type Row = (String, String, String, Json<Vec<String>>, Json<Vec<i64>>, DateTime<Utc>);

const SELECT: &str = "SELECT session_key, quiz_key, question_key, imported_key, versions, corrected_at
    FROM answer_key_corrections ORDER BY session_key, quiz_key, question_key";

impl From<Row> for Correction {
    fn from((session, quiz, question, Json(imported_key), Json(versions), corrected_at): Row) -> Self {
        Self { path: QuestionPath { session, quiz, question }, imported_key, versions, corrected_at }
    }
}

/// Returns all corrections.
pub(super) async fn corrections(store: &Store) -> Result<Vec<Correction>> {
    Ok(query_as::<Row>(SELECT).fetch_all(&store.db).await?.into_iter().map(Correction::from).collect())
}

/// Returns when quizzes of a version were last corrected.
pub(super) fn of_version(corrections: &[Correction], session: &str, version: i64) -> BTreeMap<String, DateTime<Utc>> {
    let mut last = BTreeMap::new();
    for one in corrections.iter().filter(|one| one.path.session == session && one.versions.contains(&version)) {
        let at = last.entry(one.path.quiz.clone()).or_insert(one.corrected_at);
        *at = one.corrected_at.max(*at);
    }
    last
}

/// Finds a question of a session.
pub(crate) fn question_in<'s>(session: &'s mut Session, quiz: &str, question: &str) -> Option<&'s mut Question> {
    let content = session.steps.iter_mut().flat_map(|step| &mut step.content);
    let mut quizzes = content.filter_map(|item| item.quiz.as_mut());
    let quiz = quizzes.find(|one| one.key == quiz)?;
    quiz.questions.iter_mut().find(|one| one.key == question)
}

/// Returns the versions of a session, the newest first.
pub(crate) async fn versions_in(tx: &mut Tx, session: &str) -> Result<Vec<(i64, Session)>> {
    let rows: Vec<(i64, Json<Session>)> =
        query_as("SELECT version, body FROM definitions WHERE kind = $1 AND key = $2 ORDER BY version DESC")
            .bind(Session::NAME)
            .bind(session)
            .fetch_all(tx)
            .await?;
    Ok(rows.into_iter().map(|(version, Json(session))| (version, session)).collect())
}

/// Stores a version of a session with another key.
pub(crate) async fn put_version_in(tx: &mut Tx, version: i64, session: &Session) -> Result<()> {
    query("UPDATE definitions SET body = $4 WHERE kind = $1 AND key = $2 AND version = $3")
        .bind(Session::NAME)
        .bind(&session.key)
        .bind(version)
        .bind(Json(session))
        .execute(tx)
        .await
        .map(drop)
}

/// Stores the newest version of a session as what an export holds, unless it is retired.
pub(crate) async fn put_offered_in(tx: &mut Tx, session: &Session) -> Result<()> {
    query("UPDATE content SET body = $3 WHERE kind = $1 AND key = $2")
        .bind(Session::NAME)
        .bind(&session.key)
        .bind(Json(session))
        .execute(tx)
        .await
        .map(drop)
}

/// Records a correction. What the last import wanted stays known.
pub(crate) async fn record_in(
    tx: &mut Tx,
    path: &QuestionPath,
    imported_key: &[String],
    versions: &[i64],
    corrected_at: DateTime<Utc>,
) -> Result<()> {
    query(
        "INSERT INTO answer_key_corrections (session_key, quiz_key, question_key, imported_key, versions, corrected_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (session_key, quiz_key, question_key) DO UPDATE SET versions = excluded.versions,
             corrected_at = excluded.corrected_at",
    )
    .bind(&path.session)
    .bind(&path.quiz)
    .bind(&path.question)
    .bind(Json(imported_key))
    .bind(Json(versions))
    .bind(corrected_at)
    .execute(tx)
    .await
    .map(drop)
}

/// Returns the sessions of a bundle with the keys that hold after its import: those that staff corrected stay, unless the bundle
/// changed the same key since the last import, or asks with other options.
pub(super) async fn merge_in<'b>(
    tx: &mut Tx,
    sessions: Option<&'b [Session]>,
) -> Result<(Option<Cow<'b, [Session]>>, Vec<MergedKey>)> {
    let Some(sessions) = sessions else { return Ok((None, Vec::new())) };
    let (mut sessions, mut fates) = (Cow::Borrowed(sessions), Vec::new());
    let rows: Vec<Row> = query_as(SELECT).fetch_all(&mut *tx).await?;
    for Correction { path, imported_key, .. } in rows.into_iter().map(Correction::from) {
        let Some(position) = sessions.iter().position(|session| session.key == path.session) else { continue };
        let newest = versions_in(tx, &path.session).await?.into_iter().next();
        let Some((_, mut newest)) = newest else { continue };
        let Some(current) = question_in(&mut newest, &path.quiz, &path.question) else { continue };
        let (Some(key), session) = (current.answer_key(), &mut sessions.to_mut()[position]) else { continue };
        let Some(wanted) = question_in(session, &path.quiz, &path.question) else { continue };
        let wanted_key = wanted.answer_key().unwrap_or_default();
        if key != imported_key && key != wanted_key {
            let is_kept = wanted_key == imported_key && wanted.has_options_of(current);
            if is_kept {
                wanted.set_answer_key(&key);
            }
            fates.push(MergedKey { path: path.clone(), fate: if is_kept { Fate::Kept } else { Fate::Replaced } });
        }
        query(
            "UPDATE answer_key_corrections SET imported_key = $4
             WHERE session_key = $1 AND quiz_key = $2 AND question_key = $3",
        )
        .bind(&path.session)
        .bind(&path.quiz)
        .bind(&path.question)
        .bind(Json(&wanted_key))
        .execute(&mut *tx)
        .await?;
    }
    Ok((Some(sessions), fates))
}
