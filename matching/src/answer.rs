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
    /// The order of each two items as a bitset, see [`pair_bit`].
    Order(Box<[u64]>),
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
            (Some(Answer::Order(items)), Comparison::Order) => Self::order(items),
            _ => Self::Unanswered,
        }
    }

    fn order(items: &[u16]) -> Self {
        let highest = usize::from(items.iter().copied().max().unwrap_or(0));
        let mut words = vec![0_u64; (highest * (highest + 1)).div_ceil(64)];
        for (index, &earlier) in items.iter().enumerate() {
            for &later in items[index + 1..].iter().filter(|later| **later != earlier) {
                let bit = pair_bit(earlier, later);
                words[bit / 64] |= 1 << (bit % 64);
            }
        }
        // The order of fewer than two items says nothing.
        if words.iter().all(|word| *word == 0) { Self::Unanswered } else { Self::Order(words.into()) }
    }

    /// Whether there is an answer.
    pub(crate) fn is_answered(&self) -> bool {
        *self != Self::Unanswered
    }

    /// The chosen options, ascending.
    pub(crate) fn options(&self) -> impl Iterator<Item = u16> {
        let words: &[u64] = if let Self::Options(words) = self { words } else { &[] };
        options(words)
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

/// The bit that says that one item comes before another: two neighbouring bits for the two orders of each two items.
fn pair_bit(earlier: u16, later: u16) -> usize {
    let (low, high) = (usize::from(earlier.min(later)), usize::from(earlier.max(later)));
    high * (high - 1) + 2 * low + usize::from(earlier > later)
}

/// Pairs of common items in the same order, as a share of all pairs of common items.
fn concordance(a: &[u64], b: &[u64]) -> u16 {
    const FIRST_OF_TWO: u64 = 0x5555_5555_5555_5555;
    let reversed = |word: u64| (word & FIRST_OF_TWO) << 1 | word >> 1 & FIRST_OF_TWO;
    let (mut same, mut opposite) = (0, 0);
    for (one, other) in a.iter().zip(b) {
        same += (one & other).count_ones();
        opposite += (one & reversed(*other)).count_ones();
    }
    share(same, same + opposite)
}

fn share(part: u32, whole: u32) -> u16 {
    u16::try_from(part * u32::from(FULL) / whole.max(1)).unwrap_or(FULL)
}

/// The options of a bitset, ascending.
fn options(words: &[u64]) -> impl Iterator<Item = u16> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let base = u16::try_from(index * 64).unwrap_or(u16::MAX);
        (0..64_u16).filter(move |bit| word >> bit & 1 == 1).map(move |bit| base + bit)
    })
}
