//! The texts of mails: as staff changed them, or as they are built in. English where a language has none.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Deserialize;
use store::content::{FALLBACK, MailText, Texts};
use store::outbox::Mail;

use super::{TransportError, checks, dates};

const CATALOGUES: [(&str, &str); 3] = [
    ("en", include_str!("../../../content/mail/en.yaml")),
    ("de", include_str!("../../../content/mail/de.yaml")),
    ("ar", include_str!("../../../content/mail/ar.yaml")),
];

/// Characters of a subject with its values, which people write as well.
const MAX_SUBJECT: usize = 250;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    subject: String,
    body: String,
}

type Catalogue = BTreeMap<String, Template>;

/// The text of a mail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(super) language: String,
    pub(crate) subject: String,
    pub(crate) paragraphs: Vec<String>,
}

static BUILT_IN: LazyLock<Result<BTreeMap<String, MailText>, String>> = LazyLock::new(|| {
    let mut mails: BTreeMap<String, MailText> = BTreeMap::new();
    for (language, yaml) in CATALOGUES {
        let catalogue: Catalogue =
            serde_yaml_ng::from_str(yaml).map_err(|error| format!("{language}.yaml: {error}"))?;
        for (key, Template { subject, body }) in catalogue {
            let none = || MailText { key: key.clone(), subject: Texts::new(), body: Texts::new() };
            let mail = mails.entry(key.clone()).or_insert_with(none);
            mail.subject.insert(language.to_owned(), subject);
            mail.body.insert(language.to_owned(), body.trim().to_owned());
        }
    }
    let lacks = |language: &str| mails.values().any(|mail| !mail.subject.contains_key(language));
    match CATALOGUES.iter().find(|(language, _)| lacks(language)) {
        Some((language, _)) => Err(differs(language)),
        None => Ok(mails),
    }
});

fn differs(language: &str) -> String {
    format!("{language}.yaml: its templates differ from those of the other languages")
}

/// Returns the built-in mails as content, or why their files cannot be read.
pub fn built_in() -> Result<Vec<MailText>, String> {
    BUILT_IN.as_ref().map(|mails| mails.values().cloned().collect()).map_err(Clone::clone)
}

/// Returns a built-in mail.
pub(crate) fn built_in_of(key: &str) -> Option<&'static MailText> {
    BUILT_IN.as_ref().ok()?.get(key)
}

/// Reports unreadable files, and templates that a language lacks.
pub fn check() -> Result<(), String> {
    BUILT_IN.as_ref().map(drop).map_err(Clone::clone)
}

/// Checks a folder of edited templates in the same way.
pub fn check_folder(folder: &Path) -> Result<(), String> {
    let failed = |name: &str, error: &dyn std::fmt::Display| format!("{name}: {error}");
    let mut catalogues = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|error| failed("", &error))? {
        let path = entry.map_err(|error| failed("", &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(language) = name.strip_suffix(".yaml") else { continue };
        let yaml = std::fs::read_to_string(&path).map_err(|error| failed(&name, &error))?;
        let catalogue: Catalogue = serde_yaml_ng::from_str(&yaml).map_err(|error| failed(&name, &error))?;
        catalogues.insert(language.to_owned(), catalogue);
    }
    let Some(english) = catalogues.get(FALLBACK) else { return Err(format!("{FALLBACK}.yaml: missing")) };
    match catalogues.iter().find(|(_, catalogue)| !catalogue.keys().eq(english.keys())) {
        Some((language, _)) => Err(differs(language)),
        None => Ok(()),
    }
}

/// Renders the text of a mail: the stored one, or the built-in one where there is none or it does not hold. A mail never fails because
/// of what staff wrote.
pub(super) fn fill(mail: &Mail, stored: Option<&MailText>, public_url: &str) -> Result<Text, TransportError> {
    let broken = |what: String| TransportError(format!("template {}: {what}", mail.template));
    let built_in = BUILT_IN.as_ref().map_err(|error| broken(error.clone()))?;
    let built_in = built_in.get(&mail.template).ok_or_else(|| broken("unknown".into()))?;
    if let Some(stored) = stored.filter(|stored| *stored != built_in) {
        let chosen = chosen(stored, &mail.language);
        let holds = |(_, subject, body): &(&str, &str, &str)| checks::holds(built_in, subject, body);
        match chosen.filter(holds).and_then(|chosen| render(chosen, &mail.values, public_url).ok()) {
            Some(text) => return Ok(text),
            None => {
                tracing::error!(template = %mail.template, "the changed text of a mail does not hold; it is sent as built in");
            }
        }
    }
    let chosen = chosen(built_in, &mail.language).ok_or_else(|| broken("without English".into()))?;
    render(chosen, &mail.values, public_url).map_err(|error| broken(error.to_string()))
}

/// Returns language, subject and body: in the wanted language, if both are, or in English.
pub(super) fn chosen<'m>(mail: &'m MailText, wanted: &'m str) -> Option<(&'m str, &'m str, &'m str)> {
    [wanted, FALLBACK]
        .into_iter()
        .find_map(|code| Some((code, mail.subject.get(code)?.as_str(), mail.body.get(code)?.as_str())))
}

