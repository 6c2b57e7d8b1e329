//! Message texts with a realistic word distribution, the same in every run.

/// Frequent words in order of frequency.
const COMMON: [&str; 12] =
    ["the", "you", "and", "tomorrow", "school", "page", "meeting", "project", "question", "Grüße", "weekend", "train"];

/// Returns a message of about fifteen words with realistic frequencies and rarely repeated names.
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
        // The first words are the most frequent, the others are made of syllables.
        let index = usize::try_from(draw % 40).unwrap_or(0);
        words.push(match COMMON.get(index) {
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
