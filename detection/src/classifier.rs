//! A linear classifier beside the phrases: it adds up the weights of letters, words and pairs of words. It finds what is said in
//! words that no phrase has, and knows nothing but what it was trained on.

use std::sync::OnceLock;

mod classes;
pub mod features;

use features::{BUCKETS, Features, norm};

/// What the classifier finds, in the order of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Danger to life or health, violence at home, sexual violence, homelessness.
    Crisis,
    /// See [`crate::Kind::Contact`].
    Contact,
    /// See [`crate::Kind::Secrecy`].
    Secrecy,
    /// See [`crate::Kind::Abuse`].
    Abuse,
}

/// The names of the labels.
pub const LABELS: [&str; 4] = ["crisis", "contact", "secrecy", "abuse"];
/// The number of labels.
pub const LABEL_COUNT: usize = LABELS.len();

/// Few words say little: below this number each one that is missing raises what a finding needs, that of contact most: dates and places
/// to meet are short. Phrases find what is certain in so few.
const SHORT: usize = 5;
const MARGINS: [f32; LABEL_COUNT] = [0.1, 0.35, 0.1, 0.1];

const MAGIC: &[u8; 8] = b"mhlinear";
/// Magic, hash of the training data, number of its sentences, and of each label scale and bias.
const HEADER: usize = 8 + 8 + 4 + LABEL_COUNT * 8;

static BUILT_IN: &[u8] = include_bytes!("../model/weights.bin");

/// Trained weights.
#[derive(Clone, Debug)]
pub struct Classifier {
    /// Hash of the sentences that it was trained on.
    trained_on: u64,
    /// Number of the sentences.
    sentences: u32,
    scale: [f32; LABEL_COUNT],
    bias: [f32; LABEL_COUNT],
    /// By bucket, those of all labels side by side.
    weights: Box<[[i8; LABEL_COUNT]]>,
}

/// A file that is no classifier of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights have another format")]
pub struct FormatError;

impl Classifier {
    /// The weights compiled into the program.
    #[expect(clippy::expect_used, reason = "a test reads the built-in weights")]
    pub fn built_in() -> &'static Self {
        static READ: OnceLock<Classifier> = OnceLock::new();
        READ.get_or_init(|| Self::read(BUILT_IN).expect("the built-in weights can be read"))
    }

    /// Rounds weights to eight bits. A score above zero is a finding.
    pub fn new(trained_on: u64, sentences: u32, weights: [&[f32]; LABEL_COUNT], bias: [f32; LABEL_COUNT]) -> Self {
        let scale =
            weights.map(|all| all.iter().fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs())) / 127.0);
        let rounded = |bucket: usize| {
            std::array::from_fn(|label| {
                let weight = weights[label].get(bucket).copied().unwrap_or_default();
                (weight / scale[label]).round() as i8
            })
        };
        Self { trained_on, sentences, scale, bias, weights: (0..BUCKETS).map(rounded).collect() }
    }

    /// Reads what [`Self::write`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        if bytes.len() != HEADER + BUCKETS * LABEL_COUNT || !bytes.starts_with(MAGIC) {
            return Err(FormatError);
        }
        let (header, weights) = bytes.split_at(HEADER);
        let word = |at: usize| header.get(at..at + 4).and_then(|four| four.try_into().ok()).unwrap_or_default();
        let number = |at: usize| f32::from_le_bytes(word(at));
        let hash = u64::from(u32::from_le_bytes(word(8))) | u64::from(u32::from_le_bytes(word(12))) << 32;
        let (buckets, _) = weights.as_chunks::<LABEL_COUNT>();
        Ok(Self {
            trained_on: hash,
            sentences: u32::from_le_bytes(word(16)),
            scale: std::array::from_fn(|label| number(20 + label * 8)),
            bias: std::array::from_fn(|label| number(24 + label * 8)),
            weights: buckets.iter().map(|bucket| bucket.map(|byte| byte as i8)).collect(),
        })
    }

    /// The bytes of the file: numbers begin with their lowest byte.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + BUCKETS * LABEL_COUNT);
        bytes.extend(MAGIC);
        bytes.extend(self.trained_on.to_le_bytes());
        bytes.extend(self.sentences.to_le_bytes());
        for label in 0..LABEL_COUNT {
            bytes.extend(self.scale[label].to_le_bytes());
            bytes.extend(self.bias[label].to_le_bytes());
        }
        bytes.extend(self.weights.iter().flatten().map(|weight| *weight as u8));
        bytes
    }

    /// Hash and number of the sentences that it was trained on.
    pub fn trained_on(&self) -> (u64, u32) {
        (self.trained_on, self.sentences)
    }

    /// Returns the scores of a text: of each label that of the window with the highest. Above zero is a finding.
    pub fn scores(&self, text: &str) -> [f32; LABEL_COUNT] {
        // Numbers alone say nothing in words: which of them are telephone numbers, the rules know.
        if !text.chars().any(char::is_alphabetic) {
            return [f32::NEG_INFINITY; LABEL_COUNT];
        }
        let features = Features::new(text);
        // Sums of weights, and of squares, up to each word.
        let mut sums = Vec::with_capacity(features.words() + 1);
        let mut sum = ([0_i32; LABEL_COUNT], 0_i32);
        sums.push(sum);
        for word in 0..features.words() {
            for (bucket, value) in features.of_word(word) {
                let value = i32::from(*value);
                let weights = &self.weights[usize::from(*bucket)];
                for (sum, weight) in sum.0.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(i32::from(*weight) * value);
                }
                sum.1 = sum.1.wrapping_add(value * value);
            }
            sums.push(sum);
        }
        let mut best = [f32::NEG_INFINITY; LABEL_COUNT];
        for window in features.windows() {
            let (until, from) = (&sums[window.end], &sums[window.start]);
            let norm = norm(until.1.wrapping_sub(from.1));
            for (label, best) in best.iter_mut().enumerate() {
                let weights = until.0[label].wrapping_sub(from.0[label]) as f32;
                *best = best.max(weights * self.scale[label] / norm + self.bias[label]);
            }
        }
        let lacking = SHORT.saturating_sub(features.words()) as f32;
        std::array::from_fn(|label| best[label] - lacking * MARGINS[label])
    }

    /// Whether a text has a label.
    pub fn finds(&self, text: &str, label: Label) -> bool {
        self.scores(text)[label as usize] > 0.0
    }
}
