//! Close codes of a connection.

/// The peer stopped responding.
pub const GONE: u16 = 1001;
/// Text that is not UTF-8.
pub const BROKEN_TEXT: u16 = 1007;
/// Too many control frames, or a message in too many or empty fragments.
pub const FLOOD: u16 = 1008;
/// A frame over the limit.
pub const TOO_BIG: u16 = 1009;
/// The server restarts: reconnect soon.
pub const RESTART: u16 = 1012;
/// Not signed in, or signed out.
pub const SIGNED_OUT: u16 = 4401;
/// The token of another person.
pub const OTHER_PERSON: u16 = 4403;
/// The person has not agreed to the terms: connect again after the agreement.
pub const TERMS_REQUIRED: u16 = 4451;
/// The client reads too slowly: reconnect and join with `after_msg_id`.
pub const TOO_SLOW: u16 = 4408;
/// Maintenance mode is on.
pub const MAINTENANCE: u16 = 4503;
/// Too many connections of one person.
pub const TOO_MANY: u16 = 4429;
