//! All answers of a stage.

use chrono::NaiveDate;
use proptest::prelude::*;
use questions::{Condition, Problem, Question, QuestionType as Type, draft, is_visible, submit};
use serde_json::{Map, Value, json};

use crate::question;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
}

/// Who has a job says which one, and must say since when.
fn stage() -> Vec<Question> {
    let if_first = |key: &str| Some(Condition { question: key.to_owned(), any_of: vec!["o1".to_owned()] });
    let named = |key: &str, question_type, visible_if| Question {
        key: key.to_owned(),
        visible_if,
        mandatory: true,
        ..question(question_type)
    };
    vec![
        named("job", Type::SingleChoiceRadio, None),
        named("kind", Type::MultiChoiceDropDown, if_first("job")),
        named("since", Type::Date, if_first("kind")),
        Question { mandatory: false, ..named("more", Type::TextBox, None) },
    ]
}

fn answers(given: &Value) -> Map<String, Value> {
    given.as_object().unwrap().clone()
}

#[test]
fn answers_of_hidden_questions_are_dropped() {
    let given = answers(&json!({"job": "o2", "kind": ["o1"], "since": "not a day"}));
    let submission = submit(&stage(), &given, today()).unwrap();
    assert_eq!(submission.answers.into_iter().collect::<Vec<_>>(), [("job".to_owned(), json!("o2"))]);
    assert_eq!(submission.dropped, ["kind", "since"]);
}

#[test]
fn visible_mandatory_questions_need_answers() {
    let problems = submit(&stage(), &answers(&json!({"job": "o1", "kind": ["o1"], "more": " "})), today()).unwrap_err();
    assert_eq!(problems.into_iter().collect::<Vec<_>>(), [("since".to_owned(), Problem::Mandatory)]);
    let problems = submit(&stage(), &Map::new(), today()).unwrap_err();
    assert_eq!(problems.into_iter().collect::<Vec<_>>(), [("job".to_owned(), Problem::Mandatory)]);
}

#[test]
fn unknown_questions_are_refused() {
    let problems = submit(&stage(), &answers(&json!({"job": "o2", "admin": true})), today()).unwrap_err();
    assert_eq!(problems["admin"], Problem::UnknownQuestion);
}

#[test]
fn draft_keeps_valid_answers_beside_problems() {
    let (kept, problems) = draft(&stage(), &answers(&json!({"job": "o1", "kind": ["o9"], "more": "Later"})), today());
    assert_eq!(kept.answers.keys().collect::<Vec<_>>(), ["job", "more"]);
    assert_eq!(problems["kind"], Problem::UnknownOption);
}

proptest! {
    /// No stored answer belongs to a hidden question, and every visible mandatory question has one.
    #[test]
    fn submissions_are_complete_and_visible(
        job in prop::option::of("o[1-3]"),
        kind in prop::option::of(prop::collection::vec("o[1-3]", 0..3)),
        since in prop::option::of(Just("2020-01-01")),
    ) {
        let mut given = Map::new();
        for (key, value) in [("job", json!(job)), ("kind", json!(kind)), ("since", json!(since))] {
            given.insert(key.to_owned(), value);
        }
        let stage = stage();
        if let Ok(submission) = submit(&stage, &given, today()) {
            for question in &stage {
                let (is_asked, is_answered) =
                    (is_visible(question, &submission.answers), submission.answers.contains_key(&question.key));
                prop_assert!(is_asked || !is_answered);
                prop_assert!(is_answered || !is_asked || !question.mandatory);
            }
        }
    }
}
