//! `GET api/v2/chat/link-preview/?url=`: what a page says about itself, and its picture.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use outside::links;
use serde::Deserialize;
use store::seals::{self, Purpose};
use store::{PreviewPictureId, Store, previews};
use utoipa::IntoParams;

use crate::Hub;
use crate::protocol::LinkPreview;
use crate::wire;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// An http or https address.
    url: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Signed {
    /// Over the picture.
    signature: String,
}

/// A web page in a few words. There is one answer for everything that cannot be shown, so that nobody learns from it what
/// can be reached from here.
#[utoipa::path(
    get,
    path = "/api/v2/chat/link-preview/",
    operation_id = "link_preview",
    tag = "Chat",
    params(Asked),
    responses(
        (status = 200, description = "What the page says about itself.", body = LinkPreview),
        NotSignedIn,
        (status = 404, description = "`no_preview`: nothing to show", body = ErrorBody),
        (status = 429, description = "`rate_limited`: 20 a minute", body = ErrorBody),
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn look(
    store: Data<Store>,
    hub: Data<Hub>,
    me: SignedIn,
    asked: Option<Query<Asked>>,
) -> Result<Json<LinkPreview>> {
    hub.previews.take(me.person).map_err(super::too_fast)?;
    let no_preview = || Error::new(StatusCode::NOT_FOUND, "no_preview", "There is nothing to show for this address.");
    let url = asked.and_then(|asked| links::normal(&asked.url)).ok_or_else(no_preview)?;
    let preview = hub.previews.of(&store, &url).await?.ok_or_else(no_preview)?;
    Ok(Json(wire::link_preview(&store, &preview)))
}

/// The picture of a preview, for whoever was given its address.
#[utoipa::path(
    get,
    path = "/api/v2/chat/link-preview/picture/{id}/",
    operation_id = "link_preview_picture",
    tag = "Chat",
    params(("id" = PreviewPictureId, Path, description = "The picture."), Signed),
    responses(
        (status = 200, description = "Its bytes."),
        (status = 404, description = "`not_found`", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn picture(
    store: Data<Store>,
    id: Option<Path<PreviewPictureId>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signed)) = (id, signed) else { return Err(not_found()) };
    if !seals::holds(&store, Purpose::PreviewPicture, &id.to_string(), &signed.signature) {
        return Err(not_found());
    }
    let (media_type, bytes) = previews::picture(&store, *id).await?.ok_or_else(not_found)?;
    Ok(super::still_content().insert_header((header::CONTENT_TYPE, media_type)).body(bytes))
}
