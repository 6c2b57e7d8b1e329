//! Answers of surveys and quizzes in pages, for tables of all people.

use std::collections::BTreeMap;
use std::io::{Seek, Write};

use chrono::{DateTime, Utc};
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{query_as, query_scalar};
use crate::role::Role;
use crate::sheet::{Sheet, SheetError, TableFormat};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Error, PersonId, ProgrammeId, Result, Store};

pub mod results;
mod table;

pub use table::{Identity, Table};

/// People per page.
const PAGE: i64 = 500;

/// What one person answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The person.
    pub person: PersonId,
    /// Their first name, last name and address.
    pub names: [String; 3],
    /// The key of their programme.
    pub programme: Option<String>,
    /// Their role.
    pub role: Role,
    /// The key of a survey; of a session its key or, in a mentorship, its id.
    pub of: String,
    /// The version that the person began.
    pub version: i64,
    /// When they began.
    pub started_at: DateTime<Utc>,
    /// When they completed it.
    pub completed_at: Option<DateTime<Utc>>,
    /// Submitted answers by quiz and question; the quiz of a survey is "".
    pub answers: BTreeMap<(String, String), Value>,
}

/// Names of uploaded files by id.
pub type FileNames = BTreeMap<String, String>;

/// The cursor after which a page begins.
pub type Cursor = (PersonId, String);

type Attempt = (PersonId, String, String, Json<BTreeMap<String, Value>>);

#[derive(sqlx::FromRow)]
struct Head {
    person_id: PersonId,
    first_name: String,
    last_name: String,
    email: String,
    programme_key: Option<String>,
    role: Role,
    of: String,
    version: i64,
    started_at: DateTime<Utc>,
    completed_at: Option<DateTime<Utc>>,
}

/// Why answers were not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is no such programme, or the actor does not reach it.
    #[error("There is no such programme.")]
    NoProgramme,
    /// The table could not be written.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// The answers could not be read.
    #[error(transparent)]
    Store(#[from] Error),
}

/// Writes the answers of all people, or of those of a programme, as a table; `reason` is why they leave the product. Returns what was written to, and the number of rows.
pub async fn export<W: Write + Seek + Send>(
    store: &Store,
    actor: &Actor,
    table: &Table,
    programme: Option<&str>,
    format: TableFormat,
    reason: Option<&str>,
    out: W,
) -> std::result::Result<(W, u64), ExportError> {
    let id: Option<ProgrammeId> = match programme {
        None => None,
        Some(key) => {
            let found = query_scalar("SELECT id FROM programmes WHERE key = $1").bind(key);
            Some(found.fetch_optional(&store.db).await?.ok_or(ExportError::NoProgramme)?)
        }
    };
    if !actor.reaches(id) {
        return Err(ExportError::NoProgramme);
    }
    // First: without a row there is no export.
    let mut record = Record::new(Act::ExportAnswers, id.map_or(Target::Installation, Target::Programme), id)
        .change(Value::Null, json!({"is_survey": table.is_survey(), "key": table.key(), "names": table.has_names()}));
    if let Some(reason) = reason {
        record = record.reason(reason);
    }
    record.write(&store.db, store, actor).await?;
    let mut sheet = Sheet::new(format, out, &table.header())?;
    let (mut after, mut rows) = (None, 0);
    loop {
        let mut page = match table.is_survey() {
            true => survey_page(store, table.key(), programme, after.as_ref()).await?,
            false => quiz_page(store, table.key(), programme, after.as_ref()).await?,
        };
        let Some(last) = page.last() else { break };
        after = Some((last.person, last.of.clone()));
        let files = file_names(store, &page).await?;
        if table.is_nameless() {
            // Ids are in the order in which accounts were created.
            page.shuffle(&mut rand::rng());
        }
        for person in &page {
            sheet.add(&table.row(person, &files))?;
            rows += 1;
        }
    }
    Ok((sheet.finish()?, rows))
}

