//! A temporary folder.

use std::path::PathBuf;

/// A folder that its drop removes.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates an empty folder.
    #[expect(clippy::new_without_default, reason = "it writes to the disk")]
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("mentorhub-test-{}", crate::fresh_name()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system cleans its temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
