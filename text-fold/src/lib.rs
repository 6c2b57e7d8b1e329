//! Folds texts for comparison: case, accents and spelling variants do not count. Search and the detection of crisis messages
//! share it. Also cleans texts that people show to others, and finds texts that show nothing and names that look alike.

mod clean;
mod invisible;
mod lookalike;

pub use clean::{clean_line, clean_text};
pub use invisible::{is_blank, is_unseen};
pub use lookalike::look_alike;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns a text without case, accents, ligatures, invisible characters and line breaks. Folding twice changes nothing.
///
/// Stored search indexes contain its results: a change requires indexing all messages again.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let letters = text.nfkd().filter(|c| !is_combining_mark(*c) && !is_invisible(*c));
    for letter in letters.flat_map(char::to_lowercase).filter(|c| !is_combining_mark(*c)) {
        match plain_spelling(letter) {
            Some(spelling) => folded.push_str(spelling),
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

/// Returns the plain spelling of letters that Unicode does not decompose.
fn plain_spelling(letter: char) -> Option<&'static str> {
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

/// Joiners, direction marks, soft hyphens and the Arabic tatweel: fewer than [`is_unseen`], because stored indexes depend on it.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{640}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fold_ignores_case_accents_and_spelling() {
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

    proptest! {
        #[test]
        fn fold_is_idempotent(text in any::<String>()) {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn fold_of_text_contains_fold_of_substring(text in "[a-zÀ-ÿßøİıأ-ي ]{0,40}", from in 0_usize..40, length in 1_usize..10) {
            let piece: String = text.chars().skip(from).take(length).collect();
            let (text, piece) = (fold(&text), fold(&piece));
            prop_assert!(text.contains(&piece), "{} in {}", piece, text);
        }
    }
}
