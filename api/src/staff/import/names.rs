//! Splits full names.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::columns::key;

/// How full names without a comma are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum NameOrder {
    /// `Nele Berg`.
    #[default]
    FirstLast,
    /// `Berg Nele`.
    LastFirst,
}

/// Words at the begin of last names, without case and accents.
const PARTICLES: &[&str] = &[
    "abu", "al", "bin", "bint", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "ibn", "la", "le",
    "ten", "ter", "van", "vom", "von", "zu", "zum", "zur", "ابن", "بن", "بنت", "ابو", "عبد",
];

/// Returns first and last name; the last name stands before a comma. None: it is one word, or has several commas.
pub(super) fn split(name: &str, order: NameOrder) -> Option<(String, String)> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (first, last) = match name.split([',', '،']).collect::<Vec<_>>()[..] {
        [last, first] => (words(first), words(last)),
        [whole] => {
            let mut words = words(whole);
            match order {
                NameOrder::FirstLast => {
                    let last = words.split_off(begin_of_last(&words)?);
                    (words, last)
                }
                NameOrder::LastFirst => {
                    let particles = words.iter().take_while(|word| is_particle(word)).count();
                    let first = words.split_off((particles + 1).min(words.len()));
                    (first, words)
                }
            }
        }
        _ => return None,
    };
    (!first.is_empty() && !last.is_empty()).then(|| (first.join(" "), last.join(" ")))
}

fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&key(word).as_str())
}

/// The place of the first particle between other words, or else of the last word.
fn begin_of_last(words: &[String]) -> Option<usize> {
    let last = words.len().checked_sub(1)?;
    Some((1..last).find(|place| is_particle(&words[*place])).unwrap_or(last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn full_name_is_split_as_people_write_it() {
        use NameOrder::{FirstLast, LastFirst};
        for (name, order, expected) in [
            ("Nele Berg", FirstLast, Some(("Nele", "Berg"))),
            ("  Nele   Sophie  Berg ", FirstLast, Some(("Nele Sophie", "Berg"))),
            ("Berg, Nele Sophie", FirstLast, Some(("Nele Sophie", "Berg"))),
            ("Berg, Nele", LastFirst, Some(("Nele", "Berg"))),
            ("Berg Nele", LastFirst, Some(("Nele", "Berg"))),
            ("von der Heide Nele", LastFirst, Some(("Nele", "von der Heide"))),
            ("Nele von der Heide", FirstLast, Some(("Nele", "von der Heide"))),
            ("María José de la Cruz Ruiz", FirstLast, Some(("María José", "de la Cruz Ruiz"))),
            ("Van Anh Nguyen", FirstLast, Some(("Van Anh", "Nguyen"))),
            ("Anna-Lena Müller-Groß", FirstLast, Some(("Anna-Lena", "Müller-Groß"))),
            ("ليلى حداد", FirstLast, Some(("ليلى", "حداد"))),
            ("محمد بن سالم", FirstLast, Some(("محمد", "بن سالم"))),
            ("حداد، ليلى", FirstLast, Some(("ليلى", "حداد"))),
            ("Nele", FirstLast, None),
            ("Nele", LastFirst, None),
            ("von", LastFirst, None),
            ("Berg,", FirstLast, None),
            (", Nele", FirstLast, None),
            ("Berg, Nele, 9b", FirstLast, None),
            ("", FirstLast, None),
        ] {
            let expected = expected.map(|(first, last)| (first.to_owned(), last.to_owned()));
            assert_eq!(split(name, order), expected, "{name} {order:?}");
        }
    }

    proptest! {
        #[test]
        fn no_word_of_a_name_is_lost(words in prop::collection::vec("[A-Za-zäöüß'-]{1,8}|von|de|la|al", 0..6), is_turned: bool) {
            let name = words.join("  ");
            let order = if is_turned { NameOrder::LastFirst } else { NameOrder::FirstLast };
            match split(&name, order) {
                Some((first, last)) if is_turned => prop_assert_eq!(format!("{last} {first}"), words.join(" ")),
                Some((first, last)) => prop_assert_eq!(format!("{first} {last}"), words.join(" ")),
                None => prop_assert!(words.len() < 2 || (is_turned && words[..words.len() - 1].iter().all(|word| is_particle(word)))),
            }
        }

        #[test]
        fn any_text_is_split_or_not(text: String, is_turned: bool) {
            let order = if is_turned { NameOrder::LastFirst } else { NameOrder::FirstLast };
            if let Some((first, last)) = split(&text, order) {
                prop_assert!(!first.is_empty() && !last.is_empty());
            }
        }
    }
}
