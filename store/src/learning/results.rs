//! The last submissions of the quizzes of a session, of all people: what the answers of a key are counted from.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use questions::Question;
use serde_json::Value;
use sqlx::types::{Json, Uuid};

use crate::content::{self, Catalogue, Session, Versioned};
use crate::db::{Executor, QueryBuilder, Tx};
use crate::staff::Scope;
use crate::{PersonId, Result, Store};

/// Submissions that are read at once.
const PAGE: i64 = 2000;

/// The last submission of a quiz by a person in a session.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct Submitted {
    pub(crate) person_id: PersonId,
    /// The session of the person; its definition has another key in mentorships.
    pub(crate) session_id: String,
    pub(crate) quiz_key: String,
    /// The version of the definition.
    pub(crate) version: i64,
    pub(crate) answers: Json<BTreeMap<String, Value>>,
    pub(crate) submitted_at: DateTime<Utc>,
    /// Whether the person can still open it: not after the end of a mentorship.
    pub(crate) is_open: bool,
}

/// Where a page of submissions ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Cursor {
    person: Option<PersonId>,
    session: String,
    quiz: String,
}

/// Returns a page of the last submissions of a session's quizzes, or of one quiz, and where the next page begins.
pub(crate) async fn page(
    executor: impl Executor,
    session: &str,
    quiz: Option<&str>,
    scope: &Scope,
    after: &Cursor,
    limit: i64,
) -> Result<(Vec<Submitted>, Option<Cursor>)> {
    let mut sql = QueryBuilder::new(
        "SELECT a.person_id, a.session_id, a.quiz_key, s.version, a.answers, a.submitted_at,
             (NOT EXISTS (SELECT 1 FROM mentorship_sessions o WHERE o.session_id = a.session_id) OR EXISTS (
                 SELECT 1 FROM mentorship_sessions o JOIN mentorships w ON w.id = o.mentorship_id AND w.ended_at IS NULL
                 JOIN mentorship_members m ON m.mentorship_id = w.id AND m.person_id = a.person_id AND m.left_at IS NULL
                 WHERE o.session_id = a.session_id)) AS is_open
         FROM quiz_attempts a
         JOIN session_progress s ON s.person_id = a.person_id AND s.session_id = a.session_id
         JOIN people p ON p.id = a.person_id
         WHERE s.session_key = ",
    );
    sql.push_bind(session.to_owned()).push(" AND ");
    scope.push(&mut sql, "p.programme_id");
    if let Some(quiz) = quiz {
        sql.push(" AND a.quiz_key = ").push_bind(quiz.to_owned());
    }
    sql.push(
        " AND NOT EXISTS (SELECT 1 FROM quiz_attempts b WHERE b.person_id = a.person_id AND b.session_id = a.session_id
             AND b.quiz_key = a.quiz_key AND b.attempt > a.attempt) AND (a.person_id, a.session_id, a.quiz_key) > (",
    );
    sql.push_bind(after.person.unwrap_or(PersonId(Uuid::nil()))).push(", ");
    sql.push_bind(after.session.clone()).push(", ").push_bind(after.quiz.clone());
    sql.push(") ORDER BY a.person_id, a.session_id, a.quiz_key LIMIT ").push_bind(limit);
    let rows: Vec<Submitted> = sql.build_query_as().fetch_all(executor).await?;
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == limit);
    let next = rows.last().filter(|_| is_full).map(|last| Cursor {
        person: Some(last.person_id),
        session: last.session_id.clone(),
        quiz: last.quiz_key.clone(),
    });
    Ok((rows, next))
}

/// How a question was answered, by the last submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Submissions of the quiz that asked it with these options.
    pub submitted: i64,
    /// Those with an answer to it.
    pub answered: i64,
    /// Those whose answer is right.
    pub right: i64,
    /// How many chose each option; of an arrangement, how many put it in its place.
    pub options: BTreeMap<String, i64>,
}

/// Returns how the questions of a version were answered, by quiz and question, with the answers of other versions that ask the same
/// with the same options.
pub async fn tallies(
    store: &Store,
    scope: &Scope,
    catalogue: &Catalogue,
    session: &Versioned<Session>,
) -> Result<BTreeMap<(String, String), Tally>> {
    let newest = questions_of(&session.definition);
    let key = &session.definition.key;
    let versions: BTreeMap<i64, BTreeMap<_, _>> =
        catalogue.sessions.versions(key).map(|version| (version.version, questions_of(&version.definition))).collect();
    let mut tallies: BTreeMap<(String, String), Tally> = newest
        .keys()
        .map(|(quiz, question)| (((*quiz).to_owned(), (*question).to_owned()), Tally::default()))
        .collect();
    let mut cursor = Cursor::default();
    loop {
        let (rows, next) = page(&store.db, key, None, scope, &cursor, PAGE).await?;
        for Submitted { quiz_key, version, answers: Json(answers), .. } in &rows {
            let asked = versions.get(version).into_iter().flatten().filter(|((quiz, _), _)| quiz == quiz_key);
            for ((quiz, key), question) in asked {
                let is_same = newest.get(&(*quiz, *key)).is_some_and(|now| question.has_options_of(now));
                let Some(tally) = tallies.get_mut(&((*quiz).to_owned(), (*key).to_owned())) else { continue };
                if is_same {
                    tally.add(question, answers);
                }
            }
        }
        match next {
            Some(next) => cursor = next,
            None => return Ok(tallies),
        }
    }
}

