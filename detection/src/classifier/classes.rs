//! Words that mean much the same in all languages.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::letters::normalise;

/// Words of the lists have at most so many letters.
const LONGEST: usize = 16;
/// A word of a text has at most so many classes.
const MOST: usize = 3;

const WHOLE: u8 = 1;
const START: u8 = 2;
const WITHIN: u8 = 4;

/// Classes of words by the hash of their letters.
#[derive(Debug)]
pub(super) struct Classes {
    by_hash: HashMap<u64, Vec<(u8, u8)>>,
    /// Which hashes may be known, by their last bits.
    filter: Vec<u64>,
}

pub(super) fn built_in() -> &'static Classes {
    static READ: OnceLock<Classes> = OnceLock::new();
    READ.get_or_init(|| Classes::read(include_str!("../../model/classes.txt")))
}

fn add(hash: u64, letter: char) -> u64 {
    (hash ^ letter as u64).wrapping_mul(0x0100_0000_01b3)
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

fn bit(hash: u64) -> (usize, u64) {
    let mixed = hash ^ (hash >> 32);
    ((mixed as usize >> 6) & 0x3ff, 1 << (mixed & 63))
}

impl Classes {
    fn read(text: &str) -> Self {
        let mut classes = Self { by_hash: HashMap::new(), filter: vec![0; 1 << 10] };
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (number, line) in lines.enumerate() {
            let Some((_, words)) = line.split_once(':') else { continue };
            for written in words.split_whitespace() {
                let shape = match (written.starts_with('*'), written.ends_with('*')) {
                    (true, true) => WITHIN,
                    (false, true) => START,
                    _ => WHOLE,
                };
                let plain = normalise(written.trim_matches('*'));
                let hash = plain.trim().chars().take(LONGEST).fold(BASIS, add);
                let (block, mask) = bit(hash);
                classes.filter[block] |= mask;
                classes.by_hash.entry(hash).or_default().push((number as u8, shape));
            }
        }
        classes
    }

    /// Appends the classes of a word.
    pub(super) fn of(&self, letters: &[char], found: &mut Vec<u8>) {
        let length = letters.len().min(LONGEST);
        let is_latin = letters.first().is_some_and(char::is_ascii);
        for from in 0..length {
            if from > 0 && is_latin {
                break;
            }
            let mut hash = BASIS;
            for (index, letter) in letters[from..length].iter().enumerate() {
                hash = add(hash, *letter);
                let (block, mask) = bit(hash);
                if self.filter[block] & mask == 0 {
                    continue;
                }
                let ends = from + index + 1 == letters.len();
                let fits = if from == 0 { WITHIN | START | if ends { WHOLE } else { 0 } } else { WITHIN };
                for (class, shape) in self.by_hash.get(&hash).into_iter().flatten() {
                    if shape & fits != 0 && found.len() < MOST && !found.contains(class) {
                        found.push(*class);
                    }
                }
            }
        }
    }
}
