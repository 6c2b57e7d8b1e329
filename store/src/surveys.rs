//! Surveys: what people began, answered and submitted.
//!
//! A survey is pinned to the version of its definition with the first draft. Its stages are submitted in order; the last one
//! completes it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use questions::{Fact, FileAnswer, Question, QuestionType, Submission};
use serde_json::{Value, json};

use crate::applications;
use crate::bus::{Event, Topic};
use crate::content::{Stage, Survey, Versioned};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::followups;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{PersonId, Result, Store, answer_files};

pub mod interests;
pub mod openings;
pub mod windows;

const ANSWERS: &str =
    "SELECT question_key, answer FROM survey_answers WHERE person_id = $1 AND survey_key = $2 AND stage_key = $3";

/// A survey that a person began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Its key.
    pub survey_key: String,
    /// The version of its definition.
    pub version: i64,
    /// When its last stage was submitted.
    pub completed_at: Option<DateTime<Utc>>,
}

/// A stage with a draft or a submission.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct StageProgress {
    /// The survey.
    pub survey_key: String,
    /// The stage.
    pub stage_key: String,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Counts the drafts that were saved.
    pub draft_revision: i64,
}

/// How answers are saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As a draft. With the revision that the device has seen, newer drafts of other devices are not overwritten.
    Draft(Option<i64>),
    /// For good.
    Submit,
}

/// The result of [`save`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answers are stored.
    Saved {
        /// The revision of the draft.
        draft_revision: i64,
    },
    /// The stage was submitted before.
    StageSubmitted,
    /// An earlier stage is not submitted yet.
    StageOrder,
    /// Another device has saved a newer draft.
    DraftOutdated,
    /// The survey was begun in another version: the answers must be checked against that one.
    OtherVersion,
    /// The files of these questions do not exist, belong to another answer, or have another form.
    FilesUnknown(BTreeSet<String>),
}

/// A survey that a person began, with its stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The survey.
    pub progress: Progress,
    /// The stages that were begun.
    pub stages: Vec<StageProgress>,
}

/// Returns the surveys that a person began, the first one first.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<Begun>> {
    type Row = (String, i64, Option<DateTime<Utc>>, Option<String>, Option<DateTime<Utc>>, Option<i64>);
    let rows: Vec<Row> = query_as(
        "SELECT p.survey_key, p.version, p.completed_at, s.stage_key, s.submitted_at, s.draft_revision
         FROM survey_progress p
         LEFT JOIN survey_stages s ON s.person_id = p.person_id AND s.survey_key = p.survey_key
         WHERE p.person_id = $1 ORDER BY p.started_at, p.survey_key",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    let mut all: Vec<Begun> = Vec::new();
    for (survey_key, version, completed_at, stage_key, submitted_at, draft_revision) in rows {
        if all.last().is_none_or(|last| last.progress.survey_key != survey_key) {
            let progress = Progress { survey_key: survey_key.clone(), version, completed_at };
            all.push(Begun { progress, stages: Vec::new() });
        }
        if let (Some(begun), Some(stage_key)) = (all.last_mut(), stage_key) {
            let draft_revision = draft_revision.unwrap_or_default();
            begun.stages.push(StageProgress { survey_key, stage_key, submitted_at, draft_revision });
        }
    }
    Ok(all)
}

/// Returns the stored answers of a stage by question.
pub async fn answers(store: &Store, person: PersonId, survey: &str, stage: &str) -> Result<BTreeMap<String, Value>> {
    Ok(parsed(query_as(ANSWERS).bind(person).bind(survey).bind(stage).fetch_all(&store.db).await?))
}

