//! What staff see of reports, of cries for help and of recordings, and what they do about them.

use ::web::{Error, Result};
use actix_web::http::StatusCode;
use serde::Deserialize;
use store::staff::{self, Staff};
use store::{PersonId, Store};
use utoipa::{IntoParams, ToSchema};

pub(super) mod alerts;
pub(super) mod reading;
pub(super) mod recordings;
pub(super) mod reports;

/// What is listed at once.
const LISTED: i64 = 200;

/// What came of it.
#[derive(Deserialize, ToSchema)]
pub(super) struct Resolution {
    /// For the record, at most 2,000 characters.
    #[serde(default)]
    #[schema(required = false)]
    resolution: String,
}

/// Which to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// True for those that are done.
    #[serde(default)]
    resolved: bool,
}

/// The asker as staff.
async fn staff_of(store: &Store, me: PersonId) -> Result<Staff> {
    let staff = staff::by_id(store, me).await?;
    staff.ok_or_else(|| Error::new(StatusCode::FORBIDDEN, "staff_only", "This is for staff."))
}
