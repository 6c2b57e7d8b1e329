//! Every route of this crate. A trailing slash is cut off before a request gets here.

use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::{Data, ServiceConfig, scope, to};
use utoipa::OpenApi;
use web::Call;

use crate::accounts::{change_password, code, existence, password, preferences, projects, sign_up};
use crate::content::{cards, declarations, documents, questions, translation, work_readiness};
use crate::social::{finish, start};
use crate::{
    Settings, auth, devices, for_pages, help_desk, languages, outbox_page, page_errors, profile, sessions, system,
};

const PREFIX: &str = "/api/v2/users";

fn calls() -> Vec<Call> {
    vec![
        (Method::POST, "/account-exists", to(existence::ask)),
        (Method::POST, "/send-otp", to(code::send_otp)),
        (Method::POST, "/verify-otp", to(code::verify_otp)),
        (Method::POST, "/confirm-otp", to(code::confirm_otp)),
        (Method::POST, "/signup", to(sign_up::apply)),
        (Method::POST, "/reset-password", to(code::reset_password)),
        (Method::POST, "/confirm-password", to(password::confirm)),
        (Method::POST, "/agreement", to(preferences::agree)),
        (Method::PUT, "/primary_language/{code}", to(preferences::set_language)),
        (Method::POST, "/sign-in", to(auth::sign_in)),
        (Method::POST, "/refresh", to(auth::refresh)),
        (Method::POST, "/sign-out", to(auth::sign_out)),
        (Method::GET, "/social/start", to(start::start)),
        (Method::POST, "/social/finish", to(finish::finish)),
        (Method::GET, "/system_status", to(system::status)),
        (Method::GET, "/profile", to(profile::own)),
        (Method::PUT, "/profile", to(profile::edit::edit)),
        (Method::GET, "/pictures/{id}", to(profile::picture::show)),
        (Method::GET, "/sessions", to(sessions::list)),
        (Method::POST, "/sessions/end-others", to(sessions::end_others)),
        (Method::DELETE, "/sessions/{id}", to(sessions::end)),
        (Method::POST, "/change-password", to(change_password::change)),
        (Method::GET, "/help-desk-identity", to(help_desk::identity)),
    ]
}

const NOTIFICATIONS: &str = "/api/v1/notifications";

fn notification_calls() -> Vec<Call> {
    vec![
        (Method::POST, "/register-device", to(devices::register)),
        (Method::DELETE, "/register-device", to(devices::unregister)),
    ]
}

/// Calls whose addresses begin in another way.
fn other_calls() -> Vec<Call> {
    vec![
        (Method::GET, "/api/dev/outbox", to(outbox_page::list)),
        (Method::POST, "/api/v2/errors", to(page_errors::tell)),
        (Method::GET, "/api/v2/settings", to(for_pages::settings)),
        (Method::GET, "/api/v3/project-list", to(projects::list)),
        (Method::GET, "/api/v2/translation/getSupportedLanguages", to(languages::supported)),
        (Method::GET, "/api/v2/translation/getTranslation", to(translation::of_language)),
        (Method::GET, "/api/v1/community", to(documents::all)),
        (Method::GET, "/api/v2/faq", to(questions::all)),
        (Method::GET, "/api/v2/declarations", to(declarations::one)),
        (Method::GET, "/api/v2/card", to(cards::all)),
        (Method::GET, "/api/v2/card/picture/{name}", to(cards::picture)),
        (Method::GET, "/api/v2/mentorships/wrs", to(work_readiness::own)),
    ]
}

/// Mounts the calls. Handlers find `Data<store::Store>` and `Data<web::Origins>` among the app's data.
pub fn configure(config: &mut ServiceConfig, settings: Data<Settings>) {
    config.app_data(settings);
    for (prefix, calls) in [(PREFIX, calls()), (NOTIFICATIONS, notification_calls())] {
        let mut area = scope(prefix).app_data(web::json_config()).wrap(from_fn(web::refuse_foreign_origin));
        for (method, path, route) in calls {
            area = area.route(path, route.method(method));
        }
        config.service(area);
    }
    config.app_data(web::query_config());
    for (method, path, route) in other_calls() {
        config.route(path, route.method(method));
    }
}

/// The description of the calls.
pub fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            auth::sign_in, auth::refresh, auth::sign_out, start::start, finish::finish, system::status, profile::own,
            existence::ask, code::send_otp, code::verify_otp, code::confirm_otp, sign_up::apply, code::reset_password,
            password::confirm, preferences::agree, preferences::set_language, projects::list, languages::supported,
            devices::register, devices::unregister, outbox_page::list, for_pages::settings, help_desk::identity, page_errors::tell,
            translation::of_language, documents::all, questions::all, declarations::one, cards::all, cards::picture,
            work_readiness::own,
            profile::edit::edit, profile::picture::show, sessions::list, sessions::end, sessions::end_others,
            change_password::change
        ),
        components(schemas(store::PictureId, store::SessionId)),
        tags(
            (name = "Session", description = "Signing in, staying signed in, and who one is."),
            (name = "Account", description = "Making an account, proving an address, a new password."),
            (name = "Notifications", description = "Devices that are told of what happens while nobody looks."),
            (name = "Languages", description = "The languages that the product speaks."),
            (name = "Content", description = "What the programme says: documents, questions, declarations, cards, scores."),
            (name = "Installation", description = "What an operator decided, as far as pages must know.")
        )
    )]
    struct Calls;
    Calls::openapi()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described() {
        let mounted = calls().into_iter().map(|(method, path, _)| (method.to_string(), format!("{PREFIX}{path}")));
        let others = other_calls().into_iter().map(|(method, path, _)| (method.to_string(), path.to_owned()));
        let notifications = notification_calls();
        let notifications =
            notifications.into_iter().map(|(method, path, _)| (method.to_string(), format!("{NOTIFICATIONS}{path}")));
        assert_eq!(
            web::documented(&openapi()),
            mounted.into_iter().chain(notifications).chain(others).collect::<BTreeSet<_>>()
        );
    }
}
