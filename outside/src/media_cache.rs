//! Fetched pictures in a folder of this machine, for a while: the longest unused go when it is full.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use url::Url;

/// How much of the limit is left after making room: the next files need not make room again.
const LEFT_AFTER_CLEARING: u64 = 80;

/// A folder with one file per address.
#[derive(Debug)]
pub(crate) struct MediaCache {
    folder: PathBuf,
    most_bytes: u64,
    /// Bytes in the folder, once they were counted.
    size: Mutex<Option<u64>>,
}

impl MediaCache {
    pub(crate) fn below(folder: PathBuf, most_bytes: u64) -> Self {
        Self { folder, most_bytes, size: Mutex::new(None) }
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

    /// Keeps a picture. A cache that cannot is no reason to show nothing.
    pub(crate) async fn keep(&self, url: &Url, bytes: Arc<Vec<u8>>) {
        let (folder, path, most) = (self.folder.clone(), self.path(url), self.most_bytes);
        let mut size = self.size.lock().await;
        let before = *size;
        let kept = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            // Complete or absent: a crash in the middle leaves only the part file, which goes like any other.
            let part = path.with_extension("part");
            std::fs::write(&part, &*bytes)?;
            std::fs::rename(&part, &path)?;
            match before.map(|before| before + bytes.len() as u64) {
                Some(size) if size <= most => Ok(size),
                _ => make_room(&folder, most),
            }
        });
        match kept.await {
            Ok(Ok(bytes)) => *size = Some(bytes),
            Ok(Err(error)) => tracing::warn!(%error, folder = %self.folder.display(), "a picture could not be kept"),
            Err(error) => tracing::warn!(%error, "a picture could not be kept"),
        }
    }

    fn path(&self, url: &Url) -> PathBuf {
        let name: String = Sha256::digest(url.as_str()).iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }
}

/// So that what is used stays.
fn touch(path: &Path) {
    #[expect(clippy::disallowed_methods, reason = "compared with the times of other files, nowhere else")]
    let now = SystemTime::now();
    // A file that another process just removed needs no time.
    let _ = std::fs::File::options().append(true).open(path).and_then(|file| file.set_modified(now));
}

/// Counts the folder, and removes the longest unused files if it is too large. Gives what is left.
fn make_room(folder: &Path, most: u64) -> io::Result<u64> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_file() {
            files.push((about.modified()?, about.len(), entry.path()));
        }
    }
    let mut size: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if size > most {
        files.sort();
        for (_, bytes, path) in files {
            if size <= most / 100 * LEFT_AFTER_CLEARING {
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
    async fn the_longest_unused_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = MediaCache::below(folder.path().join("gifs"), 1000);
        let start = SystemTime::UNIX_EPOCH;
        for number in 0..10 {
            cache.keep(&url(number), Arc::new(vec![7; 100])).await;
            let file = std::fs::File::options().append(true).open(cache.path(&url(number))).unwrap();
            file.set_modified(start + Duration::from_secs(number)).unwrap();
        }
        assert_eq!(cache.read(&url(0)).await.unwrap(), vec![7; 100]);
        cache.keep(&url(10), Arc::new(vec![8; 100])).await;
        assert!(cache.read(&url(0)).await.is_some(), "just used");
        assert!(cache.read(&url(10)).await.is_some(), "just kept");
        assert!(cache.read(&url(1)).await.is_none() && cache.read(&url(2)).await.is_none());
        assert!(std::fs::read_dir(folder.path().join("gifs")).unwrap().count() <= 10);
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_no_misfortune() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let cache = MediaCache::below(file, 1000);
        cache.keep(&url(1), Arc::new(vec![1])).await;
        assert!(cache.read(&url(1)).await.is_none());
    }
}
