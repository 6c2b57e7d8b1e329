//! A text as it is compared with phrases: words in what forms they are known, with numbers and addresses as one word.

use std::ops::Range;

use crate::letters::{is_arabic, is_of_word, normalise, stands_for};
use crate::lexicon::{ACCOUNT, AT, Atom, DIGITS, HANDLE, HOUSE, LINK, Lexicon, MAIL, PROFILE};
use crate::links::{Piece, is_account, read};

mod joining;

#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) words: Vec<Word>,
    pub(crate) atoms: Vec<Atom>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    /// What it is, in [`Text::atoms`].
    pub(crate) atoms: Range<usize>,
    pub(crate) begins_sentence: bool,
    /// Whether a mark, a line break or the end of the text follows.
    pub(crate) ends_clause: bool,
    pub(crate) ends_sentence: bool,
    /// Whether a mark follows that ends a sentence: no phrase goes on behind it.
    pub(crate) is_last: bool,
    pub(crate) has_colon: bool,
    /// Whether it is within a quotation that follows a verb of speech.
    pub(crate) is_reported: bool,
    /// Where it stands in the plain text.
    place: Range<usize>,
    /// Whether digits are all of it, or may be.
    is_number: bool,
}

/// Classes that the scanners need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken {
    /// By atom: [`IS_DIGIT`], [`IS_ZERO`], [`IS_SPEECH`].
    flags: Vec<u8>,
}

const IS_DIGIT: u8 = 1;
const IS_ZERO: u8 = 2;
const IS_SPEECH: u8 = 4;
/// So many words before a quotation one must be a verb of speech.
const BEFORE_QUOTATION: usize = 4;

impl Spoken {
    pub(crate) fn new(atoms: usize, zeros: &[Atom], digits: &[Atom], speech: &[Atom]) -> Self {
        let mut flags = vec![0; atoms];
        for (list, flag) in [(zeros, IS_DIGIT | IS_ZERO), (digits, IS_DIGIT), (speech, IS_SPEECH)] {
            list.iter().for_each(|atom| flags[*atom as usize] |= flag);
        }
        Self { flags }
    }

    fn has(&self, atoms: &[Atom], flag: u8) -> bool {
        atoms.iter().any(|atom| self.flags[*atom as usize] & flag != 0)
    }
}

impl Word {
    /// Whether a phrase cannot go on behind it, with other words between or without.
    pub(crate) fn separates(&self, with_others: bool) -> bool {
        self.is_last || (with_others && self.ends_sentence)
    }
}

/// Longer pieces are words only.
const LONGEST_PIECE: usize = 300;

struct Reader<'a> {
    lexicon: &'a Lexicon,
    spoken: &'a Spoken,
    plain: &'a str,
    text: Text,
    form: String,
    /// The open quotation: its mark, the number of its first word, and whether a verb of speech stands before.
    quotation: Option<(char, usize, bool)>,
}

impl Text {
    pub(crate) fn new(text: &str, lexicon: &Lexicon, spoken: &Spoken) -> Self {
        let plain = normalise(text);
        let text = Self { words: Vec::with_capacity(plain.len() / 5), atoms: Vec::with_capacity(plain.len() / 4) };
        let mut reader = Reader { lexicon, spoken, plain: &plain, text, form: String::new(), quotation: None };
        let mut from = None;
        for (index, letter) in plain.char_indices() {
            if letter.is_whitespace() {
                if let Some(from) = from.take() {
                    reader.piece(from..index);
                }
                if letter == '\n' {
                    reader.end_sentence();
                }
            } else if from.is_none() {
                from = Some(index);
            }
        }
        if let Some((_, first, _)) = reader.quotation.take() {
            // A mark without a second one is no quotation.
            reader.text.words[first..].iter_mut().for_each(|word| word.is_reported = false);
        }
        let text = reader.text;
        text.joined(&plain, lexicon, spoken)
    }

    /// Returns what a word is.
    pub(crate) fn atoms(&self, word: &Word) -> &[Atom] {
        &self.atoms[word.atoms.clone()]
    }
}

