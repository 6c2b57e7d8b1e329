//! The account of the signed-in person: profile, preferences, password and login sessions.

use web::{Access, Policy, RouteTable, route};

use crate::Settings;

mod application;
mod browser_name;
pub(crate) mod change_password;
pub(crate) mod data_requests;
mod login_sessions;
mod preferences;
mod profile;

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let before_terms = || Policy::new(Access::BeforeTerms);
    let change_profile = signed_in().limit(&settings.limits.profile_changes);
    let change_password = signed_in().limit(&settings.limits.sign_in);
    let signed = Policy::new(Access::Signed).under_maintenance();
    let routes = vec![
        route!(GET, "/api/v2/users/profile/", before_terms(), profile::show),
        route!(PUT, "/api/v2/users/profile/", change_profile, profile::edit::edit),
        route!(GET, "/api/v2/users/pictures/{id}/", signed, profile::picture::show),
        route!(POST, "/api/v2/users/agreement/", before_terms(), preferences::agree),
        route!(PUT, "/api/v2/users/application/", signed_in(), application::change),
        route!(GET, "/api/v2/users/data-requests/", before_terms(), data_requests::list),
        route!(POST, "/api/v2/users/data-requests/", before_terms(), data_requests::ask),
        route!(DELETE, "/api/v2/users/data-requests/{request}/", before_terms(), data_requests::withdraw),
        route!(PUT, "/api/v2/users/primary_language/{code}/", before_terms(), preferences::set_language),
        route!(POST, "/api/v2/users/change-password/", change_password, change_password::change),
        route!(GET, "/api/v2/users/sessions/", signed_in(), login_sessions::list),
        route!(POST, "/api/v2/users/sessions/end-others/", signed_in(), login_sessions::end_others),
        route!(DELETE, "/api/v2/users/sessions/{id}/", signed_in(), login_sessions::end),
    ];
    RouteTable::new("Accounts", "Profile, preferences, password and login sessions.", routes)
}
