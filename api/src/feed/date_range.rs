//! The days of the feed.

use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::{Store, feed};
use utoipa::ToSchema;
use web::{NotSignedIn, Result, SignedIn, Unavailable};

/// The first and the last day with an item that the person sees; null without items.
#[derive(Serialize, ToSchema)]
pub(super) struct FeedDateRange {
    #[schema(required)]
    from: Option<NaiveDate>,
    #[schema(required)]
    to: Option<NaiveDate>,
}

/// Returns the days of the feed.
#[utoipa::path(
    get,
    path = "/api/v2/learninghub/feed/daterange/",
    operation_id = "feed_date_range",
    tag = "Feed",
    responses((status = 200, description = "The first and the last day.", body = FeedDateRange), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn show(store: Data<Store>, signed_in: SignedIn) -> Result<Json<FeedDateRange>> {
    let (from, to) = feed::date_range(&store, &signed_in).unzip();
    Ok(Json(FeedDateRange { from, to }))
}
