//! Passwords: argon2id hashes with limited concurrency and memory.

use std::fmt;
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

/// What a new password lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// At least [`MIN_CHARS`] characters.
    Longer,
    /// At most [`MAX_CHARS`] characters.
    Shorter,
    /// An upper-case letter.
    UpperCase,
    /// A lower-case letter.
    LowerCase,
    /// A digit.
    Digit,
    /// A sign.
    Sign,
    /// Another word than the common ones.
    Uncommon,
}

impl fmt::Display for Requirement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Longer => write!(out, "The password needs at least {MIN_CHARS} characters."),
            Self::Shorter => write!(out, "The password has more than {MAX_CHARS} characters."),
            Self::UpperCase => out.write_str("The password needs an upper case letter."),
            Self::LowerCase => out.write_str("The password needs a lower case letter."),
            Self::Digit => out.write_str("The password needs a number."),
            Self::Sign => out.write_str("The password needs a special character."),
            Self::Uncommon => out.write_str("The password is a common one: choose another."),
        }
    }
}

/// Returns the first requirement that a new password does not meet.
pub fn missing(password: &str) -> Option<Requirement> {
    let has = |is: fn(char) -> bool| password.chars().any(is);
    match password.chars().count() {
        0..MIN_CHARS => Some(Requirement::Longer),
        count if count > MAX_CHARS => Some(Requirement::Shorter),
        _ if !has(char::is_uppercase) => Some(Requirement::UpperCase),
        _ if !has(char::is_lowercase) => Some(Requirement::LowerCase),
        _ if !has(|c| c.is_ascii_digit()) => Some(Requirement::Digit),
        _ if !has(|c| !c.is_alphanumeric() && !c.is_control()) => Some(Requirement::Sign),
        _ if is_common(password) => Some(Requirement::Uncommon),
        _ => None,
    }
}

/// Whether a new password meets all requirements.
pub fn is_acceptable(password: &str) -> bool {
    missing(password).is_none()
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

    #[test]
    fn requirements_are_named_one_by_one() {
        for (password, missing_one) in [
            ("Ab-1", Requirement::Longer),
            ("mentor-hub-1", Requirement::UpperCase),
            ("MENTOR-HUB-1", Requirement::LowerCase),
            ("Mentor-hub-x", Requirement::Digit),
            ("Mentorhub1", Requirement::Sign),
            ("Password1!", Requirement::Uncommon),
        ] {
            assert_eq!(missing(password), Some(missing_one), "{password}");
        }
        assert_eq!(missing(&"Mentor-hub-1".repeat(20)), Some(Requirement::Shorter));
    }

    #[tokio::test]
    async fn overlong_password_is_rejected_without_hashing() {
        assert!(!verify(&"x".repeat(MAX_CHARS + 1), None).await.unwrap());
    }
}
