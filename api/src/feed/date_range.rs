//! The days of the feed.

use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::{Store, feed};
use utoipa::ToSchema;
use web::{Result, SignedIn};

/// The first and the last day with an item that the person sees; null without items.
#[derive(Serialize, ToSchema)]
pub(super) struct FeedDateRange {
    #[schema(required)]
    from: Option<NaiveDate>,
    #[schema(required)]
    to: Option<NaiveDate>,
}

/// Returns the days of the feed.
#[web::operation(
    operation_id = "feed_date_range",
    responses((status = 200, description = "The first and the last day.", body = FeedDateRange))
)]
pub(super) async fn show(store: Data<Store>, signed_in: SignedIn) -> Result<Json<FeedDateRange>> {
    let (from, to) = feed::date_range(&store, &signed_in).unzip();
    Ok(Json(FeedDateRange { from, to }))
}
