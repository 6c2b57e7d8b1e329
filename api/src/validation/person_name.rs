//! The rule for names of people.

/// The longest name that screens can show.
const MAX_CHARS: usize = 80;

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// No letter, or too long.
    NotAName,
    /// Characters that are not seen, or that change the direction of what follows.
    Unseen,
}

/// Returns a name with single spaces. It has a letter, and only characters that are seen.
pub(crate) fn parse(text: &str) -> Result<String, Problem> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(|c| c.is_control() || text_fold::is_unseen(c)) {
        return Err(Problem::Unseen);
    }
    let fits = (1..=MAX_CHARS).contains(&name.chars().count());
    // Some marks count as alphabetic, and stand on no letter.
    if fits && name.chars().any(char::is_alphabetic) && !text_fold::is_blank(&name) {
        Ok(name)
    } else {
        Err(Problem::NotAName)
    }
}

/// Whether a person with this first and last name could be taken for one of these people.
pub(crate) fn is_name_of(people: &[(String, String)], first: &str, last: &str) -> bool {
    let names = [format!("{first} {last}"), format!("{last} {first}"), first.to_owned(), last.to_owned()];
    let full_names = people.iter().map(|(first, last)| format!("{first} {last}"));
    full_names.into_iter().any(|known| names.iter().any(|name| text_fold::look_alike(name, &known)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn name_has_letters_and_single_spaces() {
        assert_eq!(parse("  Ana   María ").as_deref(), Ok("Ana María"));
        assert_eq!(parse("O’Brien-Núñez").as_deref(), Ok("O’Brien-Núñez"));
        for wrong in [" ", "123", "\u{113c5}", &"x".repeat(81)] {
            assert_eq!(parse(wrong), Err(Problem::NotAName), "{wrong}");
        }
    }

    #[test]
    fn name_of_known_person_is_recognised() {
        let staff = [("Sam".to_owned(), "Okoro".to_owned())];
        for (first, last) in [("Sam", "Okoro"), ("OKORO", "sam"), ("S\u{430}m", "Okoro"), ("Sam Okoro", "X")] {
            assert!(is_name_of(&staff, first, last), "{first} {last}");
        }
        for (first, last) in [("Sam", "Vogt"), ("Sam T.", "Okoro"), ("Lena", "Okoro")] {
            assert!(!is_name_of(&staff, first, last), "{first} {last}");
        }
    }

    proptest! {
        #[test]
        fn unseen_characters_are_refused(
            before in "[A-Za-z]{1,9}",
            unseen in "[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}\u{ad}\u{7}\u{1b}]",
            after in "[A-Za-z]{1,9}"
        ) {
            prop_assert_eq!(parse(&format!("{before}{unseen}{after}")), Err(Problem::Unseen));
        }

        #[test]
        fn accepted_names_are_stable_and_seen(text in "\\PC{0,90}") {
            if let Ok(name) = parse(&text) {
                prop_assert!(!text_fold::is_blank(&name) && name.chars().count() <= MAX_CHARS);
                prop_assert_eq!(parse(&name), Ok(name));
            }
        }
    }
}
