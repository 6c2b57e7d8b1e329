//! Crisis phrases. Whole words in their order, regardless of spelling variants; false positives are accepted, since a
//! missed crisis is worse.

use std::collections::HashMap;

use crate::words::{plain, split, words};

/// Crisis phrases of one language, and what keeps them from counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrases {
    signals: Index,
    exceptions: Index,
}

/// A text as it is compared with phrases.
#[derive(Debug)]
pub(crate) struct Text {
    words: Vec<String>,
    /// By word: whether a mark, a line break or the end of the text follows it.
    ends: Vec<bool>,
}

/// Phrases by their first word.
#[derive(Clone, Debug, Default)]
struct Index(HashMap<String, Vec<Phrase>>);

#[derive(Clone, Debug)]
struct Phrase {
    /// The words after the first one.
    rest: Vec<String>,
    /// Whether the phrase counts only at the end of a clause.
    ends_clause: bool,
}

impl Phrases {
    /// Reads phrases. One with a full stop at its end counts only where a clause ends; one that overlaps an exception does
    /// not count.
    pub(crate) fn new(signals: &[String], exceptions: &[String]) -> Self {
        Self { signals: Index::new(signals), exceptions: Index::new(exceptions) }
    }

    /// Returns whether a text contains one of the phrases.
    pub(crate) fn matches(&self, text: &Text) -> bool {
        let mut exceptions = None;
        self.signals.found_in(text).any(|(start, end)| {
            // Most texts have no signal, so exceptions are rarely looked for.
            let exceptions = exceptions.get_or_insert_with(|| self.exceptions.found_in(text).collect::<Vec<_>>());
            !exceptions.iter().any(|(from, until)| *from < end && start < *until)
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.signals.0.is_empty()
    }
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        let (mut all, mut ends) = (Vec::new(), Vec::new());
        for line in text.lines() {
            for clause in plain(line).split(|c: char| !(c.is_alphanumeric() || c.is_whitespace() || c == '-')) {
                all.extend(split(clause));
                ends.resize(all.len(), false);
                if let Some(end) = ends.last_mut() {
                    *end = true;
                }
            }
        }
        Self { words: all, ends }
    }
}

impl Index {
    fn new(phrases: &[String]) -> Self {
        let mut index = HashMap::<_, Vec<_>>::new();
        for phrase in phrases {
            let mut parts = words(phrase).into_iter();
            if let Some(first) = parts.next() {
                let phrase = Phrase { rest: parts.collect(), ends_clause: phrase.trim_end().ends_with('.') };
                index.entry(first).or_default().push(phrase);
            }
        }
        Self(index)
    }

    /// Returns where phrases occur: the number of the first word, and that after the last.
    fn found_in(&self, text: &Text) -> impl Iterator<Item = (usize, usize)> {
        text.words.iter().enumerate().flat_map(move |(start, word)| {
            let phrases = self.0.get(word).map(Vec::as_slice).unwrap_or_default();
            phrases.iter().filter_map(move |phrase| {
                let end = start + 1 + phrase.rest.len();
                let is_found = text.words.get(start + 1..end) == Some(&phrase.rest[..]);
                (is_found && (!phrase.ends_clause || text.ends[end - 1])).then_some((start, end))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(signals: &[&str], exceptions: &[&str], text: &str) -> bool {
        let owned = |list: &[&str]| list.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
        Phrases::new(&owned(signals), &owned(exceptions)).matches(&Text::new(text))
    }

    #[test]
    fn phrases_match_whole_words_in_any_spelling() {
        let phrases = ["kill myself", "suicide", "أريد أن أموت"];
        for text in [
            "I want to KILL  myself!",
            "thinking about súicide",
            "su\u{ad}icide",
            "…kill\nmyself…",
            "اريد ان اموت",
            "أُريد أن أموت",
        ] {
            assert!(matches(&phrases, &[], text), "{text}");
        }
        for text in ["", "suicidesquad", "kill the lights myself", "my skill, myself"] {
            assert!(!matches(&phrases, &[], text), "{text}");
        }
    }

    #[test]
    fn phrase_with_full_stop_needs_end_of_clause() {
        for text in
            ["I can't go on", "i cant go on. sorry", "I can’t go on, Tom", "I can't go on\nbye", "I can't go on 😢"]
        {
            assert!(matches(&["i cant go on."], &[], text), "{text}");
        }
        assert!(!matches(&["i cant go on."], &[], "I can't go on Tuesday."));
    }

    #[test]
    fn exception_hides_only_what_it_overlaps() {
        let matches = |text| matches(&["need help", "hits me"], &["help with"], text);
        assert!(matches("I need help"));
        assert!(!matches("I need help with maths"));
        assert!(matches("I need help with maths, and he hits me"));
        assert!(matches("I need help with maths. I need help!"));
    }
}
