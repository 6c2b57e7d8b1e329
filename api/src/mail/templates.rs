//! The texts of mails, per language; English where a language has none.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Deserialize;
use store::outbox::Mail;

use super::{TransportError, dates};

const CATALOGUES: [(&str, &str); 3] = [
    ("en", include_str!("../../../content/mail/en.yaml")),
    ("de", include_str!("../../../content/mail/de.yaml")),
    ("ar", include_str!("../../../content/mail/ar.yaml")),
];

/// The language that has every text.
const FALLBACK: &str = "en";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    subject: String,
    body: String,
}

type Catalogue = BTreeMap<String, Template>;

/// The text of a mail.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) language: &'static str,
    pub(super) subject: String,
    pub(super) paragraphs: Vec<String>,
}

static PARSED: LazyLock<Result<BTreeMap<&'static str, Catalogue>, String>> = LazyLock::new(|| {
    CATALOGUES
        .into_iter()
        .map(|(language, yaml)| match serde_yaml_ng::from_str(yaml) {
            Ok(catalogue) => Ok((language, catalogue)),
            Err(error) => Err(format!("{language}.yaml: {error}")),
        })
        .collect()
});

/// Reports unreadable files, and templates that a language lacks.
pub fn check() -> Result<(), String> {
    same_names(PARSED.as_ref().map_err(Clone::clone)?)
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
    same_names(&catalogues)
}

fn same_names<L: AsRef<str> + Ord>(catalogues: &BTreeMap<L, Catalogue>) -> Result<(), String> {
    let names = |catalogue: &Catalogue| catalogue.keys().cloned().collect::<Vec<_>>();
    let english = catalogues.iter().find(|(language, _)| language.as_ref() == FALLBACK);
    let Some((_, english)) = english else { return Err(format!("{FALLBACK}.yaml: missing")) };
    match catalogues.iter().find(|(_, catalogue)| names(catalogue) != names(english)) {
        Some((language, _)) => Err(format!("{}.yaml: its templates differ from {FALLBACK}.yaml", language.as_ref())),
        None => Ok(()),
    }
}

/// Renders the text of a mail.
pub(super) fn fill(mail: &Mail, public_url: &str) -> Result<Text, TransportError> {
    let broken = |what: String| TransportError(format!("template {}: {what}", mail.template));
    let catalogues = PARSED.as_ref().map_err(|error| broken(error.clone()))?;
    let (language, template) = [mail.language.as_str(), FALLBACK]
        .into_iter()
        .find_map(|wanted| {
            let (language, catalogue) = catalogues.get_key_value(wanted)?;
            Some((*language, catalogue.get(&mail.template)?))
        })
        .ok_or_else(|| broken("unknown".into()))?;
    let mut engine = Environment::new();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.set_auto_escape_callback(|_| AutoEscape::None);
    engine.add_filter("in_full", move |text: &str| dates::in_full(text, language));
    let mut values = mail.values.clone();
    values.insert("public_url".to_owned(), public_url.to_owned());
    let fill = |text: &str| engine.render_str(text, &values).map_err(|error| broken(error.to_string()));
    let paragraphs = fill(&template.body)?.split("\n\n").map(|part| part.trim().to_owned()).collect();
    // Values can contain line breaks; a subject cannot.
    let subject = fill(&template.subject)?.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Text { language, subject, paragraphs })
}

#[cfg(test)]
mod tests {
    use store::console::worklist::Kind;

    use super::*;

    fn mail(language: &str, template: &str) -> Mail {
        let values = [("code", "123456"), ("minutes", "10"), ("senders", "Maya (2)"), ("stop_token", "1.2")]
            .into_iter()
            .chain([("when", "2026-03-05 18:00"), ("zone", "Europe/Berlin"), ("day", "2026-03-16"), ("name", "Tom")])
            .chain([("case", "019cadc6-9a80-73f5-83c3-c9eb30e5f6c5"), ("programme", "Riverside"), ("days", "14")])
            .chain([
                ("token", "0.sig"),
                ("note", "We have no place this year."),
                ("person", "019cadc6"),
                ("title", "Summer party"),
                ("session", "Safe online"),
                ("page", "learninghub"),
                ("text", "On 12 June."),
                ("announcement", "019cadc6"),
                ("sets_password", "yes"),
                ("applies", "yes"),
                ("kind", "access"),
                ("outcome", "done"),
                ("answer", "It is corrected."),
                ("message", "It is corrected."),
                ("reason", "It takes long."),
                ("due", "2026-04-16"),
                ("full_name", "Tom Rivera"),
                ("partner", "Maya"),
                ("vetting", "yes"),
                ("consent", "no"),
                ("age", "no"),
            ]);
        let work = Kind::ALL.map(|kind| (kind.name(), "3"));
        let values = values.chain(work).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Mail { to: "tom@example.org".into(), template: template.into(), language: language.into(), values }
    }

    #[test]
    fn every_language_renders_every_template() {
        check().unwrap();
        for (language, _) in CATALOGUES {
            for template in PARSED.as_ref().unwrap()[FALLBACK].keys() {
                let text = fill(&mail(language, template), "https://hub.example.org").unwrap();
                assert_eq!(text.language, language);
                assert!(!text.subject.is_empty() && text.paragraphs.len() > 1, "{language} {template}");
            }
        }
    }

    #[test]
    fn unknown_language_is_english_and_missing_value_fails() {
        assert_eq!(fill(&mail("tlh", "sign_up_code"), "").unwrap().language, "en");
        let mut lacking = mail("en", "sign_up_code");
        lacking.values.clear();
        assert!(fill(&lacking, "").is_err());
        assert!(fill(&mail("en", "no_such_text"), "").is_err());
    }
}
