//! A text as it is compared with phrases: words in what forms they are known, with numbers and addresses as one word.

use std::ops::Range;

use crate::letters::{normalise, stands_for};
use crate::lexicon::{ACCOUNT, AT, Atom, DIGITS, HANDLE, HOUSE, LINK, Lexicon, MAIL, PHONE, PROFILE};
use crate::links::{Piece, is_account, read};
use crate::numbers::{Group, have_phone, joins};

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
    pub(crate) has_colon: bool,
    pub(crate) is_quoted: bool,
    /// Where it stands in the plain text.
    place: Range<usize>,
    /// Whether digits are all of it, or may be.
    is_number: bool,
}

/// Classes that the scanners need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken {
    pub(crate) zeros: Vec<Atom>,
    pub(crate) digits: Vec<Atom>,
}

/// Spoken numbers: so many words with a zero, or without.
const SPOKEN_WITH_ZERO: usize = 4;
const SPOKEN: usize = 7;
/// Spoken numbers are followed over so many words: work is bounded.
const LONGEST_SPOKEN: usize = 24;
/// Longer pieces are words only.
const LONGEST_PIECE: usize = 300;

struct Reader<'a> {
    lexicon: &'a Lexicon,
    plain: &'a str,
    text: Text,
    form: String,
    /// Number of the first word of the open quotation.
    quotation: Option<(char, usize)>,
}

impl Text {
    pub(crate) fn new(text: &str, lexicon: &Lexicon, spoken: &Spoken) -> Self {
        let plain = normalise(text);
        let text = Self { words: Vec::with_capacity(plain.len() / 5), atoms: Vec::with_capacity(plain.len() / 4) };
        let mut reader = Reader { lexicon, plain: &plain, text, form: String::new(), quotation: None };
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
        if let Some((_, first)) = reader.quotation.take() {
            // A mark without a second one is no quotation.
            reader.text.words[first..].iter_mut().for_each(|word| word.is_quoted = false);
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
        let trimmed = piece.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '@' | '_' | '$' | '!' | '|'));
        let is_bare = !trimmed.is_empty()
            && piece.len() <= LONGEST_PIECE
            && trimmed.bytes().any(|byte| !byte.is_ascii_alphanumeric());
        let is_mixed = is_bare && trimmed.chars().any(char::is_alphabetic) && !trimmed.starts_with('@');
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
            form.extend(trimmed.chars().map(|c| stands_for(c, one)).filter(|c| c.is_alphanumeric()));
            form.chars().count() >= 3
        };
        let mut form = std::mem::take(&mut self.form);
        let mut atom = None;
        let inner_marks = trimmed.chars().any(|c| !c.is_alphanumeric());
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
            if letter.is_alphanumeric() {
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
                    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))).unwrap_or(rest.len());
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
                let is_within =
                    is_after_word && self.plain[index + letter.len_utf8()..].starts_with(char::is_alphanumeric);
                self.mark_end(true, !is_within);
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
            Some((open, _)) if (open == '\'') == (letter == '\'') && (letter != '\'' || is_after_word) => {
                self.quotation = None;
            }
            None if letter != '\'' || !is_after_word => self.quotation = Some((letter, count)),
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
        word.is_quoted = self.quotation.is_some();
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

impl Text {
    /// Joins groups of digits, spoken digits, single letters, and two words that make one.
    fn joined(self, plain: &str, lexicon: &Lexicon, spoken: &Spoken) -> Self {
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
                let word = Word { begins_sentence: first.begins_sentence, atoms: from..from + 1, ..last.clone() };
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
    let is_in = |word: &Word, list: &[Atom]| atoms[word.atoms.clone()].iter().any(|atom| list.contains(atom));
    let is_spoken = |word: &Word| is_in(word, &spoken.digits) || is_in(word, &spoken.zeros);
    let first = words.first()?;
    if !first.is_number && !is_spoken(first) {
        return None;
    }
    let between = |index: usize| &plain[words[index - 1].place.end..words[index].place.start];
    let mut length = 1;
    while length < words.len() && words[length].is_number && first.is_number && joins(between(length)) {
        length += 1;
    }
    if first.is_number {
        let mut groups = Vec::with_capacity(length);
        let texts: Vec<String> = words[..length].iter().map(|word| as_digits(&plain[word.place.clone()])).collect();
        let real = words[..length]
            .iter()
            .flat_map(|word| plain[word.place.clone()].bytes())
            .filter(u8::is_ascii_digit)
            .count();
        for (index, digits) in texts.iter().enumerate() {
            groups.push(Group { digits, mark: if index == 0 { "" } else { between(index) } });
        }
        let before = plain[..first.place.start].trim_end_matches([' ', '(']).chars().next_back();
        let after = plain[words[length - 1].place.end..].trim_start_matches(' ').chars().next();
        if real >= 5 && have_phone(&groups, before, after) {
            return Some((length, Some(PHONE)));
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
        if is_in(word, &spoken.zeros) {
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
    let zero_first = words[..spoken_length.min(2)]
        .iter()
        .any(|word| is_in(word, &spoken.zeros) || plain[word.place.clone()].starts_with('0'));
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
