//! What people say, as far as a table of numbers can tell: the same words in every run.

/// Words in the order of how often people use them, as far as a table of numbers can tell.
const COMMON: [&str; 12] =
    ["the", "you", "and", "tomorrow", "school", "page", "meeting", "project", "question", "Grüße", "weekend", "train"];

/// A message of some fifteen words, as common as words are, and with names that hardly repeat.
pub(crate) fn sentence(number: usize) -> String {
    let mut state = number as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut words = Vec::with_capacity(16);
    for _ in 0..15 {
        let draw = next();
        // The first words come up most often, the others are made of syllables.
        let place = usize::try_from(draw % 40).unwrap_or(0);
        words.push(match COMMON.get(place) {
            Some(word) => (*word).to_owned(),
            None => syllables(next()),
        });
    }
    if number.is_multiple_of(500) {
        words.push("wheelbarrow".into());
    }
    if number % 100_003 == 7 {
        words.push("quinquereme".into());
    }
    words.join(" ")
}

fn syllables(mut draw: u64) -> String {
    const SYLLABLES: [&str; 16] =
        ["ka", "lo", "mi", "ren", "tas", "vel", "dor", "pin", "sha", "ber", "gul", "nof", "wex", "qua", "zit", "hum"];
    let mut word = String::new();
    for _ in 0..2 + draw % 2 {
        word.push_str(SYLLABLES[usize::try_from(draw >> 8 & 15).unwrap_or(0)]);
        draw >>= 4;
    }
    word
}
