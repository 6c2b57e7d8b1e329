//! Message encryption for web push (RFC 8291 over RFC 8188, one record).

use aes_gcm::aead::Aead;
use aes_gcm::{Aes128Gcm, KeyInit, Nonce};
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey, ecdh};
use sha2::Sha256;

/// Length of the browser's authentication secret.
pub(super) const AUTH_BYTES: usize = 16;

/// Length of an uncompressed point.
const POINT_BYTES: usize = 65;

/// All messages are padded to this length, so that a push service cannot tell calls from messages.
const PADDED_BYTES: usize = 1024;

/// Record size; each message is one record.
const RECORD_SIZE: u32 = 4096;

/// Returns whether the bytes are an uncompressed point of the curve.
pub(super) fn is_point(bytes: &[u8]) -> bool {
    bytes.len() == POINT_BYTES && PublicKey::from_sec1_bytes(bytes).is_ok()
}

/// Encrypts a message for a browser. None: invalid keys.
pub(super) fn encrypt(public_key: &[u8], auth: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let mut padded = message.to_vec();
    // The padding delimiter is the last non-zero byte: 2 marks the last record.
    padded.push(2);
    padded.resize(padded.len().max(PADDED_BYTES), 0);
    let ours = loop {
        // A number above the curve order is drawn once in four thousand million times.
        if let Ok(secret) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            break secret;
        }
    };
    encrypt_with(&ours, rand::random(), public_key, auth, &padded)
}

fn encrypt_with(ours: &SecretKey, salt: [u8; 16], theirs: &[u8], auth: &[u8], padded: &[u8]) -> Option<Vec<u8>> {
    let their_point = PublicKey::from_sec1_bytes(theirs).ok()?;
    let our_point = ours.public_key().to_encoded_point(false);
    let shared = ecdh::diffie_hellman(ours.to_nonzero_scalar(), their_point.as_affine());
    let info = [b"WebPush: info\0", theirs, our_point.as_bytes()].concat();
    let secret: [u8; 32] = derived(auth, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = derived(&salt, &secret, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derived(&salt, &secret, b"Content-Encoding: nonce\0")?;
    let sealed = Aes128Gcm::new(&key.into()).encrypt(&Nonce::from(nonce), padded).ok()?;
    let id_length = u8::try_from(our_point.as_bytes().len()).ok()?;
    Some([&salt[..], &RECORD_SIZE.to_be_bytes(), &[id_length], our_point.as_bytes(), &sealed].concat())
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut key = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut key).ok()?;
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, section 5.
    #[test]
    fn rfc_8291_example_matches() {
        let theirs = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let ours = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt: [u8; 16] = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon\x02";
        let sealed = encrypt_with(&ours, salt, &theirs, &bytes("BTBZMqHH6r4Tts7J_aSIgg"), message).unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
             7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn messages_have_equal_length_and_differ() {
        let browser = SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(false);
        let encrypt = |message: &[u8]| encrypt(browser.as_bytes(), &[1; 16], message).unwrap();
        let (short, long) = (encrypt(b"a"), encrypt(&[b'x'; 200]));
        assert_eq!(short.len(), long.len());
        assert_ne!(encrypt(b"a"), encrypt(b"a"));
    }

    #[test]
    fn invalid_points_are_rejected() {
        let point = SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(false);
        assert!(is_point(point.as_bytes()));
        let mut beside = point.as_bytes().to_vec();
        beside[64] ^= 1;
        let compressed = SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(true);
        for wrong in [&beside[..], &[4; 65], &[], compressed.as_bytes()] {
            assert!(!is_point(wrong), "{wrong:?}");
        }
    }
}
