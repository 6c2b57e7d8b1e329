//! The export of a person as a ZIP file.

use std::fs::File;
use std::io::{self, Write};

use tokio::task::spawn_blocking;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::export::{Export, file};
use crate::{Result, Store};

impl Export {
    /// Writes the data and the files into an archive, outside of the async threads. Returns the archive, and the number of files.
    pub async fn into_zip(self, store: &Store, archive: File) -> Result<(File, usize)> {
        let mut zip = ZipWriter::new(archive);
        zip = added(zip, "data.json".to_owned(), serde_json::to_vec_pretty(&self.data)?).await?;
        let mut count = 0;
        for (name, id) in self.files {
            // The data lists a missing file.
            let Some(bytes) = file(store, id).await? else { continue };
            zip = added(zip, name, bytes).await?;
            count += 1;
        }
        let archive = spawn_blocking(move || zip.finish()).await.map_err(io::Error::other)?.map_err(io::Error::from)?;
        Ok((archive, count))
    }
}

async fn added(mut zip: ZipWriter<File>, name: String, bytes: Vec<u8>) -> io::Result<ZipWriter<File>> {
    let write = move || {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&bytes)?;
        Ok(zip)
    };
    spawn_blocking(write).await.map_err(io::Error::other)?
}
