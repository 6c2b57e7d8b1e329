//! Corrections of answer keys: a third kind of change of a definition, beside patches and versions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::bus::{Event, Topic};
use crate::content::answer_keys::{self, QuestionPath, question_in};
use crate::content::{Quiz, Session, session_progress};
use crate::db::{Tx, query};
use crate::learning::results::{self, Cursor, Rekeyed, Rescored, Submitted};
use crate::notifications::notices::{self, CorrectedQuiz};
use crate::outbox::{self, Job, NewJob, SHORT_LEASE};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Scope};
use crate::{PersonId, Result, Store};

/// The kind of jobs that notify people of a changed result.
const NOTICES: &str = "answer_key_notices";

/// Submissions that one run of such a job looks at.
const NOTICES_AT_ONCE: i64 = 200;

/// People that one event names.
const PEOPLE_PER_EVENT: usize = 500;

/// The key of a question as staff want it.
#[derive(Clone, Debug)]
pub struct NewKey<'a> {
    /// The question.
    pub path: &'a QuestionPath,
    /// The right options, or all options in their right order.
    pub key: &'a [String],
    /// The key that they saw.
    pub expected: &'a [String],
}

/// Why a key is not corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// Definitions belong to the installation, which the actor does not reach.
    NotPermitted,
    /// There is no such question, or no answer to it is right or wrong.
    NotFound,
    /// It is not as the actor saw it. It is like this now.
    Changed(Vec<String>),
    /// These options cannot be the key.
    Invalid,
}

/// What a correction means for those who submitted the quiz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyEffects {
    /// People who submitted the quiz with this question and these options.
    pub people: usize,
    /// Those whose answer counts as right now.
    pub gained: usize,
    /// Those whose answer does not count as right any more.
    pub lost: usize,
    /// Those who have everything right now, and had not.
    pub all_right: usize,
}

/// A correction before it is written.
struct Prepared {
    /// The versions with the question, as they will be; the newest first.
    versions: Vec<(i64, Session)>,
    /// The newest version, if it is one of them.
    newest: Option<Session>,
    before: Vec<String>,
    rekeyed: BTreeMap<i64, Rekeyed>,
}

/// The job that notifies people whose result changed.
#[derive(Debug, Serialize, Deserialize)]
struct Notices {
    session: String,
    quiz: String,
    question: String,
    /// The key before, by version.
    before: BTreeMap<i64, Vec<String>>,
    after: Vec<String>,
    corrected_at: DateTime<Utc>,
    cursor: Cursor,
    /// The last person who was notified: a person may have several sessions.
    notified: Option<PersonId>,
}

