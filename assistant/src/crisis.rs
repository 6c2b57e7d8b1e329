//! Crisis phrases. Whole words in their order, regardless of spelling variants; false positives are accepted, since a
//! missed crisis is worse.

use crate::words::words;

/// Crisis phrases of one language.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrases(Vec<Vec<String>>);

impl Phrases {
    pub(crate) fn new(phrases: &[String]) -> Self {
        Self(phrases.iter().map(|phrase| words(phrase)).filter(|phrase| !phrase.is_empty()).collect())
    }

    /// Returns whether a text contains one of the phrases.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let text = words(text);
        self.0.iter().any(|phrase| text.windows(phrase.len()).any(|window| window == phrase.as_slice()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_match_whole_words_in_any_spelling() {
        let phrases = Phrases::new(&["kill myself".into(), "suicide".into(), "أريد أن أموت".into()]);
        for cry in ["I want to KILL  myself!", "thinking about súicide", "…kill\nmyself…", "اريد ان اموت"]
        {
            assert!(phrases.matches(cry), "{cry}");
        }
        for other in ["", "suicidesquad", "kill the lights myself", "my skill, myself"] {
            assert!(!phrases.matches(other), "{other}");
        }
    }
}
