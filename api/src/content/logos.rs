//! Logos of programmes.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use store::Store;
use store::programmes::logos;
use web::{Result, not_found};

/// Returns the address of a logo.
pub(crate) fn address(name: &str) -> String {
    format!("/api/v2/programmes/logos/{name}/")
}

/// Returns the logo of a programme. Public, because browsers load it without a token, and a logo is not private.
#[web::operation(
    operation_id = "programme_logo",
    params(("name" = String, Path, description = "Its name.")),
    responses((status = 200, description = "A WebP picture."), (status = 404, description = "`not_found`"))
)]
pub(super) async fn show(store: Data<Store>, name: Path<String>) -> Result<HttpResponse> {
    let bytes = logos::bytes(&store, &name).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/webp"))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // Another logo has another name.
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(bytes))
}
