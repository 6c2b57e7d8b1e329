//! Reports errors of web pages to the operator's error tracker.
//!
//! Pages report to this server and not to the tracker: the tracker does not learn network addresses of people, and reports are
//! sanitised in one place.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Result, not_found};

use crate::Settings;

/// An error of a page. Untrusted input.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientError {
    /// The class name of the error.
    pub name: String,
    /// The message.
    pub message: String,
    /// The stack trace, the innermost call first.
    pub frames: Vec<StackFrame>,
    /// The path of the page, without ids.
    pub page: String,
}

/// A line of a stack trace.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct StackFrame {
    /// The name of the function; may be empty.
    pub function: String,
    /// The path of the script.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// The function that receives errors.
#[derive(Clone)]
pub struct ErrorReceiver(pub Arc<dyn Fn(ClientError) + Send + Sync>);

impl std::fmt::Debug for ErrorReceiver {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("ErrorReceiver")
    }
}

/// Reports an error of a page.
#[web::operation(
    operation_id = "report_error",
    request_body = ClientError,
    responses(
        (status = 204, description = "Reported."),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`: error reporting is off"),
        (status = 429, description = "`rate_limited`")
    )
)]
pub(super) async fn report(settings: Data<Settings>, error: Json<ClientError>) -> Result<HttpResponse> {
    let receiver = settings.error_receiver.as_ref().ok_or_else(not_found)?;
    (receiver.0)(error.into_inner());
    Ok(HttpResponse::NoContent().finish())
}
