//! File storage: a local folder, or a bucket that all nodes share.

use std::path::PathBuf;

use crate::{AttachmentId, Result};

mod bucket;
mod folder;

use bucket::Bucket;
use folder::Folder;

/// Where files are stored.
#[derive(Clone, Debug)]
pub enum FileOptions {
    /// In this folder, which is created with the first file.
    Folder(PathBuf),
    /// In a bucket of an S3 server.
    Bucket(BucketOptions),
}

/// A bucket and its credentials.
#[derive(Clone)]
pub struct BucketOptions {
    /// Its name.
    pub bucket: String,
    /// The prefix of all object names; may be empty.
    pub prefix: String,
    /// The endpoint of a server other than Amazon's, `https://HOST`.
    pub endpoint: Option<String>,
    /// Its region.
    pub region: String,
    /// Access key and secret; None for the credentials of the machine's role.
    pub keys: Option<(String, String)>,
}

impl std::fmt::Debug for BucketOptions {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The credentials must not appear in logs.
        write!(out, "s3://{}/{}", self.bucket, self.prefix)
    }
}

/// A part of an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The file.
    Whole,
    /// Its thumbnail.
    Thumbnail,
    /// An Office file as PDF.
    Pdf,
}

impl Part {
    const ALL: [Self; 3] = [Self::Whole, Self::Thumbnail, Self::Pdf];
}

/// The file storage of an installation.
#[derive(Clone, Debug)]
pub(crate) enum Files {
    Folder(Folder),
    Bucket(Bucket),
}

impl Files {
    pub(crate) fn open(options: FileOptions) -> Result<Self> {
        Ok(match options {
            FileOptions::Folder(root) => Self::Folder(Folder { root }),
            FileOptions::Bucket(options) => Self::Bucket(Bucket::open(options)?),
        })
    }

    /// Writes a part, completely or not at all.
    pub(crate) async fn write(&self, id: AttachmentId, part: Part, bytes: Vec<u8>) -> Result<()> {
        self.put(&path(id, part), bytes).await
    }

    /// Writes a file by its path.
    pub(crate) async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.write(path, bytes).await,
            Self::Bucket(bucket) => bucket.write(path, bytes).await,
        }
    }

    pub(crate) async fn read(&self, id: AttachmentId, part: Part) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => folder.read(&path(id, part)).await,
            Self::Bucket(bucket) => bucket.read(&path(id, part)).await,
        }
    }

    /// Removes all parts of an attachment, if there are any.
    pub(crate) async fn remove(&self, id: AttachmentId) -> Result<()> {
        for part in Part::ALL {
            match self {
                Self::Folder(folder) => folder.remove(&path(id, part)).await?,
                Self::Bucket(bucket) => bucket.remove(&path(id, part)).await?,
            }
        }
        Ok(())
    }
}

/// Spreads files over 256 folders by the random end of the id; its beginning is time.
fn path(id: AttachmentId, part: Part) -> String {
    let name = id.0.simple().to_string();
    let folder = &name[30..];
    match part {
        Part::Whole => format!("{folder}/{name}"),
        Part::Thumbnail => format!("{folder}/{name}.thumbnail"),
        Part::Pdf => format!("{folder}/{name}.pdf"),
    }
}

/// Writes a file, reads it and removes it.
pub(crate) async fn probe(options: FileOptions, id: AttachmentId) -> Result<()> {
    let files = Files::open(options)?;
    files.write(id, Part::Whole, b"probe".to_vec()).await?;
    let read = files.read(id, Part::Whole).await?;
    files.remove(id).await?;
    if read.as_deref() == Some(b"probe") {
        Ok(())
    } else {
        Err(std::io::Error::other("what was written cannot be read").into())
    }
}
