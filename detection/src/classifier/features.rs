//! What a text is made of for the classifier: letters within words, words, pairs of words, and pairs of what words mean.

use std::ops::Range;

use super::classes;
use crate::letters::{is_arabic, is_of_word, normalise, stands_for};

/// The number of buckets.
pub const BUCKETS: usize = 1 << BITS;
const BITS: u32 = 16;
/// Longer texts are read in windows of so many words, each of which begins in the middle of the one before.
const WINDOW: usize = 40;
/// Shorter sentences are read with the others only.
const SHORTEST: usize = 3;
/// Of longer words the beginning is read.
const LONGEST_WORD: usize = 24;
/// Letters of the beginning of a word that stand for it in pairs.
const STEM: usize = 4;
/// Classes of words are paired with so many before.
const PAIRED: usize = 8;

// How much features count.
const LETTERS: i8 = 2;
const WORDS: i8 = 3;
const CLASSES: i8 = 5;
const CLASS_PAIRS: i8 = 6;

/// The features of a text, word by word.
#[derive(Debug, Default)]
pub struct Features {
    /// Buckets and values.
    all: Vec<(u16, i8)>,
    /// By word, the end of its features.
    ends: Vec<usize>,
    /// The numbers of words at which sentences end.
    sentences: Vec<usize>,
}

/// Hashes of a word.
#[derive(Clone, Copy, Debug)]
struct Word {
    whole: u64,
    /// Of the first letters, without what Arabic writes together with the word.
    stem: u64,
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const EDGE: Word = Word { whole: 1, stem: 1 };

fn add(hash: u64, letter: u64) -> u64 {
    (hash ^ letter).wrapping_mul(0x0100_0000_01b3)
}

impl Features {
    /// Reads a text.
    pub fn new(text: &str) -> Self {
        Reader::default().read(&normalise(text))
    }

    /// The words of what is judged: of the whole text, or of windows of it, and of each sentence.
    pub fn windows(&self) -> impl Iterator<Item = Range<usize>> {
        let count = self.ends.len();
        let starts = (0..count).step_by(WINDOW / 2).take_while(move |from| *from == 0 || from + WINDOW / 2 < count);
        let wide = starts.map(move |from| from..count.min(from + WINDOW));
        let begins = std::iter::once(0).chain(self.sentences.iter().copied());
        let sentences = begins.zip(self.sentences.iter().copied()).map(|(from, until)| from..until);
        wide.chain(sentences.filter(move |place| place.len() >= SHORTEST && place.len() < count.min(WINDOW)))
    }

    /// Buckets and values of a word.
    pub fn of_word(&self, word: usize) -> &[(u16, i8)] {
        let from = word.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from..self.ends[word]]
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, hash: u64, value: i8) {
        let mixed = (hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.all.push(((mixed >> (64 - BITS)) as u16, value));
    }
}

/// By what the sum of a window is divided, so that long texts count as short ones.
pub fn norm(squares: i32) -> f32 {
    (squares.max(1) as f32).sqrt()
}

struct Reader {
    features: Features,
    known: &'static classes::Classes,
    /// The letters of the word that is read.
    word: Vec<char>,
    /// Single letters that stand apart.
    spelled: Vec<char>,
    /// The two words before.
    before: [Word; 2],
    /// The classes of the words before.
    meant: Vec<u8>,
    here: Vec<u8>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            features: Features::default(),
            known: classes::built_in(),
            word: Vec::new(),
            spelled: Vec::new(),
            before: [EDGE; 2],
            meant: Vec::new(),
            here: Vec::new(),
        }
    }
}

impl Reader {
    fn read(mut self, plain: &str) -> Features {
        let mut letters = plain.chars().peekable();
        while let Some(letter) = letters.next() {
            if is_of_word(letter) {
                let is_third = self.word.ends_with(&[letter, letter]);
                if (!is_third || letter.is_ascii_digit()) && self.word.len() < LONGEST_WORD {
                    self.word.push(letter);
                }
                continue;
            }
            self.end_word();
            match letter {
                ' ' | '-' | '_' | ',' | '\'' => {}
                '.' | '!' | '?' | '…' | '؟' | '\n' => {
                    self.join();
                    if matches!(letter, '?' | '؟') {
                        self.mark('?');
                    }
                    if !letters.peek().is_some_and(|next| is_of_word(*next)) || letter == '\n' {
                        self.end_sentence();
                    }
                }
                '@' | '#' | '+' | ':' | '/' => self.mark(letter),
                other if !other.is_ascii() => self.mark(other),
                _ => {}
            }
        }
        self.end_word();
        self.join();
        self.end_sentence();
        self.features
    }

    fn mark(&mut self, letter: char) {
        self.join();
        self.push_word(&[letter]);
    }

