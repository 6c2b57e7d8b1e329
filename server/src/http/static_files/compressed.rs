//! A cache of compressed web pages, filled by the first request for each file and encoding.

use std::io::Write;

use actix_web::http::header::ContentEncoding;
use actix_web::web::Bytes;
use dashmap::DashMap;

/// Compression does not pay for smaller files.
const MIN_BYTES: usize = 1024;

/// Of brotli, up to 11. An unoptimised build would need a second for the files of a page: `make run` and each browser test do.
const QUALITY: u32 = if cfg!(debug_assertions) { 2 } else { 9 };

/// Compressed bytes by file and encoding, each with the hash of its original.
#[derive(Debug, Default)]
pub(crate) struct CompressedFiles(DashMap<(String, &'static str), ([u8; 32], Bytes)>);

impl CompressedFiles {
    /// Returns the file in this encoding, or None if it should be sent uncompressed.
    pub(crate) async fn get(
        &self,
        name: &str,
        hash: [u8; 32],
        encoding: ContentEncoding,
        file: Bytes,
    ) -> Option<Bytes> {
        if encoding == ContentEncoding::Identity || file.len() < MIN_BYTES {
            return None;
        }
        let key = (name.to_owned(), encoding.as_str());
        if let Some(cached) = self.0.get(&key).filter(|cached| cached.0 == hash) {
            return Some(cached.1.clone());
        }
        // About 100 ms of work would block the other requests of this thread.
        let compressed = tokio::task::spawn_blocking(move || compress(&file, encoding)).await.ok()?.ok()?;
        let compressed = Bytes::from(compressed);
        self.0.insert(key, (hash, compressed.clone()));
        Some(compressed)
    }
}

fn compress(file: &[u8], encoding: ContentEncoding) -> std::io::Result<Vec<u8>> {
    if encoding == ContentEncoding::Brotli {
        let mut compressed = Vec::new();
        brotli::CompressorWriter::new(&mut compressed, 4096, QUALITY, 22).write_all(file)?;
        return Ok(compressed);
    }
    let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    compressed.write_all(file)?;
    compressed.finish()
}
