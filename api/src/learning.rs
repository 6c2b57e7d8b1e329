//! The learning hub: sessions, their steps and quizzes, bookmarks and feedback.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

pub(crate) mod card;
mod curated;
pub(crate) mod detail;
pub(crate) mod in_mentorship;
pub(crate) mod learner;
mod list;
pub(crate) mod own_sessions;
pub(crate) mod progress;
mod quiz;
mod save_answer;

pub(crate) use own_sessions::has_new_session;

/// The routes of this area. Handlers take a [`learner::Learner`].
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/learninghub/sessions", signed_in(), list::sessions),
        Route::new(Method::GET, "/api/v2/learninghub/mysessions", signed_in(), list::own),
        Route::new(Method::GET, "/api/v2/learninghub/sessions/{id}", signed_in(), detail::show),
        Route::new(Method::GET, "/api/v2/learninghub/mysessions/{id}", signed_in(), detail::show_own),
        Route::new(Method::POST, "/api/v2/learninghub/session-start", signed_in(), progress::start),
        Route::new(Method::POST, "/api/v2/learninghub/step-complete", signed_in(), progress::complete_step),
        Route::new(Method::POST, "/api/v2/learninghub/session/bookmark", signed_in(), progress::bookmark),
        Route::new(Method::POST, "/api/v2/learninghub/session/feedback", signed_in(), progress::feedback),
        Route::new(Method::GET, "/api/v2/learninghub/quiz/{session}/{step}/{quiz}", signed_in(), quiz::show),
        Route::new(Method::POST, "/api/v3/learninghub/quiz/save-answer", signed_in(), save_answer::save),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            list::sessions,
            list::own,
            detail::show,
            detail::show_own,
            progress::start,
            progress::complete_step,
            progress::bookmark,
            progress::feedback,
            quiz::show,
            save_answer::save
        ),
        tags((name = "Learning", description = "Sessions of the learning hub."))
    )]
    struct Document;
    Document::openapi()
}
