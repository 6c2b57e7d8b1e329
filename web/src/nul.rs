//! Rejects NUL characters: PostgreSQL cannot store them.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{FromRequest, ResponseError};

use crate::Error;
use crate::error::malformed;

/// Whether a string in this JSON contains NUL, which JSON writes as an escape. An escaped backslash starts no escape.
pub fn has_nul(json: &str) -> bool {
    json.match_indices(r"\u0000").any(|(at, _)| {
        let before = json.as_bytes()[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        before % 2 == 0
    })
}

/// Middleware: refuses requests with NUL in the address or in the JSON body, so that both databases behave alike.
pub async fn refuse_nul(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<EitherBody<impl MessageBody>>, actix_web::Error> {
    match check(&mut request).await {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        Err(error) => Ok(request.into_response(error.error_response()).map_into_right_body()),
    }
}

async fn check(request: &mut ServiceRequest) -> Result<(), Error> {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    if address.contains("%00") {
        return Err(refusal());
    }
    let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !media_type.is_some_and(|media_type| media_type.to_ascii_lowercase().contains("json")) {
        return Ok(());
    }
    let (http, payload) = request.parts_mut();
    let body = Bytes::from_request(http, payload).await.map_err(|error| malformed("body", error))?;
    // The JSON extractor refuses bodies that are not UTF-8.
    let holds_nul = std::str::from_utf8(&body).is_ok_and(has_nul);
    request.set_payload(Payload::from(body));
    if holds_nul { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "The request holds a character that no text can have.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_backslash_starts_no_escape() {
        for text in [r#""\u0000""#, r#""a\\\u0000""#, r#"{"\u0000":1}"#] {
            assert!(has_nul(text), "{text}");
        }
        for text in ["", r#""\\u0000""#, r#""\u0001""#, r#""u0000""#, r#""a\\\\u0000""#] {
            assert!(!has_nul(text), "{text}");
        }
    }
}
