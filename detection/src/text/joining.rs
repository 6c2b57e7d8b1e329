//! Words that stand apart and are one: groups of digits, spoken digits, single letters, two halves.

use super::{IS_DIGIT, IS_ZERO, Spoken, Text, Word};
use crate::letters::stands_for;
use crate::lexicon::{AMOUNT, Atom, Lexicon, PHONE};
use crate::numbers::{Group, have_phone, joins};

/// Spoken numbers: so many words with a zero, or without.
const SPOKEN_WITH_ZERO: usize = 4;
const SPOKEN: usize = 7;
/// Spoken numbers are followed over so many words: work is bounded.
const LONGEST_SPOKEN: usize = 24;

impl Text {
    /// Joins groups of digits, spoken digits, single letters, and two words that make one.
    pub(super) fn joined(self, plain: &str, lexicon: &Lexicon, spoken: &Spoken) -> Self {
        let Self { words, mut atoms } = self;
        let mut joined: Vec<Word> = Vec::with_capacity(words.len());
        let mut index = 0;
        while index < words.len() {
            let (length, atom) = numbers(&words[index..], &atoms, plain, spoken)
                .or_else(|| letters(&words[index..], plain, lexicon))
                .or_else(|| pair(&words[index..], plain, lexicon))
                .unwrap_or((1, None));
            let all = &words[index..index + length];
            if let (Some(atom), Some(first), Some(last)) = (atom, all.first(), all.last()) {
                let from = atoms.len();
                atoms.push(atom);
                if atom == AMOUNT {
                    atoms.push(PHONE);
                }
                let word = Word { begins_sentence: first.begins_sentence, atoms: from..atoms.len(), ..last.clone() };
                joined.push(word);
            } else {
                joined.extend_from_slice(all);
            }
            index += length;
        }
        Self { words: joined, atoms }
    }
}

/// Returns how many words are groups of digits, and whether they are a phone number.
fn numbers(words: &[Word], atoms: &[Atom], plain: &str, spoken: &Spoken) -> Option<(usize, Option<Atom>)> {
    let is_zero = |word: &Word| spoken.has(&atoms[word.atoms.clone()], IS_ZERO);
    let is_spoken = |word: &Word| spoken.has(&atoms[word.atoms.clone()], IS_DIGIT);
    let first = words.first()?;
    if !first.is_number && !is_spoken(first) {
        return None;
    }
    let between = |index: usize| &plain[words[index - 1].place.end..words[index].place.start];
    let mut length = 1;
    let is_open = plain[first.place.clone()].starts_with('0') || plain[..first.place.start].ends_with('+');
    while length < words.len() && words[length].is_number && first.is_number && joins(between(length), is_open) {
        length += 1;
    }
    if first.is_number {
        let real = words[..length]
            .iter()
            .flat_map(|word| plain[word.place.clone()].bytes())
            .filter(u8::is_ascii_digit)
            .count();
        if real >= 5 {
            let texts: Vec<String> = words[..length].iter().map(|word| as_digits(&plain[word.place.clone()])).collect();
            let mark = |index| if index == 0 { "" } else { between(index) };
            let groups: Vec<_> =
                texts.iter().enumerate().map(|(index, digits)| Group { digits, mark: mark(index) }).collect();
            let before = &plain[..first.place.start];
            let is_after_plus = before.trim_end_matches([' ', '(']).ends_with('+');
            let before = if is_after_plus { Some('+') } else { before.chars().next_back() };
            let after = plain[words[length - 1].place.end..].chars().next();
            if have_phone(&groups, before, after) {
                let may_be_amount = !is_after_plus && !texts[0].starts_with('0');
                return Some((length, Some(if may_be_amount { AMOUNT } else { PHONE })));
            }
        }
    }
    // Digits as words, perhaps with digits among them.
    let mut spoken_length = 0;
    let (mut zeros, mut count, mut repeats) = (0, 0, 0);
    let mut seen: Vec<&str> = Vec::new();
    while let Some(word) = words[..words.len().min(LONGEST_SPOKEN)].get(spoken_length) {
        let text = &plain[word.place.clone()];
        if spoken_length > 0 && words[spoken_length - 1].ends_sentence {
            break;
        }
        if is_zero(word) {
            zeros += 1;
        } else if !(is_spoken(word) || word.is_number) {
            break;
        }
        count += if word.is_number { text.len() } else { 1 };
        if seen.contains(&text) {
            repeats += 1;
        } else if seen.len() < 16 {
            seen.push(text);
        }
        spoken_length += 1;
    }
    let words_only = words[..spoken_length].iter().filter(|word| !word.is_number).count();
    let zero_first =
        words[..spoken_length.min(2)].iter().any(|word| is_zero(word) || plain[word.place.clone()].starts_with('0'));
    let is_phone = words_only >= 2
        && (zero_first && zeros + count > SPOKEN_WITH_ZERO && count >= SPOKEN_WITH_ZERO
            || count >= SPOKEN && repeats > 0);
    if is_phone {
        return Some((spoken_length, Some(PHONE)));
    }
    (length > 1).then_some((length, None))
}

fn as_digits(word: &str) -> String {
    word.chars()
        .map(|c| match c {
            'o' => '0',
            'l' | 'i' => '1',
            other => other,
        })
        .collect()
}

/// Returns how many single letters make a word.
fn letters(words: &[Word], plain: &str, lexicon: &Lexicon) -> Option<(usize, Option<Atom>)> {
    let single = |word: &Word| {
        let mut letters = plain[word.place.clone()].chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    single(words.first()?)?;
    single(words.get(1)?)?;
    single(words.get(2)?)?;
    let run = || words.iter().map_while(single);
    if !run().take(3).any(char::is_alphabetic) {
        return None;
    }
    let found =
        ['i', 'l'].into_iter().find_map(|one| lexicon.spelled(run().map(move |letter| stands_for(letter, one))));
    found.map(|(atom, length)| (length, Some(atom)))
}

/// Returns whether two words make one.
fn pair(words: &[Word], plain: &str, lexicon: &Lexicon) -> Option<(usize, Option<Atom>)> {
    let (one, other) = (words.first()?, words.get(1)?);
    if one.ends_clause {
        return None;
    }
    lexicon.pair(&plain[one.place.clone()], &plain[other.place.clone()]).map(|atom| (2, Some(atom)))
}
