//! Characters that are not seen: spaces of any kind, control characters, marks of direction, joiners, selectors and fillers.

use unicode_normalization::char::is_combining_mark;

/// Whether a text shows nothing, or only marks without a letter.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_unseen(c) || is_combining_mark(c))
}

/// Whether a character is not seen, and no space: Unicode's `Default_Ignorable_Code_Point`, the marks of annotations, and the
/// blank pattern of Braille.
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn blank_texts_show_nothing() {
        for text in [
            "",
            " \n\t",
            "\u{200b}\u{200d}",
            "\u{202e}",
            "\u{2800}\u{3164}",
            "\u{a0}\u{feff}",
            "\u{e0061}",
            "\u{301}",
            " \u{301}\u{302}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in [".", "❤\u{fe0f}", "👩\u{200d}🚀", "\u{200f}سلام", "🏴\u{e0067}\u{e007f}"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn letters_among_unseen_characters_are_seen(before in "[\u{200b}-\u{200f}\u{202a}-\u{202e} ]{0,9}", letter in "\\p{L}") {
            prop_assume!(!letter.chars().all(is_unseen));
            prop_assert!(is_blank(&before));
            let text = format!("{}{}{}", before, letter, before);
            prop_assert!(!is_blank(&text));
        }
    }
}
