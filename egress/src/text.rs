//! Cleans untrusted texts for display.

/// Returns one line of visible text with at most that many characters, with `…` where it was cut.
pub(crate) fn clean(text: &str, max_chars: usize) -> String {
    let line = text_fold::clean_line(text);
    match line.char_indices().nth(max_chars) {
        None => line,
        Some(_) => {
            let kept: String = line.chars().take(max_chars.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_one_visible_line() {
        assert_eq!(clean("  Two\n\tlines \u{a0} here ", 40), "Two lines here");
        assert_eq!(clean("safe\u{202e}gnp.exe\u{2066}\0\u{7}", 40), "safegnp.exe");
        assert_eq!(clean("👩\u{200d}🚀 می\u{200c}خواهم", 40), "👩\u{200d}🚀 می\u{200c}خواهم");
        assert_eq!(clean("\u{200b}\u{feff}\n", 40), "");
    }

    #[test]
    fn long_texts_end_with_an_ellipsis() {
        assert_eq!(clean("äöü", 3), "äöü");
        assert_eq!(clean("äöüß", 3), "äö…");
        assert_eq!(clean("one two three", 5), "one…");
    }
}
