//! Multipart forms with files, read up to a size limit.

use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use tokio::time::timeout;

/// Bytes of a form besides its file.
const OVERHEAD: usize = 64 * 1024;

/// The longest pause between two chunks. It is longer than the timeout of mobile browsers.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a form is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormProblem {
    /// An incomplete form, or a text field that is not valid text.
    Malformed,
    /// The form or a field is too large.
    TooLarge,
}

/// A form that is being received.
pub struct Form(Multipart);

impl std::fmt::Debug for Form {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Form(…)")
    }
}

/// A field of a form, to be read before the next one.
#[derive(Debug)]
pub struct FormField(Field);

impl Form {
    /// Starts to read a form whose file has at most `most` bytes. A larger `Content-Length` is rejected at once.
    pub fn open(request: &HttpRequest, payload: Payload, most: usize) -> Result<Self, FormProblem> {
        let most = most + OVERHEAD;
        let length = request.headers().get(header::CONTENT_LENGTH);
        let announced = length.and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: usize| length > most) {
            return Err(FormProblem::TooLarge);
        }
        Ok(Self(Multipart::new(request.headers(), limited(payload, most))))
    }

    /// Returns the next field, or None at the end.
    pub async fn next(&mut self) -> Result<Option<FormField>, FormProblem> {
        Ok(next(&mut self.0).await?.map(FormField))
    }
}

impl FormField {
    /// The name of the field.
    pub fn name(&self) -> &str {
        self.0.name().unwrap_or_default()
    }

    /// The file name, if the field is a file.
    pub fn file_name(&self) -> Option<&str> {
        self.0.content_disposition()?.get_filename()
    }

    /// Reads the whole field, up to `most` bytes.
    pub async fn bytes(mut self, most: usize) -> Result<Vec<u8>, FormProblem> {
        let mut bytes = Vec::new();
        while let Some(chunk) = next(&mut self.0).await? {
            if bytes.len() + chunk.len() > most {
                return Err(FormProblem::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    /// Reads the field as UTF-8 text without NUL.
    pub async fn text(self, most: usize) -> Result<String, FormProblem> {
        let text = String::from_utf8(self.bytes(most).await?).map_err(|_| FormProblem::Malformed)?;
        if text.contains('\0') { Err(FormProblem::Malformed) } else { Ok(text) }
    }
}

/// Ends the stream with an error after `most` bytes, across all fields.
fn limited(payload: Payload, most: usize) -> impl Stream<Item = Result<Bytes, PayloadError>> {
    let mut left = most;
    payload.map(move |chunk| {
        let chunk = chunk?;
        left = left.checked_sub(chunk.len()).ok_or(PayloadError::Overflow)?;
        Ok(chunk)
    })
}

async fn next<T>(
    stream: &mut (impl Stream<Item = Result<T, MultipartError>> + Unpin),
) -> Result<Option<T>, FormProblem> {
    let next = timeout(READ_TIMEOUT, stream.next()).await.map_err(|_| FormProblem::Malformed)?;
    next.transpose().map_err(|error| match error {
        MultipartError::Payload(PayloadError::Overflow) => FormProblem::TooLarge,
        _ => FormProblem::Malformed,
    })
}
