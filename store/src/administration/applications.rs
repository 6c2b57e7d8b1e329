//! Decisions about applications, with what follows from them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, NaiveTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::{clearance, erase};
use crate::accounts::applications::{Application, State, mail_in, of_person_in, to_erase};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::programmes::Settings;
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::surveys::{self, Begun};
use crate::{PersonId, Result, SignedIn, Store, followups, people};

/// How long an application can be opened again before its account is erased.
const ERASE_AFTER: Duration = Duration::days(30);

/// Accounts that one turn of the job erases.
const BATCH: i64 = 20;

/// The name of the job in the audit log.
const JOB: &str = "applications";

/// What becomes of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Staff let the person take part.
    Approve,
    /// Staff do not, and write why.
    Decline {
        /// What the person reads.
        note: &'a str,
    },
    /// The person does not want to take part any more.
    Withdraw,
    /// Staff look again at what they declined, or the person applies again.
    Reopen,
}

/// Why an application stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionRefusal {
    /// For this actor there is no such person, or no application of theirs.
    Unknown,
    /// It is not any more what the step begins with.
    Decided(Decided),
    /// The account is closed: open it first.
    Closed,
}

/// A decision that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// What was decided.
    pub state: State,
    /// Who did: a name; None for the person and for jobs.
    pub by: Option<String>,
    /// When.
    pub at: Option<DateTime<Utc>>,
}

impl Step<'_> {
    /// Returns what a step leads to; None if it does not begin with this state. Staff may withdraw for a person who asks them to; what
    /// was withdrawn, only the person opens again.
    fn leads_to(self, state: State, is_own: bool) -> Option<State> {
        match (self, state, is_own) {
            (Step::Approve, State::Open, false) => Some(State::Approved),
            (Step::Decline { .. }, State::Open, false) => Some(State::Declined),
            (Step::Withdraw, State::Open, _) => Some(State::Withdrawn),
            (Step::Reopen, State::Declined, false) | (Step::Reopen, State::Withdrawn, true) => Some(State::Open),
            _ => None,
        }
    }

    fn act(self) -> Act {
        match self {
            Step::Approve => Act::ApproveApplication,
            Step::Decline { .. } => Act::DeclineApplication,
            Step::Withdraw => Act::WithdrawApplication,
            Step::Reopen => Act::ReopenApplication,
        }
    }

    /// The mail to the person. Who applies again by themselves needs none.
    fn template(self, is_own: bool) -> Option<&'static str> {
        match self {
            Step::Approve => Some("application_approved"),
            Step::Decline { .. } => Some("application_declined"),
            Step::Withdraw => Some("application_withdrawn"),
            Step::Reopen => (!is_own).then_some("application_reopened"),
        }
    }
}

/// Decides about the application of a person. Contact and matching follow at once; the account is erased 30 days after a refusal or a
/// withdrawal, unless the application is opened again.
pub async fn decide_application(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    step: Step<'_>,
) -> Result<std::result::Result<(), DecisionRefusal>> {
    let is_own = matches!(actor, Actor::Person(own) if *own == person);
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(DecisionRefusal::Unknown));
    };
    let Some(before) = of_person_in(&mut tx, person).await? else { return Ok(Err(DecisionRefusal::Unknown)) };
    // With the lock: other transactions may have taken long.
    let now = store.clock.now();
    let (is_closed, is_asked) = account_in(&mut tx, person).await?;
    if is_closed {
        // The job closes an account before it erases it.
        return Ok(Err(DecisionRefusal::Closed));
    }
    let is_over = before.erase_at.is_some_and(|at| at <= now);
    let state = match step.leads_to(before.state, is_own).filter(|_| !is_over) {
        // The programme has stopped asking meanwhile.
        Some(State::Open) if !is_asked => State::Approved,
        Some(state) => state,
        None => return Ok(Err(DecisionRefusal::Decided(decided_in(&mut tx, person, before).await?))),
    };
    let erase_at = matches!(state, State::Declined | State::Withdrawn).then(|| noon_of(now + ERASE_AFTER));
    let note = if let Step::Decline { note } = step { note } else { "" };
    // Who applies again is complete from now on, at the earliest.
    query(
        "UPDATE applications SET state = $2, decided_at = $3, note = $4, erase_at = $5,
             complete_at = CASE WHEN $2 = 'open' THEN NULL ELSE complete_at END WHERE person_id = $1",
    )
    .bind(person)
    .bind(state)
    .bind(now)
    .bind(note)
    .bind(erase_at)
    .execute(&mut tx)
    .await?;
    let row = Record::new(step.act(), Target::Person(person), programme)
        .change(json!({"application": before.state}), json!({"application": state}));
    let row = if note.is_empty() { row } else { row.reason(note) };
    row.write(&mut tx, store, actor).await?;
    let template = if state == State::Approved { Some("application_approved") } else { step.template(is_own) };
    if let Some(template) = template {
        let day = erase_at.map(|at| ("day".to_owned(), at.date_naive().to_string()));
        let note = (!note.is_empty()).then(|| ("note".to_owned(), note.to_owned()));
        mail_in(&mut tx, store, person, template, day.into_iter().chain(note).collect::<BTreeMap<_, _>>()).await?;
    }
    followups::enqueue_in(&mut tx, store, Some(person)).await?;
    let followed = clearance::follow_in(&mut tx, store, person).await?;
    tx.commit().await?;
    let changed = Event::TopicsChanged { people: vec![person], topics: vec![Topic::Profile, Topic::Matching] };
    store.bus.publish([changed].into_iter().chain(followed).collect());
    Ok(Ok(()))
}

