//! Decoding of files from people, on a few blocking threads.

use tokio::sync::Semaphore;
use web::{Error, Result};

/// Concurrent decoders: a large picture takes 200 MB.
static DECODERS: Semaphore = Semaphore::const_new(2);

/// Runs a decoder; None if it panicked, which means a broken file, too.
pub(crate) async fn run<T: Send + 'static>(decode: impl FnOnce() -> T + Send + 'static) -> Result<Option<T>> {
    let _permit = DECODERS.acquire().await.map_err(|_| Error::unavailable())?;
    Ok(tokio::task::spawn_blocking(decode).await.ok())
}
