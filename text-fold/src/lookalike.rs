//! Whether two names can be taken for each other.

use unicode_security::skeleton;

use crate::fold;
use crate::invisible::is_unseen;

/// Whether two names look or read alike: case, accents, spaces, hyphens and letters of other scripts with the same shape do not
/// count.
pub fn look_alike(one: &str, other: &str) -> bool {
    let (one, other) = (plain(one), plain(other));
    !one.0.is_empty() && (one.0 == other.0 || one.1 == other.1)
}

/// The letters as they read, and as they look.
fn plain(name: &str) -> (String, String) {
    let letters: String = name.chars().filter(|c| !is_unseen(*c)).collect();
    let joined = |text: &str| fold(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let shapes: String = skeleton(&joined(&letters)).collect();
    let shapes_of_capitals: String = skeleton(&letters).collect();
    (shapes, joined(&shapes_of_capitals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lookalikes_of_a_name_are_recognised() {
        for other in [
            "sam  okoro",
            "Sám Okoro",
            "SamOkoro",
            "S\u{430}m Ok\u{43e}ro",
            "Sam-Okoro",
            "S\u{200b}am Okoro",
            "Sаm Ｏkoro",
        ] {
            assert!(look_alike("Sam Okoro", other), "{other}");
        }
        assert!(look_alike("Ilse Alba", "llse Alba"), "a capital i looks like a small l");
        for other in ["Sam Okorie", "Sam", "Sam T. Okoro", ""] {
            assert!(!look_alike("Sam Okoro", other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn names_look_like_themselves(name in "\\p{L}[\\p{L} '-]{0,30}") {
            prop_assume!(fold(&name).chars().any(char::is_alphanumeric));
            let hidden = format!(" {name}\u{200d}");
            prop_assert!(look_alike(&name, &name));
            prop_assert!(look_alike(&name, &hidden));
        }
    }
}
