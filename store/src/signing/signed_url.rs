//! Signed URLs with an expiry.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::Store;

/// The default lifetime of a signed URL.
const LIFETIME: Duration = Duration::minutes(10);

/// Returns the signed URL of a path.
pub(crate) fn link(store: &Store, path: &str) -> String {
    link_until(store, path, store.clock.now() + LIFETIME)
}

/// Returns the signed URL of a path with this expiry.
pub(crate) fn link_until(store: &Store, path: &str, end: DateTime<Utc>) -> String {
    address(store, path, "", end)
}

/// Returns the signed URL of a path for an audience with other rights than members.
pub(crate) fn link_for(store: &Store, path: &str, audience: &str) -> String {
    address(store, path, audience, store.clock.now() + LIFETIME)
}

/// Whether [`link`] made this URL for the path and it has not expired.
pub(crate) fn verify(store: &Store, path: &str, expires: i64, signature: &str) -> bool {
    verify_for(store, path, "", expires, signature)
}

/// Whether [`link_for`] made this URL for the path and the audience and it has not expired.
pub(crate) fn verify_for(store: &Store, path: &str, audience: &str, expires: i64, signature: &str) -> bool {
    let alive = DateTime::<Utc>::from_timestamp(expires, 0).is_some_and(|end| end > store.clock.now());
    let Ok(signature) = BASE64_URL_SAFE_NO_PAD.decode(signature) else { return false };
    alive && signer(&store.secrets.files, path, audience, expires).verify_slice(&signature).is_ok()
}

fn address(store: &Store, path: &str, audience: &str, end: DateTime<Utc>) -> String {
    let expires = end.timestamp();
    let signature =
        BASE64_URL_SAFE_NO_PAD.encode(signer(&store.secrets.files, path, audience, expires).finalize().into_bytes());
    format!("{path}?expires={expires}&signature={signature}")
}

fn signer(key: &[u8], path: &str, audience: &str, expires: i64) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    // A path contains no zero byte, and the number has a fixed length and comes last: no others give the same bytes.
    signer.update(path.as_bytes());
    if !audience.is_empty() {
        signer.update(&[0]);
        signer.update(audience.as_bytes());
    }
    signer.update(&expires.to_be_bytes());
    signer
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"key";

    fn bytes(path: &str, audience: &str, expires: i64) -> Vec<u8> {
        signer(KEY, path, audience, expires).finalize().into_bytes().to_vec()
    }

    #[test]
    fn path_and_audience_are_told_apart() {
        assert_ne!(bytes("/files/1/", "staff", 7), bytes("/files/1/s", "taff", 7));
        assert_ne!(bytes("/files/1/", "staff", 7), bytes("/files/1/staff", "", 7));
    }

    #[test]
    fn address_of_members_stays_valid_after_an_upgrade() {
        let mut before = Hmac::<Sha256>::new_from_slice(KEY).unwrap();
        before.update(b"/pictures/1/");
        before.update(&7_i64.to_be_bytes());
        assert_eq!(bytes("/pictures/1/", "", 7), before.finalize().into_bytes().to_vec());
    }
}
