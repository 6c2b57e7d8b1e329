//! Clicks on links of posts.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::{Store, feed};
use utoipa::ToSchema;
use web::{Result, SignedIn, not_found};

/// An item whose link was followed.
#[derive(Deserialize, ToSchema)]
pub(super) struct FeedClickRequest {
    /// Its id.
    id: String,
}

/// Records that the person followed the link of an item, once a day.
#[web::operation(
    operation_id = "feed_click",
    request_body = FeedClickRequest,
    responses(
        (status = 204, description = "Recorded, now or before."),
        (status = 404, description = "`not_found`: no item that the person sees")
    )
)]
pub(super) async fn click(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<FeedClickRequest>,
) -> Result<HttpResponse> {
    if feed::click(&store, &signed_in, &body.id).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(not_found())
    }
}
