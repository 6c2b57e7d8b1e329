//! How phrases are written.

use crate::letters::normalise;
use crate::lexicon::Shape;

/// A phrase as it is written.
#[derive(Debug)]
pub(crate) struct Written {
    /// Whether it counts only where a sentence begins.
    pub(crate) starts: bool,
    /// Whether ordinary exceptions leave it alone, or, of an exception, whether it hides such phrases, too.
    pub(crate) is_strong: bool,
    /// Whether it counts only where a clause ends.
    pub(crate) ends: bool,
    pub(crate) parts: Vec<Part>,
}

/// One place of a phrase.
#[derive(Debug)]
pub(crate) struct Part {
    /// How many other words may stand before it.
    pub(crate) gap: u32,
    pub(crate) is_optional: bool,
    /// Whether a colon must follow.
    pub(crate) has_colon: bool,
    pub(crate) one_of: Vec<Named>,
}

/// What may stand at a place.
#[derive(Debug)]
pub(crate) enum Named {
    Word(String, Shape),
    Class(String),
}

/// Other words that `...` allows.
const GAP: u32 = 3;
const LONGEST_GAP: u32 = 8;

impl Written {
    pub(crate) fn read(phrase: &str) -> Result<Self, String> {
        let phrase = phrase.trim();
        let (is_strong, phrase) = phrase.strip_prefix('!').map_or((false, phrase), |rest| (true, rest));
        let (starts, phrase) = phrase.strip_prefix('^').map_or((false, phrase), |rest| (true, rest));
        let (ends, phrase) = match phrase.strip_suffix('.') {
            Some(rest) if !rest.ends_with('.') => (true, rest),
            _ => (false, phrase),
        };
        let (mut parts, mut gap) = (Vec::new(), 0);
        for item in phrase.split_whitespace() {
            if let Some(number) = item.strip_prefix("..") {
                gap = if number == "." {
                    GAP
                } else {
                    number.parse().map_err(|_| format!("{item} is no number of words"))?
                };
                if parts.is_empty() || gap > LONGEST_GAP {
                    return Err(format!("{item} must follow a word, and allow at most {LONGEST_GAP}"));
                }
                continue;
            }
            for part in Part::read(item, gap)? {
                parts.push(part);
            }
            gap = 0;
        }
        if gap > 0 {
            return Err("a word must follow the dots".into());
        }
        match parts.first() {
            None => Err("it has no words".into()),
            Some(part) if part.is_optional => Err("its first word cannot be optional".into()),
            Some(_) if parts.iter().map(|part| part.gap + 1).sum::<u32>() > 60 => Err("it is too long".into()),
            Some(_) => Ok(Self { starts, is_strong, ends, parts }),
        }
    }
}

impl Part {
    fn read(item: &str, gap: u32) -> Result<Vec<Self>, String> {
        let (is_optional, item) = item.strip_suffix('?').map_or((false, item), |rest| (true, rest));
        let (has_colon, item) = item.strip_suffix(':').map_or((false, item), |rest| (true, rest));
        let part = |one_of, gap| Self { gap, is_optional, has_colon, one_of };
        if !item.contains(['|', '<', '*']) {
            // An ordinary phrase may have words with marks.
            let words = plain_words(item);
            let all = words.into_iter().enumerate();
            let parts =
                all.map(|(index, word)| part(vec![Named::Word(word, Shape::Whole)], if index == 0 { gap } else { 0 }));
            return Ok(parts.collect());
        }
        let one_of = item.split('|').map(Named::read).collect::<Result<Vec<_>, _>>()?;
        Ok(vec![part(one_of, gap)])
    }
}

impl Named {
    pub(crate) fn read(item: &str) -> Result<Self, String> {
        if let Some(class) = item.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return Ok(Self::Class(class.to_owned()));
        }
        let (shape, letters) = match (item.strip_suffix('*'), item.strip_prefix('*')) {
            (Some(start), None) => (Shape::Start, start),
            (None, Some(end)) => (Shape::End, end),
            _ => (Shape::Whole, item),
        };
        let mut words = plain_words(letters);
        match (words.pop(), words.is_empty()) {
            (Some(word), true) if shape == Shape::Whole || word.chars().count() >= 3 => Ok(Self::Word(word, shape)),
            (Some(_), true) => Err(format!("{item} is too short")),
            _ => Err(format!("{item} is not one word")),
        }
    }
}

/// The words of a phrase. A symbol such as an emoji is a word.
fn plain_words(text: &str) -> Vec<String> {
    let plain = normalise(text);
    let words: Vec<_> =
        plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let symbol = plain.trim();
    if words.is_empty() && !symbol.is_ascii() && symbol.chars().count() == 1 { vec![symbol.to_owned()] } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_phrases_have_reasons() {
        for (phrase, reason) in [
            ("", "it has no words"),
            ("... you", "... must follow a word, and allow at most 8"),
            ("tell ..9 mum", "..9 must follow a word, and allow at most 8"),
            ("tell ..x mum", "..x is no number of words"),
            ("tell ...", "a word must follow the dots"),
            ("please? tell", "its first word cannot be optional"),
            ("a* b", "a* is too short"),
            ("a|b-c", "b-c is not one word"),
        ] {
            assert_eq!(Written::read(phrase).unwrap_err(), reason, "{phrase}");
        }
        let phrase = Written::read("!^add ..2 me|us on? <platform>.").unwrap();
        assert_eq!((phrase.is_strong, phrase.starts, phrase.ends, phrase.parts.len()), (true, true, true, 4));
    }
}
