//! What surveys and quizzes share over HTTP: questions, problems of answers, forms with files, uploads of files.

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use web::{Access, Error, Policy, RouteTable, route};

use crate::Settings;

mod answer_form;
mod files;
mod wire;

pub(crate) use answer_form::{AnswerForm, Answers};
pub(crate) use files::{add_address, malformed};
pub(crate) use wire::{WireQuestion, picture_address};

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let upload = Policy::new(Access::SignedIn).limit(&settings.limits.answer_files);
    let signed = Policy::new(Access::Signed).under_maintenance();
    let routes = vec![
        route!(POST, "/api/v2/answers/files/", upload, files::upload),
        route!(GET, "/api/v2/answers/files/{id}/", signed, files::show),
    ];
    RouteTable::new("Answers", "Files in answers of surveys and quizzes.", routes)
}

/// 422: answers are refused, with the problem of each question.
pub(crate) fn invalid_answers(problems: BTreeMap<String, questions::Problem>) -> Error {
    let problems: Map<String, Value> =
        problems.into_iter().map(|(key, problem)| (key, serde_json::to_value(problem).unwrap_or_default())).collect();
    Error::invalid("Please check the marked answers.").with_code("invalid_answers").problems(problems)
}
