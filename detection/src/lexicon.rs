//! The words of all phrases, and in which of their forms the word of a text is one of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::letters::{is_arabic, is_of_word, stands_for};

/// What phrases name: a word, the beginning or the end of words, or what a text contains at a place.
pub(crate) type Atom = u32;

/// Any word.
pub(crate) const ANY: Atom = 0;
/// What looks like the name of an account: `lenny_03`.
pub(crate) const ACCOUNT: Atom = 1;
/// A name after `@`.
pub(crate) const AT: Atom = 2;
/// A name after `@` that looks like that of an account.
pub(crate) const HANDLE: Atom = 3;
/// Digits.
pub(crate) const DIGITS: Atom = 4;
/// Up to three digits, perhaps with a letter.
pub(crate) const HOUSE: Atom = 5;
/// A phone number.
pub(crate) const PHONE: Atom = 6;
/// An e-mail address.
pub(crate) const MAIL: Atom = 7;
/// A link to a person or a group on another service.
pub(crate) const PROFILE: Atom = 8;
/// Any other link.
pub(crate) const LINK: Atom = 9;
/// A phone number that may be an amount: it begins neither with a zero nor with a plus.
pub(crate) const AMOUNT: Atom = 10;

/// Names of what a text contains, as phrases write them: `<phone>`.
pub(crate) const BUILT_IN: [(&str, Atom); 11] = [
    ("any", ANY),
    ("account", ACCOUNT),
    ("at", AT),
    ("handle", HANDLE),
    ("digits", DIGITS),
    ("house", HOUSE),
    ("phone", PHONE),
    ("mail", MAIL),
    ("profile", PROFILE),
    ("link", LINK),
    ("amount", AMOUNT),
];

/// Longer words have only their plain form: work is bounded.
const LONGEST_WORD: usize = 64;
/// Single letters are joined to words of at most so many.
const LONGEST_SPELLED: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Whole,
    Start,
    End,
}

/// Words by their hash: 64 bits, of which no two words of the lists share all.
#[derive(Clone, Debug)]
pub(crate) struct Lexicon {
    atoms: HashMap<u64, Atom, BuildHasherDefault<Same>>,
    /// Which hashes may be known, by their last bits: most words are in no phrase.
    filter: Vec<u64>,
    next: Atom,
    /// By atom: whether two words that make it together are it.
    joined: Vec<bool>,
}

/// The keys are hashes.
#[derive(Clone, Debug, Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

