//! Answers in a form that compares fast, and how well two of them fit.

use crate::{Answer, Comparison, FULL};

/// An answer, prepared for comparisons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Prepared {
    /// No answer.
    Unanswered,
    /// Options as a bitset without trailing zero words.
    Options(Box<[u64]>),
    /// A number.
    Number(i64),
    /// Items, first the most important one.
    Order(Box<[u16]>),
}

impl Prepared {
    /// Prepares an answer for its comparison. An answer of another form counts as unanswered.
    pub(crate) fn new(answer: Option<&Answer>, comparison: Comparison) -> Self {
        match (answer, comparison) {
            (Some(Answer::Options(options)), Comparison::Overlap | Comparison::Equal | Comparison::Distance { .. })
                if !options.is_empty() =>
            {
                let highest = options.iter().copied().max().unwrap_or(0);
                let mut words = vec![0_u64; usize::from(highest) / 64 + 1];
                for &option in options {
                    words[usize::from(option) / 64] |= 1 << (option % 64);
                }
                Self::Options(words.into())
            }
            (Some(Answer::Number(number)), Comparison::Equal | Comparison::Distance { .. }) => Self::Number(*number),
            (Some(Answer::Order(items)), Comparison::Order) if !items.is_empty() => {
                let mut distinct = Vec::with_capacity(items.len());
                for &item in items {
                    if !distinct.contains(&item) {
                        distinct.push(item);
                    }
                }
                Self::Order(distinct.into())
            }
            _ => Self::Unanswered,
        }
    }

    /// Whether there is an answer.
    pub(crate) fn is_answered(&self) -> bool {
        *self != Self::Unanswered
    }

    /// The options that both chose.
    pub(crate) fn common(&self, other: &Self) -> Vec<u16> {
        let (Self::Options(one), Self::Options(other)) = (self, other) else { return Vec::new() };
        options(&one.iter().zip(other).map(|(a, b)| a & b).collect::<Vec<_>>()).collect()
    }

    /// Whether both chose a common option.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (Self::Options(one), Self::Options(other)) = (self, other) else { return false };
        one.iter().zip(other).any(|(a, b)| a & b != 0)
    }
}

/// How well two answers fit, 0 to [`FULL`]; `None` where one is missing.
pub(crate) fn fit(comparison: Comparison, one: &Prepared, other: &Prepared) -> Option<u16> {
    match (comparison, one, other) {
        (Comparison::Overlap, Prepared::Options(a), Prepared::Options(b)) => Some(overlap(a, b)),
        (Comparison::Equal, Prepared::Options(a), Prepared::Options(b)) => Some(if a == b { FULL } else { 0 }),
        (Comparison::Equal, Prepared::Number(a), Prepared::Number(b)) => Some(if a == b { FULL } else { 0 }),
        (Comparison::Distance { reach }, Prepared::Number(a), Prepared::Number(b)) => Some(near(a.abs_diff(*b), reach)),
        (Comparison::Distance { reach }, Prepared::Options(a), Prepared::Options(b)) => {
            let nearest = options(a).map(|a| options(b).map(|b| a.abs_diff(b)).min().unwrap_or(u16::MAX)).min();
            nearest.map(|distance| near(u64::from(distance), reach))
        }
        (Comparison::Order, Prepared::Order(a), Prepared::Order(b)) => Some(concordance(a, b)),
        _ => None,
    }
}

fn overlap(a: &[u64], b: &[u64]) -> u16 {
    let common: u32 = a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum();
    let size = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    share(common, size(a).min(size(b)))
}

fn near(distance: u64, reach: u32) -> u16 {
    let reach = u64::from(reach.max(1));
    let left = u128::from(reach.saturating_sub(distance));
    u16::try_from(left * u128::from(FULL) / u128::from(reach)).unwrap_or(FULL)
}

/// Pairs of common items in the same order, as a share. One common item is in the same order.
fn concordance(a: &[u16], b: &[u16]) -> u16 {
    let places: Vec<usize> = a.iter().filter_map(|item| b.iter().position(|other| other == item)).collect();
    let count = u32::try_from(places.len()).unwrap_or(u32::MAX);
    if count < 2 {
        return if count == 1 { FULL } else { 0 };
    }
    let later = |(index, place): (usize, &usize)| places[index + 1..].iter().filter(|later| *later > place).count();
    let same: usize = places.iter().enumerate().map(later).sum();
    share(u32::try_from(same).unwrap_or(u32::MAX), count * (count - 1) / 2)
}

fn share(part: u32, whole: u32) -> u16 {
    let share = u64::from(part) * u64::from(FULL) / u64::from(whole.max(1));
    u16::try_from(share).unwrap_or(FULL)
}

/// The options of a bitset, ascending.
fn options(words: &[u64]) -> impl Iterator<Item = u16> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let base = u16::try_from(index * 64).unwrap_or(u16::MAX);
        (0..64_u16).filter(move |bit| word >> bit & 1 == 1).map(move |bit| base + bit)
    })
}
