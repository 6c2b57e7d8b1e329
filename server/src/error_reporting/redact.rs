//! Removes values from error messages.

/// Maximum length of a redacted message.
const MAX_CHARS: usize = 500;

/// Longer words are treated as tokens or ids.
const MAX_WORD_CHARS: usize = 24;

/// Replaces quoted and bracketed text and words that look like addresses, numbers or tokens. The rest is the text of a
/// programmer.
pub(crate) fn redact(text: &str) -> String {
    let words = unquoted(text);
    let words = words.split_whitespace().map(|word| if is_value(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_CHARS).collect()
}

fn is_value(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    word.contains(['@', '=', '%'])
        || word.contains("//")
        || digits > 3
        || word.chars().count() > MAX_WORD_CHARS && !word.contains("::")
}

/// Replaces each quoted or bracketed part. An unclosed quote hides the rest of the text.
fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let mut closing = None;
    for (at, c) in text.char_indices() {
        match closing {
            Some(end) if c == end => {
                closing = None;
                out.push(c);
            }
            Some(_) => {}
            None => {
                out.push(c);
                let is_apostrophe = c == '\'' && text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                closing = match c {
                    '"' | '`' => Some(c),
                    '\'' if !is_apostrophe => Some(c),
                    '(' => Some(')'),
                    '«' => Some('»'),
                    '“' => Some('”'),
                    _ => None,
                };
                if closing.is_some() {
                    out.push('…');
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_removed_from_messages() {
        for (text, left) in [
            ("no such table: messages", "no such table: messages"),
            ("Key (email)=(tom@example.org) already exists.", "Key … already exists."),
            (r#"column "Hello Maya" does not exist"#, r#"column "…" does not exist"#),
            ("mail to tom@example.org was refused", "mail to … was refused"),
            ("can't reach https://desk.example/x?token=abc", "can't reach …"),
            ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig is odd", "token … is odd"),
            ("person 0193e4c2-1111-7000-8000-000000000000", "person …"),
            ("called +442079460958", "called …"),
            ("called `Option::unwrap()` on a `None` value", "called `…` on a `…` value"),
            ("never closed 'secret words", "never closed '…"),
        ] {
            assert_eq!(redact(text), left);
        }
        assert!(redact(&"word ".repeat(1000)).chars().count() <= MAX_CHARS);
    }
}
