//! Finds the passages that fit a question: BM25 over a few hundred passages in memory, where a word also counts if it
//! only resembles one (typos, endings, compounds). Both databases would need an index and a dictionary per language for
//! what takes well under a millisecond here.

use std::collections::{BTreeMap, BTreeSet};

use crate::content::Passage;
use crate::fold::words;

/// Words at least so alike are taken for forms of one word.
const ALIKE: f64 = 0.65;

/// A word of the heading or of the keywords counts as often as so many of the text.
const HEADING: f64 = 3.0;

/// The share of what a question means that a passage must speak of.
const COVERED: f64 = 0.5;

/// How rare the words of a question must be together: "mentor" alone stands in every other passage and asks for none of
/// them. A passage whose whole heading was asked is meant all the same.
const TELLING: f64 = 1.5;

/// How soon a word's repetition stops to count, and how much long passages are held back: the usual values.
const K: f64 = 1.2;
const B: f64 = 0.5;

#[derive(Debug)]
pub(crate) struct Index {
    entries: Vec<Entry>,
    stop_words: BTreeSet<String>,
    average_length: f64,
}

#[derive(Debug)]
struct Entry {
    passage: Passage,
    /// How much each word counts.
    words: BTreeMap<Word, f64>,
    heading: Vec<Word>,
    length: f64,
}

/// A word, and the pieces by which it is compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Word {
    text: String,
    pieces: Vec<String>,
}

impl Word {
    fn new(text: String) -> Self {
        let letters: Vec<char> = text.chars().collect();
        let mut pieces: Vec<String> = letters.windows(2).map(|piece| piece.iter().collect()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        Self { text, pieces }
    }

    /// From 0 to 1: the share of pieces they have in common. Short words are alike or not.
    fn resembles(&self, other: &Self) -> f64 {
        if self.text == other.text {
            return 1.0;
        }
        let (mine, theirs) = (self.pieces.len(), other.pieces.len());
        if mine < 2 || theirs < 2 {
            return 0.0;
        }
        let common = self.pieces.iter().filter(|piece| other.pieces.binary_search(piece).is_ok()).count();
        let dice = 2.0 * as_f64(common) / as_f64(mine + theirs);
        // An ending more ("meeting", "meetings") or another one ("mentor", "mentoring").
        let contained = as_f64(common) / as_f64(mine.min(theirs));
        dice.max(if contained >= 1.0 && mine.min(theirs) >= 3 { 0.75 } else { 0.0 })
    }
}

impl Index {
    pub(crate) fn new(passages: Vec<Passage>, stop_words: &[String]) -> Self {
        let stop_words: BTreeSet<String> = stop_words.iter().flat_map(|word| words(word)).collect();
        let entries: Vec<Entry> = passages
            .into_iter()
            .map(|passage| {
                let telling = |text: &str| -> Vec<Word> {
                    words(text).into_iter().filter(|word| !stop_words.contains(word)).map(Word::new).collect()
                };
                let heading = telling(&passage.heading);
                let mut counts: BTreeMap<Word, f64> = BTreeMap::new();
                let weighted = [(telling(&passage.text), 1.0), (heading.clone(), HEADING)];
                for (words, weight) in weighted.into_iter().chain([(telling(&passage.keywords), HEADING)]) {
                    for word in words {
                        *counts.entry(word).or_default() += weight;
                    }
                }
                let length = counts.values().sum();
                Entry { passage, words: counts, heading, length }
            })
            .collect();
        let average_length = entries.iter().map(|entry| entry.length).sum::<f64>() / as_f64(entries.len().max(1));
        Self { entries, stop_words, average_length }
    }

