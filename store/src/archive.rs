//! Writes a ZIP file entry by entry, outside of the async threads, with the SHA-256 hash of each entry. One piece is in memory at a time.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::Result;

/// The bytes that are hashed at once.
const CHUNK: usize = 64 * 1024;

/// A ZIP file that is being written.
pub struct Archive {
    zip: ZipWriter<File>,
    written: Vec<Entry>,
    open: Option<Open>,
}

/// A finished entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the archive.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 hash of its bytes, in hexadecimal digits.
    pub sha256: String,
}

struct Open {
    name: String,
    size: u64,
    hash: Sha256,
}

impl Archive {
    /// An archive without entries.
    pub fn new(file: File) -> Self {
        Self { zip: ZipWriter::new(file), written: Vec::new(), open: None }
    }

    /// Begins an entry, and ends the one before.
    pub async fn begin(mut self, name: &str) -> Result<Self> {
        self.close();
        self.open = Some(Open { name: name.to_owned(), size: 0, hash: Sha256::new() });
        let name = name.to_owned();
        self.blocking(move |zip| Ok(zip.start_file(name, SimpleFileOptions::default())?)).await
    }

    /// Adds bytes to the entry that was begun last.
    pub async fn write(mut self, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        let bytes = bytes.into();
        if let Some(open) = &mut self.open {
            open.size += bytes.len() as u64;
            open.hash.update(&bytes);
        }
        self.blocking(move |zip| zip.write_all(&bytes)).await
    }

    /// Adds an entry.
    pub async fn add(self, name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        self.begin(name).await?.write(bytes).await
    }

    /// Ends the open entry, and returns all of them.
    pub fn entries(&mut self) -> &[Entry] {
        self.close();
        &self.written
    }

    /// Ends the archive.
    pub async fn finish(self) -> Result<File> {
        let zip = self.zip;
        Ok(spawn_blocking(move || zip.finish()).await.map_err(io::Error::other)?.map_err(io::Error::from)?)
    }

    fn close(&mut self) {
        if let Some(Open { name, size, hash }) = self.open.take() {
            self.written.push(Entry { name, size, sha256: hexadecimal(&hash.finalize()) });
        }
    }

    async fn blocking(self, act: impl FnOnce(&mut ZipWriter<File>) -> io::Result<()> + Send + 'static) -> Result<Self> {
        let Self { mut zip, written, open } = self;
        let zip = spawn_blocking(move || act(&mut zip).map(|()| zip)).await.map_err(io::Error::other)??;
        Ok(Self { zip, written, open })
    }
}

/// Returns the SHA-256 hash of a file.
pub async fn sha256_of(mut file: File) -> Result<(File, [u8; 32])> {
    let hash = move || {
        file.seek(SeekFrom::Start(0))?;
        let (mut hash, mut chunk) = (Sha256::new(), vec![0; CHUNK]);
        loop {
            match file.read(&mut chunk)? {
                0 => return Ok((file, hash.finalize().into())),
                length => hash.update(&chunk[..length]),
            }
        }
    };
    Ok(spawn_blocking(hash).await.map_err(io::Error::other)?.map_err(|error: io::Error| error)?)
}

/// Returns bytes in hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
