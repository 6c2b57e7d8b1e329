//! Labelled sentences, and how well the rules find what the labels say.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::allow_attributes,
    reason = "the test and the example use different parts"
)]

pub mod training;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use detection::{Classes, Detector, Kind, Rules, RulesBuilder};
use serde::Deserialize;

pub const LANGUAGES: [&str; 3] = ["en", "de", "ar"];
pub const KINDS: [&str; 4] = ["crisis", "contact", "secrecy", "abuse"];

/// A sentence and its kinds.
#[derive(Debug)]
pub struct Sentence {
    pub kinds: Vec<&'static str>,
    pub text: String,
}

/// What was right and wrong with one kind.
#[derive(Debug, Default)]
pub struct Score {
    pub hits: usize,
    pub missed: Vec<String>,
    pub mistaken: Vec<String>,
}

impl Score {
    pub fn recall(&self) -> f64 {
        share(self.hits, self.missed.len())
    }

    pub fn precision(&self) -> f64 {
        share(self.hits, self.mistaken.len())
    }
}

fn share(right: usize, wrong: usize) -> f64 {
    if right + wrong == 0 { 1.0 } else { right as f64 / (right + wrong) as f64 }
}

/// The detector and the crisis phrases of the assistant.
#[derive(Debug)]
pub struct Finders {
    pub detector: Detector,
    pub crises: Rules,
}

/// The part of `content/assistant/*/crisis.yaml` that finds crises.
#[derive(Debug, Deserialize)]
struct Crisis {
    words: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    classes: Classes,
}

impl Finders {
    pub fn new() -> Self {
        let mut builder = RulesBuilder::default();
        for language in LANGUAGES {
            let file = root().join(format!("../content/assistant/{language}/crisis.yaml"));
            let crisis: Crisis = serde_yaml_ng::from_slice(&std::fs::read(file).unwrap()).unwrap();
            builder.classes(&crisis.classes);
            builder.group(0, &crisis.words, &crisis.except);
        }
        Self { detector: Detector::built_in(), crises: builder.build().unwrap() }
    }

    pub fn find(&self, text: &str) -> Vec<&'static str> {
        let found = self.detector.find(text);
        let is_crisis = self.crises.find(text) != 0;
        let kinds = [
            (is_crisis, "crisis"),
            (found.contains(Kind::Contact), "contact"),
            (found.contains(Kind::Secrecy), "secrecy"),
            (found.contains(Kind::Abuse), "abuse"),
        ];
        kinds.into_iter().filter_map(|(is_found, kind)| is_found.then_some(kind)).collect()
    }

    /// Compares what is found in sentences with their labels.
    pub fn measure(&self, sentences: &[Sentence]) -> BTreeMap<&'static str, Score> {
        let mut scores: BTreeMap<_, Score> = KINDS.into_iter().map(|kind| (kind, Score::default())).collect();
        for sentence in sentences {
            let found = self.find(&sentence.text);
            for (kind, score) in &mut scores {
                match (sentence.kinds.contains(kind), found.contains(kind)) {
                    (true, true) => score.hits += 1,
                    (true, false) => score.missed.push(sentence.text.clone()),
                    (false, true) => score.mistaken.push(sentence.text.clone()),
                    (false, false) => {}
                }
            }
        }
        scores
    }
}

/// The folder of the crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Reads the sentences of a half of the corpus in a language; none if there is no file.
pub fn sentences(half: &str, language: &str) -> Vec<Sentence> {
    labelled(&format!("{half}/{language}"))
}

/// Reads the sentences of a file of the corpus; none if there is no file.
pub fn labelled(name: &str) -> Vec<Sentence> {
    let Ok(text) = std::fs::read_to_string(root().join(format!("corpus/{name}.tsv"))) else {
        return Vec::new();
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let place = format!("{name}.tsv, line {}", number + 1);
        let (label, text) = line.split_once('\t').unwrap_or_else(|| panic!("{place}: no tab"));
        let known = |label: &str| KINDS.into_iter().find(|kind| *kind == label.trim());
        let kinds: Vec<_> = match label.trim() {
            "none" => Vec::new(),
            label => {
                label.split(',').map(|one| known(one).unwrap_or_else(|| panic!("{place}: no kind {one}"))).collect()
            }
        };
        Sentence { kinds, text: text.to_owned() }
    };
    lines.map(read).collect()
}
