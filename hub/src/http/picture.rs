//! Responses with pictures.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};

/// Starts a response with an immutable picture. Browsers must neither run it nor guess another type.
pub(super) fn immutable_picture() -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::CACHE_CONTROL, "private, max-age=31536000, immutable"));
    response
}
