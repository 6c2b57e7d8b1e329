//! A folder that is gone when it is dropped.

use std::path::PathBuf;

/// A folder of one test.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty one.
    #[expect(clippy::new_without_default, reason = "it makes something on the disk")]
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("mentorhub-test-{}", crate::fresh_name()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
