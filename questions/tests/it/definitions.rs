//! Mistakes in definitions.

use questions::{Question, QuestionType as Type, check};
use serde_json::{Value, json};

use crate::{every_type, question};

/// Returns the mistakes of questions with these definitions.
fn flaws(definitions: Value) -> Vec<(usize, &'static str, String)> {
    let questions: Vec<Question> = serde_json::from_value(definitions).unwrap();
    check(&questions, false).into_iter().map(|flaw| (flaw.question, flaw.field, flaw.text)).collect()
}

#[test]
fn correct_questions_have_no_flaws() {
    for question_type in every_type() {
        assert_eq!(check(&[question(question_type)], true), [], "{question_type:?}");
    }
}

#[test]
fn password_needs_permission() {
    let flaws = check(&[question(Type::Password)], false);
    assert_eq!(flaws[0].text, "a Password question needs the programme's permission by name");
}

#[test]
fn flaws_name_question_and_field() {
    let choice = |key: &str| json!({"key": key, "label": {"en": "It"}});
    let radio = json!({"key": "day", "type": "SingleChoiceRadio", "label": {"en": "Which?"},
        "options": [choice("mon"), choice("tue")]});
    let text = |more: Value| {
        let mut definition = json!({"key": "why", "type": "Text", "label": {"en": "Why?"}});
        definition.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        definition
    };
    let cases = [
        (json!([text(json!({"key": "Why?"}))]), 0, "key", "must have 1 to 64 lower-case letters"),
        (json!([text(json!({})), text(json!({}))]), 1, "key", "\"why\" is there twice"),
        (json!([text(json!({"options": [choice("a")]}))]), 0, "options", "a Text question has no options"),
        (json!([text(json!({"type": "SimpleDropDown", "options": [choice("a")]}))]), 0, "options", "2 to 200 options"),
        (
            json!([text(json!({"type": "SimpleDropDown", "options": [choice("a"), choice("a")]}))]),
            0,
            "options",
            "\"a\" is there twice",
        ),
        (
            json!([text(json!({"type": "AgreeabilityThreeOptions", "options": [choice("a"), choice("b")]}))]),
            0,
            "options",
            "has 3 options, not 2",
        ),
        (
            json!([text(json!({"type": "SingleChoiceWithImage", "options": [choice("a"), choice("b")]}))]),
            0,
            "options",
            "the picture is missing",
        ),
        (json!([text(json!({"scale": {"min": 1, "max": 5}}))]), 0, "scale", "only a Scale or a Number question"),
        (json!([text(json!({"type": "Scale", "scale": {"min": 5, "max": 5}}))]), 0, "scale", "min must be less"),
        (
            json!([text(json!({"type": "Scale", "scale": {"min": i64::MIN, "max": i64::MAX}}))]),
            0,
            "scale",
            "min must be less",
        ),
        (json!([text(json!({"no_future": true}))]), 0, "no_future", "only a Date"),
        (json!([text(json!({"type": "YoutubeVideo"}))]), 0, "video", "is missing"),
        (json!([text(json!({"type": "YoutubeVideo", "video": "https://youtu.be/x"}))]), 0, "video", "no id of YouTube"),
        (json!([text(json!({"type": "YoutubeVideo", "video": "dQw4w9WgXcQ"}))]), 0, "transcript", "is missing"),
        (json!([text(json!({"visible_if": {"question": "day", "any_of": ["mon"]}}))]), 0, "visible_if", "no earlier"),
        (
            json!([radio, text(json!({"visible_if": {"question": "day", "any_of": ["sun"]}}))]),
            1,
            "visible_if",
            "\"day\" has no option \"sun\"",
        ),
        (
            json!([text(json!({"key": "first"})), text(json!({"visible_if": {"question": "first", "any_of": ["a"]}}))]),
            1,
            "visible_if",
            "is no choice",
        ),
    ];
    for (definitions, index, field, words) in cases {
        let found = flaws(definitions.clone());
        let is_there = found.iter().any(|(at, of, text)| (*at, *of) == (index, field) && text.contains(words));
        assert!(is_there, "{words} in {found:?} of {definitions}");
    }
}

#[test]
fn unknown_fields_are_refused() {
    let definition = json!({"key": "it", "type": "Text", "label": {"en": "What?"}, "manditory": true});
    assert!(serde_json::from_value::<Question>(definition).is_err());
}
