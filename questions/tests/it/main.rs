//! Definitions and answers of all types of questions.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod answers;
mod definitions;
mod submissions;

use questions::{Question, QuestionType};
use serde_json::{Value, json};
use strum::IntoEnumIterator;

/// A correct question of a type.
fn question(question_type: QuestionType) -> Question {
    let name: &str = question_type.into();
    let count = match question_type.answer_form().has_options() {
        true => question_type.option_count().unwrap_or(4),
        false => 0,
    };
    let mut options: Vec<Value> = (1..=count)
        .map(|number| json!({"key": format!("o{number}"), "label": {"en": format!("No. {number}")}}))
        .collect();
    if question_type.has_pictures() {
        options.iter_mut().for_each(|option| option["picture"] = json!("tree.svg"));
    }
    let mut definition = json!({"key": "it", "type": name, "label": {"en": "What?"}, "options": options});
    if question_type == QuestionType::YoutubeVideo {
        definition["video"] = json!("dQw4w9WgXcQ");
        definition["transcript"] = json!({"en": "A song."});
    }
    serde_json::from_value(definition).unwrap()
}

fn every_type() -> impl Iterator<Item = QuestionType> {
    QuestionType::iter()
}
