//! Meetings: the recorded calls of a channel, their summaries and transcripts, and their ratings.

use store::staff::Permission;
use web::{Access, Policy, RouteTable, route};

mod history;
mod rating;
mod recordings;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let member = Policy::new(Access::Member);
    let signed = Policy::new(Access::Signed).under_maintenance();
    let staff = || Policy::new(Access::Staff(Permission::ReadRecordings));
    let routes = vec![
        route!(GET, "/api/v2/chat/{channel}/channel-history/", member, history::list),
        route!(GET, "/api/v2/chat/meetings/{id}/{text}/", signed, history::text),
        route!(POST, "/api/v2/chat/meeting-summary-rating/", signed_in(), rating::rate),
        route!(GET, "/api/v2/video/meeting-summary-rating-status/", signed_in(), rating::status),
        route!(GET, "/api/staff/recordings/", staff(), recordings::list),
        route!(GET, "/api/staff/recordings/export/", staff().with_recent_factor(), recordings::table),
    ];
    RouteTable::new("Meetings", "Recorded calls, their summaries, transcripts and ratings.", routes)
}
