//! Files made small once, when the first browser asks, and kept.

use std::io::Write;

use actix_web::http::header::ContentEncoding;
use actix_web::web::Bytes;
use dashmap::DashMap;

/// Smaller files do not get smaller.
const LEAST: usize = 1024;

/// Small forms by file and encoding, each with the hash of what it was made from.
#[derive(Debug, Default)]
pub(crate) struct Packed(DashMap<(String, &'static str), ([u8; 32], Bytes)>);

impl Packed {
    /// The file in this encoding; None where it is better sent as it is.
    pub(crate) async fn get(
        &self,
        name: &str,
        hash: [u8; 32],
        encoding: ContentEncoding,
        file: Bytes,
    ) -> Option<Bytes> {
        if encoding == ContentEncoding::Identity || file.len() < LEAST {
            return None;
        }
        let key = (name.to_owned(), encoding.as_str());
        if let Some(kept) = self.0.get(&key).filter(|kept| kept.0 == hash) {
            return Some(kept.1.clone());
        }
        // Some 100 ms of work, which must not hold up the other visitors of this thread.
        let packed = tokio::task::spawn_blocking(move || pack(&file, encoding)).await.ok()?.ok()?;
        let packed = Bytes::from(packed);
        self.0.insert(key, (hash, packed.clone()));
        Some(packed)
    }
}

fn pack(file: &[u8], encoding: ContentEncoding) -> std::io::Result<Vec<u8>> {
    if encoding == ContentEncoding::Brotli {
        let mut packed = Vec::new();
        brotli::CompressorWriter::new(&mut packed, 4096, 9, 22).write_all(file)?;
        return Ok(packed);
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(file)?;
    packed.finish()
}
