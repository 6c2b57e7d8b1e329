//! Words of crisis. Whole words in their order, however they are spelled; whether they are meant is for people to find
//! out, so this errs towards helping.

use crate::fold::words;

/// Phrases of one language.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrases(Vec<Vec<String>>);

impl Phrases {
    pub(crate) fn new(phrases: &[String]) -> Self {
        Self(phrases.iter().map(|phrase| words(phrase)).filter(|phrase| !phrase.is_empty()).collect())
    }

    /// Whether one of them stands in the text.
    pub(crate) fn are_in(&self, text: &str) -> bool {
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
    fn whole_words_count_and_spelling_does_not() {
        let phrases = Phrases::new(&["kill myself".into(), "suicide".into(), "أريد أن أموت".into()]);
        for cry in ["I want to KILL  myself!", "thinking about súicide", "…kill\nmyself…", "اريد ان اموت"]
        {
            assert!(phrases.are_in(cry), "{cry}");
        }
        for other in ["", "suicidesquad", "kill the lights myself", "my skill, myself"] {
            assert!(!phrases.are_in(other), "{other}");
        }
    }
}