/// Fills in the values of a text.
pub(super) fn render(
    (language, subject, body): (&str, &str, &str),
    values: &BTreeMap<String, String>,
    public_url: &str,
) -> Result<Text, minijinja::Error> {
    let engine = engine(language);
    let mut values = values.clone();
    values.insert("public_url".to_owned(), public_url.to_owned());
    let body = engine.render_str(body, &values)?;
    // Values can contain line breaks; a subject cannot.
    let subject = engine.render_str(subject, &values)?.split_whitespace().collect::<Vec<_>>().join(" ");
    let paragraphs = body.trim().split("\n\n").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    Ok(Text {
        language: language.to_owned(),
        subject: subject.chars().take(MAX_SUBJECT).collect(),
        paragraphs: paragraphs.collect(),
    })
}

/// The engine that reads the texts of a language.
pub(super) fn engine(language: &str) -> Environment<'static> {
    let mut engine = Environment::new();
    // A condition may ask for a value that a mail of the version before lacks; a text may not show it.
    engine.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    engine.set_auto_escape_callback(|_| AutoEscape::None);
    let language = language.to_owned();
    engine.add_filter("in_full", move |text: &str| dates::in_full(text, &language));
    engine
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn mail(language: &str, template: &str) -> Mail {
        let values = samples::values(language);
        Mail { to: "tom@example.org".into(), template: template.into(), language: language.into(), values }
    }

    #[test]
    fn every_language_renders_every_template() {
        for (language, _) in CATALOGUES {
            for template in built_in().unwrap() {
                let text = fill(&mail(language, &template.key), None, "https://hub.example.org").unwrap();
                assert_eq!(text.language, language);
                assert!(!text.subject.is_empty() && text.paragraphs.len() > 1, "{language} {}", template.key);
            }
        }
    }

    #[test]
    fn unknown_language_is_english_and_missing_value_fails() {
        assert_eq!(fill(&mail("tlh", "sign_up_code"), None, "").unwrap().language, "en");
        let mut lacking = mail("en", "sign_up_code");
        lacking.values.clear();
        assert!(fill(&lacking, None, "").is_err());
        assert!(fill(&mail("en", "no_such_text"), None, "").is_err());
    }

    #[test]
    fn stored_text_is_sent_and_a_broken_one_is_not() {
        let sent = |language: &str, stored: &MailText| {
            fill(&mail(language, "reset_password_code"), Some(stored), "https://hub.example.org").unwrap()
        };
        let mut stored = built_in_of("reset_password_code").unwrap().clone();
        let built_in = sent("en", &stored);
        stored.body.insert("en".to_owned(), "Your code:\n\n{{ code }}".to_owned());
        assert_eq!(sent("en", &stored).paragraphs, ["Your code:", "123456"]);
        for broken in ["Your code: {{ code", "{{ code }} {{ secret }}", "No code.", "{% if code %}{{ code }}", " "] {
            stored.body.insert("en".to_owned(), broken.to_owned());
            assert_eq!(sent("en", &stored), built_in, "{broken}");
        }
        // A language that staff removed reads English, one that they added reads its own text.
        stored.body.insert("en".to_owned(), "Now: {{ code }}".to_owned());
        stored.body.remove("de");
        assert_eq!(sent("de", &stored).paragraphs, ["Now: 123456"]);
        stored.subject.insert("fr".to_owned(), "Votre code".to_owned());
        stored.body.insert("fr".to_owned(), "Le voici : {{ code }}".to_owned());
        assert_eq!(sent("fr", &stored).subject, "Votre code");
    }
}
