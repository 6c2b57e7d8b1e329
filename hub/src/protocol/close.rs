//! Numbers that end a socket.

/// The socket said nothing for too long.
pub const GONE: u16 = 1001;
/// Text that is not UTF-8.
pub const BROKEN_TEXT: u16 = 1007;
/// A frame over the limit.
pub const TOO_BIG: u16 = 1009;
/// The server restarts: come back soon.
pub const RESTART: u16 = 1012;
/// Not signed in, or no longer.
pub const SIGNED_OUT: u16 = 4401;
/// Another person's token.
pub const OTHER_PERSON: u16 = 4403;
/// Reads too slowly: come back and join with `after_msg_id`.
pub const TOO_SLOW: u16 = 4408;
/// Maintenance: nobody gets in until it is over.
pub const MAINTENANCE: u16 = 4503;
/// Too many sockets of one person.
pub const TOO_MANY: u16 = 4429;
