//! A local folder.

use std::path::PathBuf;

use crate::Result;

#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(super) root: PathBuf,
}

impl Folder {
    pub(super) async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        let path = self.root.join(path);
        if let Some(folder) = path.parent() {
            tokio::fs::create_dir_all(folder).await?;
        }
        // A crash leaves only the part file.
        let unfinished = path.with_added_extension("part");
        tokio::fs::write(&unfinished, bytes).await?;
        Ok(tokio::fs::rename(unfinished, path).await?)
    }

    pub(super) async fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        found(tokio::fs::read(self.root.join(path)).await)
    }

    pub(super) async fn remove(&self, path: &str) -> Result<()> {
        found(tokio::fs::remove_file(self.root.join(path)).await).map(|_| ())
    }
}

fn found<T>(result: std::io::Result<T>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
