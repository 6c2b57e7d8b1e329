//! GIFs of the provider, searched and downloaded through this server.

use ::web::{Error, Result, not_found};
use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use egress::gifs::Gifs;
use serde::{Deserialize, Serialize};
use store::Store;
use utoipa::{IntoParams, ToSchema};

use crate::gifs::{self, Rendition};
use crate::hub::Hub;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GifQuery {
    /// Search words; without them the popular GIFs are returned.
    #[serde(default)]
    q: String,
    /// From 1; ten per page.
    page: Option<u32>,
}

/// A page of GIFs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GifPageResponse {
    results: Vec<FoundGif>,
    has_next_page: bool,
    /// The provider, to be shown beside the results.
    provider: &'static str,
}

/// A GIF. All addresses are of this server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundGif {
    id: String,
    /// A description.
    name: String,
    /// The address for a message.
    url: String,
    /// Small and animated.
    preview_url: String,
    /// Small and not animated.
    still_url: String,
    width: u32,
    height: u32,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GifSignatureQuery {
    /// Signs the GIF.
    signature: String,
}

fn provider(hub: &Hub) -> Result<&Gifs> {
    let off = || Error::new(StatusCode::NOT_FOUND, "gifs_off", "This installation has no GIFs.");
    hub.gifs.as_ref().ok_or_else(off)
}

/// Searches GIFs, ten per page.
#[web::operation(
    operation_id = "gifs",
    params(GifQuery),
    responses(
        (status = 200, description = "A page of GIFs.", body = GifPageResponse),
        (status = 404, description = "`gifs_off`: no provider is configured"),
        (status = 422, description = "`invalid`"),
        (status = 429, description = "`rate_limited`: more than 60 per minute")
    )
)]
pub(super) async fn search(
    store: Data<Store>,
    hub: Data<Hub>,
    query: Option<Query<GifQuery>>,
) -> Result<Json<GifPageResponse>> {
    let provider = provider(&hub)?;
    let query = query.ok_or_else(|| Error::invalid("The page is a number from 1."))?;
    let found = provider.search(&query.q, query.page.unwrap_or(1)).await.map_err(|_| Error::unavailable())?;
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
    let (results, provider) = (results.collect(), provider.provider());
    Ok(Json(GifPageResponse { results, has_next_page: found.has_next_page, provider }))
}

/// Returns a file of a GIF.
#[web::operation(
    operation_id = "gif_media",
    params(
        ("gif" = String, Path, description = "The signed name of the GIF."),
        ("rendition" = Rendition, Path, description = "The size of the file."),
        GifSignatureQuery
    ),
    responses(
        (status = 200, description = "The file."),
        (status = 404, description = "`not_found`: an invalid signature, or removed by the provider; `gifs_off`")
    )
)]
pub(super) async fn media(
    store: Data<Store>,
    hub: Data<Hub>,
    named: Option<Path<(String, Rendition)>>,
    signature: Option<Query<GifSignatureQuery>>,
) -> Result<HttpResponse> {
    let provider = provider(&hub)?;
    let (Some(named), Some(signature)) = (named, signature) else { return Err(not_found()) };
    let (token, rendition) = named.into_inner();
    let url = gifs::source(&store, &token, rendition, &signature.signature).ok_or_else(not_found)?;
    let media = provider.media(&url).await.map_err(|refused| match refused {
        egress::Refused::TooSlow | egress::Refused::Failed => Error::unavailable(),
        _ => not_found(),
    })?;
    let bytes = media.bytes.to_vec();
    Ok(super::picture::immutable_picture().insert_header((header::CONTENT_TYPE, media.media_type)).body(bytes))
}
