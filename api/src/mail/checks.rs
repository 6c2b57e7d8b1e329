//! What the text of a mail may not do: lose a link or a code, use values that the mail does not have, or keep the server busy.

use std::collections::BTreeSet;

use serde_json::Value;
use store::content::texts::{Flaw, TextMistake};
use store::content::{FALLBACK, MailText};

use super::tags::{Tag, tags};
use super::templates::{built_in_of, engine};

/// How often a value may stand in a text: values can be long.
const MAX_REPEATS: usize = 5;

/// The value that people type, and without which a mail with it is useless.
const CODE: &str = "{{ code }}";

/// The fields of a mail.
const FIELDS: [&str; 2] = ["subject", "body"];

/// What the built-in text of a mail has.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Values that may stand anywhere, in their order.
    pub(crate) values: Vec<String>,
    /// Begins, middles and ends of parts that are there in some cases only, in their order.
    pub(crate) blocks: Vec<String>,
    /// Links and codes that must remain, in their order.
    pub(crate) kept: Vec<String>,
}

impl Parts {
    /// Returns the parts of a mail. Its languages have the same ones, which a test compares.
    pub(crate) fn of(built_in: &MailText) -> Self {
        let mut parts = Self::default();
        let put = |list: &mut Vec<String>, tag: String| {
            if !list.contains(&tag) {
                list.push(tag);
            }
        };
        let texts = [&built_in.subject, &built_in.body];
        for text in texts.into_iter().filter_map(|texts| texts.get(FALLBACK)) {
            for tag in tags(text) {
                match tag {
                    Tag::Value(tag) => put(&mut parts.values, tag),
                    Tag::Block(tag) => put(&mut parts.blocks, tag),
                    Tag::Link(link) => put(&mut parts.kept, link),
                    Tag::Broken(_) => {}
                }
            }
        }
        let body = built_in.body.get(FALLBACK).map(|text| tags(text)).unwrap_or_default();
        if body.contains(&Tag::Value(CODE.to_owned())) {
            parts.kept.push(CODE.to_owned());
        }
        parts
    }
}

/// Returns what is wrong with a mail, at its field and language. `languages` are the codes of the installation.
pub(crate) fn text_mistakes(body: &Value, languages: &[String]) -> Vec<TextMistake> {
    let whole = |sentence: &str| {
        vec![TextMistake { path: String::new(), language: None, flaw: Flaw::Sentence(sentence.to_owned()) }]
    };
    let Ok(mail) = serde_json::from_value::<MailText>(body.clone()) else { return whole("this is no mail") };
    let Some(built_in) = built_in_of(&mail.key) else { return whole("this mail is not sent any more") };
    let parts = Parts::of(built_in);
    let mut found = Vec::new();
    for (field, texts, others) in [(FIELDS[0], &mail.subject, &mail.body), (FIELDS[1], &mail.body, &mail.subject)] {
        let mut note = |language: &str, sentence: String| {
            let (path, language) = (field.to_owned(), Some(language.to_owned()));
            found.push(TextMistake { path, language, flaw: Flaw::Sentence(sentence) });
        };
        for (language, text) in texts {
            if !languages.contains(language) {
                note(language, format!("\"{language}\" is not one of the languages"));
            }
            mistakes_of(&parts, field, text).into_iter().for_each(|sentence| note(language, sentence));
        }
        for language in others.keys().filter(|language| !texts.contains_key(*language)) {
            note(language, "a mail has its subject and its text in the same languages".to_owned());
        }
    }
    found
}

/// Whether a text in a language can be sent.
pub(super) fn holds(built_in: &MailText, subject: &str, body: &str) -> bool {
    let parts = Parts::of(built_in);
    FIELDS.into_iter().zip([subject, body]).all(|(field, text)| mistakes_of(&parts, field, text).is_empty())
}

fn mistakes_of(parts: &Parts, field: &str, text: &str) -> Vec<String> {
    if text.trim().is_empty() {
        return vec!["the text is empty".to_owned()];
    }
    let mut sentences = BTreeSet::new();
    if field == FIELDS[0] && text.trim().contains('\n') {
        sentences.insert("a subject has one line".to_owned());
    }
    let found = tags(text);
    for tag in &found {
        match tag {
            Tag::Value(tag) if !parts.values.contains(tag) => {
                sentences.insert(format!("this mail has no such placeholder: {tag}"));
            }
            Tag::Block(tag) if !parts.blocks.contains(tag) => {
                sentences.insert(format!("this mail has no such placeholder: {tag}"));
            }
            // Other pages of the product are fine, but only the mail's own links carry its secrets.
            Tag::Link(link) if link.matches("{{").count() > 1 && !parts.kept.contains(link) => {
                sentences.insert(format!("this mail has no such link: {link}"));
            }
            Tag::Broken(tag) => {
                sentences.insert(format!("this placeholder has no end: {tag}"));
            }
            Tag::Value(tag) | Tag::Link(tag)
                if found.iter().filter(|other| is_same(other, tag)).count() > MAX_REPEATS =>
            {
                sentences.insert(format!("this stands here too often: {tag}"));
            }
            _ => {}
        }
    }
    if field == FIELDS[1] {
        let is_missing = |kept: &&String| !found.iter().any(|tag| is_same(tag, kept));
        sentences.extend(parts.kept.iter().filter(is_missing).map(|kept| format!("this must remain: {kept}")));
    }
    // Only blocks are left that cannot be read.
    if sentences.is_empty() && engine(FALLBACK).template_from_str(text).is_err() {
        sentences.insert("a part with a condition has no end, or no beginning".to_owned());
    }
    sentences.into_iter().collect()
}

