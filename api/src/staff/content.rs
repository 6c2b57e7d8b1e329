//! The content of the installation, as staff see and change it.

use store::staff::Permission;
use web::{Access, Policy, Route, route};

mod bundle;
pub(super) mod sessions;
mod texts;

/// The routes of the content.
pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageContent));
    let mut routes = vec![
        route!(GET, "/api/staff/content/sessions/", staff(), sessions::list),
        route!(GET, "/api/staff/content/sessions/{session}/", staff(), sessions::detail::show),
        route!(POST, "/api/staff/content/sessions/{session}/answer-key/", staff(), sessions::answer_key::correct),
        route!(
            POST,
            "/api/staff/content/sessions/{session}/answer-key/preview/",
            staff(),
            sessions::answer_key::preview
        ),
    ];
    routes.extend(texts::routes());
    routes.extend(bundle::routes());
    routes
}
