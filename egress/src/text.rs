//! Cleans untrusted texts for display.

/// Returns one line of visible text with at most that many characters, with `…` where it was cut.
pub(crate) fn clean(text: &str, max_chars: usize) -> String {
    let visible: String =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| is_shown(*c)).collect();
    let line = visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(max_chars) {
        None => line,
        Some(_) => {
            let kept: String = line.chars().take(max_chars.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// Accepts all but invisible and direction-changing characters. Joiners are kept for emoji and scripts that need them.
fn is_shown(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
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
