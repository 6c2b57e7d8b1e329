//! The feed of posts and quotes.

use web::{Access, Policy, RouteTable, route};

mod click;
mod date_range;
mod likes;
mod list;
mod query;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v2/learninghub/feed/", signed_in(), list::list),
        route!(GET, "/api/v2/learninghub/feed/daterange/", signed_in(), date_range::show),
        route!(POST, "/api/v2/learninghub/feed/toggle-like/", signed_in(), likes::toggle),
        route!(PUT, "/api/v2/learninghub/feed/likes/", signed_in(), likes::show),
        route!(POST, "/api/v2/learninghub/feed/click/", signed_in(), click::click),
    ];
    RouteTable::new("Feed", "Posts and quotes of the programme.", routes)
}
