//! What a member does in a session of a mentorship, beyond what the learning hub knows.

use crate::bus::{Event, Topic};
use crate::content::session_progress;
use crate::content::{Session, Step, Versioned};
use crate::db::{Tx, query, query_scalar};
use crate::{MentorshipId, MentorshipSessionId, PersonId, Result, Store};

/// The result of opening a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitOutcome {
    /// It is recorded.
    Recorded,
    /// The session is not begun.
    NotStarted,
    /// A mandatory quiz of an earlier step has no answers.
    QuizMissing,
}

/// Whether an id of a session is one of a mentorship; sessions of the learning hub have their key.
pub fn is_of_mentorship(session_id: &str) -> bool {
    session_id.parse::<MentorshipSessionId>().is_ok()
}

/// Returns the active mentorship of a session, if the person is a member of it.
pub async fn of_session(store: &Store, session_id: &str, person: PersonId) -> Result<Option<MentorshipId>> {
    query_scalar(
        "SELECT s.mentorship_id FROM mentorship_sessions s
         JOIN mentorship_members m ON m.mentorship_id = s.mentorship_id AND m.person_id = $2 AND m.left_at IS NULL
         JOIN mentorships o ON o.id = s.mentorship_id AND o.ended_at IS NULL
         WHERE s.session_id = $1",
    )
    .bind(session_id)
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Begins a session of a mentorship, unless the person has begun it. All members get the version that the first one begins. Returns
/// false if a change of the curriculum has removed the session.
pub async fn start(store: &Store, person: PersonId, session_id: &str, session: &Versioned<Session>) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let version: Option<i64> = query_scalar(
        "UPDATE mentorship_sessions SET version = COALESCE(version, $2) WHERE session_id = $1 RETURNING version",
    )
    .bind(session_id)
    .bind(session.version)
    .fetch_optional(&mut tx)
    .await?;
    let Some(version) = version else { return Ok(false) };
    let started = query(
        "INSERT INTO session_progress (person_id, session_id, session_key, version, started_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(session_id)
    .bind(&session.definition.key)
    .bind(version)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    let changed = if started > 0 { Some(changed(&mut tx, session_id).await?) } else { None };
    tx.commit().await?;
    store.bus.publish(changed.into_iter().collect());
    Ok(true)
}

/// Records that a person opens a step. The other members are notified of the first visit only, the one that they see.
pub async fn visit(
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    step: &Step,
) -> Result<VisitOutcome> {
    let mut tx = store.db.begin().await?;
    let is_begun: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM session_progress WHERE person_id = $1 AND session_id = $2)")
            .bind(person)
            .bind(session_id)
            .fetch_one(&mut tx)
            .await?;
    if !is_begun {
        return Ok(VisitOutcome::NotStarted);
    }
    let quizzes: Vec<String> =
        query_scalar("SELECT DISTINCT quiz_key FROM quiz_attempts WHERE person_id = $1 AND session_id = $2")
            .bind(person)
            .bind(session_id)
            .fetch_all(&mut tx)
            .await?;
    let earlier = session.steps.iter().take_while(|other| other.key != step.key);
    let mut mandatory = earlier.flat_map(session_progress::quizzes).filter(|quiz| session_progress::is_mandatory(quiz));
    if mandatory.any(|quiz| !quizzes.contains(&quiz.key)) {
        return Ok(VisitOutcome::QuizMissing);
    }
    let inserted = query(
        "INSERT INTO visited_steps (person_id, session_id, step_key, visited_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
    )
    .bind(person)
    .bind(session_id)
    .bind(&step.key)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if inserted == 0 {
        query("UPDATE visited_steps SET visited_at = $4 WHERE person_id = $1 AND session_id = $2 AND step_key = $3")
            .bind(person)
            .bind(session_id)
            .bind(&step.key)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
    }
    let changed = if inserted > 0 { Some(changed(&mut tx, session_id).await?) } else { None };
    tx.commit().await?;
    store.bus.publish(changed.into_iter().collect());
    Ok(VisitOutcome::Recorded)
}

/// The event that tells the active members of a session's mentorship that its progress changed. Read before the commit: nothing
/// fails after it.
pub(crate) async fn changed(tx: &mut Tx, session_id: &str) -> Result<Event> {
    let people = query_scalar(
        "SELECT m.person_id FROM mentorship_members m JOIN mentorship_sessions s ON s.mentorship_id = m.mentorship_id
         WHERE s.session_id = $1 AND m.left_at IS NULL",
    )
    .bind(session_id)
    .fetch_all(tx)
    .await?;
    Ok(Event::TopicsChanged { people, topics: vec![Topic::Mentorship] })
}
