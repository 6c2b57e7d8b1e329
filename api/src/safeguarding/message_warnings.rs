//! How often people are warned before their messages are delivered.

use serde::Serialize;
use utoipa::ToSchema;

/// How often a person was warned before a message was delivered, in the last 30 days. No texts are kept of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageWarnings {
    /// The messages about which they were warned.
    pub(crate) shown: i64,
    /// Those that they sent all the same.
    pub(crate) sent: i64,
}
