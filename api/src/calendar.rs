//! The calendar of a mentorship.

use web::{Access, Policy, RouteTable, route};

mod availability;
mod event;
mod event_request;
mod events;
mod feed;
mod icalendar;
mod membership;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let events = "/api/v1/mentorships/{id}/calendar-events/";
    let event = "/api/v1/mentorships/{id}/calendar-events/{event}/";
    let feed = "/api/v1/mentorships/{id}/calendar-feed/";
    let routes = vec![
        route!(GET, events, signed_in(), events::list),
        route!(POST, events, signed_in(), events::create),
        route!(PUT, event, signed_in(), events::change),
        route!(DELETE, event, signed_in(), events::delete),
        route!(GET, feed, signed_in(), feed::show),
        route!(POST, feed, signed_in(), feed::create),
        route!(DELETE, feed, signed_in(), feed::revoke),
        route!(GET, "/api/v1/calendar.ics", Policy::new(Access::Signed), feed::read),
        route!(GET, "/api/v1/mentorships/{id}/free-times/", signed_in(), availability::free_times),
        route!(GET, "/api/v1/availability/", signed_in(), availability::show),
        route!(PUT, "/api/v1/availability/", signed_in(), availability::change),
    ];
    RouteTable::new("Calendar", "The calendar of a mentorship.", routes)
}
