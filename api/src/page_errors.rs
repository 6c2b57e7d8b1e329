//! Errors of web pages, on their way to whoever mends them.
//!
//! They come through us: browsers call no other server, nobody's network address is told to one, and what is told is
//! cleaned in one place.

use std::sync::Arc;
use std::time::Instant;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, not_found};

use crate::{Settings, client};

/// An error of a page, as the page tells it: nothing in it is to be believed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageError {
    /// The class of the error.
    pub name: String,
    /// What it says.
    pub message: String,
    /// Where it was thrown, the innermost call first.
    pub frames: Vec<PageFrame>,
    /// The page, without ids.
    pub page: String,
}

/// A place in the code of a page.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PageFrame {
    /// The name of the function, if it has one.
    pub function: String,
    /// The path of the script.
    pub file: String,
    /// The line in it.
    pub line: u64,
    /// The column in that.
    pub column: u64,
}

/// Who is told.
#[derive(Clone)]
pub struct ErrorReceiver(pub Arc<dyn Fn(PageError) + Send + Sync>);

impl std::fmt::Debug for ErrorReceiver {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("ErrorReceiver")
    }
}

/// Tells the operator of an error in a page.
#[utoipa::path(
    post,
    path = "/api/v2/errors/",
    operation_id = "tell_error",
    tag = "Installation",
    request_body = PageError,
    responses(
        (status = 204, description = "Told."),
        (status = 400, description = "`malformed`", body = ErrorBody),
        (status = 404, description = "`not_found`: nobody wants to hear of it", body = ErrorBody),
        (status = 429, description = "`rate_limited`", body = ErrorBody)
    )
)]
pub(crate) async fn tell(
    request: HttpRequest,
    settings: Data<Settings>,
    error: Json<PageError>,
) -> Result<HttpResponse> {
    let receiver = settings.error_receiver.as_ref().ok_or_else(not_found)?;
    let network = client::network(&request, &settings.proxies);
    if settings.errors_by_address.take(network, Instant::now()).is_err() {
        return Err(
            Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", "That is enough for now.").retry_after(60)
        );
    }
    (receiver.0)(error.into_inner());
    Ok(HttpResponse::NoContent().finish())
}
