//! The installation itself: its configuration for clients, its state, its help desk, and the errors of its pages.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

use crate::Settings;

mod client_config;
mod client_errors;
mod dev_mailbox;
mod help_desk;
mod system_status;

pub use client_errors::{ClientError, ErrorReceiver, StackFrame};
pub use help_desk::HelpDesk;

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> Vec<Route> {
    let public = || Policy::new(Access::Public).under_maintenance();
    let report_error = public().limit(&settings.limits.client_errors);
    // A person who hesitates to agree to the terms may ask for help.
    let before_terms = Policy::new(Access::BeforeTerms);
    vec![
        Route::new(Method::GET, "/api/v2/settings", public(), client_config::show),
        Route::new(Method::GET, "/api/v2/users/system_status", public(), system_status::show),
        Route::new(Method::POST, "/api/v2/errors", report_error, client_errors::report),
        Route::new(Method::GET, "/api/v2/users/help-desk-identity", before_terms, help_desk::identity),
        Route::new(Method::GET, "/api/dev/outbox", public(), dev_mailbox::list),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            client_config::show,
            system_status::show,
            client_errors::report,
            help_desk::identity,
            dev_mailbox::list
        ),
        tags((name = "Installation", description = "Configuration for clients, maintenance, help desk, errors of pages."))
    )]
    struct Document;
    Document::openapi()
}
