//! The picture of a person, for whoever was given its address.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use store::{PictureId, Store, pictures};
use utoipa::IntoParams;
use web::{ErrorBody, Result, Unavailable, not_found};

/// What makes an address work.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Signed {
    /// Seconds since 1970.
    expires: i64,
    /// Over the picture and the time.
    signature: String,
}

/// The picture of a person, for whoever was shown the person in the last day or two.
#[utoipa::path(
    get,
    path = "/api/v2/users/pictures/{id}/",
    operation_id = "person_picture",
    tag = "Account",
    params(("id" = PictureId, Path, description = "The picture."), Signed),
    responses(
        (status = 200, description = "A WebP picture."),
        (status = 404, description = "`not_found`: replaced, or its address is too old", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn show(
    store: Data<Store>,
    id: Option<Path<PictureId>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signed)) = (id, signed) else { return Err(not_found()) };
    if !pictures::address_holds(&store, *id, signed.expires, &signed.signature) {
        return Err(not_found());
    }
    let bytes = pictures::open(&store, *id).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/webp"))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // A new picture has a new address; a shared cache is nobody's.
        .insert_header((header::CACHE_CONTROL, "private, max-age=86400, immutable"))
        .body(bytes))
}
