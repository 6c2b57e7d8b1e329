//! Prices of slots and profits of mentors. They say for every pair whether it could improve the solution, also for pairs that were
//! no candidates.

use super::{Candidates, WAITING_CLASSES};

/// The prices that belong to a solution.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    pub(super) slots_per_mentee: usize,
    /// What a unit of score is worth in the last slot; larger than the sum of all decisions between equal sums.
    unit: i64,
    /// The price of each slot, less what a first proposal is worth besides its score. Prices rise only.
    pub(super) slots: Vec<i64>,
    /// The taken slots of each mentee.
    pub(super) filled: Vec<u8>,
    /// What one more proposal would gain each mentor.
    pub(super) profits: Vec<i64>,
}

impl Prices {
    /// The prices of the empty solution.
    pub(super) fn new(candidates: &Candidates, proposals: u8) -> Self {
        let slots_per_mentee = usize::from(proposals);
        let scale = Scale::new(candidates, proposals);
        let mut slots = vec![0; candidates.bonus.len() * slots_per_mentee];
        for (first, waiting) in slots.iter_mut().step_by(slots_per_mentee).zip(&candidates.waiting) {
            *first = -scale.first(*waiting);
        }
        let filled = vec![0; candidates.bonus.len()];
        Self { slots_per_mentee, unit: scale.unit, slots, filled, profits: vec![0; candidates.limits.len()] }
    }

    /// What a pair with this score and bonus is worth in the slot of this rank.
    pub(super) fn worth(&self, worth: u16, rank: usize) -> i64 {
        (i64::from(worth) * self.unit) << (self.slots_per_mentee - 1 - rank)
    }

    /// The slots of a mentee.
    pub(super) fn slots_of(&self, mentee: u32) -> std::ops::Range<usize> {
        let first = mentee as usize * self.slots_per_mentee;
        first..first + self.slots_per_mentee
    }

    /// The taken slots of a mentee and the first free one, with their ranks. Later ones never gain more.
    pub(super) fn open_slots(&self, mentee: u32) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = mentee as usize * self.slots_per_mentee;
        let open = (usize::from(self.filled[mentee as usize]) + 1).min(self.slots_per_mentee);
        (0..open).map(move |rank| (rank, first + rank))
    }

    /// What a pair with this score and bonus gains in the best slot, after its price. It falls only while the solution grows.
    pub(crate) fn gain(&self, mentee: u32, worth: u16) -> i64 {
        let first = self.worth(worth, 0);
        let gains = self.open_slots(mentee).map(|(rank, slot)| (first >> rank) - self.slots[slot]);
        gains.max().unwrap_or(i64::MIN)
    }

    /// A difference of gains in units of a score, as far as that fits.
    pub(crate) fn in_scores(&self, gain: i64) -> u16 {
        u16::try_from(gain / self.unit).unwrap_or(u16::MAX)
    }

    /// The profit of a mentor. A pair that gains more could improve the solution.
    pub(crate) fn profit(&self, mentor: usize) -> i64 {
        self.profits[mentor]
    }
}

/// Sizes of the three goals, each larger than all that follow together.
struct Scale {
    unit: i64,
    serve: i64,
    classes: i64,
}

impl Scale {
    /// Distinguishes fewer degrees of waiting where the numbers would become too large.
    fn new(candidates: &Candidates, proposals: u8) -> Self {
        let limits: i64 = candidates.limits.iter().map(|limit| i64::from(*limit)).sum();
        let served = limits.min(i64::try_from(candidates.bonus.len()).unwrap_or(i64::MAX)).max(1);
        let most = |numbers: &[u16]| i64::from(numbers.iter().copied().max().unwrap_or(0));
        let highest = (most(&candidates.scores) + most(&candidates.bonus)).max(1);
        let per_mentee = highest * ((1 << proposals) - 1);
        let mut classes = i64::from(WAITING_CLASSES);
        loop {
            let unit = served * (classes - 1) + 1;
            let serve = unit.checked_mul(per_mentee).and_then(|sum| sum.checked_mul(served)).map(|sum| sum + unit);
            match serve {
                Some(serve) if serve < 1 << 59 => return Self { unit, serve, classes },
                _ if classes == 1 => return Self { unit, serve: 1 << 59, classes },
                _ => classes /= 2,
            }
        }
    }

    /// What a first proposal is worth besides its score.
    fn first(&self, waiting: u8) -> i64 {
        self.serve + i64::from(waiting.min(WAITING_CLASSES - 1)) * self.classes / i64::from(WAITING_CLASSES)
    }
}
