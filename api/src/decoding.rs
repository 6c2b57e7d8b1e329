//! Decoding of files from people, on a few blocking threads.

use tokio::sync::Semaphore;
use web::{Error, Result};

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

/// Runs a decoder; None if it panicked, which means a broken file, too.
pub(crate) async fn run<T: Send + 'static>(decode: impl FnOnce() -> T + Send + 'static) -> Result<Option<T>> {
    let _permit = DECODERS.acquire().await.map_err(|_| Error::unavailable())?;
    Ok(tokio::task::spawn_blocking(decode).await.ok())
}