impl Reader<'_> {
    /// Reads what stands between spaces.
    fn piece(&mut self, place: Range<usize>) {
        let piece = &self.plain[place.clone()];
        if piece.len() <= LONGEST_PIECE {
            let atom = match read(piece) {
                Piece::Mail => Some(MAIL),
                Piece::Profile => Some(PROFILE),
                Piece::Link => Some(LINK),
                Piece::Words => None,
            };
            if let Some(atom) = atom {
                self.push(place, &[atom]);
                let ends = piece.ends_with(['.', '!', '?', ',', ';', ')']);
                self.mark_end(ends, false);
                return;
            }
        }
        let trimmed = piece.trim_matches(|c: char| !is_of_word(c) && !matches!(c, '@' | '_' | '$' | '!' | '|'));
        let is_bare = !trimmed.is_empty()
            && piece.len() <= LONGEST_PIECE
            && trimmed.bytes().any(|byte| !byte.is_ascii_alphanumeric());
        let is_mixed =
            is_bare && trimmed.chars().any(|c| is_arabic(c) || c.is_alphabetic()) && !trimmed.starts_with('@');
        if is_mixed && self.disguised(&place, trimmed) {
            return;
        }
        self.words(place);
    }

    /// Reads a word with marks among its letters, and names of accounts. Returns whether it was one.
    fn disguised(&mut self, place: &Range<usize>, trimmed: &str) -> bool {
        let trimmed = trimmed.trim_end_matches(['!', '|', '$']);
        let offset = trimmed.as_ptr() as usize - self.plain.as_ptr() as usize;
        let inner = offset..offset + trimmed.len();
        let is_joined = |one: char, form: &mut String| {
            form.clear();
            form.extend(trimmed.chars().map(|c| stands_for(c, one)).filter(|c| is_of_word(*c)));
            form.chars().count() >= 3
        };
        let mut form = std::mem::take(&mut self.form);
        let mut atom = None;
        let inner_marks = trimmed.chars().any(|c| !is_of_word(c));
        if inner_marks && trimmed.len() < 48 {
            for one in ['i', 'l'] {
                if atom.is_none() && is_joined(one, &mut form) {
                    atom = self.lexicon.whole(&form);
                }
            }
        }
        self.form = form;
        let account = is_account(trimmed) && trimmed.contains('_');
        let atom = atom.or(account.then_some(ACCOUNT));
        let Some(atom) = atom else { return false };
        self.marks(place.start..inner.start);
        self.push(inner.clone(), &[atom]);
        self.marks(inner.end..place.end);
        true
    }

    /// Reads words and the marks between them.
    fn words(&mut self, place: Range<usize>) {
        let (mut from, mut name_until) = (None, 0);
        let plain = self.plain;
        for (offset, letter) in plain[place.clone()].char_indices() {
            let index = place.start + offset;
            if index < name_until {
                continue;
            }
            if is_of_word(letter) {
                from = from.or(Some(index));
                continue;
            }
            let is_after_word = from.is_some();
            if let Some(from) = from.take() {
                self.word(from..index);
            }
            if letter == '@' && !is_after_word {
                let rest = &plain[index + 1..place.end];
                let length =
                    rest.find(|c: char| !(is_of_word(c) || matches!(c, '_' | '.' | '-'))).unwrap_or(rest.len());
                let name = rest[..length].trim_end_matches(['.', '-']);
                if name.len() >= 2 && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    name_until = index + 1 + name.len();
                    let is_handle =
                        is_account(name) || name.contains(['_', '.']) || name.bytes().any(|byte| byte.is_ascii_digit());
                    self.push(index..name_until, if is_handle { &[AT, HANDLE, ACCOUNT] } else { &[AT] });
                    continue;
                }
            }
            self.mark(index, letter, is_after_word);
        }
        if let Some(from) = from {
            self.word(from..place.end);
        }
    }

    fn marks(&mut self, place: Range<usize>) {
        for (offset, letter) in self.plain[place.clone()].char_indices() {
            self.mark(place.start + offset, letter, offset == 0);
        }
    }

    fn mark(&mut self, index: usize, letter: char, is_after_word: bool) {
        match letter {
            '-' | '_' => return,
            '"' | '“' | '”' | '„' | '«' | '»' | '‟' | '\'' => self.quote(letter, is_after_word),
            ':' | '=' => {
                if let Some(word) = self.text.words.last_mut() {
                    word.has_colon = true;
                }
            }
            '.' | '!' | '?' | '…' | '؟' | '۔' => {
                // Within a word it ends no sentence: gmail.com, 3.5
                let is_within = is_after_word && self.plain[index + letter.len_utf8()..].starts_with(is_of_word);
                self.mark_end(true, !is_within);
                let rest = &self.plain[index + letter.len_utf8()..];
                // Three points are a pause, and a point before a number belongs to an abbreviation.
                let is_number = rest.trim_start_matches(' ').starts_with(|next: char| next.is_ascii_digit());
                let is_pause = letter == '…'
                    || (letter == '.' && is_number)
                    || (letter == '.' && (rest.starts_with('.') || !is_after_word));
                if let Some(word) = self.text.words.last_mut() {
                    word.is_last = (word.is_last || !is_within) && !is_pause;
                }
                return;
            }
            _ => {}
        }
        self.mark_end(true, false);
        if !letter.is_ascii() {
            let mut bytes = [0; 4];
            if let Some(atom) = self.lexicon.whole(letter.encode_utf8(&mut bytes)) {
                self.push(index..index + letter.len_utf8(), &[atom]);
                self.mark_end(true, false);
            }
        }
    }

    fn quote(&mut self, letter: char, is_after_word: bool) {
        let count = self.text.words.len();
        match self.quotation {
            Some((open, ..)) if (open == '\'') == (letter == '\'') && (letter != '\'' || is_after_word) => {
                self.quotation = None;
            }
            None if letter != '\'' || !is_after_word => {
                let before = &self.text.words[count.saturating_sub(BEFORE_QUOTATION)..];
                let is_reported =
                    before.iter().any(|word| self.spoken.has(&self.text.atoms[word.atoms.clone()], IS_SPEECH));
                self.quotation = Some((letter, count, is_reported));
            }
            _ => {}
        }
    }

    fn word(&mut self, place: Range<usize>) {
        let word = &self.plain[place.clone()];
        let from = self.text.atoms.len();
        self.lexicon.look_up(word, &mut self.form, &mut self.text.atoms);
        let mut digits = 0;
        let mut others = 0;
        for byte in word.bytes() {
            match byte {
                b'0'..=b'9' => digits += 1,
                b'o' | b'l' | b'i' => {}
                _ => others += 1,
            }
        }
        let is_number = digits > 0 && others == 0;
        if digits == word.len() {
            self.text.atoms.push(DIGITS);
        }
        if (1..=3).contains(&digits)
            && word.len() <= digits + 1
            && word.as_bytes()[..digits].iter().all(u8::is_ascii_digit)
        {
            self.text.atoms.push(HOUSE);
        }
        if digits > 0 && is_account(word) {
            self.text.atoms.push(ACCOUNT);
        }
        // A name with a point within: mia.kay
        let rest = &self.plain[place.end..];
        if rest.starts_with('.')
            && word.len() >= 3
            && rest[1..].starts_with(|c: char| c.is_ascii_alphanumeric())
            && word.is_ascii()
            && !is_number
        {
            self.text.atoms.push(ACCOUNT);
        }
        let atoms = from..self.text.atoms.len();
        self.push_word(Word { atoms, place, is_number, ..Word::default() });
    }

    fn push(&mut self, place: Range<usize>, atoms: &[Atom]) {
        let from = self.text.atoms.len();
        self.text.atoms.extend_from_slice(atoms);
        self.push_word(Word { atoms: from..self.text.atoms.len(), place, ..Word::default() });
    }

    fn push_word(&mut self, mut word: Word) {
        word.begins_sentence = self.text.words.last().is_none_or(|last| last.ends_sentence);
        word.is_reported = self.quotation.is_some_and(|(_, _, is_reported)| is_reported);
        self.text.words.push(word);
    }

    fn mark_end(&mut self, of_clause: bool, of_sentence: bool) {
        if let Some(word) = self.text.words.last_mut() {
            word.ends_clause |= of_clause;
            word.ends_sentence |= of_sentence;
        }
    }

    fn end_sentence(&mut self) {
        self.mark_end(true, true);
    }
}