/// Saves checked answers of a stage in place of its earlier ones, and notifies the person's pages.
pub async fn save(
    store: &Store,
    person: PersonId,
    survey: &Versioned<Survey>,
    stage: &Stage,
    submission: &Submission,
    mode: Mode,
) -> Result<Outcome> {
    let (key, now) = (&survey.definition.key, store.clock.now());
    let mut tx = store.db.begin().await?;
    if begin(&mut tx, person, survey, now).await? != survey.version {
        return Ok(Outcome::OtherVersion);
    }
    let states = stages(&mut tx, person, key).await?;
    let is_submitted =
        |stage: &str| states.iter().any(|state| state.stage_key == stage && state.submitted_at.is_some());
    if is_submitted(&stage.key) {
        return Ok(Outcome::StageSubmitted);
    }
    let mut earlier = survey.definition.stages.iter().take_while(|other| other.key != stage.key);
    if !earlier.all(|other| is_submitted(&other.key)) {
        return Ok(Outcome::StageOrder);
    }
    let stored = states.iter().find(|state| state.stage_key == stage.key).map_or(0, |state| state.draft_revision);
    if matches!(mode, Mode::Draft(Some(seen)) if seen != stored) {
        // A retry after a lost answer finds its own draft.
        let is_repeated = stored_answers(&mut tx, person, key, stage).await? == to_store(stage, submission);
        return Ok(if is_repeated { Outcome::Saved { draft_revision: stored } } else { Outcome::DraftOutdated });
    }
    let unknown = replace_answers(&mut tx, person, key, stage, submission, now).await?;
    if !unknown.is_empty() {
        return Ok(Outcome::FilesUnknown(unknown));
    }
    let draft_revision = stored + 1;
    let submitted_at = (mode == Mode::Submit).then_some(now);
    query(
        "INSERT INTO survey_stages (person_id, survey_key, stage_key, submitted_at, draft_revision)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person_id, survey_key, stage_key)
         DO UPDATE SET submitted_at = excluded.submitted_at, draft_revision = excluded.draft_revision",
    )
    .bind(person)
    .bind(key)
    .bind(&stage.key)
    .bind(submitted_at)
    .bind(draft_revision)
    .execute(&mut tx)
    .await?;
    let is_last = survey.definition.stages.last().is_some_and(|last| last.key == stage.key);
    if is_last && submitted_at.is_some() {
        query("UPDATE survey_progress SET completed_at = $3 WHERE person_id = $1 AND survey_key = $2")
            .bind(person)
            .bind(key)
            .bind(now)
            .execute(&mut tx)
            .await?;
        followups::enqueue_in(&mut tx, store, Some(person)).await?;
    }
    if mode == Mode::Submit {
        fill_facts(&mut tx, store, person, stage, submission).await?;
    }
    tx.commit().await?;
    let mut topics = vec![Topic::Surveys, Topic::Profile];
    if is_last && submitted_at.is_some() {
        // The learning hub may wait for it.
        topics.push(Topic::Learning);
    }
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics }]);
    Ok(Outcome::Saved { draft_revision })
}

/// Stores the facts that the answers of a stage are. What staff recorded stays.
async fn fill_facts(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    stage: &Stage,
    submission: &Submission,
) -> Result<()> {
    for question in stage.pages.iter().flat_map(|page| &page.questions) {
        let Some(Fact::BirthMonth) = question.fills else { continue };
        let day = submission.answers.get(&question.key).and_then(Value::as_str);
        // A day is stored as YYYY-MM-DD.
        let Some(month) = day.and_then(|day| day.get(..7)) else { continue };
        query("UPDATE people SET birth_month = $2, clearance_due_at = $3 WHERE id = $1 AND birth_month IS NULL")
            .bind(person)
            .bind(month)
            .bind(store.clock.now())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Opens a survey of a person again: its stages are drafts with the answers as they were, which count once they are submitted again.
/// Returns false if the person has submitted nothing.
pub async fn reopen(store: &Store, actor: &Actor, person: PersonId, survey: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    query("UPDATE survey_progress SET completed_at = NULL WHERE person_id = $1 AND survey_key = $2")
        .bind(person)
        .bind(survey)
        .execute(&mut tx)
        .await?;
    let reopened = query(
        "UPDATE survey_stages SET submitted_at = NULL
         WHERE person_id = $1 AND survey_key = $2 AND submitted_at IS NOT NULL",
    )
    .bind(person)
    .bind(survey)
    .execute(&mut tx)
    .await?;
    if reopened == 0 {
        return Ok(false);
    }
    Record::new(Act::ReopenSurvey, Target::Person(person), programme)
        .change(Value::Null, json!({"survey": survey, "stages": reopened}))
        .write(&mut tx, store, actor)
        .await?;
    applications::ask_again_in(&mut tx, person).await?;
    tx.commit().await?;
    let topics = vec![Topic::Surveys, Topic::Profile, Topic::Learning];
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics }]);
    Ok(true)
}

