//! What is stored of an answer, and what is refused.

use chrono::NaiveDate;
use proptest::prelude::*;
use questions::{Problem, Question, QuestionType as Type, Scale, accept};
use serde_json::{Value, json};

use crate::{every_type, question};

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
}

fn accepted(question_type: Type, answer: &Value) -> Result<Option<Value>, Problem> {
    accept(&question(question_type), answer, today())
}

#[test]
fn answers_are_converted() {
    let file = "018f3c2e-7b1f-7000-8000-0000000000e6";
    for (question_type, answer, stored) in [
        (Type::Text, json!("  Ana\n Silva "), json!("Ana Silva")),
        (Type::Text, json!("Zoe\u{308}"), json!("Zoë")),
        (Type::TextBox, json!(" one\r\ntwo "), json!("one\ntwo")),
        (Type::TextBox, json!("safe\u{202e}gnp\u{200b}.exe"), json!("safegnp.exe")),
        (Type::Text, json!("می\u{200c}خواهم 👩\u{200d}🚀"), json!("می\u{200c}خواهم 👩\u{200d}🚀")),
        (Type::Password, json!("pass word"), json!("pass word")),
        (Type::Number, json!("17"), json!(17)),
        (Type::Number, json!(17.5), json!(17.5)),
        (Type::Number, json!("1,5"), json!(1.5)),
        (Type::Number, json!("١٢٫٥"), json!(12.5)),
        (Type::Number, json!("−3"), json!(-3)),
        (Type::Date, json!("2011-02-28"), json!("2011-02-28")),
        (Type::DateTime, json!("2026-03-02T09:00:00+05:45"), json!("2026-03-02T09:00:00+05:45")),
        (Type::SingleChoiceRadio, json!("o2"), json!("o2")),
        (Type::AgreeabilityTenScale, json!("o10"), json!("o10")),
        (Type::MultiChoiceDropDown, json!(["o3", "o1", "o3"]), json!(["o1", "o3"])),
        (Type::ArrangeInOrder, json!(["o4", "o1", "o3", "o2"]), json!(["o4", "o1", "o3", "o2"])),
        (Type::Scale, json!("7"), json!(7)),
        (Type::SingleImageUpload, json!({"file": file, "title": "dropped"}), json!({"file": file})),
        (Type::ImageResponse, json!({"file": file, "title": " My desk "}), json!({"file": file, "title": "My desk"})),
        (Type::Document, json!({"file": file}), json!({"file": file})),
        (Type::YoutubeVideo, json!("elsewhere"), json!("elsewhere")),
    ] {
        assert_eq!(accepted(question_type, &answer), Ok(Some(stored)), "{question_type:?} {answer}");
    }
}

#[test]
fn wrong_answers_are_refused() {
    let file = json!({"file": "018f3c2e-7b1f-7000-8000-0000000000e6"});
    for (question_type, answer, problem) in [
        (Type::Text, json!(7), Problem::WrongForm),
        (Type::TextBox, json!("a\u{0}b"), Problem::ControlCharacters),
        (Type::TextBox, json!("ä".repeat(5_001)), Problem::TooLong { max: 5_000 }),
        (Type::Number, json!("seven"), Problem::NotNumeric),
        (Type::Number, json!("1.2.3"), Problem::NotNumeric),
        (Type::Number, json!("1e9"), Problem::NotNumeric),
        (Type::Number, json!("NaN"), Problem::NotNumeric),
        (Type::Number, json!("-"), Problem::NotNumeric),
        (Type::Date, json!("2026-02-30"), Problem::NotADate),
        (Type::Date, json!("02/03/2026"), Problem::NotADate),
        (Type::Date, json!("12026-03-02"), Problem::NotADate),
        (Type::Date, json!("1066-10-14"), Problem::NotADate),
        (Type::DateTime, json!("2026-03-02T09:00:00"), Problem::NotADate),
        (Type::SingleChoiceButton, json!("o9"), Problem::UnknownOption),
        (Type::SingleChoiceButton, json!(["o1"]), Problem::WrongForm),
        (Type::MultiChoiceWithImage, json!(["o1", "o9"]), Problem::UnknownOption),
        (Type::MultiChoiceWithImage, json!("o1"), Problem::WrongForm),
        (Type::ArrangeInOrder, json!(["o1", "o2", "o3"]), Problem::NotAllOptions),
        (Type::ArrangeInOrder, json!(["o1", "o2", "o3", "o3"]), Problem::NotAllOptions),
        (Type::ArrangeInOrder, json!(["o1", "o2", "o3", "o4", "o4"]), Problem::NotAllOptions),
        (Type::Scale, json!(11), Problem::OutsideScale { min: 1, max: 10 }),
        (Type::Scale, json!(2.5), Problem::NotNumeric),
        (Type::ImageResponse, file, Problem::TitleMandatory),
        (Type::Document, json!("plan.pdf"), Problem::WrongForm),
        (Type::Document, json!({"file": ""}), Problem::WrongForm),
        (Type::Document, json!({"file": "x", "path": "/etc/passwd"}), Problem::WrongForm),
        (Type::YoutubeVideo, json!(true), Problem::WrongForm),
    ] {
        assert_eq!(accepted(question_type, &answer), Err(problem), "{question_type:?} {answer}");
    }
}

#[test]
fn future_is_refused_where_it_makes_no_sense() {
    let birthday = Question { no_future: true, ..question(Type::Date) };
    assert_eq!(accept(&birthday, &json!("2026-03-02"), today()), Ok(Some(json!("2026-03-02"))));
    assert_eq!(accept(&birthday, &json!("2026-03-03"), today()), Err(Problem::FutureDate));
    assert_eq!(accepted(Type::Date, &json!("2027-01-01")), Ok(Some(json!("2027-01-01"))));
}

#[test]
fn scale_has_its_own_range() {
    let scale = Question { scale: Some(Scale { min: -2, max: 2, ..Scale::default() }), ..question(Type::Scale) };
    assert_eq!(accept(&scale, &json!(-2), today()), Ok(Some(json!(-2))));
    assert_eq!(accept(&scale, &json!(3), today()), Err(Problem::OutsideScale { min: -2, max: 2 }));
}

#[test]
fn empty_answers_are_no_answers() {
    for question_type in every_type() {
        for nothing in [Value::Null, json!(""), json!(" \n"), json!([])] {
            assert_eq!(accepted(question_type, &nothing), Ok(None), "{question_type:?} {nothing}");
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        "o[1-9]".prop_map(Value::from),
        "[0-9]{4}-[0-9]{2}-[0-9]{2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::hash_map("file|title|x", inner, 0..3).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    /// What is stored is accepted again, unchanged: an answer can be saved twice.
    #[test]
    fn accepting_twice_changes_nothing(index in 0_usize..23, answer in any_json()) {
        let question_type = every_type().nth(index).unwrap();
        if let Ok(Some(stored)) = accepted(question_type, &answer) {
            prop_assert_eq!(accepted(question_type, &stored), Ok(Some(stored)));
        }
    }
}
