//! Web push and mails about unread messages: the browsers that subscribe, the settings of people, and the worker that sends.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod devices;
pub mod push;
mod settings;
mod stop_mails;

pub(crate) use stop_mails::PATH as STOP_MAILS_PATH;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let signed = || Policy::new(Access::Signed).under_maintenance();
    vec![
        Route::new(Method::POST, "/api/v1/notifications/register-device", signed_in(), devices::register),
        Route::new(Method::DELETE, "/api/v1/notifications/register-device", signed_in(), devices::unregister),
        Route::new(Method::GET, "/api/v1/notifications/settings", signed_in(), settings::show),
        Route::new(Method::PUT, "/api/v1/notifications/settings", signed_in(), settings::change),
        Route::new(Method::GET, STOP_MAILS_PATH, signed(), stop_mails::show),
        Route::new(Method::POST, STOP_MAILS_PATH, signed(), stop_mails::stop),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            devices::register,
            devices::unregister,
            settings::show,
            settings::change,
            stop_mails::show,
            stop_mails::stop
        ),
        tags((name = "Notifications", description = "Devices that get offline notifications, quiet hours, and mails."))
    )]
    struct Document;
    Document::openapi()
}
