//! Keys of the installation, and what it signs with them.

pub(crate) mod credential_key;
pub mod hmac_token;
pub(crate) mod secrets;
pub(crate) mod signed_url;

pub(crate) use secrets::keyed_hash;
