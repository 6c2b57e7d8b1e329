//! How well the rules find what the labels of the corpus say. Each floor is what was reached: a change must not lose it.

mod support;

use support::{Finders, LANGUAGES, sentences};

/// Holds the floors of a half: kind, recall, precision.
fn hold(half: &str, floors: [(&str, f64, f64); 4]) {
    let finders = Finders::new();
    let mut missed = Vec::new();
    for language in LANGUAGES {
        let sentences = sentences(half, language);
        assert!(sentences.len() > 300, "{half} {language}");
        let scores = finders.measure(&sentences);
        for (kind, recall, precision) in floors {
            let score = &scores[kind];
            if score.recall() < recall || score.precision() < precision {
                missed.push(format!(
                    "{language} {kind}: recall {:.3}, precision {:.3}",
                    score.recall(),
                    score.precision()
                ));
            }
        }
    }
    assert!(missed.is_empty(), "{half}: {missed:#?}");
}

#[test]
fn sentences_of_the_development_half_are_told_apart() {
    hold("dev", [("crisis", 0.99, 0.98), ("contact", 0.99, 0.99), ("secrecy", 0.99, 0.99), ("abuse", 0.97, 0.99)]);
}

/// The goal is a recall of 0.95 for crisis and contact, and 0.9 for the others: see the decision.
#[test]
fn unseen_sentences_are_found_as_often_as_measured() {
    hold("held-out", [("crisis", 0.47, 0.96), ("contact", 0.68, 0.94), ("secrecy", 0.41, 0.9), ("abuse", 0.38, 0.9)]);
}