    fn end_word(&mut self) {
        match &self.word[..] {
            [] => return,
            [letter] if !letter.is_ascii_digit() && self.spelled.len() < LONGEST_WORD => self.spelled.push(*letter),
            _ => {
                self.join();
                let word = std::mem::take(&mut self.word);
                self.push_word(&word);
                self.word = word;
            }
        }
        self.word.clear();
    }

    /// Three single letters or more are one word.
    fn join(&mut self) {
        let spelled = std::mem::take(&mut self.spelled);
        if spelled.len() >= 3 {
            self.push_word(&spelled);
        } else {
            spelled.iter().for_each(|letter| self.push_word(&[*letter]));
        }
        self.spelled = spelled;
        self.spelled.clear();
    }

    fn end_sentence(&mut self) {
        let count = self.features.ends.len();
        if self.features.sentences.last().copied().unwrap_or_default() == count {
            return;
        }
        self.features.push(add(add(BASIS, self.before[1].whole), 2), WORDS);
        if let Some(end) = self.features.ends.last_mut() {
            *end = self.features.all.len();
        }
        self.features.sentences.push(count);
        self.before = [EDGE; 2];
        self.meant.clear();
    }

    fn push_word(&mut self, letters: &[char]) {
        let features = &mut self.features;
        let word = of_word(letters, features);
        self.here.clear();
        self.known.of(letters, &mut self.here);
        for class in &self.here {
            features.push(add(BASIS ^ 29, u64::from(*class)), CLASSES);
            for other in &self.meant[self.meant.len().saturating_sub(PAIRED)..] {
                let (low, high) = (other.min(class), other.max(class));
                features.push(add(add(BASIS ^ 31, u64::from(*low)), u64::from(*high)), CLASS_PAIRS);
            }
        }
        if let Some(class) = self.here.first() {
            features.push(add(add(BASIS ^ 37, self.before[1].stem), u64::from(*class)), LETTERS);
            self.meant.extend(&self.here);
        }
        features.push(add(add(BASIS, self.before[1].whole), word.whole), WORDS);
        features.push(add(add(BASIS ^ 7, self.before[0].stem), word.stem), LETTERS);
        features.push(add(add(BASIS ^ 9, self.before[1].stem), word.stem), LETTERS);
        self.before = [self.before[1], word];
        features.ends.push(features.all.len());
    }
}

/// Appends the features of a word.
fn of_word(letters: &[char], features: &mut Features) -> Word {
    let digits = letters.iter().filter(|letter| letter.is_ascii_digit()).count();
    if digits > 0 && digits == letters.len() {
        // How many digits, not which.
        let shape = add(BASIS ^ 11, digits.min(12) as u64);
        features.push(shape, WORDS);
        return Word { whole: shape, stem: add(BASIS ^ 11, 0) };
    }
    if digits == 0 {
        return of_letters(letters, features);
    }
    features.push(BASIS ^ 13, WORDS);
    let mut unfolded = ['\0'; LONGEST_WORD];
    let length = letters.len().min(LONGEST_WORD);
    for (unfolded, letter) in unfolded.iter_mut().zip(letters) {
        *unfolded = stands_for(*letter, 'i');
    }
    of_letters(&unfolded[..length], features)
}

fn of_letters(letters: &[char], features: &mut Features) -> Word {
    let hashed = |basis: u64, letters: &[char]| letters.iter().fold(basis, |hash, letter| add(hash, *letter as u64));
    let whole = hashed(BASIS ^ 17, letters);
    features.push(whole, WORDS);
    let rest = without_clitics(letters);
    let stem = hashed(BASIS ^ 19, &rest[..rest.len().min(STEM)]);
    if rest.len() != letters.len() {
        features.push(hashed(BASIS ^ 17, rest), LETTERS);
    }
    if letters.len() >= 2 {
        // Three and four letters of the word and its two edges.
        let edged = || std::iter::once('\u{3}').chain(letters.iter().copied()).chain(std::iter::once('\u{3}'));
        let mut last = [0_u64; 4];
        for (index, letter) in edged().enumerate() {
            last = [last[1], last[2], last[3], letter as u64];
            if index >= 2 {
                let three = add(add(add(BASIS ^ 23, last[1]), last[2]), last[3]);
                features.push(three, LETTERS);
                if index >= 3 {
                    features.push(add(three, last[0]), LETTERS);
                }
            }
        }
    }
    Word { whole, stem }
}

/// Arabic writes "and", "in", "to" and the article together with the word.
fn without_clitics(letters: &[char]) -> &[char] {
    if !letters.first().is_some_and(|letter| is_arabic(*letter)) {
        return letters;
    }
    let mut rest = letters;
    for clitics in [&['و', 'ف'][..], &['ب', 'ل', 'ك', 'ه', 'ع']] {
        if rest.len() > 4 && clitics.contains(&rest[0]) {
            rest = &rest[1..];
        }
    }
    if rest.len() > 4 && rest.starts_with(&['ا', 'ل']) { &rest[2..] } else { rest }
}