/// The answers of a stage that an applicant has submitted.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmittedStage {
    /// The key of the survey.
    pub survey: String,
    /// Its version.
    pub version: i64,
    /// The key of the stage.
    pub stage: String,
    /// By question.
    pub answers: BTreeMap<String, Value>,
}

/// Returns what an applicant has submitted in the surveys of the application, while staff decide and afterwards, unless they withdrew. None:
/// for this actor there is no such application.
pub async fn read_application(store: &Store, actor: &Actor, person: PersonId) -> Result<Option<Vec<SubmittedStage>>> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(None) };
    let state = of_person_in(&mut tx, person).await?.map(|application| application.state);
    if !matches!(state, Some(State::Open | State::Approved | State::Declined)) {
        return Ok(None);
    }
    Record::new(Act::ReadApplication, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    let Some(applicant) = SignedIn::of_person(store, person).await? else { return Ok(None) };
    let asked = applicant.asked_surveys();
    let mut submitted = Vec::new();
    for Begun { progress, stages } in surveys::of_person(store, person).await? {
        let is_asked = asked.contains(&progress.survey_key.as_str());
        for stage in stages.into_iter().filter(|stage| is_asked && stage.submitted_at.is_some()) {
            let answers = surveys::answers(store, person, &progress.survey_key, &stage.stage_key).await?;
            let (survey, version) = (progress.survey_key.clone(), progress.version);
            submitted.push(SubmittedStage { survey, version, stage: stage.stage_key, answers });
        }
    }
    Ok(Some(submitted))
}

/// Returns the last decision with who made it.
async fn decided_in(tx: &mut Tx, person: PersonId, application: Application) -> Result<Decided> {
    let by: Option<Option<String>> = query_scalar(
        "SELECT COALESCE(p.first_name || ' ' || p.last_name, a.actor_name)
         FROM audit a LEFT JOIN people p ON p.id = a.actor_id
         WHERE a.target_kind = 'person' AND a.subject_id = $1 AND a.actor_kind IN ('staff', 'command_line')
             AND a.action IN ('approve_application', 'decline_application', 'reopen_application')
         ORDER BY a.created_at DESC, a.id DESC LIMIT 1",
    )
    .bind(person)
    .fetch_optional(tx)
    .await?;
    let Application { state, decided_at: at, .. } = application;
    let is_by_staff = matches!(state, State::Approved | State::Declined);
    Ok(Decided { state, by: by.flatten().filter(|_| is_by_staff), at })
}

/// Whether the account of a person is closed, and whether their programme asks for an approval of their role.
async fn account_in(tx: &mut Tx, person: PersonId) -> Result<(bool, bool)> {
    let (is_disabled, role, settings): (bool, Role, Json<Settings>) = query_as(
        "SELECT p.is_disabled, p.role, g.settings FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1",
    )
    .bind(person)
    .fetch_one(tx)
    .await?;
    Ok((is_disabled, settings.matching.asks_for_approval(role)))
}

/// Noon of a day in UTC, which is the same day in nearly all zones.
fn noon_of(at: DateTime<Utc>) -> DateTime<Utc> {
    at.date_naive().and_time(NaiveTime::MIN).and_utc() + Duration::hours(12)
}

/// Erases the accounts whose time to change a decision is over, and returns their number. One that fails does not hold up the others.
pub async fn erase_refused(store: &Store) -> Result<usize> {
    let (mut count, mut failure) = (0, None);
    for person in to_erase(store, BATCH).await? {
        match erase_one(store, person).await {
            Ok(is_erased) => count += usize::from(is_erased),
            Err(error) => failure = Some(error),
        }
    }
    if count > 0 {
        store.db.vacuum().await?;
    }
    failure.map_or(Ok(count), Err)
}

async fn erase_one(store: &Store, person: PersonId) -> Result<bool> {
    // Closed with the lock, it cannot be opened again between this look and the erasure.
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let claimed = query(
        "UPDATE people SET is_disabled = TRUE WHERE id = $1 AND EXISTS (SELECT 1 FROM applications a
             WHERE a.person_id = $1 AND a.state IN ('declined', 'withdrawn') AND a.erase_at <= $2)",
    )
    .bind(person)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    let Some(person) = people::by_id(store, person).await?.filter(|_| claimed > 0) else { return Ok(false) };
    erase::erase_rows(store, &Actor::Job { name: JOB }, &person).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staff_decide_and_people_withdraw() {
        let decline = Step::Decline { note: "no" };
        let steps = [Step::Approve, decline, Step::Withdraw, Step::Reopen];
        let states = [State::Open, State::Approved, State::Declined, State::Withdrawn];
        let allowed: [(Step<'_>, State, bool, State); 6] = [
            (Step::Approve, State::Open, false, State::Approved),
            (decline, State::Open, false, State::Declined),
            (Step::Withdraw, State::Open, true, State::Withdrawn),
            (Step::Withdraw, State::Open, false, State::Withdrawn),
            (Step::Reopen, State::Declined, false, State::Open),
            (Step::Reopen, State::Withdrawn, true, State::Open),
        ];
        for step in steps {
            for state in states {
                for is_own in [false, true] {
                    let rule = allowed.iter().find(|(s, from, own, _)| (*s, *from, *own) == (step, state, is_own));
                    assert_eq!(step.leads_to(state, is_own), rule.map(|rule| rule.3), "{step:?} {state:?} {is_own}");
                }
            }
        }
    }
}
