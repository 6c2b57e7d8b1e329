//! Surveys: their lists, stages and answers.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod answers;
mod list;
mod own_surveys;
mod save;
mod stage;

pub(crate) use own_surveys::OwnSurveys;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/screening/survey-list", signed_in(), list::list),
        Route::new(Method::GET, "/api/v2/screening/surveys/{id}", signed_in(), list::show),
        Route::new(Method::GET, "/api/v2/screening/stages/{id}", signed_in(), stage::show),
        Route::new(Method::GET, "/api/v3/screening/answers", signed_in(), answers::show),
        Route::new(Method::POST, "/api/v3/screening/answers", signed_in(), save::save),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(list::list, list::show, stage::show, answers::show, save::save),
        tags((name = "Surveys", description = "Surveys and their answers."))
    )]
    struct Document;
    Document::openapi()
}