fn hashed(before: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(before, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Shape {
    fn key(self, hash: u64) -> u64 {
        let salt = match self {
            Self::Whole => 0x9e37_79b9_7f4a_7c15,
            Self::Start => 0xc2b2_ae3d_27d4_eb4f,
            Self::End => 0x1656_67b1_9e37_79f9,
        };
        let mixed = (hash ^ salt).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 32)
    }
}

impl Lexicon {
    pub(crate) fn new() -> Self {
        let next = BUILT_IN.len() as Atom;
        Self { atoms: HashMap::default(), filter: vec![0; 1 << 10], next, joined: vec![false; next as usize] }
    }

    /// Adds a word, or the start or the end of words.
    pub(crate) fn add(&mut self, word: &str, shape: Shape) -> Atom {
        let hash = match shape {
            Shape::End => hashed(BASIS, word.bytes().rev()),
            Shape::Whole | Shape::Start => hashed(BASIS, word.bytes()),
        };
        let key = shape.key(hash);
        self.filter[(key as usize & 0xffff) >> 6] |= 1 << (key & 63);
        let next = &mut self.next;
        let joined = &mut self.joined;
        *self.atoms.entry(key).or_insert_with(|| {
            *next += 1;
            joined.push(false);
            *next - 1
        })
    }

    /// From now on, two words that make this one together are it.
    pub(crate) fn join(&mut self, atom: Atom) {
        self.joined[atom as usize] = true;
    }

    /// The number of atoms.
    pub(crate) fn len(&self) -> usize {
        self.next as usize
    }

    fn known(&self, key: u64) -> Option<Atom> {
        let may_be = self.filter[(key as usize & 0xffff) >> 6] & (1 << (key & 63)) != 0;
        if may_be { self.atoms.get(&key).copied() } else { None }
    }

    /// Returns a word of the lists.
    pub(crate) fn whole(&self, word: &str) -> Option<Atom> {
        self.known(Shape::Whole.key(hashed(BASIS, word.bytes())))
    }

    /// Returns the word that two make together.
    pub(crate) fn pair(&self, one: &str, other: &str) -> Option<Atom> {
        let hash = hashed(hashed(BASIS, one.bytes()), other.bytes());
        self.known(Shape::Whole.key(hash)).filter(|atom| self.joined[*atom as usize])
    }

    /// Returns the longest word of at least three letters that single letters make from the first on, and its length.
    pub(crate) fn spelled(&self, letters: impl Iterator<Item = char>) -> Option<(Atom, usize)> {
        let (mut hash, mut bytes, mut found) = (BASIS, [0; 4], None);
        for (index, letter) in letters.take(LONGEST_SPELLED).enumerate() {
            hash = hashed(hash, letter.encode_utf8(&mut bytes).bytes());
            if index >= 2
                && let Some(atom) = self.known(Shape::Whole.key(hash))
            {
                found = Some((atom, index + 1));
            }
        }
        found
    }

    /// Appends what a word is, in each of its forms.
    pub(crate) fn look_up(&self, word: &str, form: &mut String, atoms: &mut Vec<Atom>) {
        let from = atoms.len();
        self.form(word, from, atoms);
        if word.len() > LONGEST_WORD {
            return;
        }
        let (mut has_letters, mut has_digits, mut has_marks, mut repeats, mut longest) = (false, false, false, 0, 0);
        let (mut last, mut first_arabic) = (' ', None);
        let mut has_digraph = false;
        for letter in word.chars() {
            has_digits |= letter.is_ascii_digit();
            has_marks |= !is_of_word(letter);
            has_letters |= is_arabic(letter) || letter.is_alphabetic();
            has_digraph |= letter == 'e' && matches!(last, 'a' | 'o' | 'u');
            first_arabic = first_arabic.or(Some(is_arabic(letter)));
            repeats = if letter == last { repeats + 1 } else { 1 };
            longest = longest.max(repeats);
            last = letter;
        }
        if has_letters && (has_digits || has_marks) {
            for one in ['i', 'l'] {
                form.clear();
                form.extend(word.chars().map(|letter| stands_for(letter, one)));
                self.form(form, from, atoms);
            }
        }
        if longest >= 3 || (longest == 2 && first_arabic == Some(true)) {
            for kept in [1, 2] {
                form.clear();
                let (mut last, mut count) = (' ', 0);
                for letter in word.chars() {
                    count = if letter == last { count + 1 } else { 1 };
                    last = letter;
                    if count <= kept {
                        form.push(letter);
                    }
                }
                self.form(form, from, atoms);
            }
        }
        if has_digraph {
            form.clear();
            for letter in word.chars() {
                if !(letter == 'e' && form.ends_with(['a', 'o', 'u'])) {
                    form.push(letter);
                }
            }
            self.form(form, from, atoms);
        }
        if first_arabic == Some(true) {
            self.without_clitics(word, from, atoms);
        }
    }

    /// Arabic writes "and", "in", "to", "like", the future and the article together with the word.
    fn without_clitics(&self, word: &str, from: usize, atoms: &mut Vec<Atom>) {
        let long_enough = |rest: &str| rest.len() >= 6;
        let conjunction = word.strip_prefix(['و', 'ف']).filter(|rest| long_enough(rest));
        for word in [Some(word), conjunction].into_iter().flatten() {
            let preposition = word.strip_prefix(['ب', 'ل', 'ك', 'س', 'ه', 'ح', 'ع']).filter(|rest| long_enough(rest));
            if conjunction == Some(word) {
                self.form(word, from, atoms);
            }
            for word in [Some(word), preposition].into_iter().flatten() {
                if preposition == Some(word) {
                    self.form(word, from, atoms);
                }
                let article = word.strip_prefix("ال").or_else(|| word.strip_prefix("لل"));
                if let Some(rest) = article.filter(|rest| long_enough(rest)) {
                    self.form(rest, from, atoms);
                }
            }
        }
    }

    /// Appends what one form is: as a whole, by its start and by its end.
    fn form(&self, form: &str, from: usize, atoms: &mut Vec<Atom>) {
        let push = |atoms: &mut Vec<Atom>, atom: Option<Atom>| {
            if let Some(atom) = atom
                && !atoms[from..].contains(&atom)
            {
                atoms.push(atom);
            }
        };
        let mut hash = BASIS;
        for (index, byte) in form.bytes().enumerate() {
            hash = hashed(hash, std::iter::once(byte));
            if (1..LONGEST_WORD).contains(&index) && form.is_char_boundary(index + 1) {
                push(atoms, self.known(Shape::Start.key(hash)));
            }
        }
        push(atoms, self.known(Shape::Whole.key(hash)));
        let mut hash = BASIS;
        // An end is not the whole word.
        for (index, byte) in form.bytes().rev().enumerate().take(12.min(form.len().saturating_sub(2))) {
            hash = hashed(hash, std::iter::once(byte));
            if index >= 2 {
                push(atoms, self.known(Shape::End.key(hash)));
            }
        }
    }
}
