//! Passwords: argon2id hashes with limited concurrency and memory.

use std::sync::LazyLock;

use argon2::Params;
use tokio::sync::OnceCell;

use crate::Result;

mod hasher;
mod replace;

use hasher::Hasher;
pub use replace::{change, reset, set};

/// Longer passwords are rejected, because hashing them would cost the server too much time.
pub const MAX_CHARS: usize = 128;

/// Shorter passwords are rejected.
pub const MIN_CHARS: usize = 8;

/// Common passwords without the digits and signs that people append.
const COMMON: [&str; 24] = [
    "abcabc",
    "abcd",
    "abcdef",
    "admin",
    "administrator",
    "baseball",
    "changeme",
    "dragon",
    "football",
    "hello",
    "iloveyou",
    "letmein",
    "login",
    "master",
    "mentee",
    "mentor",
    "monkey",
    "passwort",
    "password",
    "princess",
    "qwerty",
    "qwertz",
    "sunshine",
    "welcome",
];

/// Concurrent hash computations. Each takes 19 MB and tens of milliseconds of a core.
const PARALLEL: usize = 2;

/// Callers that may wait for a computation: about a second. Further ones are refused at once.
const WAITING: usize = 100;

static HASHER: LazyLock<Hasher> = LazyLock::new(|| Hasher::new(Params::default(), PARALLEL, WAITING));

/// The hash that unknown addresses are checked against, so that the response time does not reveal whether an account
/// exists.
static DUMMY_HASH: OnceCell<String> = OnceCell::const_new();

/// Returns the salted argon2id hash of a password as a PHC string. Fails with [`crate::Error::Busy`] if too many wait.
pub async fn hash(password: &str) -> Result<String> {
    HASHER.hash(password).await
}

/// Whether the password matches the hash. None takes as long and never matches. Fails with [`crate::Error::Busy`] if too many
/// wait.
pub async fn verify(password: &str, hash: Option<String>) -> Result<bool> {
    if password.chars().count() > MAX_CHARS {
        return Ok(false);
    }
    let is_known = hash.is_some();
    let hash = match hash {
        Some(hash) => hash,
        None => DUMMY_HASH.get_or_try_init(|| HASHER.hash("nobody has this password")).await?.clone(),
    };
    Ok(HASHER.verify(password, hash).await? && is_known)
}

/// Whether a new password is acceptable: 8 to 128 characters, with an upper-case letter, a lower-case letter, a digit
/// and a sign, and not common.
pub fn is_acceptable(password: &str) -> bool {
    let chars = password.chars().count();
    let has = |is: fn(char) -> bool| password.chars().any(is);
    (MIN_CHARS..=MAX_CHARS).contains(&chars)
        && has(char::is_uppercase)
        && has(char::is_lowercase)
        && has(|c| c.is_ascii_digit())
        && has(|c| !c.is_alphanumeric() && !c.is_control())
        && !is_common(password)
}

/// Undoes usual substitutions: "P@ssw0rd123!" is "password".
fn is_common(password: &str) -> bool {
    let plain: String = password
        .trim_end_matches(|c: char| !c.is_alphabetic())
        .trim_start_matches(|c: char| !c.is_alphabetic())
        .to_lowercase()
        .chars()
        .map(|c| match c {
            '@' | '4' => 'a',
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '5' | '$' => 's',
            '7' => 't',
            other => other,
        })
        .filter(|c| c.is_alphabetic())
        .collect();
    COMMON.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn verify_accepts_only_the_right_password() {
        let stored = hash("Mentor-hub-1").await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify("Mentor-hub-1", Some(stored.clone())).await.unwrap());
        assert!(!verify("mentor-hub-1", Some(stored)).await.unwrap());
        assert!(!verify("nobody has this password", None).await.unwrap());
    }

    #[test]
    fn acceptable_passwords_are_strong_and_uncommon() {
        for fine in ["Mentor-hub-1", "Ünder the bridge 7", "correct Horse battery-9", "aB3$efgh"] {
            assert!(is_acceptable(fine), "{fine}");
        }
        let endless = format!("aB3${}", "x".repeat(MAX_CHARS));
        for weak in ["", "aB3$efg", "mentor-hub-1", "MENTOR-HUB-1", "Mentor-hub", "Mentorhub1", &endless] {
            assert!(!is_acceptable(weak), "{weak}");
        }
        for common in ["Password1!", "P@ssw0rd123!", "Welcome2026!!", "!Qwerty123456", "Mentor-1234"] {
            assert!(!is_acceptable(common), "{common}");
        }
    }

    #[tokio::test]
    async fn overlong_password_is_rejected_without_hashing() {
        assert!(!verify(&"x".repeat(MAX_CHARS + 1), None).await.unwrap());
    }
}
