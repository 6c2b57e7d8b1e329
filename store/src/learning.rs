//! Sessions: what people began, completed, answered and marked.
//!
//! A session is pinned to the version of its definition when a person begins it. In the learning hub its id is its key; a
//! session of a mentorship has an id of its own.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, Utc};
use questions::{FileAnswer, Submission};
use serde_json::Value;
use sqlx::types::Json;

use crate::bus::{Event, Topic};
use crate::channels::is_separated;
use crate::content::session_progress::{self, Done, Refusal};
use crate::content::{Quiz, Session, Step, Versioned};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::followups;
use crate::mentorship::{self, sessions};
use crate::{PersonId, Result, Store, answer_files};

mod offline;
pub mod record;
pub mod results;
pub mod streak;

pub use crate::content::session_progress::Progress;
pub use offline::DoneOffline;

/// Accepted answers by question, as stored.
type Answers = Json<BTreeMap<String, Value>>;

/// How long after a request of the learning hub the next one is a new visit.
const VISIT: Duration = Duration::minutes(30);

/// The last submission of a quiz.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// From 1.
    pub attempt: i64,
    /// Accepted answers by question.
    pub answers: BTreeMap<String, Value>,
    /// When it was submitted.
    pub submitted_at: DateTime<Utc>,
}

/// The result of completing a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The step is complete, now or before.
    Complete,
    /// The session is not begun.
    NotStarted,
    /// The step cannot be completed yet.
    Refused(Refusal),
}

/// The result of submitting a quiz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuizOutcome {
    /// The answers are stored, now or by the same request before.
    Stored,
    /// The session is not begun.
    NotStarted,
    /// An earlier step is not complete.
    StepOrder,
    /// The quiz was submitted and may not be taken again.
    RetakeOff,
    /// The files of these questions do not exist, belong to another answer, or have another form.
    FilesUnknown(BTreeSet<String>),
}

/// Returns the last submissions of another member of a mentorship; none of people from whom the reader is kept apart.
pub async fn attempts_of_partner(
    store: &Store,
    reader: PersonId,
    partner: PersonId,
    session: &str,
) -> Result<BTreeMap<String, Attempt>> {
    let is_separated: bool = query_scalar(concat!("SELECT ", is_separated!("$1", "$2")))
        .bind(reader)
        .bind(partner)
        .fetch_one(&store.db)
        .await?;
    if is_separated { Ok(BTreeMap::new()) } else { attempts(store, partner, session).await }
}

/// Returns the last submission of each quiz of a session.
pub async fn attempts(store: &Store, person: PersonId, session: &str) -> Result<BTreeMap<String, Attempt>> {
    let rows: Vec<(String, i64, Answers, DateTime<Utc>)> = query_as(
        "SELECT quiz_key, attempt, answers, submitted_at FROM quiz_attempts
         WHERE person_id = $1 AND session_id = $2 ORDER BY attempt",
    )
    .bind(person)
    .bind(session)
    .fetch_all(&store.db)
    .await?;
    let attempt = |(quiz, attempt, Json(answers), submitted_at)| (quiz, Attempt { attempt, answers, submitted_at });
    Ok(rows.into_iter().map(attempt).collect())
}

/// Returns when a person last opened the learning hub.
pub async fn last_visit(store: &Store, person: PersonId) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT visited_at FROM learning_hub_visits WHERE person_id = $1")
        .bind(person)
        .fetch_optional(&store.db)
        .await
}

