//! All routes of this crate, area by area.

use actix_web::web::{Data, ServiceConfig};
use utoipa::OpenApi;
use web::{Route, RouteTable};

use crate::{
    Settings, SignInLimits, accounts, announcements, auth, calendar, chat, consents, content, credentials, feed,
    installation, learning, matching, meetings, mentorship, notifications, questions, safeguarding, staff, surveys,
};

/// The routes with their policies.
fn tables(settings: &Settings) -> Vec<RouteTable> {
    vec![
        auth::routes(settings),
        accounts::routes(settings),
        consents::routes(settings),
        notifications::routes(),
        safeguarding::routes(),
        chat::routes(),
        meetings::routes(),
        content::language_routes(),
        content::routes(),
        questions::routes(settings),
        surveys::routes(),
        learning::routes(settings),
        mentorship::routes(),
        matching::routes(),
        calendar::routes(),
        credentials::routes(),
        feed::routes(),
        announcements::routes(),
        installation::routes(settings),
        installation::demo_routes(),
        staff::routes(),
    ]
}

/// All routes.
pub fn routes(settings: &Settings) -> Vec<Route> {
    tables(settings).into_iter().flat_map(|table| table.routes).collect()
}

/// Mounts the routes on an application with `Data<store::Store>` and `Data<web::Origins>`.
pub fn configure(config: &mut ServiceConfig, settings: Data<Settings>) {
    let routes = routes(&settings);
    web::mount(config, &settings.proxies, routes);
    config.app_data(settings);
}

/// The description of the routes.
pub fn openapi() -> utoipa::openapi::OpenApi {
    /// Schemas that no body of a route names.
    #[derive(OpenApi)]
    #[openapi(components(schemas(
        store::AnswerFileId,
        store::LoginSessionId,
        store::PictureId,
        store::RecordingId,
        store::meetings::Text
    )))]
    struct Schemas;
    // The description does not depend on the settings.
    let settings = Settings::new(false, false, SignInLimits::all(1));
    let mut document = web::openapi(&tables(&settings));
    document.merge(Schemas::openapi());
    document
}
