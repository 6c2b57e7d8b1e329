//! Signatures under texts that go out and come back: proof that a text is one of ours.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::Store;

/// What a text is signed for: a signature for one purpose is worth nothing for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The picture of a link preview.
    PreviewPicture,
    /// A moving picture of a provider.
    Gif,
}

/// The signature under a text, fit for an address.
pub fn sign(store: &Store, purpose: Purpose, text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(signer(store, purpose, text).finalize().into_bytes())
}

/// Whether [`sign`] made this signature under this text.
pub fn holds(store: &Store, purpose: Purpose, text: &str, signature: &str) -> bool {
    let Ok(signature) = BASE64_URL_SAFE_NO_PAD.decode(signature) else { return false };
    signer(store, purpose, text).verify_slice(&signature).is_ok()
}

fn signer(store: &Store, purpose: Purpose, text: &str) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(&store.secrets.seals).expect("any length will do");
    signer.update(match purpose {
        Purpose::PreviewPicture => b"preview picture\0",
        Purpose::Gif => b"gif\0",
    });
    signer.update(text.as_bytes());
    signer
}
