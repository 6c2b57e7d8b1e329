//! The mentorships of the demo data, acted out in the past: a store with a clock of its own goes through the weeks.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use chrono::TimeDelta;
use serde_json::{Map, Value};
use store::clock::Clock;
use store::content::session_progress;
use store::content::{self, Quiz, Session, Step, Versioned};
use store::learning::{self, QuizOutcome, StepOutcome};
use store::mentorship::{self, Kind, NewMentorship, Refusal, record, sessions};
use store::{MentorshipId, PersonId, Store, administration};

use super::file;
use super::world::{Deed, Mentorship, World};
use crate::config::Config;

/// Begins the mentorships of a kind, and does in them what their members have done.
pub(super) async fn import(
    config: &Config,
    world: &World,
    people: &BTreeMap<String, PersonId>,
    kind: Kind,
) -> Result<()> {
    for one in world.mentorships.iter().filter(|one| one.group.is_some() == (kind == Kind::Group)) {
        let start = Clock::system().now() - TimeDelta::days(one.days_ago);
        let store = config.open_served_store(Clock::manual(start)).await?;
        let Some(id) = begin(&store, one, people).await? else { continue };
        let deeds: Vec<Deed> = match &one.deeds {
            Some(name) => file(name)?,
            None => Vec::new(),
        };
        let mut today = -one.days_ago;
        for deed in &deeds {
            let days = u64::try_from(deed.day - today).context("The deeds of a mentorship are out of order")?;
            store.clock.advance(Duration::from_secs(days * 24 * 3600));
            today = deed.day;
            let person = people.get(&deed.by).with_context(|| format!("The demo data has no person {}.", deed.by))?;
            act(&store, id, *person, deed).await.with_context(|| format!("{} on day {}", deed.session, deed.day))?;
        }
    }
    Ok(())
}

/// Creates the mentorship, or finds it after an interrupted import. None if the operator has added one of its people before, with
/// another role or programme.
async fn begin(store: &Store, one: &Mentorship, people: &BTreeMap<String, PersonId>) -> Result<Option<MentorshipId>> {
    let id_of = |key: &String| people.get(key).copied().with_context(|| format!("The demo data has no person {key}."));
    let mentor = id_of(&one.mentor)?;
    let mentees = one.mentees.iter().map(id_of).collect::<Result<Vec<_>>>()?;
    let known = mentorship::of_person(store, mentor).await?;
    if let Some(known) = known.iter().find(|known| one.group.as_ref() == Some(&known.name)) {
        return Ok(Some(known.id));
    }
    match administration::create_mentorship(
        store,
        &crate::demo::JOB,
        &NewMentorship { mentor, mentees, group: one.group.clone() },
    )
    .await?
    {
        Ok(id) | Err(Refusal::Exists(id)) => Ok(Some(id)),
        Err(Refusal::OtherProgrammes | Refusal::WrongPerson(_)) => Ok(None),
        Err(refusal) => bail!("The mentorship of {} cannot begin: {refusal:?}", one.mentor),
    }
}

/// Does a session as a member does.
pub(super) async fn act(store: &Store, id: MentorshipId, person: PersonId, deed: &Deed) -> Result<()> {
    let catalogue = content::catalogue(store).await?;
    let versioned = catalogue.sessions.to_begin(&deed.session).context("There is no such session")?;
    let known = record::sessions(store, id, person).await?;
    let session_id = known.into_iter().find(|known| known.session_key == deed.session);
    let session_id = session_id.context("The curriculum has no such session")?.session_id;
    sessions::start(store, person, &session_id, versioned).await?;
    let session = &versioned.definition;
    for step in &session.steps {
        sessions::visit(store, person, &session_id, session, step).await?;
        if deed.until.as_ref() == Some(&step.key) {
            break;
        }
        for quiz in session_progress::quizzes(step) {
            answer(store, person, &session_id, versioned, step, quiz, deed).await?;
        }
        complete(store, person, &session_id, session, step).await?;
    }
    Ok(())
}

async fn answer(
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Versioned<Session>,
    step: &Step,
    quiz: &Quiz,
    deed: &Deed,
) -> Result<()> {
    let answers: &Map<String, Value> =
        deed.answers.get(&quiz.key).with_context(|| format!("No answers to {}", quiz.key))?;
    let today = store.clock.now().date_naive();
    let submission =
        questions::submit(&quiz.questions, answers, today).map_err(|problems| anyhow!("{}: {problems:?}", quiz.key))?;
    let session = &session.definition;
    let outcome =
        learning::submit_quiz(store, person, session_id, session, step, quiz, &submission, "demo", None).await?;
    ensure!(outcome == QuizOutcome::Stored, "{}: {outcome:?}", quiz.key);
    Ok(())
}

async fn complete(store: &Store, person: PersonId, session_id: &str, session: &Session, step: &Step) -> Result<()> {
    let outcome = learning::complete_step(store, person, session_id, session, step, None).await?;
    ensure!(outcome == StepOutcome::Complete, "{}: {outcome:?}", step.key);
    Ok(())
}
