//! Texts as they are searched: case, accents and the like do not count. The same for what is written and what is asked.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::messages::mention;

/// A text without case, accents, ligatures, invisible characters and line breaks, and with mentions as `@name`.
pub fn fold(text: &str) -> String {
    let plain = mention::plain(text);
    let mut folded = String::with_capacity(plain.len());
    let letters = plain.nfkd().filter(|c| !is_combining_mark(*c) && !is_invisible(*c));
    for letter in letters.flat_map(char::to_lowercase).filter(|c| !is_combining_mark(*c)) {
        match simple(letter) {
            Some(spelled) => folded.push_str(spelled),
            None if letter.is_whitespace() || letter.is_control() => {
                if !folded.ends_with(' ') && !folded.is_empty() {
                    folded.push(' ');
                }
            }
            None => folded.push(letter),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The words of a query, each once, folded. All of them must be in a text, anywhere.
pub(super) fn words(query: &str) -> Vec<String> {
    let folded = fold(query);
    let mut words: Vec<String> = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// Letters that people type in another way and that no decomposition takes apart.
fn simple(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'ø' => "o",
        'æ' => "ae",
        'œ' => "oe",
        'ð' | 'đ' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ł' => "l",
        'ŧ' => "t",
        'ı' => "i",
        'ς' => "σ",
        'ى' => "ي",
        'ة' => "ه",
        '’' | '‘' | 'ʼ' => "'",
        _ => return None,
    })
}

/// Joiners, directions, soft hyphens and the Arabic line that stretches a word.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{640}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn case_accents_and_spelling_do_not_count() {
        for (text, folded) in [
            ("Übung macht den Meister", "ubung macht den meister"),
            ("Straße, STRASSE, STRAẞE", "strasse, strasse, strasse"),
            ("Ærøskøbing — Łódź — Þórr", "aeroskobing — lodz — thorr"),
            ("İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"),
            ("cafe\u{301} = café", "cafe = cafe"),
            ("ﬁne ① ｗｉｄｅ", "fine 1 wide"),
            ("أَهْلًا إلى المدرسة", "اهلا الي المدرسه"),
            ("مرحبـــا", "مرحبا"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
            ("it’s  two\n lines\t", "it's two lines"),
            ("👩\u{200d}🚀 ❤\u{fe0f}", "👩🚀 ❤"),
            (" \u{301} ", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn a_mention_is_found_by_the_name_and_not_by_the_id() {
        let text = "Hi @[Zoë Müller](018f3c2e-0000-7000-8000-000000000001), @[x](y)";
        assert_eq!(fold(text), "hi @zoe muller, @[x](y)");
    }

    #[test]
    fn a_query_is_its_words_each_once() {
        assert_eq!(words("  Tom \u{a0} TÖM tom's "), ["tom", "tom's"]);
        assert!(words(" \u{200b}\u{301} ").is_empty());
    }

    proptest! {
        #[test]
        fn what_is_folded_stays_as_it_is(text in any::<String>()) {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn a_piece_of_a_text_is_found_in_it(text in "[a-zÀ-ÿßøİıأ-ي ]{0,40}", from in 0_usize..40, length in 1_usize..10) {
            let piece: String = text.chars().skip(from).take(length).collect();
            let (text, piece) = (fold(&text), fold(&piece));
            prop_assert!(text.contains(&piece), "{} in {}", piece, text);
        }
    }
}
