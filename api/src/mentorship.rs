//! Mentorships of the signed-in person.

use web::{Access, Policy, RouteTable, route};

mod ended;
pub(crate) mod meetings;
mod partner;
mod pauses;
mod progress;
mod sessions;
mod show;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v2/mentorships/sessions/", signed_in(), sessions::list),
        route!(GET, "/api/v2/mentorships/mysessions/", signed_in(), sessions::list_own),
        route!(GET, "/api/v2/mentorships/sessions/{id}/", signed_in(), sessions::show),
        route!(GET, "/api/v2/mentorships/mysessions/{id}/", signed_in(), sessions::show_own),
        route!(POST, "/api/v2/mentorships/session-init/", signed_in(), sessions::init),
        route!(POST, "/api/v2/mentorships/step-visit/", signed_in(), sessions::visit),
        route!(GET, "/api/v2/mentorships/ended/", signed_in(), ended::list),
        route!(PUT, "/api/v2/mentorships/streak/", signed_in(), progress::show_streak),
        route!(GET, "/api/v2/mentorships/{id}/", signed_in(), show::show),
        route!(POST, "/api/v2/mentorships/{id}/pauses/", signed_in(), pauses::create),
        route!(DELETE, "/api/v2/mentorships/{id}/pauses/{pause}/", signed_in(), pauses::take_back),
        route!(POST, "/api/v2/mentorships/{id}/meetings/", signed_in(), meetings::create),
        route!(DELETE, "/api/v2/mentorships/{id}/meetings/{meeting}/", signed_in(), meetings::remove),
        route!(GET, "/api/v2/mentorships/{id}/certificate/", signed_in(), ended::certificate),
        route!(GET, "/api/v2/mentorships/{id}/progress/", signed_in(), progress::show),
    ];
    RouteTable::new("Mentorships", "Mentorships of the signed-in person.", routes)
}
