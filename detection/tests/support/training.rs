//! Trains the classifier: a support vector machine per label with squared hinge loss, by coordinate descent in the dual. Seeded, and
//! without functions whose last digits depend on the machine.

use detection::classifier::features::{BUCKETS, Features, norm};
use detection::classifier::{LABEL_COUNT, LABELS};

use super::{LANGUAGES, Sentence, labelled};

/// The parts of the corpus that are trained on. What is measured on is never trained on.
const PARTS: [&str; 4] = ["dev", "review", "train", "texts"];
/// How much a mistake costs, and how often all sentences are read: found by cross-validation.
const COST: f32 = 2.0;
const ROUNDS: usize = 12;
const EXACT: usize = 4;

/// Returns the sentences to train on and their hash.
pub fn training_sentences() -> (Vec<Sentence>, u64) {
    let names = PARTS.iter().flat_map(|part| LANGUAGES.map(|language| format!("{part}/{language}")));
    let mut sentences: Vec<Sentence> = names.flat_map(|name| labelled(&name)).collect();
    // Those of which each must be right count several times; what must not be found has no label.
    for _ in 0..EXACT {
        sentences.extend(labelled("exact/found"));
        let harmless = labelled("exact/not_found").into_iter();
        sentences.extend(harmless.map(|one| Sentence { kinds: Vec::new(), text: one.text }));
    }
    let bytes = |sentence: &Sentence| format!("{}\t{}\n", sentence.kinds.join(","), sentence.text).into_bytes();
    let hash = sentences
        .iter()
        .flat_map(bytes)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (sentences, hash)
}

/// Weights and bias of a label.
#[derive(Debug)]
pub struct Trained {
    pub weights: Vec<f32>,
    pub bias: f32,
}

impl Trained {
    pub fn score(&self, example: &Example) -> f32 {
        let scores = example.windows.iter().map(|window| dot(window, &self.weights) + self.bias);
        scores.fold(f32::NEG_INFINITY, f32::max)
    }
}

/// A sentence as buckets and values; all of it is the first window.
#[derive(Debug)]
pub struct Example {
    pub labels: [bool; LABEL_COUNT],
    pub windows: Vec<Vec<(u32, f32)>>,
}

impl Example {
    pub fn new(sentence: &Sentence) -> Self {
        let labels = LABELS.map(|label| sentence.kinds.contains(&label));
        let read = Features::new(&sentence.text);
        let mut all = Vec::new();
        for window in read.windows() {
            let features = || window.clone().flat_map(|word| read.of_word(word).iter().copied());
            let norm = norm(features().map(|(_, value)| i32::from(value) * i32::from(value)).sum());
            let mut features: Vec<(u32, f32)> =
                features().map(|(bucket, value)| (u32::from(bucket), f32::from(value) / norm)).collect();
            features.sort_unstable_by_key(|(bucket, _)| *bucket);
            features.dedup_by(|later, kept| {
                let is_same = later.0 == kept.0;
                if is_same {
                    kept.1 += later.1;
                }
                is_same
            });
            all.push(features);
        }
        Self { labels, windows: all }
    }
}

fn dot(window: &[(u32, f32)], weights: &[f32]) -> f32 {
    window.iter().map(|(bucket, value)| weights[*bucket as usize] * value).sum()
}

/// Numbers that look random and are the same each time.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Trains for a label. Of sentences without it each window is without it; of those with it the whole has it.
pub fn train<'a>(examples: impl Iterator<Item = &'a Example>, label: usize) -> Trained {
    let mut rows: Vec<(&[(u32, f32)], f32)> = Vec::new();
    for example in examples {
        let is_one = example.labels[label];
        let sign = if is_one { 1.0 } else { -1.0 };
        let count = if is_one { 1 } else { example.windows.len() };
        rows.extend(example.windows.iter().take(count).map(|window| (&window[..], sign)));
    }
    let diagonal = 0.5 / COST;
    let squares: Vec<f32> =
        rows.iter().map(|(window, ..)| window.iter().map(|(_, value)| value * value).sum::<f32>() + 1.0).collect();
    let (mut weights, mut bias) = (vec![0.0_f32; BUCKETS], 0.0_f32);
    let mut alphas = vec![0.0_f32; rows.len()];
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut seeded = Seeded(0x2545_f491_4f6c_dd1d);
    for _ in 0..ROUNDS {
        for index in (1..order.len()).rev() {
            order.swap(index, seeded.below(index + 1));
        }
        for index in &order {
            let (window, sign) = rows[*index];
            let slope = sign * (dot(window, &weights) + bias) - 1.0 + diagonal * alphas[*index];
            if alphas[*index] == 0.0 && slope >= 0.0 {
                continue;
            }
            let before = alphas[*index];
            let after = (before - slope / (squares[*index] + diagonal)).max(0.0);
            alphas[*index] = after;
            let step = (after - before) * sign;
            window.iter().for_each(|(bucket, value)| weights[*bucket as usize] += step * value);
            bias += step;
        }
    }
    Trained { weights, bias }
}
