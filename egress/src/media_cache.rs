//! File cache of fetched pictures with least-recently-used eviction.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use url::Url;

/// Percentage of the limit that eviction leaves, so that not every following write evicts again.
const EVICTION_TARGET_PERCENT: u64 = 80;

/// A folder with one file per address.
#[derive(Debug)]
pub(crate) struct MediaCache {
    folder: PathBuf,
    max_bytes: u64,
    /// Size of the folder in bytes, once counted.
    size: Mutex<Option<u64>>,
}

impl MediaCache {
    pub(crate) fn new(folder: PathBuf, max_bytes: u64) -> Self {
        Self { folder, max_bytes, size: Mutex::new(None) }
    }

    pub(crate) async fn read(&self, url: &Url) -> Option<Vec<u8>> {
        let path = self.path(url);
        tokio::task::spawn_blocking(move || {
            let bytes = std::fs::read(&path).ok()?;
            touch(&path);
            Some(bytes)
        })
        .await
        .ok()?
    }

    /// Stores a picture. Failures are logged only: the picture is served anyway.
    pub(crate) async fn write(&self, url: &Url, bytes: Arc<Vec<u8>>) {
        let (folder, path, limit) = (self.folder.clone(), self.path(url), self.max_bytes);
        let mut size = self.size.lock().await;
        let before = *size;
        let written = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            // Rename makes the file complete or absent; a crash leaves a `.part` file, which is evicted like any other.
            let part = path.with_extension("part");
            std::fs::write(&part, &*bytes)?;
            std::fs::rename(&part, &path)?;
            match before.map(|before| before + bytes.len() as u64) {
                Some(size) if size <= limit => Ok(size),
                _ => evict(&folder, limit),
            }
        });
        match written.await {
            Ok(Ok(bytes)) => *size = Some(bytes),
            Ok(Err(error)) => tracing::warn!(%error, folder = %self.folder.display(), "GIF cache: write failed"),
            Err(error) => tracing::warn!(%error, "GIF cache: write failed"),
        }
    }

    fn path(&self, url: &Url) -> PathBuf {
        let name: String = Sha256::digest(url.as_str()).iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }
}

/// Marks a file as recently used.
fn touch(path: &Path) {
    #[expect(clippy::disallowed_methods, reason = "compared with the times of other files, nowhere else")]
    let now = SystemTime::now();
    // Another process may have removed the file.
    let _ = std::fs::File::options().append(true).open(path).and_then(|file| file.set_modified(now));
}

/// Counts the folder and evicts the least recently used files over the limit. Returns the remaining size.
fn evict(folder: &Path, limit: u64) -> io::Result<u64> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_file() {
            files.push((about.modified()?, about.len(), entry.path()));
        }
    }
    let mut size: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if size > limit {
        files.sort();
        for (_, bytes, path) in files {
            if size <= limit / 100 * EVICTION_TARGET_PERCENT {
                break;
            }
            std::fs::remove_file(path)?;
            size -= bytes;
        }
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn url(number: u64) -> Url {
        Url::parse(&format!("https://media.example/{number}.gif")).unwrap()
    }

    #[tokio::test]
    async fn least_recently_used_files_are_evicted() {
        let folder = tempfile::tempdir().unwrap();
        let cache = MediaCache::new(folder.path().join("gifs"), 1000);
        let start = SystemTime::UNIX_EPOCH;
        for number in 0..10 {
            cache.write(&url(number), Arc::new(vec![7; 100])).await;
            let file = std::fs::File::options().append(true).open(cache.path(&url(number))).unwrap();
            file.set_modified(start + Duration::from_secs(number)).unwrap();
        }
        assert_eq!(cache.read(&url(0)).await.unwrap(), vec![7; 100]);
        cache.write(&url(10), Arc::new(vec![8; 100])).await;
        assert!(cache.read(&url(0)).await.is_some(), "just used");
        assert!(cache.read(&url(10)).await.is_some(), "just written");
        assert!(cache.read(&url(1)).await.is_none() && cache.read(&url(2)).await.is_none());
        assert!(std::fs::read_dir(folder.path().join("gifs")).unwrap().count() <= 10);
    }

    #[tokio::test]
    async fn unwritable_folder_is_tolerated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let cache = MediaCache::new(file, 1000);
        cache.write(&url(1), Arc::new(vec![1])).await;
        assert!(cache.read(&url(1)).await.is_none());
    }
}
