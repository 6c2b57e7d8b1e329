//! The account of the signed-in person: profile, preferences, password and login sessions.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

use crate::Settings;

mod browser_name;
pub(crate) mod change_password;
mod login_sessions;
mod preferences;
mod profile;

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let before_terms = || Policy::new(Access::BeforeTerms);
    let change_profile = signed_in().limit(&settings.limits.profile_changes);
    let change_password = signed_in().limit(&settings.limits.sign_in);
    let signed = Policy::new(Access::Signed).under_maintenance();
    vec![
        Route::new(Method::GET, "/api/v2/users/profile", before_terms(), profile::show),
        Route::new(Method::PUT, "/api/v2/users/profile", change_profile, profile::edit::edit),
        Route::new(Method::GET, "/api/v2/users/pictures/{id}", signed, profile::picture::show),
        Route::new(Method::POST, "/api/v2/users/agreement", before_terms(), preferences::agree),
        Route::new(Method::PUT, "/api/v2/users/primary_language/{code}", before_terms(), preferences::set_language),
        Route::new(Method::POST, "/api/v2/users/change-password", change_password, change_password::change),
        Route::new(Method::GET, "/api/v2/users/sessions", signed_in(), login_sessions::list),
        Route::new(Method::POST, "/api/v2/users/sessions/end-others", signed_in(), login_sessions::end_others),
        Route::new(Method::DELETE, "/api/v2/users/sessions/{id}", signed_in(), login_sessions::end),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            profile::show,
            profile::edit::edit,
            profile::picture::show,
            preferences::agree,
            preferences::set_language,
            change_password::change,
            login_sessions::list,
            login_sessions::end_others,
            login_sessions::end
        ),
        components(schemas(store::PictureId, store::LoginSessionId)),
        tags((name = "Accounts", description = "Profile, preferences, password and login sessions."))
    )]
    struct Document;
    Document::openapi()
}
