//! Splits text into words without spelling variants: text typed on a phone in distress often lacks accents and capitals.

/// Returns the folded words of a text.
pub fn words(text: &str) -> Vec<String> {
    plain(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Folds a text. Apostrophes are removed: "can't" and "cant" are the same word.
pub fn plain(text: &str) -> String {
    text_fold::fold(text).replace(['\'', '`'], "").replace('ٱ', "ا")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_variants_are_equal() {
        for (a, b) in [
            ("Über", "uber"),
            ("STRASSE", "straße"),
            ("Café", "cafe\u{301}"),
            ("İstanbul", "istanbul"),
            ("أُريد", "اريد"),
            ("إلى", "الي"),
            ("مدرسة", "مدرسه"),
            ("can’t", "CANT"),
        ] {
            assert_eq!(words(a), words(b), "{a} and {b}");
        }
        assert_eq!(words("What's up, \u{1F600} Tom?"), ["whats", "up", "tom"]);
    }
}
