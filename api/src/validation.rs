//! Checks of what people enter: e-mail addresses, names, phone numbers, passwords.

pub(crate) mod person_name;

use store::passwords;
use store::people::normalize_email;
use web::{Error, Result};

/// The longest address that mail servers accept.
const EMAIL_MAX_CHARS: usize = 254;

/// The normalised address, if it is valid.
pub(crate) fn email(text: &str) -> Option<String> {
    let email = normalize_email(text);
    let (name, domain) = email.rsplit_once('@')?;
    let is_plain = !email
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || text_fold::is_unseen(c) || "<>(),;:\"[]\\".contains(c));
    let is_domain = domain.contains('.') && domain.split('.').all(|label| !label.is_empty());
    (is_plain && is_domain && !name.is_empty() && email.chars().count() <= EMAIL_MAX_CHARS).then_some(email)
}

/// Whether this can be the address of an existing account, also of one that was created under other rules.
pub(crate) fn may_be_email(email: &str) -> bool {
    email.contains('@') && email.chars().count() <= EMAIL_MAX_CHARS && !email.chars().any(char::is_control)
}

/// The normalised address, or an error that names the field.
pub(crate) fn require_email(text: &str) -> Result<String> {
    email(text).ok_or_else(|| {
        Error::invalid("Please enter your email address.").field("email", "This is not an email address.")
    })
}

/// A phone number without the characters that group its digits.
pub(crate) fn phone_number(text: &str) -> Option<String> {
    let number: String = text.chars().filter(|c| !c.is_whitespace() && !"-.()/".contains(*c)).collect();
    let digits = number.strip_prefix('+').unwrap_or(&number);
    let is_number = (5..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// The problem of a password that is too weak.
pub(crate) fn weak_password(password: &str) -> Option<&'static str> {
    (!passwords::is_acceptable(password)).then_some(
        "Please choose at least 8 characters with a capital, a small letter, a number and a special character, and \
         nothing that is easy to guess.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_is_normalised_or_rejected() {
        for (typed, stored) in [(" Tom@Example.ORG ", "tom@example.org"), ("a.b+c@x.co.uk", "a.b+c@x.co.uk")] {
            assert_eq!(email(typed).as_deref(), Some(stored));
        }
        for wrong in
            ["", "tom", "tom@", "@example.org", "tom@example", "tom@.org", "tom@example..org", "t om@example.org"]
        {
            assert_eq!(email(wrong), None, "{wrong}");
        }
        for hostile in
            ["tom@example.org\r\nBcc: x@y.org", "\"<x>\"@example.org", "tom\0@example.org", "a,b@example.org"]
        {
            assert_eq!(email(hostile), None, "{hostile}");
        }
        assert_eq!(email(&format!("{}@example.org", "x".repeat(300))), None);
    }

    #[test]
    fn phone_numbers_are_normalised() {
        assert_eq!(phone_number("+44 (0)20 7946-0958").as_deref(), Some("+4402079460958"));
        assert_eq!((phone_number("12"), phone_number("call me"), phone_number("++49123456")), (None, None, None));
    }
}