/// Corrects the key of a question in all versions that ask it with the same options. Results follow from it; badges and completions
/// stay. People whose result changed are notified.
pub async fn correct(store: &Store, actor: &Actor, new: NewKey<'_>) -> Result<Result<KeyEffects, KeyRefusal>> {
    let mut tx = store.db.begin().await?;
    let prepared = match prepare_in(&mut tx, actor, &new).await? {
        Ok(prepared) => prepared,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if prepared.before != new.expected {
        return Ok(Err(KeyRefusal::Changed(prepared.before)));
    }
    if prepared.rekeyed.is_empty() {
        return Ok(Ok(KeyEffects::default()));
    }
    let QuestionPath { session, quiz, question } = new.path;
    let rescored = results::rescore(&mut tx, session, quiz, &prepared.rekeyed).await?;
    let effects = KeyEffects::of(&rescored);
    for (version, changed) in &prepared.versions {
        answer_keys::put_version_in(&mut tx, *version, changed).await?;
    }
    if let Some(newest) = &prepared.newest {
        answer_keys::put_offered_in(&mut tx, newest).await?;
    }
    let now = store.clock.now();
    let versions: Vec<i64> = prepared.versions.iter().map(|(version, _)| *version).collect();
    answer_keys::record_in(&mut tx, new.path, &prepared.before, &versions, now).await?;
    let named =
        |key: &[String]| json!({"learning_session": session, "quiz": quiz, "question": question, "answer_key": key});
    let mut after = named(new.key);
    if let Value::Object(after) = &mut after {
        after.insert("submitted".to_owned(), json!(effects.people));
        after.insert("right_now".to_owned(), json!(effects.gained));
        after.insert("wrong_now".to_owned(), json!(effects.lost));
    }
    Record::new(Act::CorrectAnswerKey, Target::Content, None)
        .change(named(&prepared.before), after)
        .write(&mut tx, store, actor)
        .await?;
    if effects.gained + effects.lost > 0 {
        let keys = |(version, rekeyed): (&i64, &Rekeyed)| {
            let question = rekeyed.before.iter().find(|one| one.key == *question);
            (*version, question.and_then(questions::Question::answer_key).unwrap_or_default())
        };
        let job = Notices {
            session: session.clone(),
            quiz: quiz.clone(),
            question: question.clone(),
            before: prepared.rekeyed.iter().map(keys).collect(),
            after: new.key.to_vec(),
            corrected_at: now,
            cursor: Cursor::default(),
            notified: None,
        };
        outbox::put_in(&mut tx, &NewJob::new(store, NOTICES, &job)?).await?;
    }
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    tx.commit().await?;
    let people: Vec<PersonId> = rescored.people.into_iter().collect();
    let topics = vec![Topic::Learning, Topic::Mentorship];
    let changed = |people: &[PersonId]| Event::TopicsChanged { people: people.to_vec(), topics: topics.clone() };
    let changed = people.chunks(PEOPLE_PER_EVENT).map(changed);
    store.bus.publish([Event::RulesChanged].into_iter().chain(changed).collect());
    Ok(Ok(effects))
}

/// Returns whom a correction would affect. Nothing changes.
pub async fn preview(store: &Store, actor: &Actor, new: NewKey<'_>) -> Result<Result<KeyEffects, KeyRefusal>> {
    // Dropping the transaction takes everything back.
    let mut tx = store.db.begin().await?;
    let prepared = match prepare_in(&mut tx, actor, &new).await? {
        Ok(prepared) => prepared,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let rescored = results::rescore(&mut tx, &new.path.session, &new.path.quiz, &prepared.rekeyed).await?;
    Ok(Ok(KeyEffects::of(&rescored)))
}

impl KeyEffects {
    fn of(Rescored { people, gained, lost, all_right }: &Rescored) -> Self {
        Self { people: people.len(), gained: gained.len(), lost: lost.len(), all_right: all_right.len() }
    }
}

/// Locks the content against imports and other corrections, and applies the key to the versions of the session in memory.
async fn prepare_in(tx: &mut Tx, actor: &Actor, new: &NewKey<'_>) -> Result<Result<Prepared, KeyRefusal>> {
    if !actor.reaches(None) {
        return Ok(Err(KeyRefusal::NotPermitted));
    }
    content_lock(tx).await?;
    let QuestionPath { session, quiz, question } = new.path;
    let stored = answer_keys::versions_in(tx, session).await?;
    // What the page shows: the newest version.
    let asked = stored.first().and_then(|(_, newest)| question_in(&mut newest.clone(), quiz, question).cloned());
    let Some((asked, before)) = asked.and_then(|asked| asked.answer_key().map(|key| (asked, key))) else {
        return Ok(Err(KeyRefusal::NotFound));
    };
    if !asked.fits(new.key) {
        return Ok(Err(KeyRefusal::Invalid));
    }
    let newest = stored.first().map(|(version, _)| *version);
    let (mut versions, mut rekeyed) = (Vec::new(), BTreeMap::new());
    for (version, mut one) in stored {
        let questions = questions_of(&one, quiz);
        let Some(same) = question_in(&mut one, quiz, question).filter(|same| same.has_options_of(&asked)) else {
            continue;
        };
        let before = same.answer_key();
        same.set_answer_key(new.key);
        if before == same.answer_key() {
            continue;
        }
        rekeyed.insert(version, Rekeyed { before: questions, after: questions_of(&one, quiz) });
        versions.push((version, one));
    }
    let newest = versions.iter().find(|(version, _)| Some(*version) == newest).map(|(_, session)| session.clone());
    Ok(Ok(Prepared { versions, newest, before, rekeyed }))
}

/// Waits for an import, and lets the next one wait.
async fn content_lock(tx: &mut Tx) -> Result<()> {
    query("UPDATE switches SET is_on = is_on WHERE name = 'content_is_own'").execute(tx).await.map(drop)
}

fn questions_of(session: &Session, quiz: &str) -> Vec<questions::Question> {
    let mut quizzes = session.steps.iter().flat_map(session_progress::quizzes);
    quizzes.find(|one: &&Quiz| one.key == quiz).map(|quiz| quiz.questions.clone()).unwrap_or_default()
}

/// Notifies people whose result a correction changed. Returns the number of runs.
pub async fn notify_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, NOTICES, SHORT_LEASE, |job| async move { notify(store, job).await }).await
}

/// Notifies the people of a page of submissions, and enqueues the rest, in one transaction: each is notified once.
async fn notify(store: &Store, job: Job<Notices>) -> Result<()> {
    let mut tx = store.db.begin().await?;
    // Waits for another worker whose lease has run out.
    let is_mine = query("DELETE FROM outbox WHERE id = $1 AND attempts = $2").bind(job.id).bind(job.attempt);
    if is_mine.execute(&mut tx).await? == 0 {
        return Ok(());
    }
    let mut left = job.payload;
    let stored: BTreeMap<i64, Session> = answer_keys::versions_in(&mut tx, &left.session).await?.into_iter().collect();
    let Notices { session, quiz, question, .. } = &left;
    let (rows, next) =
        results::page(&mut tx, session, Some(quiz), &Scope::Installation, &left.cursor, NOTICES_AT_ONCE).await?;
    let mut notified = left.notified;
    for Submitted { person_id, session_id, version, answers: Json(answers), submitted_at, is_open, .. } in rows {
        let (Some(before), Some(definition)) = (left.before.get(&version), stored.get(&version)) else { continue };
        let mut definition = definition.clone();
        let Some(asked) = question_in(&mut definition, quiz, question) else { continue };
        let mut right_by = |key: &[String]| {
            asked.set_answer_key(key);
            asked.is_right(&answers)
        };
        let has_changed = right_by(before) != right_by(&left.after);
        if !has_changed || !is_open || submitted_at >= left.corrected_at || notified == Some(person_id) {
            continue;
        }
        notified = Some(person_id);
        let corrected = CorrectedQuiz { session_id: &session_id, title: &definition.title };
        notices::answer_key_corrected_in(&mut tx, store, person_id, corrected).await?;
    }
    if let Some(next) = next {
        left = Notices { cursor: next, notified, ..left };
        outbox::put_in(&mut tx, &NewJob::new(store, NOTICES, &left)?).await?;
    }
    tx.commit().await
}
