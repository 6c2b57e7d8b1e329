//! A bucket on a server that speaks like Amazon's S3 and checks every signature.

use store::BucketOptions;

use crate::{fresh_name, service};

/// The bucket that `MENTORHUB_TEST_S3` names as `http://KEY:SECRET@HOST:PORT/BUCKET`, with a place in it that no other test
/// uses. None skips the test.
pub fn bucket() -> Option<BucketOptions> {
    let url = service("MENTORHUB_TEST_S3")?;
    let (keys, place) = url.strip_prefix("http://").unwrap().split_once('@').unwrap();
    let (key, secret) = keys.split_once(':').unwrap();
    let (host, bucket) = place.split_once('/').unwrap();
    Some(BucketOptions {
        bucket: bucket.to_owned(),
        prefix: format!("tests/{}", fresh_name()),
        endpoint: Some(format!("http://{host}")),
        region: "us-east-1".to_owned(),
        keys: Some((key.to_owned(), secret.to_owned())),
    })
}
