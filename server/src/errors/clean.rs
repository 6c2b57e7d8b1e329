//! Sentences without anything that is somebody's.

/// A sentence is no longer.
const MOST_CHARS: usize = 500;

/// Longer runs of letters and digits are tokens and ids, not words.
const LONGEST_WORD: usize = 24;

/// What stands in quotes or brackets is a value, and so is what looks like an address, a number or a token; the sentence
/// around it is a programmer's.
pub(super) fn clean(text: &str) -> String {
    let words = unquoted(text);
    let words = words.split_whitespace().map(|word| if is_value(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(MOST_CHARS).collect()
}

fn is_value(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    word.contains(['@', '=', '%'])
        || word.contains("//")
        || digits > 3
        || word.chars().count() > LONGEST_WORD && !word.contains("::")
}

/// The text with a dot for each thing in quotes or brackets; what is opened and never closed hides the rest.
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
    fn what_is_somebodys_stays_here() {
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
            assert_eq!(clean(text), left);
        }
        assert!(clean(&"word ".repeat(1000)).chars().count() <= MOST_CHARS);
    }
}
