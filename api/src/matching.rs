//! Matching of the signed-in person: proposals, decisions, groups, the pool.

use web::{Access, Policy, RouteTable, route};

mod candidate;
mod choices;
mod criteria;
mod groups;
mod info;
mod list;
mod pool;
mod screens;
mod tracker;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v2/matching/get-match-list/", signed_in(), list::list),
        route!(GET, "/api/v2/matching/get-match-info/{id}/", signed_in(), info::show),
        route!(GET, "/api/v2/matching/group-hold-info/", signed_in(), groups::hold),
        route!(POST, "/api/v2/matching/match-status/", signed_in(), choices::choose),
        route!(POST, "/api/v2/matching/submit-matches/", signed_in(), choices::submit),
        route!(POST, "/api/v2/matching/congratulations-seen/", signed_in(), choices::congratulations_seen),
        route!(POST, "/api/v2/matching/withdraw/", signed_in(), choices::withdraw),
        route!(POST, "/api/v2/matching/leave-pool/", signed_in(), pool::leave),
        route!(POST, "/api/v2/matching/join-pool/", signed_in(), pool::join),
    ];
    RouteTable::new("Matching", "Matching of the signed-in person.", routes)
}
