//! Forms with files in them, read no further than they may be.

use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use tokio::time::timeout;

/// What a form may have besides its file.
const OVERHEAD: usize = 64 * 1024;

/// How long nothing may come. A phone in a tunnel is given up later than it gives up itself.
const SILENCE: Duration = Duration::from_secs(30);

/// Why a form is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormProblem {
    /// Not a whole form, or a text in it that is none.
    Malformed,
    /// More than it may be.
    TooLarge,
}

/// A form on its way in.
pub struct Form(Multipart);

impl std::fmt::Debug for Form {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Form(…)")
    }
}

/// A field of a form. It is read before the next one.
#[derive(Debug)]
pub struct FormField(Field);

impl Form {
    /// Begins to read a form whose file has `most` bytes at most. One that says itself that it is larger is not even begun.
    pub fn open(request: &HttpRequest, payload: Payload, most: usize) -> Result<Self, FormProblem> {
        let most = most + OVERHEAD;
        let length = request.headers().get(header::CONTENT_LENGTH);
        let announced = length.and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: usize| length > most) {
            return Err(FormProblem::TooLarge);
        }
        Ok(Self(Multipart::new(request.headers(), limited(payload, most))))
    }

    /// The next field, or None at the end.
    pub async fn next(&mut self) -> Result<Option<FormField>, FormProblem> {
        Ok(next(&mut self.0).await?.map(FormField))
    }
}

impl FormField {
    /// What the form calls it.
    pub fn name(&self) -> &str {
        self.0.name().unwrap_or_default()
    }

    /// The name of the file, if it is one.
    pub fn file_name(&self) -> Option<&str> {
        self.0.content_disposition()?.get_filename()
    }

    /// All of it, if that is not more than `most`.
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

    /// A text that can be stored: UTF-8 without NUL.
    pub async fn text(self, most: usize) -> Result<String, FormProblem> {
        let text = String::from_utf8(self.bytes(most).await?).map_err(|_| FormProblem::Malformed)?;
        if text.contains('\0') { Err(FormProblem::Malformed) } else { Ok(text) }
    }
}

/// Nobody may send a form without end, whatever its fields are called.
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
    let next = timeout(SILENCE, stream.next()).await.map_err(|_| FormProblem::Malformed)?;
    next.transpose().map_err(|error| match error {
        MultipartError::Payload(PayloadError::Overflow) => FormProblem::TooLarge,
        _ => FormProblem::Malformed,
    })
}
