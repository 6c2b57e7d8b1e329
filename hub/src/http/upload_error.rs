//! The errors that uploads share with the socket.

use ::web::Error;
use actix_web::http::StatusCode;

use crate::protocol::ErrorCode;

/// Converts an error code of the socket to an HTTP error.
pub(super) fn refused(code: ErrorCode) -> Error {
    let (status, name) = match code {
        ErrorCode::AttachmentType => (StatusCode::UNPROCESSABLE_ENTITY, "attachment_type"),
        ErrorCode::AttachmentTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "attachment_too_large"),
        ErrorCode::AttachmentBroken => (StatusCode::UNPROCESSABLE_ENTITY, "attachment_broken"),
        ErrorCode::RateLimited => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
        ErrorCode::Blackout => (StatusCode::FORBIDDEN, "blackout"),
        ErrorCode::StaffOnly => (StatusCode::FORBIDDEN, "staff_only"),
        ErrorCode::AttachmentsOff => (StatusCode::FORBIDDEN, "attachments_off"),
        _ => return Error::unavailable(),
    };
    Error::new(status, name, code.sentence())
}
