//! What of a count may be published.
//!
//! Each count stands for itself: under [`LEAST`] it is hidden, from there on rounded to the nearest multiple of 5. The rounding never swaps two
//! counts, and no count of a report is the sum of others: counts are related only as subset and set. So every number between the bounds of a
//! published value fits all others, too, and nothing narrows a hidden count. Sums are computed from published values.
//! The tests attack reports as far as arithmetic goes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The least count that is shown. Higher than 5: other figures may tell that a hidden group is not empty (without mentors there are no
/// mentorships), and then it must not follow that it has 1 to 4 people.
pub const LEAST: u32 = 10;

/// Shown counts are multiples of it.
const STEP: u32 = 5;

/// A published count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OutcomeCount)]
pub struct Shown {
    /// To the nearest 5; null for fewer than 10, which may be none.
    #[schema(required)]
    pub value: Option<u32>,
    /// Whether it is a sum that leaves hidden counts out.
    pub or_more: bool,
}

/// Returns what is published of a count.
pub fn shown(count: usize) -> Shown {
    let count = u32::try_from(count).unwrap_or(u32::MAX - STEP);
    Shown { value: (count >= LEAST).then(|| (count + STEP / 2) / STEP * STEP), or_more: false }
}

/// Returns the sum of published counts. Hidden ones are left out.
pub fn sum(counts: impl Iterator<Item = Shown>) -> Shown {
    let (mut total, mut is_hidden) = (None, false);
    for one in counts {
        match one.value {
            Some(value) => total = Some(total.unwrap_or(0) + value),
            None => is_hidden = true,
        }
    }
    Shown { value: total, or_more: total.is_some() && is_hidden }
}

/// Returns the quartiles of at least [`LEAST`] numbers, each one of them.
pub(super) fn quartiles(mut numbers: Vec<i64>) -> Option<[i64; 3]> {
    if numbers.len() < LEAST as usize {
        return None;
    }
    numbers.sort_unstable();
    let at = |quarter: usize| numbers[(numbers.len() * quarter).div_ceil(4) - 1];
    Some([at(1), at(2), at(3)])
}

/// Returns the mean of at least [`LEAST`] answers on a scale, to a tenth. None if their sum is so near to that of the lowest, or of the
/// highest, answers that it tells how few people answered otherwise.
pub(super) fn mean(numbers: &[i64], (min, max): (i64, i64)) -> Option<f64> {
    let (least, sum): (i64, i64) = (LEAST.into(), numbers.iter().sum());
    let (above, below) =
        (numbers.iter().map(|one| one - min).sum::<i64>(), numbers.iter().map(|one| max - one).sum::<i64>());
    if numbers.len() < LEAST as usize || above < least || below < least {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "answers on a scale are small")]
    let mean = sum as f64 / numbers.len() as f64;
    Some((mean * 10.0).round() / 10.0)
}

#[cfg(test)]
mod attack;
