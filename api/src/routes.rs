//! All routes of this crate, area by area.

use actix_web::web::{Data, ServiceConfig};
use utoipa::openapi::OpenApi;
use web::Route;

use crate::{
    Settings, accounts, auth, calendar, chat, content, credentials, feed, installation, learning, matching, meetings,
    mentorship, notifications, questions, safeguarding, staff, surveys,
};

/// The routes with their policies.
pub fn routes(settings: &Settings) -> Vec<Route> {
    [
        auth::routes(settings),
        accounts::routes(settings),
        notifications::routes(),
        safeguarding::routes(),
        chat::routes(),
        meetings::routes(),
        content::routes(),
        questions::routes(settings),
        surveys::routes(),
        learning::routes(),
        mentorship::routes(),
        matching::routes(),
        calendar::routes(),
        credentials::routes(),
        feed::routes(),
        installation::routes(settings),
        staff::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Mounts the routes on an application with `Data<store::Store>` and `Data<web::Origins>`.
pub fn configure(config: &mut ServiceConfig, settings: Data<Settings>) {
    let routes = routes(&settings);
    web::mount(config, &settings.proxies, routes);
    config.app_data(settings);
}

/// The description of the routes.
pub fn openapi() -> OpenApi {
    let mut document = auth::openapi();
    for area in [
        accounts::openapi(),
        notifications::openapi(),
        safeguarding::openapi(),
        chat::openapi(),
        meetings::openapi(),
        content::openapi(),
        questions::openapi(),
        surveys::openapi(),
        learning::openapi(),
        mentorship::openapi(),
        matching::openapi(),
        calendar::openapi(),
        credentials::openapi(),
        feed::openapi(),
        installation::openapi(),
        staff::openapi(),
    ] {
        document.merge(area);
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SignInLimits;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described() {
        let settings = Settings::new(false, false, SignInLimits { per_address: 1, per_email: 1 });
        let mounted: BTreeSet<_> = routes(&settings).iter().map(Route::address).collect();
        assert_eq!(web::documented(&openapi()), mounted);
    }
}
