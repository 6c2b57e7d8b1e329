//! The installation itself: its configuration for clients, its state, its help desk, and the errors of its pages.

use web::{Access, Policy, RouteTable, route};

use crate::Settings;

mod client_config;
mod client_errors;
mod dev_mailbox;
mod dev_second_factors;
mod help_desk;
mod system_status;

pub use client_errors::{ClientError, ErrorReceiver, StackFrame};
pub use help_desk::HelpDesk;

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let public = || Policy::new(Access::Public).under_maintenance();
    let report_error = public().limit(&settings.limits.client_errors);
    // A person who hesitates to agree to the terms may ask for help.
    let before_terms = Policy::new(Access::BeforeTerms);
    let routes = vec![
        route!(GET, "/api/v2/settings/", public(), client_config::show).without_store(),
        route!(GET, "/api/v2/users/system_status/", public(), system_status::show),
        route!(POST, "/api/v2/errors/", report_error, client_errors::report).without_store(),
        route!(GET, "/api/v2/users/help-desk-identity/", before_terms, help_desk::identity),
    ];
    RouteTable::new("Installation", "Configuration for clients, maintenance, help desk, errors of pages.", routes)
}

/// The routes of a demonstration: its mails, and the codes of authenticator apps.
pub(crate) fn demo_routes() -> RouteTable {
    let public = || Policy::new(Access::Public).under_maintenance();
    let routes = vec![
        route!(GET, "/api/dev/outbox/", public(), dev_mailbox::list).without_store(),
        route!(GET, "/api/dev/second-factors/", public(), dev_second_factors::list),
    ];
    RouteTable::new("Operations", "", routes)
}
