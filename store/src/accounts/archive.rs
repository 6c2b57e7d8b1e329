//! The export of a person as a ZIP file.

use std::fs::File;

use super::export::{Export, file};
use crate::archive::Archive;
use crate::{Result, Store};

impl Export {
    /// Writes the data and the files into an archive. Returns the archive, and the number of files.
    pub async fn into_zip(self, store: &Store, archive: File) -> Result<(File, usize)> {
        let mut zip = Archive::new(archive).add("data.json", serde_json::to_vec_pretty(&self.data)?).await?;
        let mut count = 0;
        for (name, id) in self.files {
            // The data lists a missing file.
            let Some(bytes) = file(store, id).await? else { continue };
            zip = zip.add(&name, bytes).await?;
            count += 1;
        }
        Ok((zip.finish().await?, count))
    }
}