/// Begins a session, unless it was begun.
pub async fn start(store: &Store, person: PersonId, session_id: &str, session: &Versioned<Session>) -> Result<()> {
    let started = query(
        "INSERT INTO session_progress (person_id, session_id, session_key, version, started_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(session_id)
    .bind(&session.definition.key)
    .bind(session.version)
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    if started > 0 {
        store.bus.publish(vec![changed_for(person, &[Topic::Learning])]);
    }
    Ok(())
}

/// Completes a step; the last one completes the session.
pub async fn complete_step(
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    step: &Step,
    offline: Option<DoneOffline>,
) -> Result<StepOutcome> {
    let mut tx = store.db.begin().await?;
    let Some(started_at) = lock(&mut tx, person, session_id).await? else {
        return Ok(StepOutcome::NotStarted);
    };
    let at = offline::time_of(&mut tx, person, session_id, started_at, offline, store.clock.now()).await?;
    let mut done = done(&mut tx, person, session_id).await?;
    if let Err(refusal) = session_progress::check_step(session, step, &done) {
        return Ok(StepOutcome::Refused(refusal));
    }
    if done.steps.contains(&step.key) {
        return Ok(StepOutcome::Complete);
    }
    let topics = insert_step(&mut tx, store, person, session_id, session, step, &mut done, at).await?;
    if topics.contains(&Topic::Surveys) {
        followups::enqueue_in(&mut tx, store, Some(person)).await?;
    }
    let changed = changed(&mut tx, person, session_id, topics).await?;
    tx.commit().await?;
    store.bus.publish(changed);
    Ok(StepOutcome::Complete)
}

/// Stores the checked answers of a quiz as a new attempt. In the learning hub it completes its step if nothing else is
/// missing; in a mentorship people complete steps themselves. The same `request_id` or the same answers again change
/// nothing.
#[expect(clippy::too_many_arguments, reason = "a quiz is found by session and step")]
pub async fn submit_quiz(
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    step: &Step,
    quiz: &Quiz,
    submission: &Submission,
    request_id: &str,
    offline: Option<DoneOffline>,
) -> Result<QuizOutcome> {
    // A client counts its requests per quiz; the column is unique for a person.
    let request_id = format!("{session_id}/{}/{request_id}", quiz.key);
    let mut tx = store.db.begin().await?;
    let Some(started_at) = lock(&mut tx, person, session_id).await? else {
        return Ok(QuizOutcome::NotStarted);
    };
    let at = offline::time_of(&mut tx, person, session_id, started_at, offline, store.clock.now()).await?;
    let mut done = done(&mut tx, person, session_id).await?;
    if !session_progress::is_reached(session, &step.key, &done) {
        return Ok(QuizOutcome::StepOrder);
    }
    let earlier: Vec<(String, Answers)> = query_as(
        "SELECT request_id, answers FROM quiz_attempts
         WHERE person_id = $1 AND session_id = $2 AND quiz_key = $3 ORDER BY attempt",
    )
    .bind(person)
    .bind(session_id)
    .bind(&quiz.key)
    .fetch_all(&mut tx)
    .await?;
    // A double click without a request id sends the same answers.
    let is_repeated = earlier.last().is_some_and(|(_, Json(answers))| *answers == submission.answers);
    if is_repeated || earlier.iter().any(|(known, _)| *known == request_id) {
        return Ok(QuizOutcome::Stored);
    }
    if !earlier.is_empty() && !quiz.allow_retake {
        return Ok(QuizOutcome::RetakeOff);
    }
    let unknown = claim_files(&mut tx, person, session_id, quiz, submission).await?;
    if !unknown.is_empty() {
        return Ok(QuizOutcome::FilesUnknown(unknown));
    }
    query(
        "INSERT INTO quiz_attempts (person_id, session_id, quiz_key, attempt, step_key, answers, request_id, submitted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(person)
    .bind(session_id)
    .bind(&quiz.key)
    .bind(i64::try_from(earlier.len()).unwrap_or(i64::MAX) + 1)
    .bind(&step.key)
    .bind(Json(&submission.answers))
    .bind(request_id)
    .bind(at)
    .execute(&mut tx)
    .await?;
    done.quizzes.insert(quiz.key.clone());
    let is_missing = !sessions::is_of_mentorship(session_id) && !done.steps.contains(&step.key);
    let topics = if is_missing && session_progress::check_step(session, step, &done).is_ok() {
        insert_step(&mut tx, store, person, session_id, session, step, &mut done, at).await?
    } else {
        &[Topic::Learning]
    };
    if topics.contains(&Topic::Surveys) {
        followups::enqueue_in(&mut tx, store, Some(person)).await?;
    }
    let changed = changed(&mut tx, person, session_id, topics).await?;
    tx.commit().await?;
    store.bus.publish(changed);
    Ok(QuizOutcome::Stored)
}

/// Sets a bookmark, or toggles it for None. Returns whether it is set.
pub async fn set_bookmark(store: &Store, person: PersonId, session_key: &str, wanted: Option<bool>) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let removed = match wanted {
        Some(true) => 0,
        _ => {
            query("DELETE FROM session_bookmarks WHERE person_id = $1 AND session_key = $2")
                .bind(person)
                .bind(session_key)
                .execute(&mut tx)
                .await?
        }
    };
    let is_set = wanted.unwrap_or(removed == 0);
    if is_set {
        query(
            "INSERT INTO session_bookmarks (person_id, session_key, created_at) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
        )
        .bind(person)
        .bind(session_key)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    store.bus.publish(vec![changed_for(person, &[Topic::Learning])]);
    Ok(is_set)
}

/// Stores what a person thinks of a session. Returns false unless they completed it.
pub async fn set_feedback(
    store: &Store,
    person: PersonId,
    session_id: &str,
    rating: i64,
    review: &str,
) -> Result<bool> {
    let stored = query(
        "UPDATE session_progress SET rating = $3, review = $4
         WHERE person_id = $1 AND session_id = $2 AND completed_at IS NOT NULL",
    )
    .bind(person)
    .bind(session_id)
    .bind(rating)
    .bind(review)
    .execute(&store.db)
    .await?;
    if stored > 0 {
        store.bus.publish(vec![changed_for(person, &[Topic::Learning])]);
    }
    Ok(stored > 0)
}

/// Locks the progress of a session until the transaction ends. Returns when it was begun.
async fn lock(tx: &mut Tx, person: PersonId, session_id: &str) -> Result<Option<DateTime<Utc>>> {
    query_scalar(
        "UPDATE session_progress SET version = version WHERE person_id = $1 AND session_id = $2 RETURNING started_at",
    )
    .bind(person)
    .bind(session_id)
    .fetch_optional(tx)
    .await
}

async fn done(tx: &mut Tx, person: PersonId, session_id: &str) -> Result<Done> {
    let keys = "SELECT 1 AS kind, step_key AS key FROM completed_steps WHERE person_id = $1 AND session_id = $2
        UNION SELECT 2, quiz_key FROM quiz_attempts WHERE person_id = $1 AND session_id = $2";
    let rows: Vec<(i32, String)> = query_as(keys).bind(person).bind(session_id).fetch_all(tx).await?;
    let (steps, quizzes): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(kind, _)| *kind == 1);
    let keys = |rows: Vec<(i32, String)>| rows.into_iter().map(|(_, key)| key).collect();
    Ok(Done { steps: keys(steps), quizzes: keys(quizzes) })
}

/// Completes a step that may be completed. Returns what pages must fetch again.
#[expect(clippy::too_many_arguments, reason = "a step is found by session and person")]
async fn insert_step(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    step: &Step,
    done: &mut Done,
    at: DateTime<Utc>,
) -> Result<&'static [Topic]> {
    query("INSERT INTO completed_steps (person_id, session_id, step_key, completed_at) VALUES ($1, $2, $3, $4)")
        .bind(person)
        .bind(session_id)
        .bind(&step.key)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    done.steps.insert(step.key.clone());
    if !session_progress::is_complete(session, done) {
        return Ok(&[Topic::Learning]);
    }
    query(
        "UPDATE session_progress SET completed_at = $3 WHERE person_id = $1 AND session_id = $2 AND completed_at IS NULL",
    )
    .bind(person)
    .bind(session_id)
    .bind(at)
    .execute(&mut *tx)
    .await?;
    if sessions::is_of_mentorship(session_id) {
        mentorship::finish(tx, store, person, session_id, session, at).await?;
    }
    // Surveys and other sections may wait for it.
    Ok(&[Topic::Learning, Topic::Profile, Topic::Surveys])
}