/// Begins a survey if it was not begun, and locks its row until the transaction ends. Returns the version that was begun.
async fn begin(tx: &mut Tx, person: PersonId, survey: &Versioned<Survey>, now: DateTime<Utc>) -> Result<i64> {
    query_scalar(
        "INSERT INTO survey_progress (person_id, survey_key, version, started_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id, survey_key) DO UPDATE SET version = survey_progress.version RETURNING version",
    )
    .bind(person)
    .bind(&survey.definition.key)
    .bind(survey.version)
    .bind(now)
    .fetch_one(tx)
    .await
}

async fn stored_answers(tx: &mut Tx, person: PersonId, survey: &str, stage: &Stage) -> Result<BTreeMap<String, Value>> {
    Ok(parsed(query_as(ANSWERS).bind(person).bind(survey).bind(&stage.key).fetch_all(tx).await?))
}

fn parsed(rows: Vec<(String, String)>) -> BTreeMap<String, Value> {
    rows.into_iter().filter_map(|(key, answer)| Some((key, serde_json::from_str(&answer).ok()?))).collect()
}

async fn stages(tx: &mut Tx, person: PersonId, survey: &str) -> Result<Vec<StageProgress>> {
    query_as(
        "SELECT survey_key, stage_key, submitted_at, draft_revision FROM survey_stages
         WHERE person_id = $1 AND survey_key = $2",
    )
    .bind(person)
    .bind(survey)
    .fetch_all(tx)
    .await
}

fn questions_of(stage: &Stage) -> impl Iterator<Item = &Question> {
    stage.pages.iter().flat_map(|page| &page.questions)
}

/// Returns the answers as they are stored: of a password it is only known that there is one.
fn to_store(stage: &Stage, submission: &Submission) -> BTreeMap<String, Value> {
    let is_password = |question: &Question| question.question_type == QuestionType::Password;
    let stored = questions_of(stage).filter_map(|question| {
        let answer = submission.answers.get(&question.key)?;
        let answer = if is_password(question) { Value::Bool(true) } else { answer.clone() };
        Some((question.key.clone(), answer))
    });
    stored.collect()
}

/// Replaces the answers of a stage. Returns the questions whose files cannot be claimed.
async fn replace_answers(
    tx: &mut Tx,
    person: PersonId,
    survey: &str,
    stage: &Stage,
    submission: &Submission,
    now: DateTime<Utc>,
) -> Result<BTreeSet<String>> {
    query("DELETE FROM survey_answers WHERE person_id = $1 AND survey_key = $2 AND stage_key = $3")
        .bind(person)
        .bind(survey)
        .bind(&stage.key)
        .execute(&mut *tx)
        .await?;
    let claim = |question: &Question| format!("survey:{survey}:{}", question.key);
    // All files first, so that two questions can exchange theirs.
    for question in questions_of(stage).filter(|question| question.question_type.answer_form().has_file()) {
        answer_files::release(tx, person, &claim(question)).await?;
    }
    let mut unknown = BTreeSet::new();
    let answers = to_store(stage, submission);
    for question in questions_of(stage) {
        let Some(answer) = answers.get(&question.key) else { continue };
        let form = question.question_type.answer_form();
        if form.has_file()
            && let Some(FileAnswer { file, .. }) = FileAnswer::of(answer)
            && !answer_files::claim(tx, person, &file, &claim(question), form).await?
        {
            unknown.insert(question.key.clone());
        }
        query(
            "INSERT INTO survey_answers (person_id, survey_key, question_key, stage_key, answer, answered_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(person)
        .bind(survey)
        .bind(&question.key)
        .bind(&stage.key)
        .bind(answer.to_string())
        .bind(now)
        .execute(&mut *tx)
        .await?;
    }
    Ok(unknown)
}
