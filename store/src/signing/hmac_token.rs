//! HMAC signatures of texts that clients send back.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::Store;

/// The purpose of a signature; it is invalid for any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The picture of a link preview.
    PreviewPicture,
    /// A provider's GIF.
    Gif,
    /// The link in a mail that turns off such mails.
    StopMails,
    /// The link in the mail of an invitation.
    Invitation,
    /// The link with which a guardian answers.
    Consent,
    /// The link with which a guardian takes their consent back.
    ConsentWithdrawal,
    /// A guardian's mailbox, which is counted after its address is deleted.
    GuardianMailbox,
    /// The names of the columns of a spreadsheet, which are compared and not stored.
    ImportHeader,
    /// Tickets between password and second factor, and the secrets of apps that they set up.
    SecondFactor,
}

/// Returns the signature of a text, URL-safe.
pub fn sign(store: &Store, purpose: Purpose, text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(signer(store, purpose, text).finalize().into_bytes())
}

/// Returns 32 bytes that follow from a text and cannot be guessed.
pub(crate) fn bytes(store: &Store, purpose: Purpose, text: &str) -> Vec<u8> {
    signer(store, purpose, text).finalize().into_bytes().to_vec()
}

/// Whether [`sign`] made this signature for this text.
pub fn verify(store: &Store, purpose: Purpose, text: &str, signature: &str) -> bool {
    let Ok(signature) = BASE64_URL_SAFE_NO_PAD.decode(signature) else { return false };
    signer(store, purpose, text).verify_slice(&signature).is_ok()
}

fn signer(store: &Store, purpose: Purpose, text: &str) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(&store.secrets.hmac).expect("HMAC accepts keys of any length");
    signer.update(match purpose {
        Purpose::PreviewPicture => b"preview picture\0",
        Purpose::Gif => b"gif\0",
        Purpose::StopMails => b"stop mails\0",
        Purpose::Invitation => b"invitation\0",
        Purpose::Consent => b"consent\0",
        Purpose::ConsentWithdrawal => b"consent withdrawal\0",
        Purpose::GuardianMailbox => b"guardian mailbox\0",
        Purpose::ImportHeader => b"import header\0",
        Purpose::SecondFactor => b"second factor\0",
    });
    signer.update(text.as_bytes());
    signer
}
