//! What the screens of the matching say at the top.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use store::content::{FALLBACK, Texts, text_in};
use utoipa::ToSchema;

use crate::questions::picture_address;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Screen {
    key: String,
    picture: String,
    title: Texts,
    description: Texts,
}

static SCREENS: LazyLock<Vec<Screen>> =
    LazyLock::new(|| serde_yaml_ng::from_str(include_str!("screens.yaml")).unwrap_or_default());

/// The texts of a screen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchingScreen)]
pub(super) struct ScreenResponse {
    /// `finding_matches`, `potential_match`, `awaiting_mentor_response` or `group_hold`.
    key: &'static str,
    title: &'static str,
    locale_title: &'static str,
    description: &'static str,
    locale_description: &'static str,
    /// The address of its picture.
    image: String,
}

/// Returns the texts of all screens in a language.
pub(super) fn in_language(language: &str) -> Vec<ScreenResponse> {
    let response = |screen: &'static Screen| ScreenResponse {
        key: &screen.key,
        title: text_in(&screen.title, FALLBACK),
        locale_title: text_in(&screen.title, language),
        description: text_in(&screen.description, FALLBACK),
        locale_description: text_in(&screen.description, language),
        image: picture_address(&screen.picture),
    };
    SCREENS.iter().map(response).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_has_texts_in_every_language() {
        let keys: Vec<_> = SCREENS.iter().map(|screen| screen.key.as_str()).collect();
        assert_eq!(keys, ["finding_matches", "potential_match", "awaiting_mentor_response", "group_hold"]);
        for screen in SCREENS.iter() {
            for language in ["en", "de", "ar"] {
                assert!(
                    screen.title.contains_key(language) && screen.description.contains_key(language),
                    "{}",
                    screen.key
                );
            }
        }
    }
}
