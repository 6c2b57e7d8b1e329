//! Likes of posts and quotes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::Store;
use store::feed::{self, Toggled};
use utoipa::ToSchema;
use web::{Error, Result, SignedIn, not_found};

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
#[web::operation(
    operation_id = "toggle_feed_like",
    request_body = ToggleLikeRequest,
    responses(
        (status = 200, description = "The likes now.", body = LikesResponse),
        (status = 404, description = "`not_found`: no item that the person sees"),
        (status = 409, description = "`likes_off`: the programme does without likes")
    )
)]
pub(super) async fn toggle(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<ToggleLikeRequest>,
) -> Result<Json<LikesResponse>> {
    let ToggleLikeRequest { id, liked } = body.into_inner();
    match feed::toggle_like(&store, &signed_in, &id, liked).await? {
        Toggled::Likes(likes) => Ok(Json(LikesResponse { id, is_liked: likes.is_liked, feed_likes: likes.count })),
        Toggled::Unknown => Err(not_found()),
        Toggled::Off => Err(Error::new(StatusCode::CONFLICT, "likes_off", "Likes are turned off in your programme.")),
    }
}

/// Whether likes are shown.
#[derive(Deserialize, ToSchema)]
pub(super) struct ShowLikesRequest {
    shown: bool,
}

/// Shows or hides likes for the signed-in person. What they like stays.
#[web::operation(
    operation_id = "show_feed_likes",
    request_body = ShowLikesRequest,
    responses((status = 204, description = "It is stored."))
)]
pub(super) async fn show(
    store: Data<Store>,
    signed_in: SignedIn,
    body: Json<ShowLikesRequest>,
) -> Result<HttpResponse> {
    feed::show_likes(&store, signed_in.person.id, body.shown).await?;
    Ok(HttpResponse::NoContent().finish())
}
