//! Storage of uploaded files: a folder or a bucket.

use std::path::Path;

use anyhow::Result;
use store::{BucketOptions, FileOptions};

use super::{Layers, is_origin, optional};

pub(super) fn read(layers: &Layers, data_dir: &Path) -> Result<FileOptions> {
    let url = layers.text("files.url")?;
    if url.is_empty() {
        return Ok(FileOptions::Folder(data_dir.join("files")));
    }
    let bucket_and_prefix = url.strip_prefix("s3://").unwrap_or_default().trim_end_matches('/');
    let (bucket, prefix) = bucket_and_prefix.split_once('/').unwrap_or((bucket_and_prefix, ""));
    layers.check("files.url", !bucket.is_empty(), "s3://BUCKET/PREFIX, or nothing")?;
    let endpoint = optional(layers.text("files.endpoint")?);
    let is_address = endpoint.as_deref().is_none_or(is_origin);
    layers.check("files.endpoint", is_address, "an address such as https://files.example.org, or nothing")?;
    let (key, secret) = (layers.text("files.access_key")?, layers.text("files.secret_key")?);
    layers.check("files.secret_key", key.is_empty() == secret.is_empty(), "there when files.access_key is")?;
    Ok(FileOptions::Bucket(BucketOptions {
        bucket: bucket.to_owned(),
        prefix: prefix.to_owned(),
        endpoint,
        region: layers.text("files.region")?,
        keys: (!key.is_empty()).then_some((key, secret)),
    }))
}
