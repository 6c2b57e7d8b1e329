//! Passwords: argon2id, never more checks at once than the machine bears.

use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::{Error, Result};

/// Longer ones are refused: hashing must not be a way to burn the server's time.
pub const MAX_CHARS: usize = 128;

/// Shorter ones are refused.
pub const MIN_CHARS: usize = 8;

/// What most lists of stolen passwords begin with, without the digits and signs that people add to please a rule.
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

/// Each check takes about 20 MB and tens of milliseconds of a core.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// What an unknown address is checked against, so that it takes as long as a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now("nobody has this password").unwrap_or_default());

/// The argon2id hash of a password, salted, as a PHC string.
pub async fn hash(password: &str) -> Result<String> {
    let password = password.to_owned();
    off_the_reactor(move || hash_now(&password)).await?
}

/// Whether the password fits the hash. None takes as long and never fits.
pub async fn verify(password: &str, hash: Option<String>) -> Result<bool> {
    if password.chars().count() > MAX_CHARS {
        return Ok(false);
    }
    let password = password.to_owned();
    off_the_reactor(move || {
        let known = hash.is_some();
        let hash = hash.as_deref().unwrap_or(NOBODY.as_str());
        let fits = PasswordHash::new(hash)
            .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
        known && fits
    })
    .await
}

/// Whether a new password may be used: 8 to 128 characters, a capital, a small letter, a digit and a sign among them, and
/// not one that is guessed first.
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

/// "P@ssw0rd123!" is "password" to whoever guesses.
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

fn hash_now(password: &str) -> Result<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Secret(format!("a password cannot be hashed: {error}")))
}

async fn off_the_reactor<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let stopped = |_| Error::Secret("the password check was stopped".into());
    let _permit = AT_ONCE.acquire().await.map_err(|_| Error::Secret("the password check was stopped".into()))?;
    tokio::task::spawn_blocking(work).await.map_err(stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let stored = hash("Mentor-hub-1").await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify("Mentor-hub-1", Some(stored.clone())).await.unwrap());
        assert!(!verify("mentor-hub-1", Some(stored)).await.unwrap());
        assert!(!verify("nobody has this password", None).await.unwrap());
    }

    #[test]
    fn the_rule_for_new_passwords() {
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
    async fn an_endless_password_is_not_even_hashed() {
        assert!(!verify(&"x".repeat(MAX_CHARS + 1), None).await.unwrap());
    }
}
