//! Trains the classifier on the sentences of the corpus that may be read, and writes `model/weights.bin`.
//!
//! The score from which on a sentence is found is set by cross-validation: each fifth of the sentences is judged by what was trained
//! on the others. `--check` writes nothing, and fails if the file is another one than training makes.

#[path = "../tests/support/mod.rs"]
mod support;

use std::process::ExitCode;

use detection::Classifier;
use detection::classifier::{LABEL_COUNT, LABELS};
use support::training::{Example, Trained, train, training_sentences};
use support::{LANGUAGES, labelled, root};

const FOLDS: usize = 5;
/// Of what is found so much must be right in cross-validation, and of harmless sentences no more may be found: by label what leads to
/// alarms at about one in two hundred everyday messages.
const PRECISION: f64 = 0.92;
const FALSE_ALARMS: [f64; LABEL_COUNT] = [0.009, 0.010, 0.006, 0.005];

fn main() -> ExitCode {
    let (sentences, hash) = training_sentences();
    let examples: Vec<Example> = sentences.iter().map(Example::new).collect();
    let everyday: Vec<Example> = LANGUAGES
        .iter()
        .flat_map(|language| labelled(&format!("everyday/{language}")))
        .map(|one| Example::new(&one))
        .collect();
    println!("{} sentences, hash {hash:016x}", sentences.len());
    let trained: [Trained; LABEL_COUNT] = std::array::from_fn(|label| {
        let mut trained = train(examples.iter(), label);
        let (threshold, recall, precision) = threshold(&examples, label);
        trained.bias -= threshold;
        let alarms = everyday.iter().filter(|one| trained.score(one) > 0.0).count();
        println!(
            "{:8} threshold {threshold:6.3}, in cross-validation recall {recall:.3}, precision {precision:.3}; of {} everyday messages {alarms}",
            LABELS[label],
            everyday.len()
        );
        trained
    });
    let bias = std::array::from_fn(|label| trained[label].bias);
    let weights = std::array::from_fn(|label| &trained[label].weights[..]);
    let bytes = Classifier::new(hash, sentences.len() as u32, weights, bias).write();
    let file = root().join("model/weights.bin");
    if std::env::args().any(|argument| argument == "--check") {
        let is_same = std::fs::read(file).is_ok_and(|before| before == bytes);
        println!("the file is {}", if is_same { "what training makes" } else { "another one" });
        return if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    match std::fs::write(file, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the lowest score from which on enough of what is found is right, with recall and precision.
fn threshold(examples: &[Example], label: usize) -> (f32, f64, f64) {
    let fold = |index: usize| (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 40;
    let mut scores = Vec::with_capacity(examples.len());
    for part in 0..FOLDS {
        let (own, others): (Vec<_>, Vec<_>) =
            examples.iter().enumerate().partition(|(index, _)| fold(*index) % FOLDS == part);
        let trained = train(others.into_iter().map(|(_, example)| example), label);
        scores.extend(own.into_iter().map(|(_, example)| (trained.score(example), example)));
    }
    scores.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let all = examples.iter().filter(|example| example.labels[label]).count() as f64;
    let harmless = examples.iter().filter(|example| example.labels == [false; LABEL_COUNT]).count() as f64;
    let (mut hits, mut alarms, mut best) = (0.0, 0.0, (f32::INFINITY, 0.0, 1.0));
    for (index, (score, example)) in scores.iter().enumerate() {
        hits += f64::from(u8::from(example.labels[label]));
        alarms += f64::from(u8::from(example.labels == [false; LABEL_COUNT]));
        let precision = hits / (index + 1) as f64;
        if precision >= PRECISION && alarms <= FALSE_ALARMS[label] * harmless {
            best = (*score, hits / all, precision);
        }
    }
    best
}