fn is_same(tag: &Tag, wanted: &str) -> bool {
    matches!(tag, Tag::Value(tag) | Tag::Link(tag) if tag == wanted)
}

#[cfg(test)]
mod tests {
    use store::content::Texts;

    use super::super::templates::built_in;
    use super::*;

    fn languages() -> Vec<String> {
        ["en", "de", "ar"].map(str::to_owned).to_vec()
    }

    fn all(mail: &MailText) -> Vec<TextMistake> {
        text_mistakes(&serde_json::to_value(mail).unwrap(), &languages())
    }

    fn sentences(key: &str, field: &str, text: &str) -> Vec<String> {
        let mut mail = built_in_of(key).unwrap().clone();
        let texts: &mut Texts = if field == "subject" { &mut mail.subject } else { &mut mail.body };
        texts.insert("de".to_owned(), text.to_owned());
        let found = all(&mail).into_iter().map(|mistake| {
            assert_eq!((mistake.path.as_str(), mistake.language.as_deref()), (field, Some("de")));
            mistake.flaw.to_string()
        });
        found.collect()
    }

    #[test]
    fn built_in_mails_hold_and_their_languages_have_the_same_tags() {
        for mail in built_in().unwrap() {
            assert_eq!(all(&mail), [], "{}", mail.key);
            let set = |texts: &Texts, language: &str| -> BTreeSet<String> {
                tags(&texts[language]).into_iter().map(|tag| format!("{tag:?}")).collect()
            };
            for language in ["de", "ar"] {
                for texts in [&mail.subject, &mail.body] {
                    assert_eq!(set(texts, language), set(texts, "en"), "{} {language}", mail.key);
                }
            }
        }
    }

    #[test]
    fn other_words_and_pages_of_the_product_are_accepted() {
        for (key, field, text) in [
            ("sign_up_code", "subject", "Dein Code"),
            ("sign_up_code", "body", "{{code}}\n\nMehr: {{ public_url }}/moreinfo/faq"),
            ("data_request_received", "body", "Hallo {{ name }}! {{ public_url }}/?dialog=data"),
            ("data_request_received", "body", "{%if kind==\"access\"%}Kopie{%endif%} {{ public_url }}/?dialog=data."),
            ("staff_report", "body", "Los: {{ public_url }}/staff/reports."),
        ] {
            assert_eq!(sentences(key, field, text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_sent_is_named() {
        for (key, field, text, sentence) in [
            ("sign_up_code", "body", "Kein Code.", "this must remain: {{ code }}"),
            ("sign_up_code", "body", " ", "the text is empty"),
            ("sign_up_code", "subject", "Zwei\nZeilen", "a subject has one line"),
            ("sign_up_code", "body", "{{ code }} {{ name }}", "this mail has no such placeholder: {{ name }}"),
            (
                "sign_up_code",
                "body",
                "{{ code }} {{ code * 1000 }}",
                "this mail has no such placeholder: {{ code * 1000 }}",
            ),
            (
                "sign_up_code",
                "body",
                "{{ code }} {{ code | upper }}",
                "this mail has no such placeholder: {{ code | upper }}",
            ),
            (
                "sign_up_code",
                "body",
                "{{ code }} {% for i in range(99999999) %}x{% endfor %}",
                "this mail has no such placeholder: {% endfor %}",
            ),
            ("sign_up_code", "body", "{{ code }} {# x #}", "this placeholder has no end: {# x #}"),
            ("sign_up_code", "body", "{{ code }} {{ minutes", "this placeholder has no end: {{ minutes"),
            ("announcement", "body", &"{{ text }}".repeat(6), "this must remain: {{ public_url }}/?dialog=profile"),
            (
                "consent_request",
                "body",
                "{{ public_url }}/guardian/consent",
                "this must remain: {{ public_url }}/guardian/consent#{{ token }}",
            ),
            (
                "consent_request",
                "body",
                "{{ public_url }}/guardian/consent#{{ token }} https://evil.example/{{ token }}",
                "this mail has no such placeholder: {{ token }}",
            ),
            (
                "consent_request",
                "body",
                "{{ public_url }}/guardian/consent#{{ token }} {{ public_url }}/x#{{ token }}",
                "this mail has no such link: {{ public_url }}/x#{{ token }}",
            ),
            (
                "data_request_received",
                "body",
                "{% if kind == \"access\" %}Kopie {{ public_url }}/?dialog=data",
                "a part with a condition has no end, or no beginning",
            ),
            (
                "data_request_received",
                "body",
                "Kopie {% endif %} {{ public_url }}/?dialog=data",
                "a part with a condition has no end, or no beginning",
            ),
        ] {
            assert_eq!(sentences(key, field, text).first().map(String::as_str), Some(sentence), "{text}");
        }
    }

    #[test]
    fn language_needs_both_fields_and_is_one_of_the_installation() {
        let mut mail = built_in_of("sign_up_code").unwrap().clone();
        mail.body.remove("de");
        assert_eq!((all(&mail).len(), all(&mail)[0].path.as_str()), (1, "body"));
        mail.subject.remove("de");
        assert_eq!(all(&mail), [], "English then");
        mail.subject.insert("fr".to_owned(), "Code".to_owned());
        mail.body.insert("fr".to_owned(), "{{ code }}".to_owned());
        assert_eq!(all(&mail).len(), 2);
    }

    #[test]
    fn deep_conditions_are_refused_before_they_are_read() {
        let (begin, end) = ("{% if kind == \"access\" %}", "{% endif %}");
        let text = format!("{}{}{{{{ public_url }}}}/?dialog=data", begin.repeat(2_000), end.repeat(2_000));
        assert_eq!(sentences("data_request_received", "body", &text).len(), 1);
    }
}
