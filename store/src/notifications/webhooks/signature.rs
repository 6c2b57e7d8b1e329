//! Secrets and signatures: `whsec_` with 24 bytes in base64, HMAC-SHA256 over id, time and body.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How secrets begin.
const PREFIX: &str = "whsec_";

/// Returns a new secret.
pub(super) fn new_secret() -> String {
    format!("{PREFIX}{}", BASE64_STANDARD.encode(rand::random::<[u8; 24]>()))
}

/// Returns the value of `webhook-signature`: one signature for each secret that has a key. `timestamp` is in seconds since 1970.
pub fn sign(secrets: &[String], id: &str, timestamp: i64, body: &str) -> String {
    let signed = format!("{id}.{timestamp}.{body}");
    let one = |secret: &String| {
        let key = BASE64_STANDARD.decode(secret.strip_prefix(PREFIX)?).ok().filter(|key| !key.is_empty())?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        mac.update(signed.as_bytes());
        Some(format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
    };
    secrets.iter().filter_map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the specification and of its reference library.
    #[test]
    fn signatures_are_those_of_specification() {
        for (secret, id, timestamp, body, signature) in [
            (
                "whsec_plJ3nmyCDGBKInavdOK15jsl",
                "msg_loFOjxBNrRLzqYUf",
                1_731_705_121,
                r#"{"event_type":"ping","data":{"success":true}}"#,
                "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
            ),
            (
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                r#"{"test": 2432232314}"#,
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ),
        ] {
            assert_eq!(sign(&[secret.to_owned()], id, timestamp, body), signature);
        }
    }

    #[test]
    fn secret_without_key_signs_nothing() {
        for secret in ["", "whsec_", "whsec_%", "no secret"] {
            assert_eq!(sign(&[secret.to_owned()], "id", 1, "{}"), "", "{secret}");
        }
    }

    #[test]
    fn each_secret_signs() {
        let secrets = [new_secret(), new_secret()];
        let both = sign(&secrets, "id", 1, "{}");
        let single: Vec<_> = secrets.iter().map(|secret| sign(std::slice::from_ref(secret), "id", 1, "{}")).collect();
        assert_eq!(both, single.join(" "));
        assert_ne!(single[0], single[1]);
    }
}
