//! A bucket on a server that implements the S3 protocol and checks every signature.

use store::BucketOptions;

use crate::fresh_name;
use crate::services::s3_url;

/// Returns a prefix that no other test uses, in the bucket that `MENTORHUB_TEST_S3` names as
/// `http://KEY:SECRET@HOST:PORT/BUCKET`.
pub fn bucket() -> BucketOptions {
    let url = s3_url();
    let (keys, location) = url.strip_prefix("http://").unwrap().split_once('@').unwrap();
    let (key, secret) = keys.split_once(':').unwrap();
    let (host, bucket) = location.split_once('/').unwrap();
    BucketOptions {
        bucket: bucket.to_owned(),
        prefix: format!("tests/{}", fresh_name()),
        endpoint: Some(format!("http://{host}")),
        region: "us-east-1".to_owned(),
        keys: Some((key.to_owned(), secret.to_owned())),
    }
}
