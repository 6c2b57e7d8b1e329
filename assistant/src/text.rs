//! Cleans answers: plain text, bounded, without active content.

/// Maximum length of an answer in characters; longer ones end with an ellipsis.
pub const LONGEST_ANSWER: usize = 4_000;

/// Returns plain text: no control or direction characters, no mentions, at most one empty line in a row.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len().min(4 * LONGEST_ANSWER));
    let mut newlines = 0;
    let mut count = 0;
    let mut before = ' ';
    for c in text_fold::clean_text(text).chars() {
        if c == '\n' {
            newlines += 1;
            if newlines > 2 || cleaned.is_empty() {
                continue;
            }
        } else if !c.is_whitespace() {
            newlines = 0;
        }
        if count >= LONGEST_ANSWER - 2 {
            cleaned.truncate(cleaned.trim_end().len());
            cleaned.push('…');
            return cleaned;
        }
        // Only people may mention.
        if before == '@' && c == '[' {
            cleaned.push(' ');
            count += 1;
        }
        cleaned.push(if c == '\t' { ' ' } else { c });
        before = c;
        count += 1;
    }
    cleaned.trim().to_owned()
}

/// Removes citation marks such as `[1]` and returns the indexes of the cited passages.
pub(crate) fn citations(text: &str, passages: usize) -> (String, Vec<usize>) {
    let (mut kept, mut cited) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (before, from) = rest.split_at(start);
        let named = from.split_once(']').and_then(|(mark, after)| {
            let number: usize = mark[1..].parse().ok()?;
            (1..=passages).contains(&number).then_some((number - 1, after))
        });
        match named {
            Some((passage, after)) => {
                kept.push_str(before.trim_end_matches(' '));
                if !cited.contains(&passage) {
                    cited.push(passage);
                }
                rest = after;
            }
            None => {
                kept.push_str(before);
                kept.push('[');
                rest = &from[1..];
            }
        }
    }
    kept.push_str(rest);
    (kept, cited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn active_and_invisible_characters_are_removed() {
        assert_eq!(clean("\u{0}\u{7}Hi\u{202e} you\r\n\n\n\n- one\ttwo \u{1b}[31m"), "Hi you\n\n- one two [31m");
        assert_eq!(clean("@[Maya](id) writes"), "@ [Maya](id) writes");
        assert_eq!(clean(" \n "), "");
    }

    #[test]
    fn citation_marks_are_extracted() {
        let (text, cited) = citations("Ask her [2]. Or [3] him [1][2], see [x] and [0", 2);
        assert_eq!((text.as_str(), cited), ("Ask her. Or [3] him, see [x] and [0", vec![1, 0]));
    }

    proptest! {
        #[test]
        fn answer_is_bounded_and_inert(text in "(\\PC|\n|\u{0}|\u{202e}|@|\\[){0,60}", times in 1_usize..200) {
            let text = clean(&text.repeat(times));
            prop_assert!(text.chars().count() <= LONGEST_ANSWER);
            let acts = text.contains("@[") || text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}');
            prop_assert!(!acts && !text.contains("\n\n\n"));
        }
    }
}
