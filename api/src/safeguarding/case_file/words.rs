//! The words of the document of a case, in each language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A language of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CaseFileLanguage)]
pub(in crate::safeguarding) enum Language {
    En,
    De,
    Ar,
}

/// The texts of a language.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Words {
    pub(super) title: String,
    pub(super) made_at: String,
    pub(super) made_by: String,
    pub(super) programme: String,
    pub(super) number: String,
    pub(super) time_zone: String,
    pub(super) with_notes: String,
    pub(super) without_notes: String,
    pub(super) the_case: String,
    pub(super) kind: String,
    pub(super) reason: String,
    pub(super) conversation: String,
    pub(super) created_at: String,
    pub(super) status: String,
    pub(super) open: String,
    pub(super) closed_at: String,
    pub(super) closed_by: String,
    pub(super) outcome: String,
    pub(super) note: String,
    pub(super) people: String,
    pub(super) name: String,
    pub(super) name_now: String,
    pub(super) part: String,
    pub(super) is_about: String,
    pub(super) is_reporter: String,
    pub(super) is_writer: String,
    pub(super) role: String,
    pub(super) email: String,
    pub(super) birth_month: String,
    pub(super) id: String,
    pub(super) unknown_person: String,
    pub(super) details: String,
    pub(super) reported_message: String,
    pub(super) messages: String,
    pub(super) messages_text: String,
    pub(super) no_messages: String,
    pub(super) is_subject: String,
    pub(super) edited_at: String,
    pub(super) deleted_at: String,
    pub(super) no_text: String,
    pub(super) file: String,
    pub(super) is_missing: String,
    pub(super) files: String,
    pub(super) no_files: String,
    pub(super) file_name: String,
    pub(super) in_archive: String,
    pub(super) events: String,
    pub(super) why: String,
    pub(super) to: String,
    pub(super) notified: String,
    pub(super) check: String,
    pub(super) check_text: String,
    pub(super) kinds: BTreeMap<String, String>,
    pub(super) reasons: BTreeMap<String, String>,
    pub(super) conversations: BTreeMap<String, String>,
    pub(super) outcomes: BTreeMap<String, String>,
    pub(super) roles: BTreeMap<String, String>,
    pub(super) acts: BTreeMap<String, String>,
}

static ALL: LazyLock<[Words; 3]> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("a test reads them");
    [read(include_str!("words/en.json")), read(include_str!("words/de.json")), read(include_str!("words/ar.json"))]
});

impl Language {
    /// Returns its code, as in `lang`.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Ar => "ar",
        }
    }

    /// Returns the direction of its script.
    pub(super) fn direction(self) -> &'static str {
        if self == Self::Ar { "rtl" } else { "ltr" }
    }

    /// Returns its texts.
    pub(super) fn words(self) -> &'static Words {
        let [en, de, ar] = &*ALL;
        match self {
            Self::En => en,
            Self::De => de,
            Self::Ar => ar,
        }
    }
}

/// Returns the word for the code of a value, else the code.
pub(super) fn word_for(words: &BTreeMap<String, String>, code: impl Serialize) -> String {
    match serde_json::to_value(code) {
        Ok(Value::String(code)) => words.get(&code).cloned().unwrap_or(code),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use store::alerts::Kind;
    use store::cases::Outcome;
    use store::reports::Reason;

    use super::*;

    #[test]
    fn every_language_names_every_code() {
        for language in [Language::En, Language::De, Language::Ar] {
            let words = language.words();
            let named = |map: &BTreeMap<String, String>, code: Value| {
                assert!(map.contains_key(code.as_str().unwrap()), "{code}");
            };
            for outcome in Outcome::ALL {
                named(&words.outcomes, serde_json::to_value(outcome).unwrap());
            }
            for kind in [Kind::Report, Kind::Crisis, Kind::Contact, Kind::Secrecy, Kind::Abuse] {
                named(&words.kinds, serde_json::to_value(kind).unwrap());
            }
            for reason in [
                Reason::Danger,
                Reason::Harassment,
                Reason::Inappropriate,
                Reason::PrivateContact,
                Reason::Spam,
                Reason::Other,
            ] {
                named(&words.reasons, serde_json::to_value(reason).unwrap());
            }
            let english = Language::En.words();
            for (own, theirs) in [
                (&words.acts, &english.acts),
                (&words.roles, &english.roles),
                (&words.conversations, &english.conversations),
            ] {
                assert!(own.keys().eq(theirs.keys()), "{language:?}");
            }
        }
    }
}
