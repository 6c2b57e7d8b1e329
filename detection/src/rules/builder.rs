//! Compiles phrases as they are written.

use std::collections::BTreeMap;

use super::{Part, Phrase, Rules};
use crate::lexicon::{ANY, Atom, BUILT_IN, Lexicon, Shape};
use crate::syntax::{Named, Written};
use crate::text::Spoken;

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
