//! One spelling for all ways to write a word: what is typed on a phone in distress has no accents and no capitals.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents, vowel signs and letter variants.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ß' => folded.push_str("ss"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'æ' => folded.push_str("ae"),
            'ı' => folded.push('i'),
            // The dot of a lower-cased İ, joiners and stretching are no letters of their own.
            '\u{307}' | '\u{200c}' | '\u{200d}' | '\u{640}' | '\u{ad}' => {}
            'ٱ' => folded.push('ا'),
            'ى' => folded.push('ي'),
            'ة' => folded.push('ه'),
            '’' | '‘' | '`' | '´' => folded.push('\''),
            c => folded.push(c),
        }
    }
    folded
}

/// The words of a text, folded. An apostrophe within a word is left out: "can't" and "cant" are one word.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded: String = fold(text).chars().filter(|c| *c != '\'').collect();
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_word_are_one() {
        for (a, b) in [
            ("Über", "uber"),
            ("STRASSE", "straße"),
            ("Café", "cafe\u{301}"),
            ("İstanbul", "istanbul"),
            ("أُريد", "اريد"),
            ("إلى", "الي"),
            ("مدرسة", "مدرسه"),
            ("can’t", "CANT"),
        ] {
            assert_eq!(words(a), words(b), "{a} and {b}");
        }
        assert_eq!(words("What's up, \u{1F600} Tom?"), ["whats", "up", "tom"]);
    }
}
