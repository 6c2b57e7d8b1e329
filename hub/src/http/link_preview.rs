//! Previews of linked pages, and their pictures.

use ::web::{Error, Result, not_found};
use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use egress::links;
use serde::Deserialize;
use store::hmac_token::{self, Purpose};
use store::{PreviewPictureId, Store, previews};
use utoipa::IntoParams;

use crate::dto;
use crate::hub::Hub;
use crate::protocol::LinkPreview;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkPreviewQuery {
    /// An http or https address.
    url: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureSignatureQuery {
    /// Signs the picture.
    signature: String,
}

/// Returns a preview of a page. Every failure gives the same answer, so that it does not reveal which hosts the server can
/// reach.
#[web::operation(
    operation_id = "link_preview",
    params(LinkPreviewQuery),
    responses(
        (status = 200, description = "Title, description and picture of the page.", body = LinkPreview),
        (status = 404, description = "`no_preview`: nothing to show"),
        (status = 429, description = "`rate_limited`: more than 20 per minute")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    hub: Data<Hub>,
    query: Option<Query<LinkPreviewQuery>>,
) -> Result<Json<LinkPreview>> {
    let no_preview = || Error::new(StatusCode::NOT_FOUND, "no_preview", "There is nothing to show for this address.");
    let url = query.and_then(|query| links::normal(&query.url)).ok_or_else(no_preview)?;
    let preview = hub.previews.preview_of(&store, &url).await?.ok_or_else(no_preview)?;
    Ok(Json(dto::link_preview(&store, &preview)))
}

/// Returns the picture of a preview.
#[web::operation(
    operation_id = "link_preview_picture",
    params(("id" = PreviewPictureId, Path, description = "The picture."), PictureSignatureQuery),
    responses((status = 200, description = "Its bytes."), (status = 404, description = "`not_found`"))
)]
pub(super) async fn picture(
    store: Data<Store>,
    id: Option<Path<PreviewPictureId>>,
    signature: Option<Query<PictureSignatureQuery>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signature)) = (id, signature) else { return Err(not_found()) };
    if !hmac_token::verify(&store, Purpose::PreviewPicture, &id.to_string(), &signature.signature) {
        return Err(not_found());
    }
    let (media_type, bytes) = previews::picture(&store, *id).await?.ok_or_else(not_found)?;
    Ok(super::picture::immutable_picture().insert_header((header::CONTENT_TYPE, media_type)).body(bytes))
}