    /// The passages that speak of most of what is asked, the best first.
    pub(crate) fn search(&self, question: &str, most: usize) -> Vec<&Passage> {
        let asked: BTreeSet<String> =
            words(question).into_iter().filter(|word| !self.stop_words.contains(word)).take(64).collect();
        let asked: Vec<Word> = asked.into_iter().map(Word::new).collect();
        // How often each word asked for counts in each passage, and how well it is met at best.
        let met: Vec<Vec<(f64, f64)>> =
            self.entries.iter().map(|entry| asked.iter().map(|word| entry.meets(word)).collect()).collect();
        let rarity: Vec<f64> = (0..asked.len())
            .map(|place| {
                let holding = as_f64(met.iter().filter(|of_passage| of_passage[place].1 > 0.0).count());
                ((as_f64(self.entries.len()) - holding + 0.5) / (holding + 0.5)).ln_1p()
            })
            .collect();
        let meaning: f64 = rarity.iter().sum();
        let mut found: Vec<((bool, f64), &Passage)> = self
            .entries
            .iter()
            .zip(&met)
            .filter_map(|(entry, met)| {
                let covered: f64 = met.iter().zip(&rarity).map(|((_, best), rarity)| best * rarity).sum();
                let held_back = K * (1.0 - B + B * entry.length / self.average_length);
                let score: f64 = met
                    .iter()
                    .zip(&rarity)
                    .map(|((count, _), rarity)| rarity * count * (K + 1.0) / (count + held_back))
                    .sum();
                let named = entry.is_named_by(&asked);
                let meant = meaning >= TELLING || named;
                (meant && meaning > 0.0 && covered / meaning >= COVERED).then_some(((named, score), &entry.passage))
            })
            .collect();
        found.sort_by(|((a_named, a), _), ((b_named, b), _)| b_named.cmp(a_named).then(b.total_cmp(a)));
        found.into_iter().take(most).map(|(_, passage)| passage).collect()
    }
}

impl Entry {
    /// Whether the question has every word of the heading.
    fn is_named_by(&self, asked: &[Word]) -> bool {
        !self.heading.is_empty()
            && self.heading.iter().all(|word| asked.iter().any(|asked| asked.resembles(word) >= ALIKE))
    }

    fn meets(&self, asked: &Word) -> (f64, f64) {
        let mut count = 0.0;
        let mut best: f64 = 0.0;
        for (word, weight) in &self.words {
            let alike = asked.resembles(word);
            if alike >= ALIKE {
                count += alike * weight;
                best = best.max(alike);
            }
        }
        (count, best)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Content;
    use proptest::prelude::*;

    fn best(language: &str, question: &str) -> Option<String> {
        let content = Content::built_in().unwrap();
        content.language(language).library(vec![]).find(question).first().map(|passage| passage.heading.clone())
    }

    #[test]
    fn questions_as_people_ask_them_find_their_passage() {
        for (language, question, heading) in [
            ("en", "how often do we meet?", "How often do we meet?"),
            ("en", "my mentr does not anser", "My mentor does not answer"),
            ("en", "who can read my messages", "Who can read my messages?"),
            ("en", "can i get another mentor", "Can I change my mentor?"),
            ("en", "What is a mentor?", "What is a mentor?"),
            ("de", "was ist eine mentorin", "Was ist eine Mentorin oder ein Mentor?"),
            ("ar", "ما هو المرشد؟", "من هو المرشد؟"),
            ("en", "do you keep my data?", "What is stored about me"),
            ("de", "wie oft treffen wir uns", "Wie oft treffen wir uns?"),
            ("de", "Wer liest meine Nachrichten?", "Wer kann meine Nachrichten lesen?"),
            ("de", "mein mentor antwortet nicht", "Meine Mentorin oder mein Mentor antwortet nicht"),
            ("ar", "كم مرة نلتقي؟", "كم مرة نلتقي؟"),
            ("ar", "من يقرأ رسائلي", "من يستطيع قراءة رسائلي؟"),
        ] {
            assert_eq!(best(language, question).as_deref(), Some(heading), "{question}");
        }
    }

    #[test]
    fn what_nobody_wrote_about_finds_nothing() {
        for question in
            ["", "?!", "the and of", "what is the capital of Mongolia", "solve x^2 = 9", "asdfgh", "mentor or a cat"]
        {
            assert_eq!(best("en", question), None, "{question}");
        }
    }

    proptest! {
        #[test]
        fn no_question_breaks_it(question in "\\PC{0,300}") {
            let index = Index::new(vec![], &[]);
            prop_assert!(index.search(&question, 3).is_empty());
        }
    }
}
