//! Values with which staff see a mail before it is sent.

use std::collections::BTreeMap;

use store::console::worklist::Kind;
use store::content::{MailText, Texts};

use super::templates::{Text, chosen, render};

/// The same in all languages.
const fn all(text: &'static str) -> [&'static str; 3] {
    [text; 3]
}

/// Each value that mails have, in English, German and Arabic. The numbers of the work list are added to them.
const SAMPLES: [(&str, [&str; 3]); 32] = [
    ("age", all("no")),
    ("announcement", all("019cadc6")),
    ("applies", all("yes")),
    ("answer", ["It is corrected.", "Es ist berichtigt.", "تم التصحيح."]),
    ("case", all("019cadc6-9a80-73f5-83c3-c9eb30e5f6c5")),
    ("code", all("123456")),
    ("day", all("2026-03-16")),
    ("consent", all("no")),
    ("days", all("14")),
    ("due", all("2026-04-16")),
    ("full_name", all("Tom Rivera")),
    ("kind", all("access")),
    ("message", ["It is corrected.", "Es ist berichtigt.", "تم التصحيح."]),
    ("minutes", all("10")),
    ("name", all("Tom")),
    ("note", ["We have no place this year.", "Wir haben dieses Jahr keinen Platz.", "ليس لدينا مكان هذا العام."]),
    ("outcome", all("done")),
    ("page", all("learninghub")),
    ("partner", all("Maya")),
    ("person", all("019cadc6")),
    ("programme", all("Riverside")),
    ("reason", ["It takes long.", "Es dauert länger.", "يستغرق الأمر وقتًا أطول."]),
    ("senders", all("Maya (2)")),
    ("session", ["Safe online", "Sicher im Netz", "آمنون على الإنترنت"]),
    ("sets_password", all("yes")),
    ("stop_token", all("1.2")),
    (
        "text",
        ["On 12 June we meet in the park.", "Am 12. Juni treffen wir uns im Park.", "نلتقي في الحديقة يوم ١٢ يونيو."],
    ),
    ("title", ["Summer party", "Sommerfest", "حفلة الصيف"]),
    ("token", all("0.sig")),
    ("vetting", all("yes")),
    ("when", all("2026-03-05 18:00")),
    ("zone", all("Europe/Berlin")),
];

/// Returns the sample values, in a language where they are words.
pub(super) fn values(language: &str) -> BTreeMap<String, String> {
    let column = ["en", "de", "ar"].iter().position(|code| *code == language).unwrap_or_default();
    let samples = SAMPLES.iter().map(|(name, texts)| (*name, texts[column]));
    let work = Kind::ALL.map(|kind| (kind.name(), "3"));
    samples.chain(work).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Returns a mail as its reader would see it; None if it cannot be rendered.
pub(crate) fn shown(mail: &MailText, language: &str, public_url: &str) -> Option<Text> {
    render(chosen(mail, language)?, &values(language), public_url).ok()
}

/// Returns the subjects of a mail with sample values; those that cannot be rendered as they are.
pub(crate) fn subjects(subjects: &Texts) -> Texts {
    let shown = |language: &String, subject: &String| {
        let text = render((language, subject, ""), &values(language), "");
        text.map_or_else(|_| subject.clone(), |text| text.subject)
    };
    subjects.iter().map(|(language, subject)| (language.clone(), shown(language, subject))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::checks::Parts;
    use super::super::templates::built_in;
    use super::*;

    #[test]
    fn each_value_of_a_mail_has_a_sample_and_each_sample_a_mail() {
        let mut used = BTreeSet::new();
        for mail in built_in().unwrap() {
            let Parts { values, blocks, kept } = Parts::of(&mail);
            for tag in values.iter().chain(&blocks).chain(&kept).flat_map(|text| text.split("{").skip(1)) {
                // Quoted words are compared with, others are names.
                let words =
                    tag.split('}').next().unwrap().split('"').step_by(2).flat_map(|part| part.split_whitespace());
                let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                used.extend(words.filter(is_name).map(str::to_owned));
            }
        }
        for word in ["public_url", "in_full", "if", "else", "endif", "and", "not"] {
            used.remove(word);
        }
        assert_eq!(used, values("en").into_keys().collect());
    }
}
