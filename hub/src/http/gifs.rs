//! `GET api/v2/chat/gifs/?q=&page=`: moving pictures, searched and shown through this server.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use serde::{Deserialize, Serialize};
use store::Store;
use utoipa::{IntoParams, ToSchema};

use crate::Hub;
use crate::gifs::{self, Rendition, Shelf};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// What to look for; what is popular if it is empty.
    #[serde(default)]
    q: String,
    /// 1 is the first; ten to a page.
    page: Option<u32>,
}

/// A page of moving pictures.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GifPage {
    results: Vec<FoundGif>,
    has_next_page: bool,
    /// To be named beside them.
    provider: &'static str,
}

/// A moving picture; all addresses are of this server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundGif {
    id: String,
    /// What it shows.
    name: String,
    /// What a message is sent with.
    url: String,
    /// Small and moving.
    preview_url: String,
    /// Small and standing still.
    still_url: String,
    width: u32,
    height: u32,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Signed {
    /// Over the picture.
    signature: String,
}

fn shelf(hub: &Hub) -> Result<&Shelf> {
    let off = || Error::new(StatusCode::NOT_FOUND, "gifs_off", "This installation has no moving pictures.");
    hub.gifs.as_ref().ok_or_else(off)
}

/// Moving pictures that fit a few words, ten to a page.
#[utoipa::path(
    get,
    path = "/api/v2/chat/gifs/",
    operation_id = "gifs",
    tag = "Chat",
    params(Asked),
    responses(
        (status = 200, description = "A page of them.", body = GifPage),
        NotSignedIn,
        (status = 404, description = "`gifs_off`: no provider is configured", body = ErrorBody),
        (status = 422, description = "`invalid`", body = ErrorBody),
        (status = 429, description = "`rate_limited`: 60 a minute", body = ErrorBody),
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn search(
    store: Data<Store>,
    hub: Data<Hub>,
    me: SignedIn,
    asked: Option<Query<Asked>>,
) -> Result<Json<GifPage>> {
    let shelf = shelf(&hub)?;
    let asked = asked.ok_or_else(|| Error::invalid("The page is a number from 1."))?;
    shelf.take(me.person).map_err(super::too_fast)?;
    let found = shelf.gifs.search(&asked.q, asked.page.unwrap_or(1)).await.map_err(|_| Error::unavailable())?;
    let results = found.gifs.iter().map(|gif| {
        let token = gifs::token(gif);
        FoundGif {
            id: gif.id.clone(),
            name: gif.name.clone(),
            url: gifs::link(&store, &token, Rendition::Full),
            preview_url: gifs::link(&store, &token, Rendition::Preview),
            still_url: gifs::link(&store, &token, Rendition::Still),
            width: gif.width,
            height: gif.height,
        }
    });
    let (results, provider) = (results.collect(), shelf.gifs.provider());
    Ok(Json(GifPage { results, has_next_page: found.has_next_page, provider }))
}

/// A moving picture, for whoever was given its address.
#[utoipa::path(
    get,
    path = "/api/v2/chat/gifs/media/{gif}/{rendition}/",
    operation_id = "gif_media",
    tag = "Chat",
    params(
        ("gif" = String, Path, description = "The server's name for it."),
        ("rendition" = Rendition, Path, description = "Which of its files."),
        Signed
    ),
    responses(
        (status = 200, description = "Its bytes."),
        (status = 404, description = "`not_found`: none of ours, or the provider has it no longer; `gifs_off`", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn media(
    store: Data<Store>,
    hub: Data<Hub>,
    named: Option<Path<(String, Rendition)>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let shelf = shelf(&hub)?;
    let (Some(named), Some(signed)) = (named, signed) else { return Err(not_found()) };
    let (token, rendition) = named.into_inner();
    let url = gifs::source(&store, &token, rendition, &signed.signature).ok_or_else(not_found)?;
    let media = shelf.gifs.media(&url).await.map_err(|refused| match refused {
        outside::Refused::TooSlow | outside::Refused::Failed => Error::unavailable(),
        _ => not_found(),
    })?;
    let bytes = media.bytes.to_vec();
    Ok(super::still_content().insert_header((header::CONTENT_TYPE, media.media_type)).body(bytes))
}
