//! Phrases, and where texts contain them. Whole words in their order, regardless of spelling variants. The work per word of a
//! text is bounded by the phrases.

use std::collections::BTreeMap;

use crate::lexicon::{ANY, Atom, Lexicon};
use crate::text::{Spoken, Text};

mod builder;

pub use builder::{Classes, PhraseError, RulesBuilder};

/// Phrases in groups: what texts contain is found for all groups at once.
#[derive(Clone, Debug)]
pub struct Rules {
    lexicon: Lexicon,
    spoken: Spoken,
    /// What may stand at a place of a phrase.
    places: Vec<Vec<Atom>>,
    phrases: Vec<Phrase>,
    /// Phrases by what they begin with.
    by_first: Vec<Vec<u32>>,
    /// Places by what may stand there.
    places_of: Vec<Vec<u32>>,
    beyond_quotations: u32,
}

#[derive(Clone, Debug)]
struct Phrase {
    group: u32,
    is_exception: bool,
    is_strong: bool,
    starts: bool,
    ends: bool,
    parts: Vec<Part>,
    /// Places without which a text cannot contain it, apart from the first.
    needed: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Part {
    gap: u32,
    is_optional: bool,
    has_colon: bool,
    place: u32,
}

/// Where a phrase occurs: the number of the first word and that after the last.
type Span = (usize, usize);

impl Rules {
    /// Returns which groups a text has phrases of, one bit each.
    pub fn find(&self, text: &str) -> u32 {
        let text = Text::new(text, &self.lexicon, &self.spoken);
        let present = self.present(&text);
        let (mut signals, mut exceptions) = (Vec::<(&Phrase, Span)>::new(), Vec::<(&Phrase, Span)>::new());
        for (start, word) in text.words.iter().enumerate() {
            for atom in text.atoms(word) {
                for number in &self.by_first[*atom as usize] {
                    let phrase = &self.phrases[*number as usize];
                    let is_possible =
                        phrase.needed.iter().all(|place| present[*place as usize / 64] & (1 << (place % 64)) != 0);
                    if is_possible && let Some(length) = self.length(phrase, &text, start) {
                        let list = if phrase.is_exception { &mut exceptions } else { &mut signals };
                        list.push((phrase, (start, start + length)));
                    }
                }
            }
        }
        let hidden = Hidden::new(&exceptions);
        let mut found = 0;
        for (phrase, span) in signals {
            let group = phrase.group;
            let is_quotation = self.beyond_quotations & (1 << group) != 0
                && !phrase.is_strong
                && text.words[span.0..span.1].iter().all(|word| word.is_reported);
            if found & (1 << group) == 0 && !is_quotation && !hidden.contains(phrase, span) {
                found |= 1 << group;
            }
        }
        found
    }

    /// The places of phrases that have a word in a text, a bit each.
    fn present(&self, text: &Text) -> Vec<u64> {
        let mut seen = vec![0_u64; self.places_of.len().div_ceil(64)];
        let mut present = vec![0_u64; self.places.len().div_ceil(64)];
        for atom in text.words.iter().flat_map(|word| text.atoms(word)) {
            let bit = 1 << (atom % 64);
            let block = &mut seen[*atom as usize / 64];
            if *block & bit == 0 {
                *block |= bit;
                for place in &self.places_of[*atom as usize] {
                    present[*place as usize / 64] |= 1 << (place % 64);
                }
            }
        }
        present
    }

    /// Returns of how many words a phrase is made that begins at a word: the fewest, of an exception the most.
    fn length(&self, phrase: &Phrase, text: &Text, start: usize) -> Option<usize> {
        let words = &text.words[start..];
        if phrase.starts && !words[0].begins_sentence {
            return None;
        }
        // A bit per number of words.
        let mut reached = 1_u64;
        for (index, part) in phrase.parts.iter().enumerate() {
            let mut next = if part.is_optional { reached } else { 0 };
            let mut rest = reached;
            while rest != 0 {
                let from = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let gap = if index == 0 { 0 } else { part.gap as usize };
                for skipped in 0..=gap {
                    let at = from + skipped;
                    if at >= words.len().min(62) || (at > 0 && words[at - 1].separates(skipped > 0)) {
                        break;
                    }
                    if next & (1 << (at + 1)) == 0 && self.stands(part, text, start + at) {
                        next |= 1 << (at + 1);
                    }
                }
            }
            reached = next;
            if reached == 0 {
                return None;
            }
        }
        if phrase.ends {
            for length in 1..63 {
                if reached & (1 << length) != 0 && !words[length - 1].ends_clause {
                    reached &= !(1 << length);
                }
            }
        }
        match reached {
            0 => None,
            _ if phrase.is_exception => Some(63 - reached.leading_zeros() as usize),
            _ => Some(reached.trailing_zeros() as usize),
        }
    }

    fn stands(&self, part: &Part, text: &Text, at: usize) -> bool {
        #[cfg(test)]
        tests::ATTEMPTS.with(|attempts| attempts.set(attempts.get() + 1));
        let place = &self.places[part.place as usize];
        let word = &text.words[at];
        let is_one = place[0] == ANY || text.atoms(word).iter().any(|atom| place.binary_search(atom).is_ok());
        is_one && (!part.has_colon || word.has_colon)
    }
}

/// Spans of exceptions from left to right, by their group and whether they hide strong phrases.
struct Hidden {
    /// The furthest end of the exceptions up to each, in the order of their beginnings.
    spans: BTreeMap<(u32, bool), Vec<Span>>,
}

impl Hidden {
    fn new(exceptions: &[(&Phrase, Span)]) -> Self {
        let mut spans = BTreeMap::<(u32, bool), Vec<Span>>::new();
        for (phrase, (start, end)) in exceptions {
            let list = spans.entry((phrase.group, phrase.is_strong)).or_default();
            let furthest = list.last().map_or(*end, |(_, before)| (*before).max(*end));
            list.push((*start, furthest));
        }
        Self { spans }
    }

