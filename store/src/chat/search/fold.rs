//! Folds messages and queries for search.

use crate::messages::mention;

/// Returns a folded text ([`text_fold::fold`]) with mentions as `@name`.
pub fn fold(text: &str) -> String {
    text_fold::fold(&mention::plain(text))
}

/// Returns the distinct folded words of a query. A hit contains all of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_keeps_name_of_mention() {
        let text = "Hi @[Zoë Müller](018f3c2e-0000-7000-8000-000000000001), @[x](y)";
        assert_eq!(fold(text), "hi @zoe muller, @[x](y)");
    }

    #[test]
    fn words_are_unique() {
        assert_eq!(words("  Tom \u{a0} TÖM tom's "), ["tom", "tom's"]);
        assert!(words(" \u{200b}\u{301} ").is_empty());
    }
}
