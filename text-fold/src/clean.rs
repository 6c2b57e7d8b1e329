//! The rule for texts that people show to others: what is not seen, or moves what stands around it, is removed.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use crate::is_unseen;

/// Marks on one letter: pointed Hebrew and vocalised Arabic need four, Tibetan stacks a few more.
const MAX_MARKS: usize = 8;

/// Returns a text as it may be shown to others: without controls other than line breaks and tabs, without characters that change
/// directions or are not seen, and with a bounded number of marks on a letter. Scripts and emoji need joiners and selectors after a
/// letter and marks of direction: single ones stay. Cleaning twice changes nothing.
pub fn clean_text(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let (mut marks, mut is_flag) = (0, false);
    while let Some(c) = chars.next() {
        // Regional flags are a black flag with tags.
        is_flag = c == '\u{1f3f4}' || is_flag && is_tag(c);
        let is_mark = is_combining_mark(c);
        match c {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' => cleaned.push('\n'),
            '\n' | '\t' => cleaned.push(c),
            '\u{200c}' | '\u{200d}' if cleaned.ends_with(|c| is_shown(c) || is_selector(c)) => cleaned.push(c),
            '\u{200e}' | '\u{200f}' | '\u{61c}' if !cleaned.ends_with(is_unseen) => cleaned.push(c),
            c if is_selector(c) && cleaned.ends_with(is_shown) || is_tag(c) && is_flag => cleaned.push(c),
            c if c.is_control() || is_unseen(c) || is_mark && marks == MAX_MARKS => continue,
            c => {
                marks = if is_mark { marks + 1 } else { 0 };
                cleaned.push(c);
            }
        }
    }
    Cow::Owned(cleaned)
}

/// Returns a [cleaned](clean_text) text in one line, with single spaces.
pub fn clean_line(text: &str) -> String {
    clean_text(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_shown(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !is_unseen(c)
}

/// Chooses the form of the letter before it.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_not_seen_is_removed() {
        for (text, cleaned) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("safe\u{202e}gnp.exe\u{2066}\0\u{7}", "safegnp.exe"),
            ("a\u{200b}b\u{ad}c\u{2060}d\u{feff}\u{3164}\u{2800}", "abcd"),
            ("one\r\ntwo\rthree", "one\ntwo\nthree"),
            ("\u{200d}a \u{200c}b\u{200c}\u{200d}", "a b\u{200c}"),
            ("a\u{e0061}\u{e007f}", "a"),
            ("\u{fe0f}a\u{fe0f}\u{fe0f}", "a\u{fe0f}"),
        ] {
            assert_eq!(clean_text(text), cleaned, "{text:?}");
        }
    }

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        for text in [
            "می\u{200c}خواهم",
            "\u{200f}سلام (abc)\u{200f}!",
            "أَهْلًا",
            "👩\u{200d}🚀 ❤\u{fe0f} 👩\u{1f3fd}\u{200d}❤\u{fe0f}\u{200d}👨",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "क्\u{200d}ष ক্\u{200c}ষ",
            "e\u{301}a\u{328}\u{301}",
            "שָׁ֖ל",
        ] {
            assert_eq!(clean_text(text), text, "{text:?}");
        }
    }

    #[test]
    fn marks_on_a_letter_are_bounded() {
        let cleaned = clean_text("a\u{301}\u{302}").into_owned();
        assert_eq!(cleaned.chars().count(), 3);
        for between in ["", "\u{200b}", "\u{200d}"] {
            let heap = format!("z{}y", format!("\u{301}{between}").repeat(500));
            let marks = clean_text(&heap).chars().filter(|c| *c == '\u{301}').count();
            assert_eq!(marks, MAX_MARKS, "{between:?}");
        }
    }

    #[test]
    fn line_has_single_spaces() {
        assert_eq!(clean_line("  Study\u{202e}\n group \u{a0}1 "), "Study group 1");
        assert_eq!(clean_line("\u{200b}\n"), "");
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "(\\PC|[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{fe0f}\u{301}\r\n\u{e0061}🏴]){0,30}") {
            let once = clean_text(&text).into_owned();
            prop_assert_eq!(clean_text(&once), &*once);
        }
    }
}
