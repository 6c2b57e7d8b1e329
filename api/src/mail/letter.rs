//! Formats a mail as plain text and HTML.

use lettre::Message;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use store::outbox::Mail;
use store::unread_mail;

use super::templates::Text;
use super::{Letterhead, TransportError};
use crate::notifications::STOP_MAILS_PATH;

/// Formats a mail.
pub(super) fn write(letterhead: &Letterhead, mail: &Mail, text: &Text) -> Result<Message, TransportError> {
    let mailbox = |address: &str| {
        address.parse::<Mailbox>().map_err(|error| TransportError(format!("this is not a mail address: {error}")))
    };
    let message = Message::builder()
        .from(mailbox(&letterhead.from)?)
        .to(mailbox(&mail.to)?)
        .subject(&text.subject)
        // Prevents out-of-office replies.
        .header(AutoSubmitted);
    let message = match mail.values.get(unread_mail::TOKEN) {
        Some(token) => message
            .header(ListUnsubscribe(format!("<{}{STOP_MAILS_PATH}?token={token}>", letterhead.public_url)))
            .header(ListUnsubscribePost),
        None => message,
    };
    message
        .multipart(MultiPart::alternative_plain_html(text.paragraphs.join("\n\n") + "\n", html(text, mail)))
        .map_err(|error| TransportError(error.to_string()))
}

/// `Auto-Submitted: auto-generated` (RFC 3834).
#[derive(Clone, Copy)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// The address that turns off such mails: a POST does so without a page (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribe(String);

/// `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058).
#[derive(Clone, Copy)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(value: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(value.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        // An address is not encoded as a word, and the line of a long one is not folded.
        HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
    }
}

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// Languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 4] = ["ar", "fa", "he", "ur"];

/// HTML with tables and inline styles, which all mail programs support.
fn html(text: &Text, mail: &Mail) -> String {
    let direction = if RIGHT_TO_LEFT.contains(&text.language.as_str()) { "rtl" } else { "ltr" };
    let code = mail.values.get("code");
    let paragraphs: String = text
        .paragraphs
        .iter()
        .map(|paragraph| {
            let style = if Some(paragraph) == code {
                "margin:0 0 20px;font-size:32px;font-weight:700;letter-spacing:6px;color:#17594a"
            } else {
                "margin:0 0 20px;font-size:16px;line-height:1.5;color:#22302b;overflow-wrap:anywhere"
            };
            format!("<p style=\"{style}\">{}</p>", escaped(paragraph))
        })
        .collect();
    format!(
        "<!doctype html><html lang=\"{}\" dir=\"{direction}\"><body style=\"margin:0;background:#f4f6f1\">\
         <table role=\"presentation\" width=\"100%\"><tr><td align=\"center\" style=\"padding:32px 16px\">\
         <table role=\"presentation\" style=\"width:100%;max-width:480px;background:#ffffff;border-radius:16px\"><tr>\
         <td style=\"padding:32px;font-family:Figtree,Segoe UI,Helvetica,Arial,sans-serif\">\
         <p style=\"margin:0 0 24px;font-size:18px;font-weight:700;color:#17594a\">Mentor Hub</p>{paragraphs}\
         </td></tr></table></td></tr></table></body></html>",
        text.language
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', "<br>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_escapes_filled_in_text() {
        let text =
            Text { language: "en".into(), subject: "s".into(), paragraphs: vec!["<b>Tom & Ana</b>\nhere".into()] };
        let mail =
            Mail { to: "t@e.org".into(), template: "t".into(), language: "en".into(), values: Default::default() };
        assert!(html(&text, &mail).contains("&lt;b&gt;Tom &amp; Ana&lt;/b&gt;<br>here"));
    }
}
