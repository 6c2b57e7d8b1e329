//! Making an account, proving an address, and a new password.

use actix_web::http::StatusCode;
use serde::Serialize;
use store::people::normal_email;
use store::programmes::{self, Programme};
use store::{Store, codes};
use utoipa::ToSchema;
use web::{Error, Result};

pub(crate) mod change_password;
pub(crate) mod code;
pub(crate) mod existence;
pub(crate) mod password;
pub(crate) mod preferences;
pub(crate) mod projects;
pub(crate) mod sign_up;

/// No mail server takes a longer address.
const EMAIL_MAX_CHARS: usize = 254;

/// A name that no screen can show is a mistake or mischief.
const NAME_MAX_CHARS: usize = 80;

/// It worked, in one sentence.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    message: &'static str,
}

/// The address as it is stored, if it can be one.
pub(crate) fn email(text: &str) -> Option<String> {
    let email = normal_email(text);
    let (name, domain) = email.rsplit_once('@')?;
    let is_plain = !email.chars().any(|c| c.is_control() || c.is_whitespace() || "<>(),;:\"[]\\".contains(c));
    let is_domain = domain.contains('.') && domain.split('.').all(|label| !label.is_empty());
    (is_plain && is_domain && !name.is_empty() && email.chars().count() <= EMAIL_MAX_CHARS).then_some(email)
}

/// Whether this may be the address of an account, made by whatever rule.
pub(crate) fn may_be_email(email: &str) -> bool {
    email.contains('@') && email.chars().count() <= EMAIL_MAX_CHARS && !email.chars().any(char::is_control)
}

/// The address, or the refusal that names its field.
fn proper_email(text: &str) -> Result<String> {
    email(text).ok_or_else(|| {
        Error::invalid("Please enter your email address.").field("email", "This is not an email address.")
    })
}

/// A person's name: visible, on one line.
fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (1..=NAME_MAX_CHARS).contains(&name.chars().count());
    (fits && !name.chars().any(char::is_control) && name.chars().any(char::is_alphabetic)).then_some(name)
}

/// Digits with a plus before them perhaps; spaces, dots and brackets are how people group them.
pub(crate) fn phone_number(text: &str) -> Option<String> {
    let number: String = text.chars().filter(|c| !c.is_whitespace() && !"-.()/".contains(*c)).collect();
    let digits = number.strip_prefix('+').unwrap_or(&number);
    let is_number = (5..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// Whether a person with this address may choose each of the programmes: where some are for the domain of the address,
/// those alone; else those that are for everybody.
fn open_to<'a>(programmes: &'a [Programme], email: &str) -> Vec<(&'a Programme, bool)> {
    let open = |programme: &Programme| programme.settings.sign_up.is_open;
    let named = |programme: &Programme| open(programme) && programme.settings.sign_up.names_domain_of(email);
    let is_awaited = programmes.iter().any(named);
    let is_free = |programme: &Programme| open(programme) && programme.settings.sign_up.email_domains.is_empty();
    programmes.iter().map(|p| (p, if is_awaited { named(p) } else { is_free(p) })).collect()
}

async fn all_programmes(store: &Store) -> Result<Vec<Programme>> {
    Ok(programmes::all(store).await?)
}

/// The refusal of a code, in the same words whatever is wrong with it.
fn refused(verdict: codes::Verdict) -> Error {
    if verdict == codes::Verdict::Closed {
        let sentence = "Too many codes were tried. Please try again in an hour.";
        return Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(3600);
    }
    code_wrong()
}

fn code_wrong() -> Error {
    let sentence = "This code is wrong or too old. Please check it, or ask for a new one.";
    Error::invalid(sentence).with_code("code_wrong").field("otp", sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::programmes::{Settings, SignUp};

    #[test]
    fn addresses() {
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
    fn names_and_numbers() {
        assert_eq!(name("  Ana   María ").as_deref(), Some("Ana María"));
        assert_eq!((name(" "), name("123"), name("a\u{7}"), name(&"x".repeat(81))), (None, None, None, None));
        assert_eq!(phone_number("+44 (0)20 7946-0958").as_deref(), Some("+4402079460958"));
        assert_eq!((phone_number("12"), phone_number("call me"), phone_number("++49123456")), (None, None, None));
    }

    fn programme(key: &str, is_open: bool, domains: &[&str]) -> Programme {
        let sign_up = SignUp {
            is_open,
            email_domains: domains.iter().map(|domain| (*domain).to_owned()).collect(),
            institutions: vec![],
        };
        Programme {
            id: uuid_of(key),
            key: key.to_owned(),
            name: key.to_owned(),
            time_zone: "UTC".to_owned(),
            settings: Settings { sign_up, ..Settings::default() }.stored(),
        }
    }

    fn uuid_of(key: &str) -> store::ProgrammeId {
        serde_json::from_value(serde_json::json!(format!("00000000-0000-7000-8000-{key:0>12}"))).unwrap()
    }

    #[test]
    fn the_domain_of_an_address_decides_which_programmes_are_open() {
        let programmes = [
            programme("1", true, &[]),
            programme("2", true, &["school.example"]),
            programme("3", false, &["school.example"]),
            programme("4", false, &[]),
        ];
        let open = |email: &str| open_to(&programmes, email).iter().map(|(_, open)| *open).collect::<Vec<_>>();
        assert_eq!(open("tom@school.example"), [false, true, false, false]);
        assert_eq!(open("tom@SCHOOL.example"), [false, true, false, false]);
        assert_eq!(open("tom@mail.example"), [true, false, false, false]);
        assert_eq!(open("tom@not-school.example"), [true, false, false, false]);
    }
}
