//! How far a person is in a session, and its rules: which step may be completed, and when the session is.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::{ContentItem, Quiz, Session, Step};

/// A session that a person began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Its id.
    pub session_id: String,
    /// The key of its definition.
    pub session_key: String,
    /// The version of its definition.
    pub version: i64,
    /// When its last step was completed.
    pub completed_at: Option<DateTime<Utc>>,
    /// From 0 to 5.
    pub rating: Option<i64>,
    /// What the person thinks of it.
    pub review: Option<String>,
}

/// What a person has done in a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Keys of the completed steps.
    pub steps: BTreeSet<String>,
    /// Keys of the quizzes with a submission.
    pub quizzes: BTreeSet<String>,
}

/// Why a step cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An earlier step is not complete.
    StepOrder,
    /// A mandatory quiz of the step has no answers.
    QuizMissing,
}

/// The minutes of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Durations {
    /// Of all steps.
    pub total: u32,
    /// Of the completed ones.
    pub completed: u32,
}

/// Whether a quiz must be taken: one of its questions is mandatory.
pub fn is_mandatory(quiz: &Quiz) -> bool {
    quiz.questions.iter().any(|question| question.mandatory)
}

/// Returns the quizzes of a step.
pub fn quizzes(step: &Step) -> impl Iterator<Item = &Quiz> {
    step.content.iter().filter_map(|ContentItem { quiz, .. }| quiz.as_ref())
}

/// Whether all steps before this one are complete.
pub fn is_reached(session: &Session, step: &str, done: &Done) -> bool {
    session.steps.iter().take_while(|other| other.key != step).all(|other| done.steps.contains(&other.key))
}

/// Whether a step may be completed now. Completing it again is allowed and changes nothing.
pub fn check_step(session: &Session, step: &Step, done: &Done) -> Result<(), Refusal> {
    if done.steps.contains(&step.key) {
        return Ok(());
    }
    if !is_reached(session, &step.key, done) {
        return Err(Refusal::StepOrder);
    }
    let has_answers = quizzes(step).filter(|quiz| is_mandatory(quiz)).all(|quiz| done.quizzes.contains(&quiz.key));
    if has_answers { Ok(()) } else { Err(Refusal::QuizMissing) }
}

/// Whether all steps are complete.
pub fn is_complete(session: &Session, done: &Done) -> bool {
    session.steps.iter().all(|step| done.steps.contains(&step.key))
}

/// Returns the minutes of all and of the completed steps.
pub fn durations(session: &Session, done: &Done) -> Durations {
    let minutes = |step: &Step| u32::from(step.minutes);
    let completed = session.steps.iter().filter(|step| done.steps.contains(&step.key));
    Durations { total: session.steps.iter().map(minutes).sum(), completed: completed.map(minutes).sum() }
}

/// Returns the first step that is not complete.
pub fn current_step<'s>(session: &'s Session, done: &Done) -> Option<&'s Step> {
    session.steps.iter().find(|step| !done.steps.contains(&step.key))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Three steps: 5 minutes, 10 minutes with a mandatory quiz, 7 minutes with a voluntary one.
    fn session() -> Session {
        let text = json!({"en": "Text"});
        let quiz = |key: &str, mandatory: bool| {
            let question = json!({"key": "q", "type": "Text", "label": text, "mandatory": mandatory});
            json!([{"type": "QUIZ", "quiz": {"key": key, "questions": [question]}}])
        };
        let step = |key: &str, minutes: u16, content: serde_json::Value| json!({"key": key, "title": text, "minutes": minutes, "content": content});
        serde_json::from_value(json!({
            "key": "s", "title": text, "overview": text, "banner": "b.svg", "color": "red", "audience": "learning_hub",
            "roles": ["mentee"], "published_on": "2026-01-01",
            "steps": [step("a", 5, json!([])), step("b", 10, quiz("must", true)), step("c", 7, quiz("may", false))],
        }))
        .unwrap()
    }

    fn done(steps: &[&str], quizzes: &[&str]) -> Done {
        let set = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        Done { steps: set(steps), quizzes: set(quizzes) }
    }

    #[test]
    fn steps_complete_in_order_and_after_their_mandatory_quizzes() {
        let session = session();
        for (step, done, expected) in [
            (0, done(&[], &[]), Ok(())),
            (1, done(&[], &["must"]), Err(Refusal::StepOrder)),
            (1, done(&["a"], &[]), Err(Refusal::QuizMissing)),
            (1, done(&["a"], &["must"]), Ok(())),
            (1, done(&["a", "b"], &[]), Ok(())),
            (2, done(&["a", "b"], &[]), Ok(())),
            (2, done(&["a"], &["may"]), Err(Refusal::StepOrder)),
        ] {
            assert_eq!(check_step(&session, &session.steps[step], &done), expected, "{step} {done:?}");
        }
    }

    #[test]
    fn progress_follows_the_completed_steps() {
        let session = session();
        for (steps, completed, current) in [
            (vec![], 0, Some("a")),
            (vec!["a"], 5, Some("b")),
            (vec!["a", "b"], 15, Some("c")),
            (vec!["a", "b", "c"], 22, None),
            // A patch never moves steps, but what was completed counts wherever it is.
            (vec!["c"], 7, Some("a")),
            (vec!["a", "gone"], 5, Some("b")),
        ] {
            let done = done(&steps, &["must", "may"]);
            assert_eq!(durations(&session, &done), Durations { total: 22, completed }, "{steps:?}");
            assert_eq!(current_step(&session, &done).map(|step| step.key.as_str()), current, "{steps:?}");
            assert_eq!(is_complete(&session, &done), current.is_none(), "{steps:?}");
        }
    }

    proptest! {
        #[test]
        fn any_sequence_keeps_the_invariants(actions in prop::collection::vec((0..3_usize, any::<bool>()), 0..30)) {
            let session = session();
            let mut done = Done::default();
            for (index, is_quiz) in actions {
                let step = &session.steps[index];
                let before = durations(&session, &done).completed;
                if is_quiz {
                    if is_reached(&session, &step.key, &done) {
                        done.quizzes.extend(quizzes(step).map(|quiz| quiz.key.clone()));
                    }
                } else if check_step(&session, step, &done).is_ok() {
                    done.steps.insert(step.key.clone());
                }
                prop_assert!(durations(&session, &done).completed >= before);
            }
            let count = session.steps.iter().take_while(|step| done.steps.contains(&step.key)).count();
            prop_assert_eq!(count, done.steps.len(), "in order");
            prop_assert!(!done.steps.contains("b") || done.quizzes.contains("must"));
            let Durations { total, completed } = durations(&session, &done);
            prop_assert_eq!(total, 22);
            prop_assert_eq!(completed == total, is_complete(&session, &done));
            prop_assert_eq!(current_step(&session, &done).is_none(), is_complete(&session, &done));
        }
    }
}
