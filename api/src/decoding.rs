//! Decoding of files from people, on a few blocking threads.

use actix_web::http::StatusCode;
use tokio::sync::Semaphore;
use web::{Error, FormProblem, Result};

/// Bytes of the picture of a form.
pub(crate) const PICTURE_BYTES: usize = 2 * 1024 * 1024;

/// Concurrent decoders: a large picture takes 200 MB.
static DECODERS: Semaphore = Semaphore::const_new(2);

/// The answer to a file that is no photo, in the words of the specification.
pub(crate) const NOT_AN_IMAGE: &str = "File selected is a not an image file. Please upload a jpeg or png file.";

/// Decodes a JPEG or PNG file and encodes it again, so that only its pixels remain. None for other and broken files.
pub(crate) async fn photo(bytes: Vec<u8>, max_edge: u32) -> Result<Option<Vec<u8>>> {
    if !bytes.starts_with(b"\xff\xd8\xff") && !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Ok(None);
    }
    let picture = run(move || media::picture(&bytes, max_edge)).await?;
    Ok(picture.and_then(std::result::Result::ok).map(|picture| picture.bytes))
}

/// Decodes the picture of a form as [`photo`] does, or says that it is none.
pub(crate) async fn form_picture(bytes: Vec<u8>, max_edge: u32) -> Result<Vec<u8>> {
    photo(bytes, max_edge)
        .await?
        .ok_or_else(|| Error::invalid(NOT_AN_IMAGE).with_code("picture_broken").field("picture", NOT_AN_IMAGE))
}

/// The answer to a form with a picture that cannot be read.
pub(crate) fn form_error(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = "Please choose a picture of 2 MB at most.";
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "picture_too_large", sentence).field("picture", sentence)
        }
        FormProblem::Malformed => Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form."),
    }
}

/// Runs a decoder; None if it panicked, which means a broken file, too.
pub(crate) async fn run<T: Send + 'static>(decode: impl FnOnce() -> T + Send + 'static) -> Result<Option<T>> {
    let _permit = DECODERS.acquire().await.map_err(|_| Error::unavailable())?;
    Ok(tokio::task::spawn_blocking(decode).await.ok())
}
