//! Prints precision and recall on the sentences of `corpus`, and the time per message. `--list [HALF]` names the sentences that were
//! missed and mistaken.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;

use support::{Finders, KINDS, LANGUAGES, sentences};

/// Characters of a message.
const LENGTH: usize = 500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.iter().position(|argument| argument == "--list");
    let listed_half = list.map(|at| arguments.get(at + 1).map_or("", String::as_str));
    let finders = Finders::new();
    println!(
        "{:9} {:3} {:8} {:>5} {:>9} {:>7} {:>6} {:>8}",
        "half", "", "kind", "n", "precision", "recall", "missed", "mistaken"
    );
    for half in ["dev", "review", "held-out"] {
        for language in LANGUAGES {
            let sentences = sentences(half, language);
            let scores = finders.measure(&sentences);
            for kind in KINDS {
                let score = &scores[kind];
                let count = score.hits + score.missed.len();
                let (precision, recall) = (score.precision(), score.recall());
                let (missed, mistaken) = (score.missed.len(), score.mistaken.len());
                println!(
                    "{half:9} {language:3} {kind:8} {count:5} {precision:9.3} {recall:7.3} {missed:6} {mistaken:8}"
                );
                if listed_half.is_some_and(|listed| listed.is_empty() || listed == half) {
                    score.missed.iter().for_each(|text| println!("    missed   {text}"));
                    score.mistaken.iter().for_each(|text| println!("    mistaken {text}"));
                }
            }
            if !sentences.is_empty() {
                println!("{half:9} {language:3} {} sentences", sentences.len());
            }
        }
    }
    for language in LANGUAGES {
        let messages = sentences("everyday", language);
        for kind in KINDS {
            let alarms = messages.iter().filter(|message| finders.find(&message.text).contains(&kind)).count();
            println!("everyday  {language:3} {kind:8} {:5} {alarms} found", messages.len());
        }
    }
    if list.is_some() {
        return;
    }
    for language in LANGUAGES {
        let messages = messages(language);
        println!(
            "{language}: {:.1} µs per message of {LENGTH} characters, and {:.1} µs for crises",
            time(&messages, |text| {
                black_box(finders.detector.find(text));
            }),
            time(&messages, |text| {
                black_box(finders.crises.find(text));
            })
        );
    }
    for (name, text) in [
        ("digits", "7".repeat(10_000)),
        ("groups of digits", "0 1.".repeat(2_500)),
        ("zero width", "\u{200b}".repeat(10_000)),
        ("single letters", "a ".repeat(5_000)),
        ("first words of phrases", "i you my ".repeat(1_111)),
        ("combining marks", format!("a{}", "\u{301}".repeat(10_000))),
    ] {
        let long = format!("{text}{text}");
        let (once, twice) = (
            time(&[text], |text| {
                black_box(finders.detector.find(text));
            }),
            time(&[long], |text| {
                black_box(finders.detector.find(text));
            }),
        );
        println!("{name}: {once:.0} µs for 10,000 characters, {twice:.0} µs for twice as many");
    }
}

/// Messages made of the sentences of a language.
fn messages(language: &str) -> Vec<String> {
    let mut messages = vec![String::new()];
    for sentence in sentences("dev", language).iter().filter(|sentence| sentence.kinds.is_empty()) {
        let last = messages.len() - 1;
        if messages[last].chars().count() >= LENGTH {
            messages[last] = messages[last].chars().take(LENGTH).collect();
            messages.push(String::new());
        }
        let last = messages.len() - 1;
        messages[last].push_str(&sentence.text);
        messages[last].push_str(". ");
    }
    messages.pop();
    messages
}

/// Microseconds per message, the least of some rounds: other programs take time, too.
fn time(messages: &[String], read: impl Fn(&str)) -> f64 {
    let rounds = 5_000 / messages.len().max(1) / (messages.first().map_or(0, String::len) / 2_000 + 1) + 1;
    let round = || {
        let begin = Instant::now();
        messages.iter().for_each(|message| read(message));
        begin.elapsed().as_secs_f64() * 1e6 / messages.len().max(1) as f64
    };
    (0..rounds).map(|_| round()).fold(f64::INFINITY, f64::min)
}