impl Tally {
    fn add(&mut self, question: &Question, answers: &BTreeMap<String, Value>) {
        self.submitted += 1;
        let Some(given) = answers.get(&question.key) else { return };
        self.answered += 1;
        self.right += i64::from(question.is_right(answers) == Some(true));
        let key = question.answer_key().filter(|_| question.is_arranged());
        match given {
            Value::String(chosen) => self.count(question, chosen),
            Value::Array(chosen) => {
                let chosen = chosen.iter().filter_map(Value::as_str).enumerate();
                let counts = |place: usize, option: &str| {
                    key.as_ref().is_none_or(|key| key.get(place).is_some_and(|right| right == option))
                };
                chosen.filter(|(place, option)| counts(*place, option)).for_each(|(_, one)| self.count(question, one));
            }
            _ => {}
        }
    }

    fn count(&mut self, question: &Question, option: &str) {
        // A written answer is no option.
        if question.option(option).is_some() {
            *self.options.entry(option.to_owned()).or_default() += 1;
        }
    }
}

fn questions_of(session: &Session) -> BTreeMap<(&str, &str), &Question> {
    let quizzes = session.steps.iter().flat_map(content::session_progress::quizzes);
    quizzes.flat_map(|quiz| quiz.questions.iter().map(|one| ((quiz.key.as_str(), one.key.as_str()), one))).collect()
}

/// How many people began and completed a session, by its key.
pub async fn reached(store: &Store, scope: &Scope) -> Result<BTreeMap<String, (i64, i64)>> {
    let mut sql = QueryBuilder::new(
        "SELECT s.session_key, COUNT(DISTINCT s.person_id),
             COUNT(DISTINCT CASE WHEN s.completed_at IS NOT NULL THEN s.person_id END)
         FROM session_progress s JOIN people p ON p.id = s.person_id WHERE ",
    );
    scope.push(&mut sql, "p.programme_id");
    sql.push(" GROUP BY s.session_key");
    let rows: Vec<(String, i64, i64)> = sql.build_query_as().fetch_all(&store.db).await?;
    Ok(rows.into_iter().map(|(key, begun, completed)| (key, (begun, completed))).collect())
}

/// Whom a correction of a key affects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescored {
    /// People who submitted the quiz in a version that changes.
    pub people: BTreeSet<PersonId>,
    /// Those with an answer that is right now and was not.
    pub gained: BTreeSet<PersonId>,
    /// Those with an answer that was right and is not any more.
    pub lost: BTreeSet<PersonId>,
    /// Those who have all right now, and had not.
    pub all_right: BTreeSet<PersonId>,
}

/// A version of a question: as it was asked, and with the new key, each with the quiz around it.
pub(crate) struct Rekeyed {
    pub(crate) before: Vec<Question>,
    pub(crate) after: Vec<Question>,
}

impl Rekeyed {
    /// Returns what a submission gains: 1 for one more right answer, -1 for one less.
    pub(crate) fn difference(&self, answers: &BTreeMap<String, Value>) -> i64 {
        let right = |all| i64::try_from(questions::score(all, answers).0).unwrap_or(i64::MAX);
        right(&self.after) - right(&self.before)
    }
}

/// Scores the last submissions of a quiz by the new keys of its versions.
pub(crate) async fn rescore(
    tx: &mut Tx,
    session: &str,
    quiz: &str,
    versions: &BTreeMap<i64, Rekeyed>,
) -> Result<Rescored> {
    let (mut rescored, mut cursor) = (Rescored::default(), Cursor::default());
    loop {
        let (rows, next) = page(&mut *tx, session, Some(quiz), &Scope::Installation, &cursor, PAGE).await?;
        for Submitted { person_id, version, answers: Json(answers), .. } in &rows {
            let Some(rekeyed) = versions.get(version) else { continue };
            rescored.people.insert(*person_id);
            match rekeyed.difference(answers) {
                0 => {}
                1.. => {
                    rescored.gained.insert(*person_id);
                    let (right, of) = questions::score(&rekeyed.after, answers);
                    if right == of {
                        rescored.all_right.insert(*person_id);
                    }
                }
                _ => drop(rescored.lost.insert(*person_id)),
            }
        }
        match next {
            Some(next) => cursor = next,
            None => return Ok(rescored),
        }
    }
}
