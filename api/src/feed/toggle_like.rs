//! Likes of posts and quotes.

use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::{Store, feed};
use utoipa::ToSchema;
use web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

/// An item to like.
#[derive(Deserialize, ToSchema)]
pub(super) struct ToggleLikeRequest {
    /// Its id.
    id: String,
    /// Whether the person likes it from now on, so that a repetition changes nothing. Without it the request changes a like
    /// into none, and none into a like.
    liked: Option<bool>,
}

/// The likes of an item.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LikesResponse {
    id: String,
    is_liked: bool,
    feed_likes: i64,
}

/// Likes an item, or takes the like back.
#[utoipa::path(
    post,
    path = "/api/v2/learninghub/feed/toggle-like/",
    operation_id = "toggle_feed_like",
    tag = "Feed",
    request_body = ToggleLikeRequest,
    responses(
        (status = 200, description = "The likes now.", body = LikesResponse),
        (status = 404, description = "`not_found`: no item that the person sees", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn toggle(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<ToggleLikeRequest>,
) -> Result<Json<LikesResponse>> {
    let ToggleLikeRequest { id, liked } = body.into_inner();
    let likes = feed::toggle_like(&store, &signed_in, &id, liked).await?.ok_or_else(not_found)?;
    Ok(Json(LikesResponse { id, is_liked: likes.is_liked, feed_likes: likes.count }))
}