/// Claims the files of answers. Returns the questions whose files cannot be claimed.
async fn claim_files(
    tx: &mut Tx,
    person: PersonId,
    session_id: &str,
    quiz: &Quiz,
    submission: &Submission,
) -> Result<BTreeSet<String>> {
    let mut unknown = BTreeSet::new();
    for question in &quiz.questions {
        let form = question.question_type.answer_form();
        let answer = submission.answers.get(&question.key).and_then(FileAnswer::of);
        let Some(FileAnswer { file, .. }) = answer else { continue };
        let claim = format!("quiz:{session_id}:{}:{}", quiz.key, question.key);
        if !answer_files::claim(tx, person, &file, &claim, form).await? {
            unknown.insert(question.key.clone());
        }
    }
    Ok(unknown)
}

/// The events that tell the person, and in a mentorship its members, that the progress in a session changed.
async fn changed(tx: &mut Tx, person: PersonId, session_id: &str, topics: &[Topic]) -> Result<Vec<Event>> {
    let mut events = vec![changed_for(person, topics)];
    if sessions::is_of_mentorship(session_id) {
        events.push(sessions::changed(tx, session_id).await?);
    }
    Ok(events)
}

fn changed_for(person: PersonId, topics: &[Topic]) -> Event {
    Event::TopicsChanged { people: vec![person], topics: topics.to_vec() }
}
