//! Addresses that work for a while for whoever is given them.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::Store;

/// How long a signed address works, as a rule.
const LIFETIME: Duration = Duration::minutes(10);

/// This path with the end of its time and the proof that this installation gave it out.
pub(crate) fn link(store: &Store, path: &str) -> String {
    link_until(store, path, store.clock.now() + LIFETIME)
}

/// The same with another end.
pub(crate) fn link_until(store: &Store, path: &str, end: DateTime<Utc>) -> String {
    let expires = end.timestamp();
    let signature = BASE64_URL_SAFE_NO_PAD.encode(signer(store, path, expires).finalize().into_bytes());
    format!("{path}?expires={expires}&signature={signature}")
}

/// Whether the address was made by [`link`] for this very path and still works.
pub(crate) fn holds(store: &Store, path: &str, expires: i64, signature: &str) -> bool {
    let alive = DateTime::<Utc>::from_timestamp(expires, 0).is_some_and(|end| end > store.clock.now());
    let Ok(signature) = BASE64_URL_SAFE_NO_PAD.decode(signature) else { return false };
    alive && signer(store, path, expires).verify_slice(&signature).is_ok()
}

fn signer(store: &Store, path: &str, expires: i64) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(&store.secrets.files).expect("any length will do");
    // The number has a fixed length and comes last, so no other path and time give the same bytes.
    signer.update(path.as_bytes());
    signer.update(&expires.to_be_bytes());
    signer
}
