//! Finds passages for a question: BM25 over a few hundred passages in memory, with fuzzy word matches (typos, inflections,
//! compounds). The databases would need an index and a dictionary per language for what takes well under a millisecond
//! here.

use std::collections::{BTreeMap, BTreeSet};

use detection::words::words;

use crate::content::Passage;

/// Minimum similarity of word forms.
const MIN_SIMILARITY: f64 = 0.65;

/// Weight of a word in the heading or keywords, relative to the text.
const HEADING_WEIGHT: f64 = 3.0;

/// Minimum share of the question's weight that a passage must cover.
const MIN_COVERAGE: f64 = 0.5;

/// Minimum combined rarity of the question's words: "mentor" alone occurs in every other passage and selects none. A passage
/// whose whole heading is contained in the question is returned anyway.
const MIN_RARITY: f64 = 1.5;

/// BM25 parameters: saturation of repetitions and length normalisation, usual values.
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
    /// Weight by word.
    words: BTreeMap<Word, f64>,
    heading: Vec<Word>,
    length: f64,
}

/// A word with its trigrams.
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

    /// Similarity from 0 to 1: the share of common trigrams. Short words must be equal.
    fn similarity(&self, other: &Self) -> f64 {
        if self.text == other.text {
            return 1.0;
        }
        let (mine, theirs) = (self.pieces.len(), other.pieces.len());
        if mine < 2 || theirs < 2 {
            return 0.0;
        }
        let common = self.pieces.iter().filter(|piece| other.pieces.binary_search(piece).is_ok()).count();
        let dice = 2.0 * as_f64(common) / as_f64(mine + theirs);
        // An additional ending ("meeting", "meetings") or a different one ("mentor", "mentoring").
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
                let weighted = [(telling(&passage.text), 1.0), (heading.clone(), HEADING_WEIGHT)];
                for (words, weight) in weighted.into_iter().chain([(telling(&passage.keywords), HEADING_WEIGHT)]) {
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

    /// Returns the passages that cover most of the question, best first.
    pub(crate) fn search(&self, question: &str, most: usize) -> Vec<&Passage> {
        let asked: BTreeSet<String> =
            words(question).into_iter().filter(|word| !self.stop_words.contains(word)).take(64).collect();
        let asked: Vec<Word> = asked.into_iter().map(Word::new).collect();
        // Per passage and question word: weight and best similarity.
        let met: Vec<Vec<(f64, f64)>> =
            self.entries.iter().map(|entry| asked.iter().map(|word| entry.meets(word)).collect()).collect();
        let rarity: Vec<f64> = (0..asked.len())
            .map(|word| {
                let holding = as_f64(met.iter().filter(|of_passage| of_passage[word].1 > 0.0).count());
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
                let saturation = K * (1.0 - B + B * entry.length / self.average_length);
                let score: f64 = met
                    .iter()
                    .zip(&rarity)
                    .map(|((count, _), rarity)| rarity * count * (K + 1.0) / (count + saturation))
                    .sum();
                let named = entry.is_named_by(&asked);
                let meant = meaning >= MIN_RARITY || named;
                (meant && meaning > 0.0 && covered / meaning >= MIN_COVERAGE)
                    .then_some(((named, score), &entry.passage))
            })
            .collect();
        found.sort_by(|((a_named, a), _), ((b_named, b), _)| b_named.cmp(a_named).then(b.total_cmp(a)));
        found.into_iter().take(most).map(|(_, passage)| passage).collect()
    }
}

impl Entry {
    /// Returns whether the question contains every word of the heading.
    fn is_named_by(&self, asked: &[Word]) -> bool {
        !self.heading.is_empty()
            && self.heading.iter().all(|word| asked.iter().any(|asked| asked.similarity(word) >= MIN_SIMILARITY))
    }

    fn meets(&self, asked: &Word) -> (f64, f64) {
        let mut count = 0.0;
        let mut best: f64 = 0.0;
        for (word, weight) in &self.words {
            let alike = asked.similarity(word);
            if alike >= MIN_SIMILARITY {
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
    fn typical_questions_find_their_passage() {
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
    fn unrelated_question_finds_nothing() {
        for question in
            ["", "?!", "the and of", "what is the capital of Mongolia", "solve x^2 = 9", "asdfgh", "mentor or a cat"]
        {
            assert_eq!(best("en", question), None, "{question}");
        }
    }

    proptest! {
        #[test]
        fn any_question_is_handled(question in "\\PC{0,300}") {
            let index = Index::new(vec![], &[]);
            prop_assert!(index.search(&question, 3).is_empty());
        }
    }
}
