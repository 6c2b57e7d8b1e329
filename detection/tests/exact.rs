//! Sentences that must be found, and sentences that must not: each one, not a share of them.

mod support;

use support::{Finders, labelled};

#[test]
fn each_sentence_is_found_as_its_kind_or_left_alone() {
    let finders = Finders::new();
    let mut wrong = Vec::new();
    for (list, must_be_found) in [("found", true), ("not_found", false)] {
        let sentences = labelled(&format!("exact/{list}"));
        assert!(sentences.len() > 40, "{list}");
        for sentence in sentences {
            let found = finders.find(&sentence.text);
            for kind in sentence.kinds {
                if found.contains(&kind) != must_be_found {
                    wrong.push(format!("{list} {kind}: {}", sentence.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn number_over_two_lines_is_found() {
    assert!(Finders::new().find("0170\n1234567").contains(&"contact"));
}

#[test]
fn insult_of_oneself_is_none() {
    let finders = Finders::new();
    assert!(!finders.find("I shot the ball right at the goalkeeper, what an idiot I am").contains(&"abuse"));
    assert!(finders.find("what an idiot you are").contains(&"abuse"));
}

#[test]
fn dates_and_places_to_meet_are_no_contact() {
    let finders = Finders::new();
    for text in ["2001-01-01", "300 400", "12.03.", "16:30", "meet me after school", "meet me outside"] {
        assert!(!finders.find(text).contains(&"contact"), "{text}");
    }
}
