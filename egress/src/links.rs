//! Finds the first link of a message by the same rules as the messenger: both test suites read `tests/links.json`.

use url::Url;

/// Characters that end a sentence and are not part of a link.
const SENTENCE_END: [char; 11] = ['.', ',', ':', ';', '!', '?', '\'', '"', '»', '”', '’'];

/// Longer addresses have no preview.
const MAX_BYTES: usize = 2048;

/// Returns the first http(s) link of a message text, skipping mentions.
pub fn first(text: &str) -> Option<Url> {
    let mut rest = text;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let mut step = c.len_utf8();
        if let Some(length) = mention(rest) {
            step = length;
            before = Some(')');
        } else {
            if begins_link(rest) && !before.is_some_and(is_word) {
                let link = until_end(rest);
                if let Some(url) = parse(without_sentence_end(link)) {
                    return Some(url);
                }
                step = link.len();
            }
            before = rest[..step].chars().next_back();
        }
        rest = &rest[step..];
    }
    None
}

/// Returns the normalised address for comparison and storage, without its fragment. None: no preview possible.
pub fn normal(address: &str) -> Option<Url> {
    parse(address).map(|mut url| {
        url.set_fragment(None);
        url
    })
}

fn parse(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.as_str().len() <= MAX_BYTES).then_some(url)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn begins_link(text: &str) -> bool {
    let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let length = if begins("https://") { 8 } else { 7 };
    (length == 8 || begins("http://")) && text[length..].chars().next().is_some_and(|c| !ends_link(c))
}

fn ends_link(c: char) -> bool {
    c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\u{feff}')
}

fn until_end(text: &str) -> &str {
    let end = text.char_indices().find(|(at, c)| ends_link(*c) || mention(&text[*at..]).is_some());
    end.map_or(text, |(at, _)| &text[..at])
}

/// Returns the length of `@[Name](id)` at the beginning of a text.
fn mention(text: &str) -> Option<usize> {
    let after = text.strip_prefix("@[")?;
    let name = after.find(['[', ']', '\n'])?;
    let id = after[name..].strip_prefix("](")?;
    let end = id.find(|c: char| c == '(' || c == ')' || c.is_whitespace())?;
    let fits = |text: &str, most: usize| (1..=most).contains(&text.encode_utf16().count());
    let is_whole =
        id[end..].starts_with(')') && fits(&id[..end], 100) && text[2..2 + name].chars().count() <= 200 && name > 0;
    is_whole.then_some(2 + name + 2 + end + 1)
}

/// Removes a final full stop or closing bracket, unless the link contains the opening bracket.
fn without_sentence_end(link: &str) -> &str {
    let mut shown = link.trim_end_matches(SENTENCE_END);
    while shown.ends_with(')') && shown.matches('(').count() < shown.matches(')').count() {
        shown = shown[..shown.len() - 1].trim_end_matches(SENTENCE_END);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn first_link_matches_the_messenger() {
        let samples: Vec<Value> = serde_json::from_str(include_str!("../tests/links.json")).unwrap();
        assert!(samples.len() > 20);
        for sample in samples {
            let found = first(sample["text"].as_str().unwrap()).map(String::from);
            assert_eq!(found.as_deref(), sample["link"].as_str(), "{sample}");
        }
    }
}
