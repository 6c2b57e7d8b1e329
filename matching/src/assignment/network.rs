//! The candidate pairs in the order in which the search reads them.

use super::Candidates;

/// Stands for a missing index.
pub(super) const NONE: u32 = u32::MAX;

/// An index in the size in which it is stored.
pub(super) fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

/// A candidate pair of a mentor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The pair costs at least this besides the mentor's profit. Prices rise only, so that an old bound stays one.
    pub(super) bound: i64,
    /// The mentee.
    pub(super) mentee: u32,
    /// Score and bonus.
    pub(super) worth: u16,
}

/// The pairs with bonus by mentor, and where each mentor's begin.
pub(super) fn by_mentor(candidates: &Candidates) -> (Vec<u32>, Vec<Pair>) {
    let mentors = candidates.limits.len();
    let mut starts = vec![0_u32; mentors + 1];
    for mentor in &candidates.mentors {
        starts[*mentor as usize + 1] += 1;
    }
    for mentor in 0..mentors {
        starts[mentor + 1] += starts[mentor];
    }
    let mut next = starts.clone();
    let mut pairs = vec![Pair { bound: 0, mentee: 0, worth: 0 }; candidates.mentors.len()];
    for mentee in 0..candidates.bonus.len() {
        for (mentor, score) in candidates.of(mentee) {
            let index = &mut next[mentor as usize];
            pairs[*index as usize] = Pair { bound: 0, mentee: narrow(mentee), worth: score + candidates.bonus[mentee] };
            *index += 1;
        }
    }
    (starts, pairs)
}
