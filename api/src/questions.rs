//! What surveys and quizzes share over HTTP: questions, problems of answers, forms with files, uploads of files.

use actix_web::http::Method;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::OpenApi;
use web::{Access, Error, Policy, Route};

use crate::Settings;

mod answer_form;
mod files;
mod wire;

pub(crate) use answer_form::{AnswerForm, Answers};
pub(crate) use files::{add_address, malformed};
pub(crate) use wire::{WireQuestion, picture_address};

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> Vec<Route> {
    let upload = Policy::new(Access::SignedIn).limit(&settings.limits.answer_files);
    let signed = Policy::new(Access::Signed).under_maintenance();
    vec![
        Route::new(Method::POST, "/api/v2/answers/files", upload, files::upload),
        Route::new(Method::GET, "/api/v2/answers/files/{id}", signed, files::show),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(files::upload, files::show),
        components(schemas(store::AnswerFileId)),
        tags((name = "Answers", description = "Files in answers of surveys and quizzes."))
    )]
    struct Document;
    Document::openapi()
}

/// 422: answers are refused, with the problem of each question.
pub(crate) fn invalid_answers(problems: BTreeMap<String, questions::Problem>) -> Error {
    let problems: Map<String, Value> =
        problems.into_iter().map(|(key, problem)| (key, serde_json::to_value(problem).unwrap_or_default())).collect();
    Error::invalid("Please check the marked answers.").with_code("invalid_answers").problems(problems)
}
