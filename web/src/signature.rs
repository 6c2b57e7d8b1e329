//! Signed addresses that expire.

use serde::Deserialize;
use utoipa::IntoParams;

/// The signature of an address that expires.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SignatureQuery {
    /// Unix time in seconds.
    pub expires: i64,
    /// Signs the resource and the time.
    pub signature: String,
}
