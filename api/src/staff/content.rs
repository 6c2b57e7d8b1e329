//! The content of the installation as staff see it.

use store::staff::Permission;
use web::{Access, Policy, Route, route};

pub(super) mod sessions;

/// The routes of the content.
pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageContent));
    vec![
        route!(GET, "/api/staff/content/sessions/", staff(), sessions::list),
        route!(GET, "/api/staff/content/sessions/{session}/", staff(), sessions::detail::show),
        route!(POST, "/api/staff/content/sessions/{session}/answer-key/", staff(), sessions::answer_key::correct),
        route!(
            POST,
            "/api/staff/content/sessions/{session}/answer-key/preview/",
            staff(),
            sessions::answer_key::preview
        ),
    ]
}
