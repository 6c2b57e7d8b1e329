//! Meetings: the recorded calls of a channel, their summaries and transcripts, and their ratings.

use actix_web::http::Method;
use store::staff::Permission;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod history;
mod rating;
mod recordings;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let member = Policy::new(Access::Member);
    let signed = Policy::new(Access::Signed).under_maintenance();
    vec![
        Route::new(Method::GET, "/api/v2/chat/{channel}/channel-history", member, history::list),
        Route::new(Method::GET, "/api/v2/chat/meetings/{id}/{text}", signed, history::text),
        Route::new(Method::POST, "/api/v2/chat/meeting-summary-rating", signed_in(), rating::rate),
        Route::new(Method::GET, "/api/v2/video/meeting-summary-rating-status", signed_in(), rating::status),
        Route::new(
            Method::GET,
            "/api/v2/chat/recordings",
            Policy::new(Access::Staff(Permission::ReadRecordings)),
            recordings::list,
        ),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(history::list, history::text, rating::rate, rating::status, recordings::list),
        components(schemas(store::RecordingId, store::meetings::Text)),
        tags((name = "Meetings", description = "Recorded calls, their summaries, transcripts and ratings."))
    )]
    struct Document;
    Document::openapi()
}
