//! Matching of the signed-in person: proposals, decisions, groups, the pool.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod candidate;
mod choices;
mod criteria;
mod groups;
mod info;
mod list;
mod pool;
mod screens;
mod tracker;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/matching/get-match-list", signed_in(), list::list),
        Route::new(Method::GET, "/api/v2/matching/get-match-info/{id}", signed_in(), info::show),
        Route::new(Method::GET, "/api/v2/matching/group-hold-info", signed_in(), groups::hold),
        Route::new(Method::POST, "/api/v2/matching/match-status", signed_in(), choices::choose),
        Route::new(Method::POST, "/api/v2/matching/submit-matches", signed_in(), choices::submit),
        Route::new(Method::POST, "/api/v2/matching/congratulations-seen", signed_in(), choices::congratulations_seen),
        Route::new(Method::POST, "/api/v2/matching/withdraw", signed_in(), choices::withdraw),
        Route::new(Method::POST, "/api/v2/matching/leave-pool", signed_in(), pool::leave),
        Route::new(Method::POST, "/api/v2/matching/join-pool", signed_in(), pool::join),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            list::list,
            info::show,
            groups::hold,
            choices::choose,
            choices::submit,
            choices::congratulations_seen,
            choices::withdraw,
            pool::leave,
            pool::join
        ),
        components(schemas(list::MatchHistoryResponse, list::ActiveMatchesResponse)),
        tags((name = "Matching", description = "Matching of the signed-in person."))
    )]
    struct Document;
    Document::openapi()
}
