//! Rate limits of the HTTP routes per person: of uploads over all nodes, else of each node.

use ::web::{Rate, RateLimit};

use crate::limits::Limits;

/// Calls that a person starts.
const CALL_STARTS: Rate = Rate::per_second(1).burst(10);

/// Links that a person previews.
const LINK_PREVIEWS: Rate = Rate::per_minute(20);

/// Searches for GIFs. Further pages of the results count, too.
const GIF_SEARCHES: Rate = Rate::per_minute(60);

/// Pages of documents that a person looks at.
const PAGES: Rate = Rate::per_minute(120);

/// The rate limits of the routes.
#[derive(Debug)]
pub(crate) struct RequestLimits {
    pub(crate) searches: RateLimit,
    pub(crate) uploads: RateLimit,
    pub(crate) call_starts: RateLimit,
    pub(crate) link_previews: RateLimit,
    pub(crate) gif_searches: RateLimit,
    pub(crate) pages: RateLimit,
}

impl RequestLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            searches: RateLimit::per_person("searches", limits.searches),
            uploads: RateLimit::per_person_over_all_nodes("uploads", limits.uploads),
            call_starts: RateLimit::per_person("call_starts", CALL_STARTS),
            link_previews: RateLimit::per_person("link_previews", LINK_PREVIEWS),
            gif_searches: RateLimit::per_person("gif_searches", GIF_SEARCHES),
            pages: RateLimit::per_person("pages", PAGES),
        }
    }
}
