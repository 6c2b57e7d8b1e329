//! A bucket on Amazon S3 or a compatible server.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStoreExt, RetryConfig};

use super::BucketOptions;
use crate::Result;

/// Short, because a person waits for the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const RETRIES: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    server: Arc<AmazonS3>,
    prefix: String,
}

impl Bucket {
    pub(super) fn open(options: BucketOptions) -> Result<Self> {
        let is_plain = options.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
        let client = ClientOptions::new()
            .with_timeout(REQUEST_TIMEOUT)
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_allow_http(is_plain);
        let retry = RetryConfig { max_retries: RETRIES, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(options.bucket)
            .with_region(options.region)
            .with_client_options(client)
            .with_retry(retry);
        if let Some(endpoint) = options.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        if let Some((key, secret)) = options.keys {
            builder = builder.with_access_key_id(key).with_secret_access_key(secret);
        }
        Ok(Self { server: Arc::new(builder.build()?), prefix: options.prefix })
    }

    pub(super) async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        self.server.put(&self.location(path), bytes.into()).await?;
        Ok(())
    }

    pub(super) async fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        match self.server.get(&self.location(path)).await {
            Ok(object) => Ok(Some(object.bytes().await?.into())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn remove(&self, path: &str) -> Result<()> {
        match self.server.delete(&self.location(path)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn location(&self, path: &str) -> Path {
        Path::from(format!("{}/{path}", self.prefix))
    }
}
