//! Phrases, and where texts contain them. Whole words in their order, regardless of spelling variants. The work per word of a
//! text is bounded by the phrases.

use std::collections::BTreeMap;

use crate::lexicon::{ANY, Atom, BUILT_IN, Lexicon, Shape};
use crate::syntax::{Named, Written};
use crate::text::{Spoken, Text};

/// Words that stand for each other, by name.
pub type Classes = BTreeMap<String, Vec<String>>;

/// A phrase that cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{phrase}”: {reason}")]
pub struct PhraseError {
    phrase: String,
    reason: String,
}

/// Collects phrases.
#[derive(Debug, Default)]
pub struct RulesBuilder {
    classes: Classes,
    phrases: Vec<(usize, bool, String)>,
    beyond_quotations: u32,
}

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

impl RulesBuilder {
    /// Adds words to classes.
    pub fn classes(&mut self, classes: &Classes) {
        for (name, words) in classes {
            self.classes.entry(name.clone()).or_default().extend(words.iter().cloned());
        }
    }

    /// Adds phrases to a group below 32. One that lies within an exception of the group does not count; one that is written with
    /// `!` only if the exception is, too.
    pub fn group(&mut self, group: usize, signals: &[String], exceptions: &[String]) {
        let all = signals.iter().map(|phrase| (false, phrase)).chain(exceptions.iter().map(|phrase| (true, phrase)));
        self.phrases.extend(all.map(|(is_exception, phrase)| (group, is_exception, phrase.clone())));
    }

    /// From now on, phrases of a group do not count within quotations after a verb of the class `speech`, unless they are written
    /// with `!`.
    pub fn ignore_quotations(&mut self, group: usize) {
        self.beyond_quotations |= 1 << group;
    }

    /// Compiles the phrases.
    pub fn build(&self) -> Result<Rules, PhraseError> {
        let mut lexicon = Lexicon::new();
        let mut classes = BTreeMap::<&str, Vec<Atom>>::new();
        for (name, words) in &self.classes {
            let failed = |phrase: &str, reason: String| PhraseError { phrase: phrase.to_owned(), reason };
            if BUILT_IN.iter().any(|(built_in, _)| built_in == name) {
                return Err(failed(name, "the name of the class has a meaning".into()));
            }
            for word in words {
                match Named::read(word).map_err(|reason| failed(word, reason))? {
                    Named::Word(word, shape) => {
                        let atom = lexicon.add(&word, shape);
                        if shape == Shape::Whole && word.len() >= 6 {
                            lexicon.join(atom);
                        }
                        classes.entry(name).or_default().push(atom);
                    }
                    Named::Class(_) => return Err(failed(word, "a class cannot name another one".into())),
                }
            }
        }
        let mut places = BTreeMap::<Vec<Atom>, u32>::new();
        let mut phrases = Vec::with_capacity(self.phrases.len());
        for (group, is_exception, written) in &self.phrases {
            let failed = |reason: String| PhraseError { phrase: written.clone(), reason };
            let Written { starts, is_strong, ends, parts } = Written::read(written).map_err(failed)?;
            let mut compiled = Vec::with_capacity(parts.len());
            for part in parts {
                let mut atoms = Vec::new();
                for named in part.one_of {
                    match named {
                        Named::Word(word, shape) => atoms.push(lexicon.add(&word, shape)),
                        Named::Class(name) => match BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
                            Some((_, atom)) => atoms.push(*atom),
                            None => {
                                let class = classes
                                    .get(name.as_str())
                                    .ok_or_else(|| failed(format!("there is no class {name}")))?;
                                atoms.extend(class);
                            }
                        },
                    }
                }
                atoms.sort_unstable();
                atoms.dedup();
                if compiled.is_empty() && atoms.contains(&ANY) {
                    return Err(failed("it cannot begin with any word".into()));
                }
                let next = places.len() as u32;
                let place = *places.entry(atoms).or_insert(next);
                compiled.push(Part { gap: part.gap, is_optional: part.is_optional, has_colon: part.has_colon, place });
            }
            let first_and_needed = compiled.iter().filter(|part| !part.is_optional).map(|part| part.place);
            phrases.push(Phrase {
                group: *group as u32,
                is_exception: *is_exception,
                is_strong,
                starts,
                ends,
                needed: first_and_needed.skip(1).collect(),
                parts: compiled,
            });
        }
        let mut lists = vec![Vec::new(); places.len()];
        for (atoms, place) in places {
            lists[place as usize] = atoms;
        }
        let mut by_first = vec![Vec::new(); lexicon.len()];
        for (number, phrase) in phrases.iter().enumerate() {
            for atom in &lists[phrase.parts[0].place as usize] {
                by_first[*atom as usize].push(number as u32);
            }
        }
        let mut places_of = vec![Vec::new(); lexicon.len()];
        for (place, atoms) in lists.iter().enumerate() {
            atoms.iter().for_each(|atom| places_of[*atom as usize].push(place as u32));
        }
        for phrase in &mut phrases {
            phrase.needed.retain(|place| lists[*place as usize][0] != ANY);
        }
        let class = |name| classes.get(name).map_or(&[][..], Vec::as_slice);
        let spoken = Spoken::new(lexicon.len(), class("zero"), class("digit"), class("speech"));
        let beyond_quotations = self.beyond_quotations;
        Ok(Rules { lexicon, spoken, places: lists, phrases, by_first, places_of, beyond_quotations })
    }
}

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
