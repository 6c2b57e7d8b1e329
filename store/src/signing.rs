//! Keys of the installation, and what it signs with them.

pub mod hmac_token;
pub(crate) mod secrets;
pub(crate) mod signed_url;
