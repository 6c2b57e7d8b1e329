//! The parts of chat that need no live connection: unread counts, muting, saved and pinned messages, ratings, what is checked, and the list of bots.

use web::{Access, Policy, RouteTable, route};

mod bot_users;
mod checks;
mod mute;
mod pins;
mod rating;
mod saved;
mod snippet;
mod unread;

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let member = || Policy::new(Access::Member);
    let active_member = || Policy::new(Access::ActiveMember);
    let routes = vec![
        route!(GET, "/api/v2/chat/bot-users/", signed_in(), bot_users::list),
        route!(GET, "/api/v2/chat/unread-message/", signed_in(), unread::count),
        route!(POST, "/api/v2/chat/{channel}/mute/", member(), mute::set),
        route!(GET, "/api/v2/chat/saved/", signed_in(), saved::list),
        route!(GET, "/api/v2/chat/{channel}/saved/", member(), saved::in_channel),
        route!(PUT, "/api/v2/chat/{channel}/saved/{message}/", member(), saved::add),
        route!(DELETE, "/api/v2/chat/{channel}/saved/{message}/", member(), saved::remove),
        route!(GET, "/api/v2/chat/{channel}/pins/", member(), pins::list),
        route!(PUT, "/api/v2/chat/{channel}/pins/{message}/", active_member(), pins::add),
        route!(DELETE, "/api/v2/chat/{channel}/pins/{message}/", active_member(), pins::remove),
        route!(GET, "/api/v2/chat/{channel}/checks/", member(), checks::show),
        route!(GET, "/api/v2/chat/{channel}/rating-status/", member(), rating::status),
        route!(POST, "/api/v2/chat/{channel}/rating/", active_member(), rating::rate),
    ];
    RouteTable::new("Chat", "", routes)
}
