//! Pictures of people, behind signed addresses.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use store::{PictureId, Store, pictures};
use utoipa::IntoParams;
use web::{Result, not_found};

/// The signature of an address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::accounts) struct SignatureQuery {
    /// Unix time in seconds.
    expires: i64,
    /// Signs the picture and the time.
    signature: String,
}

/// Returns the picture of a person. Addresses are valid for a day or two.
#[web::operation(
    operation_id = "person_picture",
    params(("id" = PictureId, Path, description = "The picture."), SignatureQuery),
    responses(
        (status = 200, description = "A WebP picture."),
        (status = 404, description = "`not_found`: replaced, or its address is too old")
    )
)]
pub(in crate::accounts) async fn show(
    store: Data<Store>,
    id: Option<Path<PictureId>>,
    signature: Option<Query<SignatureQuery>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signature)) = (id, signature) else { return Err(not_found()) };
    if !pictures::address_holds(&store, *id, signature.expires, &signature.signature) {
        return Err(not_found());
    }
    let bytes = pictures::open(&store, *id).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/webp"))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // A new picture has a new address. Shared caches must not keep it.
        .insert_header((header::CACHE_CONTROL, "private, max-age=86400, immutable"))
        .body(bytes))
}