/// Returns the next people who began a survey, in the order of their ids. Drafts are not among the answers.
pub async fn survey_page(
    store: &Store,
    survey: &str,
    programme: Option<&str>,
    after: Option<&Cursor>,
) -> Result<Vec<Answered>> {
    let heads: Vec<Head> = query_as(
        "SELECT s.person_id, p.first_name, p.last_name, p.email, g.key AS programme_key, p.role, s.survey_key AS of, s.version,
             s.started_at, s.completed_at
         FROM survey_progress s JOIN people p ON p.id = s.person_id LEFT JOIN programmes g ON g.id = p.programme_id
         WHERE s.survey_key = $1 AND ($2 = '' OR g.key = $2) AND s.person_id > $3 ORDER BY s.person_id LIMIT $4",
    )
    .bind(survey)
    .bind(programme.unwrap_or_default())
    .bind(after.map_or_else(|| Uuid::nil().into(), |(person, _)| *person))
    .bind(PAGE)
    .fetch_all(&store.db)
    .await?;
    let Some((first, last)) = ends(&heads) else { return Ok(Vec::new()) };
    let answers: Vec<(PersonId, String, String)> = query_as(
        "SELECT a.person_id, a.question_key, a.answer FROM survey_answers a
         JOIN survey_stages s ON s.person_id = a.person_id AND s.survey_key = a.survey_key AND s.stage_key = a.stage_key
         WHERE a.survey_key = $1 AND a.person_id >= $2 AND a.person_id <= $3 AND s.submitted_at IS NOT NULL",
    )
    .bind(survey)
    .bind(first)
    .bind(last)
    .fetch_all(&store.db)
    .await?;
    let mut by_person = BTreeMap::<Cursor, BTreeMap<_, _>>::new();
    for (person, question, answer) in answers {
        let answer = serde_json::from_str(&answer).unwrap_or(Value::String(answer));
        by_person.entry((person, survey.to_owned())).or_default().insert((String::new(), question), answer);
    }
    Ok(joined(heads, by_person))
}

/// Returns the next people who began a session, with their last attempts at its quizzes.
pub async fn quiz_page(
    store: &Store,
    session: &str,
    programme: Option<&str>,
    after: Option<&Cursor>,
) -> Result<Vec<Answered>> {
    let (person, id) = after.map_or_else(|| (Uuid::nil().into(), ""), |(person, id)| (*person, id.as_str()));
    let heads: Vec<Head> = query_as(
        "SELECT s.person_id, p.first_name, p.last_name, p.email, g.key AS programme_key, p.role, s.session_id AS of, s.version,
             s.started_at, s.completed_at
         FROM session_progress s JOIN people p ON p.id = s.person_id LEFT JOIN programmes g ON g.id = p.programme_id
         WHERE s.session_key = $1 AND ($2 = '' OR g.key = $2)
             AND (s.person_id > $3 OR (s.person_id = $3 AND s.session_id > $4))
         ORDER BY s.person_id, s.session_id LIMIT $5",
    )
    .bind(session)
    .bind(programme.unwrap_or_default())
    .bind(person)
    .bind(id)
    .bind(PAGE)
    .fetch_all(&store.db)
    .await?;
    let Some((first, last)) = ends(&heads) else { return Ok(Vec::new()) };
    let attempts: Vec<Attempt> = query_as(
        "SELECT a.person_id, a.session_id, a.quiz_key, a.answers FROM quiz_attempts a
         JOIN session_progress s ON s.person_id = a.person_id AND s.session_id = a.session_id
         WHERE s.session_key = $1 AND a.person_id >= $2 AND a.person_id <= $3 ORDER BY a.attempt",
    )
    .bind(session)
    .bind(first)
    .bind(last)
    .fetch_all(&store.db)
    .await?;
    let mut by_person = BTreeMap::<Cursor, BTreeMap<_, _>>::new();
    for (person, session, quiz, Json(answers)) in attempts {
        let row = by_person.entry((person, session)).or_default();
        // A later attempt replaces all of an earlier one.
        row.retain(|(other, _): &(String, String), _| *other != quiz);
        row.extend(answers.into_iter().map(|(question, answer)| ((quiz.clone(), question), answer)));
    }
    Ok(joined(heads, by_person))
}

/// Returns the names of the files that the people of a page uploaded.
pub async fn file_names(store: &Store, page: &[Answered]) -> Result<FileNames> {
    let Some((first, last)) = page.first().zip(page.last()) else { return Ok(FileNames::new()) };
    let names: Vec<(Uuid, String)> =
        query_as("SELECT id, name FROM answer_files WHERE person_id >= $1 AND person_id <= $2")
            .bind(first.person)
            .bind(last.person)
            .fetch_all(&store.db)
            .await?;
    Ok(names.into_iter().map(|(id, name)| (id.to_string(), name)).collect())
}

/// Whether there is a programme with this key.
pub async fn has_programme(store: &Store, key: &str) -> Result<bool> {
    let count: i64 =
        query_scalar("SELECT COUNT(*) FROM programmes WHERE key = $1").bind(key).fetch_one(&store.db).await?;
    Ok(count > 0)
}

fn ends(heads: &[Head]) -> Option<(PersonId, PersonId)> {
    Some((heads.first()?.person_id, heads.last()?.person_id))
}

fn joined(heads: Vec<Head>, mut answers: BTreeMap<Cursor, BTreeMap<(String, String), Value>>) -> Vec<Answered> {
    let row = |head: Head| {
        let answers = answers.remove(&(head.person_id, head.of.clone())).unwrap_or_default();
        Answered {
            person: head.person_id,
            names: [head.first_name, head.last_name, head.email],
            programme: head.programme_key,
            role: head.role,
            of: head.of,
            version: head.version,
            started_at: head.started_at,
            completed_at: head.completed_at,
            answers,
        }
    };
    heads.into_iter().map(row).collect()
}
