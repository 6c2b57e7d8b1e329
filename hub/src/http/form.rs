//! Multipart forms with one file.

use ::web::{Error, Form, FormProblem, Result};
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use media::{Kind, MAX_BYTES};
use utoipa::ToSchema;

use super::upload_error::refused;
use crate::protocol::ErrorCode;

/// The form, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct UploadRequest {
    /// The file with its name.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Reads name and content of the field `file`.
pub(super) async fn read(request: &HttpRequest, payload: Payload) -> Result<(String, Vec<u8>)> {
    let mut form = Form::open(request, payload, MAX_BYTES).map_err(form_error)?;
    while let Some(field) = form.next().await.map_err(form_error)? {
        if field.name() != "file" {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        // Before five megabytes are read.
        if Kind::of_name(&media::clean_name(&name)).is_none() {
            return Err(refused(ErrorCode::AttachmentType));
        }
        return Ok((name, field.bytes(MAX_BYTES).await.map_err(form_error)?));
    }
    Err(form_error(FormProblem::Malformed))
}

fn form_error(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => refused(ErrorCode::AttachmentTooLarge),
        FormProblem::Malformed => {
            Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a form with a whole file in it.")
        }
    }
}
