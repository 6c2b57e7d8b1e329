//! Web push and mails about unread messages: the browsers that subscribe, the settings of people, and the worker that sends.

use web::{Access, Policy, RouteTable, route};

mod devices;
pub mod push;
mod settings;
mod stop_mails;

pub(crate) use stop_mails::PATH as STOP_MAILS_PATH;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let signed = || Policy::new(Access::Signed).under_maintenance();
    let routes = vec![
        route!(POST, "/api/v1/notifications/register-device/", signed_in(), devices::register),
        route!(DELETE, "/api/v1/notifications/register-device/", signed_in(), devices::unregister),
        route!(GET, "/api/v1/notifications/settings/", signed_in(), settings::show),
        route!(PUT, "/api/v1/notifications/settings/", signed_in(), settings::change),
        route!(GET, STOP_MAILS_PATH, signed(), stop_mails::show).without_store(),
        route!(POST, STOP_MAILS_PATH, signed(), stop_mails::stop),
    ];
    RouteTable::new("Notifications", "Devices that get offline notifications, quiet hours, and mails.", routes)
}
