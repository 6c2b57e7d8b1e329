//! The file of the classifier: what it was trained on, and that any text can be judged.

mod support;

use detection::classifier::{FormatError, LABEL_COUNT, LABELS};
use detection::{Classifier, Label};
use proptest::prelude::*;
use support::training::training_sentences;
use support::{LANGUAGES, sentences};

#[test]
fn weights_are_those_of_the_sentences() {
    let (sentences, hash) = training_sentences();
    let trained_on = Classifier::built_in().trained_on();
    assert_eq!(trained_on, (hash, sentences.len() as u32), "cargo run --release -p detection --example train");
}

#[test]
fn written_weights_are_read_again() {
    let bytes = Classifier::built_in().write();
    let again = Classifier::read(&bytes).unwrap();
    for text in ["", "i dont want to wake up tomorrow", "مرحبا", "?", "a b c d"] {
        assert_eq!(again.scores(text), Classifier::built_in().scores(text), "{text}");
    }
    assert_eq!(Classifier::read(&bytes[1..]).unwrap_err(), FormatError);
    assert_eq!(Classifier::read(&vec![0; bytes.len()]).unwrap_err(), FormatError);
}

#[test]
fn paraphrases_are_found_also_within_long_messages() {
    let classifier = Classifier::built_in();
    let text = "ohne mich gehts allen besser";
    assert!(classifier.finds(text, Label::Crisis));
    let around = "Heute war die Schule eigentlich ganz nett. ".repeat(20);
    assert!(classifier.finds(&format!("{around}{text}. {around}"), Label::Crisis));
    assert!(!classifier.finds(&around, Label::Crisis));
}

/// The goal is one in two hundred of each kind. The second part has texts of other authors than the sentences that were trained on.
#[test]
fn harmless_messages_are_seldom_found() {
    let classifier = Classifier::built_in();
    for (part, least, per_mille) in [("everyday", 1_500, [5, 5, 5, 5]), ("texts-held-out", 1_300, [8, 10, 17, 5])] {
        let messages: Vec<_> = LANGUAGES.into_iter().flat_map(|language| sentences(part, language)).collect();
        assert!(messages.len() > least);
        for (label, name) in LABELS.iter().enumerate() {
            let found: Vec<_> =
                messages.iter().map(|one| &one.text).filter(|text| classifier.scores(text)[label] > 0.0).collect();
            assert!(found.len() * 1000 <= messages.len() * per_mille[label], "{part}, {name}: {found:#?}");
        }
    }
}

/// Short ones occur in both: four of a hundred at most.
#[test]
fn what_is_measured_on_is_not_trained_on() {
    let (trained, _) = training_sentences();
    for part in ["everyday", "held-out", "texts-held-out"] {
        let unseen: Vec<_> = LANGUAGES.into_iter().flat_map(|language| sentences(part, language)).collect();
        let both = unseen.iter().filter(|one| trained.iter().any(|other| other.text == one.text)).count();
        assert!(both * 25 <= unseen.len(), "{part}: {both} sentences");
    }
}

proptest! {
    #[test]
    fn any_text_has_finite_scores(text in any::<String>(), times in 1_usize..60) {
        let scores: [f32; LABEL_COUNT] = Classifier::built_in().scores(&text.repeat(times));
        prop_assert!(scores.iter().all(|score| !score.is_nan() && *score < 1e6));
    }
}