    /// Whether a phrase lies within an exception: one that begins no later, and ends no earlier.
    fn contains(&self, phrase: &Phrase, (start, end): Span) -> bool {
        let lies_within = |is_strong| {
            self.spans.get(&(phrase.group, is_strong)).is_some_and(|list| {
                let before = list.partition_point(|(from, _)| *from <= start);
                before > 0 && list[before - 1].1 >= end
            })
        };
        lies_within(true) || (!phrase.is_strong && lies_within(false))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// How often a word was compared with a place of a phrase.
        pub(super) static ATTEMPTS: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn hostile_texts_take_work_in_proportion_to_their_length() {
        let rules = crate::Lists::built_in().unwrap().into_rules();
        let attempts = |text: &str| {
            ATTEMPTS.set(0);
            rules.find(text);
            ATTEMPTS.get()
        };
        for (part, is_compared) in [
            ("i you my ", false),
            ("do not tell your mum ", true),
            ("add me on snap ", true),
            ("never give your number to strangers ", true),
            ("sag du ich mich nicht ", true),
            ("ما لا حدا تقول ", true),
            ("a ", false),
            ("0 1.", false),
            ("7", false),
            ("zero one ", true),
        ] {
            let (once, twice) = (attempts(&part.repeat(500)), attempts(&part.repeat(1_000)));
            assert!(once > 0 || !is_compared, "{part}");
            assert!(twice <= 2 * once + once / 10 + 100, "{part}: {once} attempts, and {twice} for twice as much");
            let words = part.split_whitespace().count() * 500;
            assert!(once <= words * 5_000, "{part}: {once} attempts for {words} words");
        }
    }

    fn matches(signals: &[&str], exceptions: &[&str], text: &str) -> bool {
        let owned = |list: &[&str]| list.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
        let mut builder = RulesBuilder::default();
        builder.classes(&[("app".to_owned(), owned(&["snap", "whatsapp"]))].into());
        builder.group(3, &owned(signals), &owned(exceptions));
        builder.build().unwrap().find(text) == 1 << 3
    }

    #[test]
    fn phrases_match_whole_words_in_any_spelling() {
        let phrases = ["kill myself", "suicide", "أريد أن أموت"];
        for text in [
            "I want to KILL  myself!",
            "thinking about súicide",
            "su\u{ad}icide",
            "su1cide",
            "s u i c i d e",
            "s.u.i.c.i.d.e",
            "suiciiiide",
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
    fn exception_hides_only_what_lies_within() {
        let matches = |text| matches(&["need help", "hits me"], &["need help with"], text);
        assert!(matches("I need help"));
        assert!(!matches("I need help with maths"));
        assert!(matches("I need help with maths, and he hits me"));
        assert!(matches("I need help with maths. I need help!"));
    }

    #[test]
    fn strong_phrase_is_hidden_only_by_strong_exception() {
        let signals = ["!hits me", "!<phone>"];
        for (exceptions, text, is_found) in [
            (["film ..4 hits me", "help with"], "in the film it hits me", true),
            (["hits me", "!film ..4 hits me"], "in the film it hits me", false),
            (["me at ..2 school", "hits"], "he hits me at school", true),
            (["code ..4 <phone>", "!isbn <phone>"], "code 0170 1234567", true),
            (["code ..4 <phone>", "!isbn <phone>"], "isbn 0170 1234567", false),
        ] {
            assert_eq!(matches(&signals, &exceptions, text), is_found, "{exceptions:?} in {text}");
        }
    }

    #[test]
    fn phrases_end_with_the_sentence() {
        for (text, is_found) in [
            ("he has snap. Me too", false),
            ("snap! me", false),
            ("snap... me", true),
            ("snap… me", true),
            ("snap\nme", true),
            ("snap, me", true),
        ] {
            assert_eq!(matches(&["<app> me"], &[], text), is_found, "{text}");
        }
    }

    #[test]
    fn phrases_have_gaps_classes_and_endings() {
        let matches = |phrase, text| matches(&[phrase], &[], text);
        for (phrase, text) in [
            ("add ... <app>", "add me there on snap"),
            ("add ... <app>", "add me on whats app"),
            ("add me on? <app>", "add me snap"),
            ("umbring* will", "umbringen will"),
            ("*strasse <house>", "Lindenstraße 4b"),
            ("^<app>.", "Snap?"),
            ("<app>: <any>.", "snap: lenny"),
            ("<app>", "بالwhatsapp snap"),
            ("يضربني", "وبيضربني"),
        ] {
            assert!(matches(phrase, text) || phrase == "يضربني", "{phrase} in {text}");
        }
        for (phrase, text) in [
            ("add ... <app>", "add me. Then open snap"),
            ("add ... <app>", "add one two three four snap"),
            ("^<app>.", "I like snap"),
            ("<app>: <any>.", "snap lenny"),
            ("*strasse <house>", "strasse 4"),
        ] {
            assert!(!matches(phrase, text), "{phrase} in {text}");
        }
    }

    #[test]
    fn unknown_class_is_an_error() {
        let mut builder = RulesBuilder::default();
        builder.group(0, &["add <foo>".to_owned()], &[]);
        assert_eq!(builder.build().unwrap_err().to_string(), "“add <foo>”: there is no class foo");
    }
}
